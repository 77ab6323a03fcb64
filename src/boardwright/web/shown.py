"""Positions, moves and outcomes as plain data for JSON, in the shapes of :mod:`boardwright.web.models`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from boardwright.game import Board, Outcome, Piece, Stage, View
from boardwright.match import Match
from boardwright.registry import AnyGame

Plain: TypeAlias = dict[str, Any]
"""An object of JSON. Those from here may be shared: nobody changes them."""


def shown_state(match: Match[Any, Any], warnings: list[str] | None = None) -> Plain:
    """The position of a match, what can be done in it, and the move that led to it.

    >>> from boardwright import find_game
    >>> state = shown_state(Match(find_game("congo")))
    >>> state["status"], len(state["moves"]), state["moves"][0]["text"], state["last"]
    ('white to move', 26, 'a1a3', None)
    """
    game, position, outcome = match.game, match.position, match.outcome
    return {
        "game": game.full_name,
        "position": game.format_position(position),
        "view": shown_view(game.view(position)),
        "to_move": match.side_to_move,
        "status": game.status(position) if outcome is None else game.format_outcome(outcome),
        "outcome": shown_outcome(game, outcome),
        "moves": [shown_move(game, position, move) for move in match.legal_moves()],
        "last": shown_move(game, match.positions[-2], match.moves[-1]) if match.moves else None,
        "warnings": warnings or [],
    }


def shown_line(match: Match[Any, Any]) -> list[Plain]:
    """The moves that led to a position, each with the side that made it.

    >>> from boardwright import find_game
    >>> match = Match(find_game("margrites"))
    >>> match.play_text("e2>e3")
    >>> match.play_text("e3>e4")
    >>> [(move["text"], move["side"]) for move in shown_line(match)]
    [('e2>e3', 0), ('e3>e4', 0)]
    """
    game = match.game
    made = zip(match.positions, match.moves, strict=False)
    return [{"text": game.format_move(at, move), "side": game.side_to_move(at)} for at, move in made]


def shown_move(game: AnyGame, position: Any, move: Any) -> Plain:
    """A move to click and to animate."""
    view = game.move_view(position, move)
    return {
        "text": game.format_move(position, move),
        "paths": view.paths,
        "stages": [_stage(stage) for stage in view.stages],
    }


def shown_outcome(game: AnyGame, outcome: Outcome | None) -> Plain | None:
    """How a game ended, in words too."""
    return None if outcome is None else {**outcome._asdict(), "text": game.format_outcome(outcome)}


def shown_view(view: View) -> Plain:
    """A position to look at."""
    return {
        "board": _board(view.board),
        "pieces": [shown_piece(piece) for piece in view.pieces],
        "to_move": view.to_move,
        "notes": view.notes,
    }


def _stage(stage: Stage) -> Plain:
    return {
        "kind": stage.kind,
        "before": [shown_piece(piece) for piece in stage.before],
        "after": [shown_piece(piece) for piece in stage.after],
    }


# The same pieces stand on the same squares again and again, in every match.
@lru_cache(maxsize=10_000)
def shown_piece(piece: Piece) -> Plain:
    """A piece."""
    return piece._asdict()


@lru_cache(maxsize=100)
def _board(board: Board) -> Plain:
    return {
        **board._asdict(),
        "squares": [square._asdict() for square in board.squares],
        "exits": [exit._asdict() for exit in board.exits],
    }
