"""Parsing of the positions and moves that clients send."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame, Game, M, P, Position
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.web.api_errors import ApiError
from boardwright.web.serialisation import move_json


def read_position(game: AnyGame, text: str | None, *, strict: bool = False) -> tuple[Any, list[str]]:
    """Parse a position, by default the start; return it with the repairs that were made.

    >>> from boardwright import find_game
    >>> read_position(find_game("turm"), "7/7/7/2BG4/7/5/b11/RG6 b")[1]
    ["the board has 8 ranks, expected 7: joined ranks '5' and 'b11' to '5b11'"]
    """
    if text is None:
        return game.start(), []
    return (game.parse_position(text), []) if strict else game.repair_position(text)


def play_moves(game: AnyGame, position: Position, moves: Sequence[str], *, strict: bool = False) -> AnyPlayedGame:
    """Play moves from a position, continuing past draws by history."""
    played = PlayedGame(game, position)
    for number, text in enumerate(moves, 1):
        try:
            played.play_text(text, strict=strict, past_draw=True)
        except BoardwrightError as error:
            raise ApiError(f"move {number}: {error}") from error
    return played


def continued_game(game: AnyGame, start: str, moves: Sequence[str]) -> AnyPlayedGame:
    """Return a game in which the next move is to be found, past a draw by history."""
    played = play_moves(game, game.parse_position(start), moves)
    if played.is_drawn_by_history:
        played.play_on()
    return played


def threats(played: AnyPlayedGame) -> list[bytes]:
    """Serialise the moves with which the side that is not to move would capture, score or win."""
    game, other = played.game, 1 - played.side_to_move
    if played.outcome is not None:
        return []
    try:
        turned = game.with_side_to_move(played.position, other)
        moves = game.legal_moves(turned)
    except BoardwrightError:
        return []
    return [move_json(game, turned, move) for move in moves if _harms(game, turned, move)]


def _harms(game: Game[P, M], position: P, move: M) -> bool:
    side = game.side_to_move(position)
    outcome = game.outcome(game.successor(position, move))
    if outcome is not None:
        return outcome.winner == side
    return any(
        stage.kind == "score"
        or sum(piece.side != side for piece in stage.before) > sum(piece.side != side for piece in stage.after)
        for stage in game.move_view(position, move).stages
    )
