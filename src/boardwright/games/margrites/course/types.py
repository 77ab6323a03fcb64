"""The squares and colours of the course's interface: coordinates, row 0 being rank 8 and column 0 file a."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple, TypeAlias

from boardwright.errors import BoardwrightError, quoted
from boardwright.games.margrites.board import COLUMNS, GOAL_NAMES, GOALS, NUMBERS, ROWS, square_name

__all__ = [
    "COLUMNS",
    "ROWS",
    "Color",
    "Coord",
    "Goal",
    "Step",
    "Where",
    "coord_at",
    "neighbors",
    "square_at",
    "square_name",
]


class Color(IntEnum):
    """What stands on a square of :class:`~boardwright.games.margrites.course.state.GameState`."""

    EMPTY = 0
    BLACK = 1
    WHITE = -1


COLORS = (Color.BLACK.value, Color.WHITE.value)
"""By side of the contract, the colour of the course's interface, as a plain number."""


class Goal(StrEnum):
    """Where a scoring step goes: off rank 8 for Black, off rank 1 for White."""

    BLACK, WHITE = GOAL_NAMES


class Coord(NamedTuple):
    """A square by its row from the top and its column from the left; equal to the plain tuple.

    >>> Coord(3, 4) == (3, 4), square_name(square_at(Coord(3, 4)))
    (True, 'e5')
    """

    row: int
    col: int


Where: TypeAlias = tuple[int, int] | str
"""A coordinate, the name of a square, or a goal."""

Step: TypeAlias = tuple[Where, Where]
"""The start and the end of a step."""

COORDS = tuple(Coord(row, col) for row in range(ROWS) for col in range(COLUMNS))


def square_at(where: Where) -> int:
    """The number of a square or goal.

    >>> square_at("a8"), square_at((7, 8)), square_at("W++")
    (0, 71, 73)
    """
    match where:
        case str() if where in NUMBERS:
            return NUMBERS[where]
        case (int(row), int(col)) if 0 <= row < ROWS and 0 <= col < COLUMNS:
            return row * COLUMNS + col
    raise BoardwrightError(f"{quoted(str(where))} is not a square: expected a1 to i8, or a row 0-7 and a column 0-8")


def coord_at(where: Where) -> Coord:
    """The coordinate of a square; a goal has none.

    >>> coord_at("e5")
    Coord(row=3, col=4)
    """
    square = square_at(where)
    if square in GOALS:
        raise BoardwrightError(f"{quoted(str(where))} is off the board: expected a1 to i8")
    return COORDS[square]


def neighbors(coord: Where) -> list[Coord]:
    """The squares beside a square, diagonals included.

    >>> neighbors((0, 0))
    [Coord(row=0, col=1), Coord(row=1, col=0), Coord(row=1, col=1)]
    """
    row, col = coord_at(coord)
    return [
        Coord(r, c)
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(col - 1, 0), min(col + 2, COLUMNS))
        if (r, c) != (row, col)
    ]
