"""The packing of Margrites, in the layout of core.hpp: half boards, the turn and the score by bytes."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.game import HISTORY_DRAWS, Ending
from boardwright.games.margrites.board import COLUMNS, ROWS
from boardwright.games.margrites.rules import ENDINGS, Move, Position

HALF = ROWS // 2 * COLUMNS
UPPER = (1 << HALF) - 1


def endings(variant: str) -> tuple[Ending, ...]:
    return (*ENDINGS.values(), *HISTORY_DRAWS)


def place_of(square: int) -> int:
    """The core has ten places per row, the last of which is unused; the goals come after the rows."""
    return square + square // COLUMNS


def square_of(place: int) -> int:
    return place - place // (COLUMNS + 1)


def pack(position: Position) -> tuple[int, ...]:
    """By side the upper and the lower half of the board, then the turn, then the score."""
    black, white = position.pieces
    origins = (place_of(square) for origin in position.origins for square in origin)
    turn = int.from_bytes(bytes((position.to_move, position.steps_left, *origins)), "little")
    score = int.from_bytes(bytes((*position.points, *position.captures)), "little")
    return black & UPPER, black >> HALF, white & UPPER, white >> HALF, turn, score


def unpack(words: Sequence[int]) -> Position:
    """Unpack six words."""
    black_upper, black_lower, white_upper, white_lower, turn, score = words
    to_move, steps_left, *origins = turn.to_bytes(8, "little")
    black_points, white_points, black_captures, white_captures = score.to_bytes(4, "little")
    return Position(
        (black_upper | black_lower << HALF, white_upper | white_lower << HALF),
        to_move,
        steps_left,
        tuple(
            (square_of(now), square_of(start))
            for now, start in zip(origins[::2], origins[1::2], strict=True)
            if now != start
        ),
        (black_points, white_points),
        (black_captures, white_captures),
    )


def pack_move(move: Move) -> int:
    return place_of(move.origin) | place_of(move.target) << 8


def unpack_move(position: Position, word: int) -> Move:
    return Move(square_of(word & 0xFF), square_of(word >> 8))
