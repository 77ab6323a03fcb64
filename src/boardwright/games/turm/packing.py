"""The packing of Turm & Wächter, in the layout of core.hpp: rows of eight bits, heights bit-sliced."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.game import HISTORY_DRAWS, STUCK, Ending
from boardwright.games.turm.rules import BLUE, GUARD, REACHED, RED, SIGN, SIZE, TAKEN, Move, Position

PLACES = tuple(8 * (square // SIZE) + square % SIZE for square in range(SIZE * SIZE))
"""By square, its bit."""
SQUARES = {place: square for square, place in enumerate(PLACES)}


def endings(variant: str) -> tuple[Ending, ...]:
    return (*TAKEN, *REACHED[variant], STUCK, *HISTORY_DRAWS)


def pack(position: Position) -> tuple[int, ...]:
    """Ones, twos and fours of the heights, the red pieces, the guards, the side to move."""
    ones = twos = fours = red = guards = 0
    for place, piece in zip(PLACES, position.board, strict=True):
        if not piece:
            continue
        height = abs(piece)
        if piece > 0:
            red |= 1 << place
        if height == GUARD:
            guards |= 1 << place
        else:
            ones |= (height & 1) << place
            twos |= (height >> 1 & 1) << place
            fours |= (height >> 2) << place
    return ones, twos, fours, red, guards, position.to_move


def unpack(words: Sequence[int]) -> Position:
    """Unpack six words."""
    ones, twos, fours, red, guards, to_move = words
    board = []
    for place in PLACES:
        height = (ones >> place & 1) + 2 * (twos >> place & 1) + 4 * (fours >> place & 1)
        if guards >> place & 1:
            height = GUARD
        board.append(height * SIGN[RED if red >> place & 1 else BLUE])
    return Position(tuple(board), to_move)


def pack_move(move: Move) -> int:
    return PLACES[move.origin] | PLACES[move.target] << 8 | move.stones << 16


def unpack_move(position: Position, word: int) -> Move:
    return Move(SQUARES[word & 0xFF], SQUARES[word >> 8 & 0xFF], word >> 16)
