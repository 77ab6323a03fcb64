"""Boards as text, rank by rank from the top: a letter for each piece, a number for each empty run.

Congo, Cabeza and Margrites write their boards in this way, as chess does in FEN.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from boardwright.errors import InvalidPosition, quoted
from boardwright.texts import counted
from boardwright.views import Board, Piece

EMPTY = "."
EMPTY_RUN = re.compile(r"\.+")
DIGITS = "123456789"


@dataclass(frozen=True, slots=True)
class Ranks:
    """The board text of one game.

    In messages, ``pieces`` describes the ``letters``, ``noun`` is the word for a rank, and ``lowest`` is the number
    of the bottom one. A board wider than nine squares writes an empty rank as that number alone.
    """

    columns: int
    rows: int
    letters: str
    pieces: str
    noun: str = "rank"
    lowest: int = 1

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
        return [self._parse_rank(rank, f"{self.noun} {top - place}") for place, rank in enumerate(ranks)]

    def _parse_rank(self, text: str, name: str) -> str:
        widest = min(self.columns, len(DIGITS))
        if self.columns > widest and text == str(self.columns):
            return EMPTY * self.columns
        squares = ""
        for place, character in enumerate(text, 1):
            if character in self.letters:
                squares += character
            elif character in DIGITS[:widest]:
                squares += EMPTY * int(character)
            else:
                found = f"{name}, {quoted(text)}, has {quoted(character)} at character {place}"
                raise InvalidPosition(f"{found}: expected {self._expected(widest)}")
            if len(squares) > self.columns:
                break
        if len(squares) != self.columns:
            more = "more than " if len(squares) > self.columns else ""
            width = counted(min(len(squares), self.columns), "square")
            raise InvalidPosition(f"{name}, {quoted(text)}, is {more}{width} wide: expected {self.columns}")
        return squares

    def _expected(self, widest: int) -> str:
        if self.columns > widest:
            return f"{self.pieces}, a number 1-{widest} of empty squares, or {self.columns} alone"
        return f"{self.pieces}, or a number 1-{widest} of empty squares"


def format_ranks(ranks: Iterable[str]) -> str:
    """Format ranks from the top, with full stops for empty squares.

    >>> format_ranks([".x.", "...", "xo."])
    '1x1/3/xo1'
    """
    return EMPTY_RUN.sub(lambda run: str(len(run.group())), "/".join(ranks))


def ranks_of(board: Board, pieces: Iterable[Piece]) -> str:
    """Format pieces on a board, each as its label on every square under it.

    >>> ranks_of(Board.grid("abc", "12"), [Piece("pawn", 0, ("b2",), "x")])
    '1x1/3'
    """
    cells = [[EMPTY] * board.columns for _ in range(board.rows)]
    places = {square.name: square for square in board.squares}
    for piece in pieces:
        for name in piece.squares:
            if name not in places:
                raise InvalidPosition(f"{quoted(name)} is not a square of the board: expected such as {min(places)}")
            square = places[name]
            row = cells[board.rows - 1 - square.y]
            if row[square.x] != EMPTY:
                raise InvalidPosition(f"there are two pieces on {name}: expected one")
            row[square.x] = piece.label
    return format_ranks(map("".join, cells))
