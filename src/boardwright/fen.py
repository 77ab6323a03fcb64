"""Boards as text, rank by rank from the top: a letter for each piece, a number for each empty run, as in FEN.

A game whose pieces each have one letter needs :class:`BoardText`; :class:`Ranks` knows rectangular boards only, but
any text of a piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boardwright.errors import InvalidPosition, quoted
from boardwright.parse_numbers import read_whole_number
from boardwright.texts import counted
from boardwright.views import RESERVE, Board, Piece, Side, Square

EMPTY = "."
EMPTY_RUN = re.compile(r"\.+")
DIGITS = "123456789"


@dataclass(frozen=True, slots=True)
class Ranks:
    """The board text of one game.

    In messages, ``pieces`` describes the ``letters``, ``noun`` is the word for a rank, and ``lowest`` is the number
    of the bottom one. A board wider than nine squares writes an empty rank as that number alone. ``widths`` are those
    of the ranks from the top, where they are not all ``columns``.
    """

    columns: int
    rows: int
    letters: str
    pieces: str
    noun: str = "rank"
    lowest: int = 1
    widths: tuple[int, ...] = ()

    def parse(self, text: str) -> list[str]:
        """Parse the ranks from the top: a character for each square, a full stop for an empty one.

        >>> Ranks(3, 2, "xo", "x, o").parse("1x1/3")
        ['.x.', '...']
        """
        ranks = text.split("/", self.rows)
        top = self.lowest + self.rows - 1
        if len(ranks) != self.rows:
            found = f"the board {quoted(text)} has {counted(text.count('/') + 1, self.noun)}"
            order = f"from {self.noun} {top} to {self.noun} {self.lowest}, separated by /"
            raise InvalidPosition(f"{found}: expected {self.rows}, {order}")
        widths = self.widths or (self.columns,) * self.rows
        return [
            self._parse_rank(rank, f"{self.noun} {top - place}", width)
            for place, (rank, width) in enumerate(zip(ranks, widths, strict=True))
        ]

    def _parse_rank(self, text: str, name: str, columns: int) -> str:
        widest = min(columns, len(DIGITS))
        if columns > widest and text == str(columns):
            return EMPTY * columns
        squares = ""
        for place, character in enumerate(text, 1):
            if character in self.letters:
                squares += character
            elif character in DIGITS[:widest]:
                squares += EMPTY * int(character)
            else:
                found = f"{name}, {quoted(text)}, has {quoted(character)} at character {place}"
                raise InvalidPosition(f"{found}: expected {self._expected(widest, columns)}")
            if len(squares) > columns:
                break
        if len(squares) != columns:
            more = "more than " if len(squares) > columns else ""
            width = counted(min(len(squares), columns), "square")
            raise InvalidPosition(f"{name}, {quoted(text)}, is {more}{width} wide: expected {columns}")
        return squares

    def _expected(self, widest: int, columns: int) -> str:
        if columns > widest:
            return f"{self.pieces}, a number 1-{widest} of empty squares, or {columns} alone"
        return f"{self.pieces}, or a number 1-{widest} of empty squares"


def format_ranks(ranks: Iterable[str]) -> str:
    """Format ranks from the top, with full stops for empty squares.

    >>> format_ranks([".x.", "...", "xo."])
    '1x1/3/xo1'
    """
    return "/".join(map(_format_rank, ranks))


def _format_rank(rank: str) -> str:
    """
    >>> _format_rank("." * 12), _format_rank("x" + "." * 11)
    ('12', 'x92')
    """
    if rank and rank == EMPTY * len(rank):
        return str(len(rank))
    most = len(DIGITS)
    return EMPTY_RUN.sub(lambda run: "".join(str(len(part)) for part in re.findall(f".{{1,{most}}}", run[0])), rank)


class BoardText:
    """The board text of a game whose pieces have one letter each and stand on one square or point each.

    Such a game can hold its board as a string: a letter for each square in the order of ``board.squares``, without
    the reserves, and a full stop for an empty one. In the text, gaps of a board of squares count as empty squares;
    those of other boards are left out.

    >>> text = BoardText(Board.hexagon(2), "xo")
    >>> text.format("x.....o")
    '1o/3/x1'
    >>> text.parse("1o/3/x1")
    'x.....o'
    >>> BoardText(Board.graph({"top": (0, 5), "foot": (0, 0)}, [("top", "foot")]), "xo").format("x.")
    '1/x'
    """

    def __init__(self, board: Board, letters: str, *, noun: str = "row") -> None:
        self._rows = _rows_of(board)
        order = {square.name: place for place, square in enumerate(_on_board(board))}
        self._cells = {name: place for row in self._rows for name in row if (place := order.get(name)) is not None}
        widths = tuple(map(len, self._rows))
        self._ranks = Ranks(max(widths), len(widths), letters, ", ".join(letters), noun, widths=widths)

    def parse(self, text: str) -> str:
        """Return a letter for each square, from the text of a board."""
        cells = [EMPTY] * len(self._cells)
        for row, letters in zip(self._rows, self._ranks.parse(text), strict=True):
            for name, letter in zip(row, letters, strict=True):
                if name in self._cells:
                    cells[self._cells[name]] = letter
                elif letter != EMPTY:
                    raise InvalidPosition(f"the board {quoted(text)} has {letter} in a gap: expected an empty square")
        return "".join(cells)

    def format(self, cells: Sequence[str]) -> str:
        """Return the text of a board, from a letter for each square."""
        return format_ranks("".join(cells[self._cells[name]] if name else EMPTY for name in row) for row in self._rows)


def parse_fields(text: str, *names: str) -> list[str]:
    """Split the text of a position at its spaces; ``names`` say what the fields hold.

    >>> parse_fields("3/x2 x", "the board", "the side to move")
    ['3/x2', 'x']
    """
    fields = text.split()
    if len(fields) != len(names):
        found = f"{quoted(text)} has {counted(len(fields), 'field')}"
        raise InvalidPosition(f"{found}: expected {len(names)}, separated by spaces: {', '.join(names)}")
    return fields


def parse_side(text: str, letters: Sequence[str]) -> Side:
    """Parse the side to move, from the letters of both sides.

    >>> parse_side("b", "wb")
    1
    """
    if text not in tuple(letters):
        raise InvalidPosition(f"the side to move is {quoted(text)}: expected {letters[0]} or {letters[1]}")
    return letters.index(text)


def parse_number(text: str, name: str, lowest: int, highest: int) -> int:
    """Parse a number in a range.

    >>> parse_number("7", "the score", 0, 9)
    7
    """
    number = read_whole_number(text, lowest, highest)
    if number is None:
        raise InvalidPosition(f"{name} is {quoted(text)}: expected a number from {lowest} to {highest}")
    return number


def ranks_of(board: Board, pieces: Iterable[Piece]) -> str:
    """Format pieces on a board, each as its label on every square under it; those in reserves are left out.

    >>> ranks_of(Board.grid("abc", "12"), [Piece("pawn", 0, ("b2",), "x")])
    '1x1/3'
    """
    labels: dict[str, str] = {}
    names = {square.name for square in _on_board(board)}
    for piece in pieces:
        for name in piece.squares:
            if name in board.reserves:
                continue
            if name not in names:
                raise InvalidPosition(f"{quoted(name)} is not a square of the board: expected such as {min(names)}")
            if name in labels:
                raise InvalidPosition(f"there are two pieces on {name}: expected one")
            labels[name] = piece.label
    return format_ranks("".join(labels.get(name, EMPTY) for name in row) for row in _rows_of(board))


def _on_board(board: Board) -> list[Square]:
    """Return the squares in which no reserve is."""
    return [square for square in board.squares if square.terrain != RESERVE]


def _rows_of(board: Board) -> list[list[str]]:
    """Return the names of the squares from the top, row by row; "" for a gap of a board of squares.

    Rows of other boards that have no squares are left out: the places of points may be far apart.
    """
    squares = _on_board(board)
    rows: list[list[str]] = []
    columns = max(square.x for square in squares) + 1
    for y in range(board.rows - 1, -1, -1):
        row = {square.x: square.name for square in squares if square.y == y}
        places = range(columns) if board.kind == "square" else sorted(row)
        if places:
            rows.append([row.get(x, "") for x in places])
    return rows
