"""Tic-tac-toe, and five in a row on a larger board as its variant: a game whose moves are single squares.

Try ``boardwright play examples/tictactoe.py``. The rules of both variants in C++ are in tictactoe.hpp.
"""

from __future__ import annotations

from typing import NamedTuple

from boardwright import Game, InvalidPosition, Outcome
from boardwright.errors import quoted
from boardwright.game import Termination
from boardwright.views import Board, Piece, Side, View

STONES = "xo"
EMPTY = "."


class Position(NamedTuple):
    stones: str  # A character for each square, a1 first: "x", "o" or "."
    to_move: Side


class TicTacToe(Game[Position, int]):
    """Three in a row.

    Two players put a stone on any empty square in turn. You win with a row of three stones of your own: across, up or
    diagonally. The game is drawn when the board is full. The variant `five` is won by five in a row on nine by nine
    squares.
    """

    name = "tictactoe"
    title = "Tic-tac-toe"
    sides = ("crosses", "noughts")
    kinds = ("stone",)
    glyphs = {"stone": ""}  # noqa: RUF012
    variants = ("standard", "five")

    def __init__(self, variant: str = "") -> None:
        super().__init__(variant)
        self.size, self.row, spelled = (9, 5, "five") if self.variant == "five" else (3, 3, "three")
        self.board = Board.grid("abcdefghi"[: self.size], "123456789"[: self.size])
        self.squares = [square.name for square in self.board.squares]
        self.won = f"{spelled} in a row"
        self.lines = [line for square in range(self.size**2) for line in self._lines_from(square)]

    def _lines_from(self, square: int) -> list[list[int]]:
        """Return the rows of squares that begin on a square: to the right, upwards, and diagonally upwards."""
        x, y, reach = square % self.size, square // self.size, self.row - 1
        steps = [
            (dx, dy)
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
            if 0 <= x + reach * dx < self.size and y + reach * dy < self.size
        ]
        return [[square + n * (dx + self.size * dy) for n in range(self.row)] for dx, dy in steps]

    def start(self, setup: str | None = None) -> Position:
        return super().start(setup) if setup is not None else Position(EMPTY * self.size**2, 0)

    def legal_moves(self, position: Position) -> list[int]:
        if self.outcome(position) is not None:
            return []
        return [square for square, stone in enumerate(position.stones) if stone == EMPTY]

    def successor(self, position: Position, move: int) -> Position:
        stones = position.stones
        return Position(stones[:move] + STONES[position.to_move] + stones[move + 1 :], 1 - position.to_move)

    def outcome(self, position: Position) -> Outcome | None:
        stones = position.stones
        for side, stone in enumerate(STONES):
            if any(all(stones[square] == stone for square in line) for line in self.lines):
                return Outcome(side, self.won, Termination.REACHED_GOAL)
        return None if EMPTY in stones else Outcome(None, "the board is full")

    def format_position(self, position: Position) -> str:
        ranks = [position.stones[at : at + self.size] for at in range(0, self.size**2, self.size)]
        return f"{'/'.join(reversed(ranks))} {STONES[position.to_move]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        board, _, side = text.strip().partition(" ")
        ranks = board.split("/")
        if (
            [len(rank) for rank in ranks] != [self.size] * self.size
            or set(board) - set("/.xo")
            or side not in ("x", "o")
        ):
            expected = f"{self.size} ranks of {self.size} squares, each x, o or a dot, then x or o"
            raise InvalidPosition(f"{quoted(text)} is not a position: expected {expected}")
        return Position("".join(reversed(ranks)), STONES.index(side))

    def format_move(self, position: Position, move: int) -> str:
        return self.squares[move] if 0 <= move < len(self.squares) else str(move)

    def view(self, position: Position) -> View:
        stones = [(name, stone) for name, stone in zip(self.squares, position.stones, strict=True) if stone != EMPTY]
        pieces = tuple(Piece("stone", STONES.index(stone), (name,), stone) for name, stone in stones)
        return View(self.board, pieces, position.to_move)
