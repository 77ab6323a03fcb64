"""Analyse each position of a game with a player, and grade the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import exp
from statistics import fmean
from typing import Any, Generic

from boardwright.engine.limits import Limits
from boardwright.engine.players import Player, best_player
from boardwright.engine.result import Score, Variation
from boardwright.executors.jobs import Job
from boardwright.game import AnyGame, M, Outcome, P
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay
from boardwright.records.tree import AnnotatedGame, AnnotatedLine, AnnotatedMove
from boardwright.registry import as_game, picklable_ref

INACCURACY, MISTAKE, BLUNDER = 6, 2, 4
"""The glyphs ?!, ? and ??."""

LOSSES = ((0.2, BLUNDER), (0.1, MISTAKE), (0.05, INACCURACY))
"""The losses of win probability from which a move gets its glyph."""

LINE = 8
"""How many moves of a better variation are shown."""

NO_MOVES: Variation[Any] = Variation((), (), 0.5)


ACCURACY_SCALE, ACCURACY_DECAY = 1.031668, 4.354
"""The numbers of :func:`move_accuracy`, those of lichess for one move."""


@dataclass(frozen=True, slots=True)
class MoveAnalysis(Generic[M]):
    """The evaluation of a position for the first side, and of the move that led to it.

    ``win_probability`` is the first side's, a draw counted as half, and ``score`` its score, if there is one.
    ``best`` is the variation that the player prefers to the move, with its value for the first side; ``loss`` is the
    win probability that the move has cost its own side. The first position has no move.
    """

    win_probability: float
    score: Score | None = None
    best: Variation[M] = NO_MOVES
    loss: float = 0.0

    @property
    def nag(self) -> int | None:
        """The glyph of the move, if it is a bad one."""
        return next((nag for least, nag in LOSSES if self.loss >= least), None)


def analyse_game(
    played: PlayedGame[P, M], player: Player, *, on_move: Callable[[int], None] = lambda number: None
) -> list[MoveAnalysis[M]]:
    """Evaluate each position of a game with a player: one more than there are moves.

    ``on_move`` receives the number of finished moves.
    """
    replayed: PlayedGame[P, M] = PlayedGame(played.game, played.positions[0])
    best = [_best(replayed, player)]
    for number, move in enumerate(played.moves, 1):
        replayed.play(move, past_draw=True)
        best.append(_best(replayed, player))
        on_move(number)
    return graded(played, best)


def graded(played: PlayedGame[P, M], best: Sequence[Variation[M]]) -> list[MoveAnalysis[M]]:
    """Grade the moves of a game by the best variation of each position, with its value for the first side."""
    analysis: list[MoveAnalysis[M]] = [MoveAnalysis(best[0].win_probability, best[0].score)]
    steps = zip(played.positions, played.moves, pairwise(best), strict=False)
    for position, move, (before, after) in steps:
        sign = 1 if played.game.side_to_move(position) == 0 else -1
        # If there is no better move than the one played, nothing is lost.
        has_better = before.moves[:1] not in ((), (move,))
        loss = max(0.0, sign * (before.win_probability - after.win_probability)) if has_better else 0.0
        analysis.append(MoveAnalysis(after.win_probability, after.score, before, loss))
    return analysis


@dataclass(frozen=True, slots=True)
class SideSummary:
    """The mean accuracy of a side's moves, None if it has not moved, and the numbers of its bad moves by glyph."""

    accuracy: float | None
    faults: dict[int, int]


def move_accuracy(loss: float) -> float:
    """Return the accuracy of a move from 0 to 1, from the win probability that it has cost its side.

    >>> [round(move_accuracy(loss), 2) for loss in (0, 0.05, 0.1, 0.2, 0.5, 1)]
    [1.0, 0.8, 0.64, 0.4, 0.09, 0.0]
    """
    return max(0.0, 1 - ACCURACY_SCALE * (1 - exp(-ACCURACY_DECAY * loss)))


def summaries(played: AnyPlayedGame, analysis: Sequence[MoveAnalysis[Any]]) -> tuple[SideSummary, SideSummary]:
    """Summarise the moves of each side; ``analysis`` is that of :func:`analyse_game`."""
    movers = [played.game.side_to_move(position) for position in played.positions[: len(played.moves)]]
    first, second = (
        _summary([verdict for mover, verdict in zip(movers, analysis[1:], strict=True) if mover == side])
        for side in (0, 1)
    )
    return first, second


def _summary(verdicts: Sequence[MoveAnalysis[Any]]) -> SideSummary:
    faults = {nag: sum(verdict.nag == nag for verdict in verdicts) for nag in (INACCURACY, MISTAKE, BLUNDER)}
    return SideSummary(fmean(move_accuracy(verdict.loss) for verdict in verdicts) if verdicts else None, faults)


def accuracy_text(game: AnyGame, sides: Sequence[SideSummary]) -> str:
    """Return the accuracy of both sides.

    >>> from boardwright import find_game
    >>> accuracy_text(find_game("turm"), (SideSummary(0.914, {}), SideSummary(None, {})))
    'red 91%, blue -'
    """
    shares = ("-" if each.accuracy is None else f"{each.accuracy:.0%}" for each in sides)
    return ", ".join(f"{side} {share}" for side, share in zip(game.sides, shares, strict=True))


def analysis_job(name: str, played: AnyPlayedGame, limits: Limits, *, threads: int, hash_mb: int) -> Job[list[Any]]:
    """Return a job that evaluates a game with a new player, so that the result does not depend on earlier games."""
    return Job(name, analyse_record, (picklable_ref(played.game), played.record(), limits, threads, hash_mb))


def analyse_record(
    game: AnyGame | str, record: dict[str, object], limits: Limits, threads: int, hash_mb: int
) -> list[MoveAnalysis[Any]]:
    """Evaluate the game of a record, in any process."""
    played = replay(record, as_game(game))
    return analyse_game(played, analysis_player(played, limits, threads, hash_mb))


def analysis_player(played: AnyPlayedGame, limits: Limits, threads: int, hash_mb: int) -> Player:
    """Return a new player with the given limits."""
    player = best_player(played.game, threads=threads, hash_mb=hash_mb)
    player.limits = limits
    return player


def _best(played: PlayedGame[P, M], player: Player) -> Variation[M]:
    """Return the best variation of a position, with its value for the first side; no moves if the game is over."""
    if played.outcome is not None:
        return over(played.outcome)
    best: Variation[M] = player.choose(played).variations[0]
    if played.side_to_move == 0:
        return best
    score = None if best.score is None else best.score._replace(value=-best.score.value)
    return replace(best, win_probability=1 - best.win_probability, score=score)


def over(outcome: Outcome) -> Variation[Any]:
    """Return the variation of a position in which the game is over: no moves, with the value for the first side."""
    return Variation((), (), 0.5 if outcome.winner is None else 1.0 - outcome.winner)


def value_text(game: AnyGame, of: MoveAnalysis[M] | Variation[M]) -> str:
    """Return the value of a position for the first side.

    >>> from boardwright import find_game
    >>> turm = find_game("turm")
    >>> value_text(turm, MoveAnalysis(0.62, Score(0.35))), value_text(turm, MoveAnalysis(0.5))
    ('red +0.35, 62%', 'red 50%')
    """
    return f"{game.sides[0]} {'' if of.score is None else f'{of.score}, '}{of.win_probability:.0%}"


def annotated(noted: AnnotatedGame[P, M], analysis: Sequence[MoveAnalysis[M]]) -> AnnotatedGame[P, M]:
    """Return the game annotated with scores, glyphs for bad moves, and better variations."""
    game = noted.form.game
    nodes = []
    for node, verdict in zip(noted.main.nodes, analysis[1:], strict=True):
        comment = value_text(game, verdict)
        better: tuple[AnnotatedLine[M], ...] = ()
        if verdict.nag is not None:
            comment += f"; loses {verdict.loss:.0%}"
            best = verdict.best
            line = tuple(map(AnnotatedMove, best.moves[:LINE]))
            better = (AnnotatedLine((f"better: {value_text(game, best)}",), line),)
        glyphs = () if verdict.nag is None or verdict.nag in node.nags else (verdict.nag,)
        nodes.append(replace(node, nags=(*glyphs, *node.nags), after=(comment, *node.after, *better)))
    return replace(noted, main=replace(noted.main, nodes=tuple(nodes)))
