"""A broken game: white wins by force with its second move, whatever is played, and the statues never move.

White's runner needs two moves to the last row, black's needs four; both only go ahead.
"""

from __future__ import annotations

from typing import NamedTuple

from boardwright import Game, Outcome, Termination
from boardwright.fen import Ranks, format_ranks
from boardwright.views import Board, Piece, View

COLUMNS, ROWS = "abcde", "12345"
NAMES = [column + row for row in reversed(ROWS) for column in COLUMNS]
KINDS = {"r": "runner", "s": "statue"}
RANKS = Ranks(5, 5, "rsRS", "r, s, R, S")


class Move(NamedTuple):
    origin: int
    target: int


class Position(NamedTuple):
    squares: str
    to_move: int


class Statues(Game[Position, Move]):
    """Runners step one square ahead, straight or diagonally; statues stand where they are."""

    name = "statues"
    title = "Statues"
    sides = ("white", "black")
    kinds = ("runner", "statue", "ghost")
    start_text = "3sr/5/R4/5/3S1 w"
    board = Board.grid(COLUMNS, ROWS)

    def legal_moves(self, position: Position) -> list[Move]:
        if self.outcome(position) is not None:
            return []
        runner, ahead = ("R", -1) if position.to_move == 0 else ("r", 1)
        origin = position.squares.index(runner)
        row, column = origin // 5 + ahead, origin % 5
        return [Move(origin, 5 * row + column + aside) for aside in (-1, 0, 1) if 0 <= column + aside < 5]

    def successor(self, position: Position, move: Move) -> Position:
        squares = list(position.squares)
        squares[move.target], squares[move.origin] = squares[move.origin], "."
        return Position("".join(squares), 1 - position.to_move)

    def outcome(self, position: Position) -> Outcome | None:
        if "R" in position.squares[:5]:
            return Outcome(0, "the runner has arrived", Termination.REACHED_GOAL)
        if "r" in position.squares[-5:]:
            return Outcome(1, "the runner has arrived", Termination.REACHED_GOAL)
        return None

    def format_position(self, position: Position) -> str:
        ranks = [position.squares[at : at + 5] for at in range(0, 25, 5)]
        return f"{format_ranks(ranks)} {'wb'[position.to_move]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        ranks, _, to_move = text.partition(" ")
        return Position("".join(RANKS.parse(ranks)), "wb".index(to_move))

    def format_move(self, position: Position, move: Move) -> str:
        return NAMES[move.origin] + NAMES[move.target]

    def view(self, position: Position) -> View:
        placed = [(name, letter) for name, letter in zip(NAMES, position.squares, strict=True) if letter != "."]
        pieces = [Piece(KINDS[letter.lower()], int(letter.islower()), (name,), letter) for name, letter in placed]
        return View(self.board, tuple(pieces), position.to_move)
