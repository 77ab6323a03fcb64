"""Where the names of points are written, so that few lines and pieces are below them.

Lengths are in cells, and y goes up. The page has the same in ``point_names.js``.
"""

from __future__ import annotations

from typing import NamedTuple

from boardwright.views import RESERVE, Board, Square

PLACES = ((-1, 1), (1, 1), (-1, -1), (1, -1), (0, 1), (0, -1), (-1, 0), (1, 0))
"""The directions from a point to its name, the best one first."""
DISC = 0.38
"""The radius of a piece."""
CORNER = (0.12, 0.4)
"""How far a name in a corner is from the point: its nearer end, and its middle at most."""
EDGE = 0.49
"""How far a name in a corner may reach."""
ABOVE, BESIDE = 0.5, 0.46
"""How far a name straight above or below a point, or at its side, is from it."""
OUTSIDE = 2
"""How many lines below a name are better than one that leaves the board."""


class Box(NamedTuple):
    """A rectangle."""

    left: float
    bottom: float
    right: float
    top: float


def name_offset(board: Board, square: Square, width: float, height: float) -> tuple[float, float]:
    """Return how far the middle of a name is to the right of its point and above it.

    >>> board = Board.graph({"west": (0, 0), "hub": (1, 0), "top": (0, 1), "far": (1, 1)}, [("hub", "top")])
    >>> [name_offset(board, square, 0.3, 0.2) for square in board.squares[:2]]
    [(-0.27, 0.39), (0.27, 0.39)]
    """
    offsets = [_offset(across, up, width, height) for across, up in PLACES]
    return min(offsets, key=lambda offset: _covered(board, square, offset, width, height))


def _offset(across: int, up: int, width: float, height: float) -> tuple[float, float]:
    if not up:
        return across * (BESIDE + width / 2), 0.0
    if not across:
        return 0.0, up * ABOVE
    return round(across * (CORNER[0] + width / 2), 3), round(up * min(CORNER[1], EDGE - height / 2), 3)


def _covered(board: Board, square: Square, offset: tuple[float, float], width: float, height: float) -> int:
    """Return how many lines and pieces of other points a name may be on; more where it leaves the board."""
    points = {each.name: (each.x + 0.5, each.y + 0.5) for each in board.squares if each.terrain != RESERVE}
    x, y = square.x + 0.5 + offset[0], square.y + 0.5 + offset[1]
    box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    right, top = (max(point[axis] for point in points.values()) + 0.5 for axis in (0, 1))
    is_outside = box.left < 0 or box.bottom < 0 or box.right > right or box.top > top
    lines = sum(crosses(points[start], points[end], box) for start, end in board.lines)
    discs = sum(
        abs(other[0] - x) < DISC + width / 2 and abs(other[1] - y) < DISC + height / 2
        for name, other in points.items()
        if name != square.name
    )
    return lines + discs + OUTSIDE * is_outside


def crosses(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Return whether a line goes through the inside of a box.

    >>> crosses((0, 0), (4, 4), Box(1, 2, 3, 4)), crosses((0, 0), (4, 0), Box(1, 2, 3, 4))
    (True, False)
    """
    begins, ends = 0.0, 1.0
    for axis, (least, most) in enumerate(((box.left, box.right), (box.bottom, box.top))):
        at, step = start[axis], end[axis] - start[axis]
        if step:
            enters, leaves = sorted(((least - at) / step, (most - at) / step))
            begins, ends = max(begins, enters), min(ends, leaves)
        elif not least < at < most:
            return False
    return begins < ends
