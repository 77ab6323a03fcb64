"""Views: positions and moves as data for renderers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

Side: TypeAlias = int
"""0 is the side that moves first, 1 the other."""


class Square(NamedTuple):
    """A square of a board: its name, its coordinates (x from the left, y from below), its terrain.

    Renderers know the terrains plain, dark, river, castle, goal and home.
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
    """The static part of a view: the playable squares, the labels of the edges."""

    columns: int
    rows: int
    squares: tuple[Square, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()

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
        ground = terrain or {}
        squares = tuple(
            Square(column + row, x, y, ground.get(column + row, "plain"))
            for y, row in enumerate(rows)
            for x, column in enumerate(columns)
            if column + row not in gaps
        )
        return cls(len(columns), len(rows), squares, tuple(columns), tuple(rows), exits)


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

    ``kind`` is move, roll, capture, drown, promote, score or the game's own word.
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
