"""Breakthrough (Dan Troyka, 2000): a whole game for Boardwright in one file.

Try ``boardwright play examples/breakthrough.py``; docs/adding-a-game.md walks through this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from boardwright import Game, InvalidMove, Outcome, Termination
from boardwright.errors import quoted
from boardwright.fen import BoardText, parse_fields, parse_side
from boardwright.views import Board, Piece, Side, View

SIZE = 8
SQUARES = range(SIZE * SIZE)
PAWNS = "wb"
FORWARD = (SIZE, -SIZE)
FAR_RANK = (range(56, 64), range(8))
BOARD = Board.grid("abcdefgh", "12345678")
NAMES = [square.name for square in BOARD.squares]
TEXT = BoardText(BOARD, PAWNS, noun="rank")


def square_name(square: int) -> str:
    return NAMES[square] if square in SQUARES else str(square)


class Move(NamedTuple):
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Position:
    board: str  # 64 characters from a1 to h8: "w", "b" or "."
    to_move: Side


class Breakthrough(Game[Position, Move]):
    """A race of pawns, invented by Dan Troyka in 2000.

    Each side begins with two ranks of pawns on a board of 8x8 squares. A pawn moves one square forward,
    straight or diagonally, to an empty square; diagonally it also captures. You win by bringing a pawn
    to the far rank, or by capturing all pawns of the other side.
    """

    name = "breakthrough"
    title = "Breakthrough"
    sides = ("white", "black")
    kinds = ("pawn",)
    start_text = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w"
    board = BOARD

    def legal_moves(self, position: Position) -> list[Move]:
        if self.outcome(position) is not None:
            return []
        return [
            Move(origin, target)
            for origin, pawn in enumerate(position.board)
            if pawn == PAWNS[position.to_move]
            for target in self._targets(position, origin)
        ]

    def _targets(self, position: Position, origin: int) -> list[int]:
        ahead = origin + FORWARD[position.to_move]
        steps = [ahead + aside for aside in (-1, 0, 1) if 0 <= origin % SIZE + aside < SIZE]
        return [
            target
            for target in steps
            if position.board[target] == "." or (target != ahead and position.board[target] != PAWNS[position.to_move])
        ]

    def successor(self, position: Position, move: Move) -> Position:
        board = list(position.board)
        board[move.origin], board[move.target] = ".", PAWNS[position.to_move]
        return Position("".join(board), 1 - position.to_move)

    def outcome(self, position: Position) -> Outcome | None:
        for side, pawn in enumerate(PAWNS):
            if any(position.board[square] == pawn for square in FAR_RANK[side]):
                return Outcome(side, "a pawn has reached the far rank", Termination.REACHED_GOAL)
            if pawn not in position.board:
                return Outcome(1 - side, "all pawns are taken", Termination.NO_PIECES)
        return None

    def why_illegal(self, position: Position, move: Move) -> str:
        if move.origin not in SQUARES or position.board[move.origin] != PAWNS[position.to_move]:
            return f"there is no pawn of the side to move on {square_name(move.origin)}"
        return "a pawn goes one square forward, and takes diagonally"

    def format_position(self, position: Position) -> str:
        return f"{TEXT.format(position.board)} {PAWNS[position.to_move]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        board, side = parse_fields(text, "the board", "the side to move")
        return Position(TEXT.parse(board), parse_side(side, PAWNS))

    def format_move(self, position: Position, move: Move) -> str:
        return square_name(move.origin) + square_name(move.target)

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        origin, target = text.strip()[:2], text.strip()[2:]
        if origin not in NAMES or target not in NAMES:
            raise InvalidMove(f"{quoted(text.strip())} is not a move: expected two squares, such as a2a3")
        return self.require_legal(position, Move(NAMES.index(origin), NAMES.index(target)))

    def view(self, position: Position) -> View:
        pawns = [(square, pawn) for square, pawn in enumerate(position.board) if pawn != "."]
        pieces = tuple(Piece("pawn", PAWNS.index(pawn), (NAMES[square],), pawn) for square, pawn in pawns)
        return View(self.board, pieces, position.to_move)
