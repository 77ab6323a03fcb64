"""Reviews: the grades of a game's moves by the evaluations of its positions, as in ``boardwright annotate``."""

from __future__ import annotations

from typing import Any

from boardwright.engine.result import Variation
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame
from boardwright.study.annotate import BLUNDER, INACCURACY, MISTAKE, MoveAnalysis, SideSummary, graded, over, summaries
from boardwright.web.api_errors import ApiError
from boardwright.web.models import Evaluation, LineMove, Review, ReviewedMove, ReviewedSide, ReviewRequest
from boardwright.web.position_requests import play_moves, read_position
from boardwright.web.serialisation import moves_with_sides


def review(game: AnyGame, request: ReviewRequest) -> Review:
    """Grade the moves of a game by the evaluations of its positions.

    >>> from boardwright import find_game
    >>> evaluations = [{"win_probability": 1, "moves": ["D3-D4-1"]}, {"win_probability": 0.4, "moves": []}]
    >>> data = {"game": "turm", "position": "7/7/3BG3/7/3RG3/7/7 r", "moves": ["D3-E3-1"], "evaluations": evaluations}
    >>> (move,) = review(find_game("turm"), ReviewRequest.model_validate(data)).moves
    >>> move.loss, move.nag, [each.text for each in move.better]
    (0.6, 4, ['D3-D4-1'])
    """
    position, _ = read_position(game, request.position)
    played = play_moves(game, position, request.moves)
    count = len(played.positions)
    if len(request.evaluations) != count:
        raise ApiError(f"there are {len(request.evaluations)} evaluations: expected {count}, one for each position")
    outcomes = [*map(game.outcome, played.positions[:-1]), played.outcome]
    best = []
    for place, (position, outcome, evaluation) in enumerate(
        zip(played.positions, outcomes, request.evaluations, strict=True)
    ):
        if evaluation is not None:
            best.append(_variation(game, position, evaluation, place))
        elif outcome is not None:
            best.append(over(outcome))
        else:
            raise ApiError(f"evaluations.{place} is null: expected an evaluation, for the game goes on there")
    analysis = graded(played, best)
    moves = [
        _move(game, position, verdict, request.evaluations[place], place)
        for place, (position, verdict) in enumerate(zip(played.positions, analysis[1:], strict=False))
    ]
    first, second = map(_side, summaries(played, analysis))
    return Review(moves=moves, sides=(first, second))


def _variation(game: AnyGame, position: Any, evaluation: Evaluation, place: int) -> Variation[Any]:
    moves = _played(game, position, evaluation.moves[:1], place).moves
    return Variation(tuple(moves), (), evaluation.win_probability)


def _played(game: AnyGame, position: Any, texts: list[str], place: int) -> AnyPlayedGame:
    try:
        return play_moves(game, position, texts)
    except BoardwrightError as error:
        raise ApiError(f"evaluations.{place}: {error}") from error


def _move(
    game: AnyGame, position: Any, verdict: MoveAnalysis[Any], before: Evaluation | None, place: int
) -> ReviewedMove:
    texts = before.moves if before is not None and verdict.nag is not None else []
    better = moves_with_sides(_played(game, position, texts, place))
    return ReviewedMove(
        loss=round(verdict.loss, 4),
        nag=verdict.nag,
        better=[LineMove(text=text, side=side) for text, side in better],
    )


def _side(summary: SideSummary) -> ReviewedSide:
    return ReviewedSide(
        accuracy=None if summary.accuracy is None else round(summary.accuracy, 4),
        inaccuracies=summary.faults[INACCURACY],
        mistakes=summary.faults[MISTAKE],
        blunders=summary.faults[BLUNDER],
    )
