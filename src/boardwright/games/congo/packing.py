"""The packing of Congo, in the layout of core.hpp: ranks of eight bits, the kinds bit-sliced."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from boardwright.game import HISTORY_DRAWS, Ending
from boardwright.games.congo.rules import BARE_LIONS, EMPTY, LION_CAPTURED, SIZE, SQUARES, STUCK, Move, Position

PLACES = tuple(8 * (square // SIZE) + square % SIZE for square in SQUARES)
"""By square, its bit."""
NUMBERED = ("PZGLSEMC", "pzglsemc")
"""By side, the pieces in the order of the core's kinds."""
CODES = {letter: (side, kind) for side, letters in enumerate(NUMBERED) for kind, letter in enumerate(letters)}
JUMPS = tuple(2 * (SIZE * ranks + files) for ranks in (-1, 0, 1) for files in (-1, 0, 1) if ranks or files)
"""The lengths of a monkey's jumps, in the core's order."""
SQUARE_AT = {place: square for square, place in enumerate(PLACES)}


def endings(variant: str) -> tuple[Ending, ...]:
    return (*LION_CAPTURED, BARE_LIONS, *STUCK, *HISTORY_DRAWS)


def pack(position: Position) -> tuple[int, ...]:
    """White's pieces and Black's, the ones, twos and fours of the kinds, the ply."""
    sides, planes = [0, 0], [0, 0, 0]
    for place, letter in zip(PLACES, position.board, strict=True):
        if letter == EMPTY:
            continue
        side, kind = CODES[letter]
        sides[side] |= 1 << place
        for plane in range(3):
            planes[plane] |= (kind >> plane & 1) << place
    return (*sides, *planes, 2 * position.number + position.to_move)


def unpack(words: Sequence[int]) -> Position:
    """Unpack six words."""
    white, black, ones, twos, fours, ply = words
    board = ""
    for place in PLACES:
        kind = (ones >> place & 1) + 2 * (twos >> place & 1) + 4 * (fours >> place & 1)
        if white >> place & 1:
            board += NUMBERED[0][kind]
        else:
            board += NUMBERED[1][kind] if black >> place & 1 else EMPTY
    return Position(board, ply & 1, ply >> 1)


def pack_move(move: Move) -> int:
    """The origin, the target, and the directions of a monkey's jumps where there are several."""
    word = PLACES[move[0]] | PLACES[move[-1]] << 6
    if len(move) == 2:
        return word
    directions = 1
    for square, behind in reversed(list(pairwise(move))):
        directions = directions << 3 | JUMPS.index(behind - square)
    return word | directions << 12


def unpack_move(position: Position, word: int) -> Move:
    origin, target, directions = SQUARE_AT[word & 0x3F], SQUARE_AT[word >> 6 & 0x3F], word >> 12
    if not directions:
        return origin, target
    path = [origin]
    while directions > 1:
        path.append(path[-1] + JUMPS[directions & 7])
        directions >>= 3
    return tuple(path)
