"""Where the squares of a board are in a picture: a square is 100 units wide, and so is a hexagon.

The board's upper left corner is (0, 0). The page has the same in ``geometry.js``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from boardwright.views import RESERVE, Board, Square

CELL = 100
PITCH = CELL * sqrt(3) / 2
"""The distance between rows of hexagons."""
TALL = CELL * 2 / sqrt(3)
"""The height of a hexagon."""
INSET = 6
"""How far a reserve is from the edges of its square."""


def size_of(board: Board) -> tuple[float, float]:
    """Return the width and the height of a board.

    >>> size_of(Board.grid("abc", "12")), size_of(Board.hexagon(2))
    ((300, 200), (300.0, 288.7))
    """
    if board.kind == "hex":
        return board.columns * CELL / 2, round((board.rows - 1) * PITCH + TALL, 1)
    return board.columns * CELL, board.rows * CELL


def corner(board: Board, square: Square) -> tuple[float, float]:
    """Return the upper left corner of the box, 100 by 100, around the middle of a square.

    >>> board = Board.hexagon(2)
    >>> corner(board, board.squares[0])
    (50.0, 180.9)
    """
    up = board.rows - 1 - square.y
    if board.kind == "hex":
        return square.x * CELL / 2, round(up * PITCH + (TALL - CELL) / 2, 1)
    return square.x * CELL, up * CELL


def outlines(board: Board, squares: Iterable[Square]) -> str:
    """Return the outlines of squares as the data of a path.

    >>> board = Board.grid("ab", "1").with_reserves("white", "black")
    >>> outlines(board, board.squares[:2])
    'M0 0h100v100h-100zM100 0h100v100h-100z'
    """
    return "".join(_outline(board, square) for square in squares)


def _outline(board: Board, square: Square) -> str:
    x, y = corner(board, square)
    if square.terrain == RESERVE:
        width = CELL - 2 * INSET
        return f"M{x + INSET:g} {y + INSET:g}h{width}v{width}h-{width}z"
    if board.kind == "hex":
        slope, side = f"{TALL / 4:.1f}", f"{TALL / 2:.1f}"
        top = f"M{x + CELL / 2:g} {y + (CELL - TALL) / 2:.1f}"
        return f"{top}l50 {slope}v{side}l-50 {slope}l-50-{slope}v-{side}z"
    if board.kind == "graph":
        return f"M{x + 12:g} {y + CELL / 2:g}a38 38 0 1 1 76 0a38 38 0 1 1-76 0z"
    return f"M{x:g} {y:g}h{CELL}v{CELL}h-{CELL}z"


def shade_of(board: Board, square: Square) -> int:
    """Return how dark a square is, 0, 1 or 2, so that no neighbour is the same; the lower left corner is 1."""
    if board.kind == "hex":
        return (square.x - 3 * square.y) // 2 % 3
    return (square.x + square.y + 1) % 2 if board.kind == "square" else 0


def row_ends(board: Board) -> Iterator[tuple[str, Square]]:
    """Yield the label of each row of hexagons, with its first one on the left."""
    for y, label in enumerate(board.row_labels):
        row = [square for square in board.squares if square.y == y and square.terrain != RESERVE]
        if row:
            yield label, min(row, key=lambda square: square.x)


def column_ends(board: Board) -> Iterator[tuple[str, Square, float]]:
    """Yield the label of each column of hexagons, its lowest one, and how far the column goes to the right per row.

    >>> [(label, square.name, lean) for label, square, lean in column_ends(Board.hexagon(2))]
    [('a', 'a1', -1.0), ('b', 'b1', -1.0), ('c', 'c2', -1.0)]
    """
    rows = dict(enumerate(board.row_labels))
    for label in board.column_labels:
        column = [square for square in board.squares if square.name == label + rows.get(square.y, "")]
        if column:
            low, high = (pick(column, key=lambda square: square.y) for pick in (min, max))
            yield label, low, (high.x - low.x) / (high.y - low.y) if high.y > low.y else 0.0
