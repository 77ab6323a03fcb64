"""The course's interface to single steps, captures and results, over the mutable state."""

from __future__ import annotations

from boardwright.errors import BoardwrightError, IllegalMove
from boardwright.games.margrites.board import GOALS, square_name
from boardwright.games.margrites.captures import Touching, touching
from boardwright.games.margrites.course.state import GameState
from boardwright.games.margrites.course.types import (
    COLORS,
    COORDS,
    Color,
    Coord,
    Goal,
    Step,
    Where,
    coord_at,
    neighbors,
    square_at,
)
from boardwright.games.margrites.game import Margrites
from boardwright.games.margrites.rules import Move, Position, finished, legal_moves, outcome, resolved

__all__ = [
    "Move",
    "Position",
    "Touching",
    "apply_step",
    "is_terminal",
    "legal_steps",
    "neighbors",
    "resolve_captures",
    "result",
    "touching_counts",
    "winner",
    "would_be_captured",
]


def touching_counts(state: GameState, coord: Where) -> Touching:
    """The enemies that touch the piece on a square, and its allies, itself included."""
    position, square = state.position, square_at(coord)
    for own, enemy in (position.pieces, position.pieces[::-1]):
        if own >> square & 1:
            return touching(own, enemy, square)
    raise BoardwrightError(f"there is no piece on {square_name(square)}: expected an occupied square")


def would_be_captured(state: GameState, coord: Where) -> bool:
    """Whether the piece on a square is capturable as the board stands; an empty square is not."""
    row, col = coord_at(coord)
    return state.board[row][col] != Color.EMPTY and touching_counts(state, coord).is_taken


def legal_steps(state: GameState) -> list[tuple[Coord, Coord | Goal]]:
    """All legal single steps as (from, to); ``to`` is ``'B++'`` or ``'W++'`` where it scores."""
    return [step_of(move) for move in legal_moves(state.position)]


def apply_step(state: GameState, step: Step) -> GameState:
    """The state after a step, its captures, and the end of the turn if it is the last.

    The state given stays as it is. An illegal step raises
    :class:`~boardwright.errors.IllegalMove`, which names the rule.
    """
    return state.from_position(Margrites().play(state.position, move_of(step)))


def step_of(move: Move) -> tuple[Coord, Coord | Goal]:
    """Convert a move of the rules to the course's interface."""
    return COORDS[move.origin], Goal(square_name(move.target)) if move.target in GOALS else COORDS[move.target]


def move_of(step: Step) -> Move:
    """Convert a step of the course's interface to the rules."""
    try:
        origin, target = step
        return Move(square_at(origin), square_at(target))
    except (TypeError, ValueError):
        raise IllegalMove(str(step), "a step goes from a square of the board to another, to B++ or to W++") from None


def resolve_captures(state: GameState) -> None:
    """Remove the capturable pieces, wave after wave, and credit them; the turn stays as it is."""
    state.position = resolved(state.position)


def is_terminal(state: GameState) -> bool:
    """Whether a side has no pieces, or neither side has a legal step."""
    return finished(state.position)


def result(state: GameState) -> dict[str, int]:
    """The score so far."""
    return {
        "points_black": state.score[Color.BLACK],
        "points_white": state.score[Color.WHITE],
        "captures_black": state.captures[Color.BLACK],
        "captures_white": state.captures[Color.WHITE],
    }


def winner(state: GameState) -> int | None:
    """+1 where Black has won, -1 where White has, 0 for a draw, None while the game goes on."""
    ended = outcome(state.position)
    if ended is None:
        return None
    return 0 if ended.winner is None else COLORS[ended.winner]
