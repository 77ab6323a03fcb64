"""The packing of international draughts, in the layout of core.hpp: sets of squares as in the rules."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.game import HISTORY_DRAWS
from boardwright.games.draughts.draws import KING_MOVES_EACH
from boardwright.games.draughts.rules import BIT, NUMBER, Move, Position


def reasons(variant: str) -> tuple[str, ...]:
    own = ("the side to move is blocked", "the side to move has no pieces left")
    draws = (
        HISTORY_DRAWS[0],
        "16 moves each, one king against three pieces",
        "5 moves each, one king against two pieces or one",
        f"{KING_MOVES_EACH} moves each with kings only and no capture",
    )
    return own + draws


def pack(position: Position) -> tuple[int, ...]:
    """The white pieces, the black pieces, the kings of both, the side to move."""
    return tuple(position)


def unpack(words: Sequence[int]) -> Position:
    """Unpack four words."""
    return Position(*words)


def pack_move(move: Move) -> int:
    origin, target = (BIT[square].bit_length() - 1 for square in move[:2])
    return origin | target << 6 | move.captured << 7


def unpack_move(position: Position, word: int) -> Move:
    return Move(NUMBER[1 << (word & 63)], NUMBER[1 << (word >> 6 & 63)], word >> 12 << 5)
