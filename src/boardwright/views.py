"""Views: positions and moves as data for renderers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

Side: TypeAlias = int
"""0 is the side that moves first, 1 the other."""

BoardKind: TypeAlias = Literal["square", "hex", "graph"]


RESERVE = "reserve"
"""The terrain of a square beside the board, on which the pieces in hand stand."""

SIDEWAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONALLY = ((1, 1), (-1, 1), (-1, -1), (1, -1))
ROUND_A_HEXAGON = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
SPELLED = re.compile(r"([A-Za-z]+)([0-9]+)")
"""A name of a column's letters and a row's number."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Square(NamedTuple):
    """A square of a board: its name, its coordinates (x from the left, y from below), its terrain.

    Renderers know the terrains plain, dark, river, castle, goal, home and reserve.
    """

    name: str
    x: int
    y: int
    terrain: str = "plain"


class Exit(NamedTuple):
    """A place beside the board that a move can go to; ``edge`` is top, bottom, left or right."""

    name: str
    edge: str


class Board(NamedTuple):
    """The static part of a view: the playable squares, the labels of the edges.

    ``kind`` is square; hex, where the squares are hexagons in rows, two units of x wide; or graph, where they are
    points. Each of the ``lines`` of a graph joins two points and all those between them.
    """

    columns: int
    rows: int
    squares: tuple[Square, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()
    kind: BoardKind = "square"
    lines: tuple[tuple[str, str], ...] = ()

    @classmethod
    def grid(
        cls,
        columns: Sequence[str],
        rows: Sequence[str],
        *,
        terrain: Mapping[str, str] | None = None,
        exits: tuple[Exit, ...] = (),
        gaps: Collection[str] = (),
    ) -> Board:
        """Return a rectangular board whose squares are named by column, then row from below, except ``gaps``.

        >>> [square.name for square in Board.grid("ab", "12", gaps=["b1"]).squares]
        ['a1', 'a2', 'b2']
        """
        places = {column + row: (x, y) for y, row in enumerate(rows) for x, column in enumerate(columns)}
        squares = _squares(places, terrain, gaps)
        return cls(len(columns), len(rows), squares, tuple(columns), tuple(rows), _exits(exits))

    @classmethod
    def hexagon(
        cls,
        size: int,
        *,
        terrain: Mapping[str, str] | None = None,
        exits: tuple[Exit, ...] = (),
        gaps: Collection[str] = (),
    ) -> Board:
        """Return a hexagonal board with ``size`` hexagons on each side, except ``gaps``.

        Names are those of :meth:`hex_rows`.

        >>> [square.name for square in Board.hexagon(2).squares]
        ['a1', 'b1', 'a2', 'b2', 'c2', 'b3', 'c3']
        """
        width = 2 * size - 1
        if not 1 <= width <= len(LETTERS):
            raise ValueError(f"a hexagonal board of size {size!r}: expected a size from 1 to {(len(LETTERS) + 1) // 2}")
        rows = [str(row) for row in range(1, width + 1)]
        corners = {
            column + row for x, column in enumerate(LETTERS[:width]) for y, row in enumerate(rows) if abs(x - y) >= size
        }
        return cls.hex_rows(LETTERS[:width], rows, terrain=terrain, exits=exits, gaps=corners.union(gaps))

    @classmethod
    def hex_rows(
        cls,
        columns: Sequence[str],
        rows: Sequence[str],
        *,
        straight: bool = False,
        terrain: Mapping[str, str] | None = None,
        exits: tuple[Exit, ...] = (),
        gaps: Collection[str] = (),
    ) -> Board:
        """Return rows of hexagons that are named by column, then row from below, except ``gaps``.

        Columns lean to the left and the board is a rhombus; with ``straight`` columns it is a rectangle.

        >>> [tuple(square) for square in Board.hex_rows("ab", "12").squares]
        [('a1', 1, 0, 'plain'), ('b1', 3, 0, 'plain'), ('a2', 0, 1, 'plain'), ('b2', 2, 1, 'plain')]
        """
        places = {
            column + row: (2 * x + (y % 2 if straight else -y), y)
            for y, row in enumerate(rows)
            for x, column in enumerate(columns)
        }
        leaning = _squares(places, terrain, gaps)
        left = min((square.x for square in leaning), default=0)
        squares = tuple(square._replace(x=square.x - left) for square in leaning)
        width = max((square.x for square in squares), default=0) + 2
        return cls(width, len(rows), squares, tuple(columns), tuple(rows), _exits(exits), "hex")

    @classmethod
    def graph(
        cls,
        points: Mapping[str, tuple[int, int]],
        lines: Iterable[tuple[str, str]],
        *,
        columns: Sequence[str] = (),
        rows: Sequence[str] = (),
        terrain: Mapping[str, str] | None = None,
        exits: tuple[Exit, ...] = (),
    ) -> Board:
        """Return a board of points, by name and coordinates from 0, and of lines between them.

        The points that a line passes through are on it. ``columns`` and ``rows`` are labels for the edges; without
        them, names like those of a grid give the labels, and other names stand beside their points. Pieces are one
        unit wide.

        >>> board = Board.graph({"a": (0, 0), "b": (1, 1), "c": (2, 2), "d": (2, 0)}, [("a", "c"), ("c", "d")])
        >>> board.neighbours("b"), board.neighbours("d")
        (('a', 'c'), ('c',))
        """
        for name, place in points.items():
            if not all(isinstance(each, int) and each >= 0 for each in place):
                raise ValueError(f"the point {name} of the board is at {place!r}: expected whole numbers from 0")
        drawn = tuple(map(_ends, lines))
        for name in (name for line in drawn for name in line):
            if name not in points:
                raise ValueError(f"a line of the board ends at {name!r}: expected a point, such as {min(points)!r}")
        by_row = sorted(points.items(), key=lambda point: point[1][::-1])
        squares = _squares(dict(by_row), terrain)
        width, height = (max(place[axis] for place in points.values()) + 1 for axis in (0, 1))
        if not columns and not rows:
            columns, rows = _labels(points, width, height)
        return cls(width, height, squares, tuple(columns), tuple(rows), _exits(exits), "graph", drawn)

    def with_reserves(self, first: str, second: str) -> Board:
        """Return the board with a reserve for each side at its right: the first side's below, the other's above.

        >>> [tuple(square) for square in Board.grid("a", "12").with_reserves("white", "black").squares[2:]]
        [('white', 1, 0, 'reserve'), ('black', 1, 1, 'reserve')]
        """
        places = {first: (self.columns, 0), second: (self.columns, self.rows - 1)}
        reserves = _squares(places, dict.fromkeys(places, RESERVE))
        width = 2 if self.kind == "hex" else 1
        return self._replace(columns=self.columns + width, squares=self.squares + reserves)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the squares, then those of the exits: the order in which headers number them."""
        return (*(square.name for square in self.squares), *(way_out.name for way_out in self.exits))

    @property
    def reserves(self) -> frozenset[str]:
        """The names of the reserves."""
        return frozenset(square.name for square in self.squares if square.terrain == RESERVE)

    def shifted(self, name: str, dx: int, dy: int) -> str | None:
        """Return the square ``dx`` units to the right of another one and ``dy`` above it, or None if there is none.

        >>> Board.grid("abc", "123").shifted("a1", 2, 1), Board.grid("abc", "123").shifted("a1", -1, 0)
        ('c2', None)
        """
        places = {(square.x, square.y): square.name for square in self.squares if square.terrain != RESERVE}
        here = self._square(name)
        return places.get((here.x + dx, here.y + dy))

    def neighbours(self, name: str, *, diagonals: bool = False) -> tuple[str, ...]:
        """Return the squares that share an edge with this one, or the next points on its lines, in the board's order.

        With ``diagonals``, squares that share a corner are neighbours too.

        >>> Board.grid("abc", "123").neighbours("a1"), Board.grid("abc", "123").neighbours("a1", diagonals=True)
        (('b1', 'a2'), ('b1', 'a2', 'b2'))
        >>> Board.hexagon(2).neighbours("a1")
        ('b1', 'a2', 'b2')
        """
        if self.kind == "graph":
            found = {other for line in self.lines for other in self._beside_on(line, name)}
        else:
            around = ROUND_A_HEXAGON if self.kind == "hex" else SIDEWAYS + DIAGONALLY * diagonals
            found = {other for dx, dy in around if (other := self.shifted(name, dx, dy)) is not None}
        return tuple(square.name for square in self.squares if square.name in found)

    def is_spelled(self, square: Square) -> bool:
        """Whether the labels of the edges form the name of a square."""
        row = dict(enumerate(self.row_labels)).get(square.y, "")
        if self.kind == "hex":
            return square.name in {column + row for column in self.column_labels}
        return dict(enumerate(self.column_labels)).get(square.x, "") + row == square.name

    def _square(self, name: str) -> Square:
        for square in self.squares:
            if square.name == name:
                return square
        raise ValueError(f"there is no square {name!r} on the board: expected such as {self.squares[0].name!r}")

    def _beside_on(self, line: tuple[str, str], name: str) -> Iterator[str]:
        """Yield the points before and after one on a line."""
        start, end = map(self._square, line)
        across, up = end.x - start.x, end.y - start.y
        places = sorted(
            ((square.x - start.x) * across + (square.y - start.y) * up, square.name)
            for square in self.squares
            if (square.x - start.x) * up == (square.y - start.y) * across and square.terrain != RESERVE
        )
        names = [each for far, each in places if 0 <= far <= across * across + up * up]
        for one, other in pairwise(names):
            if name in (one, other):
                yield other if name == one else one


def _squares(
    places: Mapping[str, tuple[int, int]], terrain: Mapping[str, str] | None, gaps: Collection[str] = ()
) -> tuple[Square, ...]:
    """Return the squares at some places, except ``gaps``."""
    ground = terrain or {}
    for what, names in (("gap", gaps), ("terrain", ground)):
        for name in names:
            if name not in places:
                expected = f"names of its squares, such as {min(places, default='')}"
                raise ValueError(f"the board has a {what} at {name!r}: expected {expected}")
    return tuple(Square(name, x, y, ground.get(name, "plain")) for name, (x, y) in places.items() if name not in gaps)


def _labels(points: Mapping[str, tuple[int, int]], width: int, height: int) -> tuple[list[str], list[str]]:
    """Return the labels of columns and rows that form the names of all points; none if there are no such labels.

    >>> _labels({"a1": (0, 0), "c1": (2, 0), "c2": (2, 1)}, 3, 2), _labels({"hub": (0, 0)}, 1, 1)
    ((['a', '', 'c'], ['1', '2']), ([], []))
    """
    columns, rows = [""] * width, [""] * height
    for name, (x, y) in points.items():
        found = SPELLED.fullmatch(name)
        if found is None or columns[x] not in ("", found[1]) or rows[y] not in ("", found[2]):
            return [], []
        columns[x], rows[y] = found.groups()
    labels = [*filter(None, columns), *filter(None, rows)]
    return (columns, rows) if len(set(labels)) == len(labels) else ([], [])


def _ends(line: tuple[str, str]) -> tuple[str, str]:
    """Return the two ends of a line."""
    if len(line) != 2:
        raise ValueError(f"a line of the board is {line!r}: expected the two points at its ends")
    return line[0], line[1]


def _exits(exits: Iterable[Exit]) -> tuple[Exit, ...]:
    """Return the exits, if they are."""
    found = tuple(exits)
    for each in found:
        if not isinstance(each, Exit):
            raise ValueError(f"the board has the exit {each!r}: expected a tuple of Exits; a single one needs a comma")
    return found


class Piece(NamedTuple):
    """A piece as renderers need it; ``squares`` is its footprint."""

    kind: str
    side: Side
    squares: tuple[str, ...]
    label: str
    height: int = 1


class View(NamedTuple):
    """A position as renderers need it: the board, the pieces, the turn, and notes such as a score."""

    board: Board
    pieces: tuple[Piece, ...]
    to_move: Side
    notes: tuple[tuple[str, str], ...] = ()


class Count(NamedTuple):
    """A number that a position has besides its pieces, such as a score, and the range in which it can be edited."""

    name: str
    value: int
    lowest: int
    highest: int


class Stage(NamedTuple):
    """One event of a move: the pieces in ``before`` are replaced by those in ``after``.

    ``kind`` is move, place, roll, capture, convert, drown, promote, score or the game's own word.
    """

    kind: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]


class MoveView(NamedTuple):
    """A move to click and to animate.

    ``paths`` holds every way to click it, each from the piece's square over the squares
    (or exits) it comes to, or the one square on which a piece is put; ``stages`` what
    happens, in order.
    """

    paths: tuple[tuple[str, ...], ...]
    stages: tuple[Stage, ...]
