"""The packing of international draughts, in the layout of core.hpp: sets of squares as in the rules."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.game import REPEATED, Ending
from boardwright.games.draughts.draws import FEW_PIECES, ONLY_KINGS
from boardwright.games.draughts.rules import BIT, BLOCKED, NO_PIECES, NUMBER, Move, Position


def endings(variant: str) -> tuple[Ending, ...]:
    return (BLOCKED, NO_PIECES, REPEATED, *FEW_PIECES.values(), ONLY_KINGS)


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
