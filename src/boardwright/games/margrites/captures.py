"""Contact between pieces, and captures.

The pieces of a side are a set of squares, kept as an integer with one bit for each square.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from boardwright.games.margrites.board import COLUMNS, ROWS

SQUARES = range(ROWS * COLUMNS)


class Touching(NamedTuple):
    """What decides over a piece: ``opp``, the adjacent enemies; ``ally``, the adjacent friends and itself."""

    opp: int
    ally: int

    @property
    def is_taken(self) -> bool:
        """Whether the enemies are at least twice the friends.

        >>> Touching(opp=2, ally=1).is_taken, Touching(opp=3, ally=2).is_taken
        (True, False)
        """
        return self.opp >= 2 * self.ally


def set_of(squares: Iterable[int]) -> int:
    """
    >>> squares_in(set_of([5, 0, 71]))
    [0, 5, 71]
    """
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def squares_in(pieces: int) -> list[int]:
    """The squares of a set, from a8 to i1."""
    squares = []
    while pieces:
        lowest = pieces & -pieces
        squares.append(lowest.bit_length() - 1)
        pieces ^= lowest
    return squares


def _within(square: int, distance: int) -> int:
    """Return the other squares at most ``distance`` king's steps away."""
    row, col = divmod(square, COLUMNS)
    rows = range(max(row - distance, 0), min(row + distance + 1, ROWS))
    cols = range(max(col - distance, 0), min(col + distance + 1, COLUMNS))
    return set_of(r * COLUMNS + c for r in rows for c in cols) ^ 1 << square


NEIGHBOURS = (*(_within(square, 1) for square in SQUARES), 0, 0)
"""By square or goal; a goal touches nothing."""

NEARBY = tuple(_within(square, 2) for square in SQUARES)
"""By square, all squares that a piece could touch after one step from it."""


WEST_EDGE = set_of(range(0, len(SQUARES), COLUMNS))
EAST_EDGE = WEST_EDGE << COLUMNS - 1


def around(pieces: int) -> int:
    """Return the squares within one king's step of any piece of a set, possibly with some beyond the board."""
    row = pieces | (pieces & ~EAST_EDGE) << 1 | (pieces & ~WEST_EDGE) >> 1
    return row | row << COLUMNS | row >> COLUMNS


def touching(own: int, enemy: int, square: int) -> Touching:
    """What the piece of the own side on a square touches."""
    beside = NEIGHBOURS[square]
    return Touching((beside & enemy).bit_count(), (beside & own).bit_count() + 1)


def capturable(own: int, enemy: int) -> int:
    """The own pieces that at least twice as many enemies as allies touch."""
    lost = 0
    for square in squares_in(own & around(enemy)):
        beside = NEIGHBOURS[square]
        if (beside & enemy).bit_count() >= 2 * ((beside & own).bit_count() + 1):
            lost |= 1 << square
    return lost


def capture_waves(own: int, enemy: int) -> Iterator[tuple[int, int]]:
    """The pieces of both sides that go together, wave after wave, until none is capturable."""
    while True:
        lost, enemy_lost = capturable(own, enemy), capturable(enemy, own)
        if not (lost or enemy_lost):
            return
        yield lost, enemy_lost
        own ^= lost
        enemy ^= enemy_lost
