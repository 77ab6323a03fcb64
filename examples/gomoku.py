"""Gomoku, five in a row, with a variant in which the second player may swap: a game in one file.

Try ``boardwright play examples/gomoku.py:swap``; docs/adding-a-game.md says what is special about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from boardwright import Game, Outcome, Termination
from boardwright.fen import BoardText, parse_fields, parse_side, ranks_of
from boardwright.views import Board, Exit, Piece, Side, View

SIZE = 15
STONES = "bw"
COLUMNS, ROWS = "abcdefghijklmno", [str(row) for row in range(1, SIZE + 1)]
BOARD = Board.graph(
    {column + row: (x, y) for y, row in enumerate(ROWS) for x, column in enumerate(COLUMNS)},
    [*((f"a{row}", f"o{row}") for row in ROWS), *((f"{column}1", f"{column}15") for column in COLUMNS)],
)
NAMES = [square.name for square in BOARD.squares]
TEXT = BoardText(BOARD, STONES)
DIRECTIONS = (1, SIZE, SIZE + 1, SIZE + 2)
"""Along a row, up to the left, up, and up to the right, on a board with an empty column at the side."""

Move: TypeAlias = str
"""The name of a point, or ``swap``."""
SWAP: Move = "swap"


@dataclass(frozen=True, slots=True)
class Position:
    board: str  # a character for each point, row by row from a1: "b", "w" or "."
    to_move: Side


class Gomoku(Game[Position, Move]):
    """Gomoku is played on the points of a Go board of 15 by 15 lines.

    Black begins. The sides take turns to put a stone on an empty point, and stones never move. You win with **five of
    your stones in a row**, along a line or a diagonal. In the standard game it must be exactly five, six or more do not
    count; in the free game they do. If the board is full, the game is a draw.

    Moving first is a great advantage. With the swap rule, White may therefore answer the first stone by **swapping**:
    the stone becomes white, and it is Black's turn again. So Black does well to begin with a stone that is neither
    good nor bad.
    """

    name = "gomoku"
    title = "Gomoku"
    description = "Put stones on the points of the board: the first side with five in a row wins."
    sides = ("black", "white")
    kinds = ("stone",)
    glyphs: ClassVar[Mapping[str, str]] = {"stone": ""}
    variants = ("standard", "free", "swap")
    variant_notes: ClassVar[Mapping[str, str]] = {
        "standard": "Exactly five stones in a row win.",
        "free": "Five stones in a row win, and so do more.",
        "swap": "White may take over the first stone.",
    }
    start_text = f"{'/'.join(['15'] * SIZE)} b"

    def legal_moves(self, position: Position) -> list[Move]:
        if self.outcome(position) is not None:
            return []
        points = [name for name, stone in zip(NAMES, position.board, strict=True) if stone == "."]
        may_swap = self.variant == "swap" and position.to_move == 1 and len(points) == len(NAMES) - 1
        return [*points, SWAP] if may_swap else points

    def pseudo_legal_moves(self, position: Position) -> list[Move]:
        return [*NAMES, SWAP]

    def why_illegal(self, position: Position, move: Move) -> str:
        if move == SWAP:
            return "White alone may swap, and only right after the first stone, if the variant has the swap rule"
        return f"there is a stone on {move} already"

    def successor(self, position: Position, move: Move) -> Position:
        if move == SWAP:
            return Position(position.board.replace("b", "w"), 0)
        at = NAMES.index(move)
        board = position.board[:at] + STONES[position.to_move] + position.board[at + 1 :]
        return Position(board, 1 - position.to_move)

    def outcome(self, position: Position) -> Outcome | None:
        for side in (0, 1):
            if has_five(position.board, STONES[side], exactly=self.variant != "free"):
                return Outcome(side, "five stones are in a row", Termination.REACHED_GOAL)
        if "." not in position.board:
            return Outcome(None, "the board is full", Termination.NO_MOVES)
        return None

    def is_progress(self, position: Position, move: Move) -> bool:
        return True

    def format_position(self, position: Position) -> str:
        return f"{TEXT.format(position.board)} {STONES[position.to_move]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        board, side = parse_fields(text, "the board", "the side to move")
        return Position(TEXT.parse(board), parse_side(side, STONES))

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        return f"{ranks_of(BOARD, pieces)} {STONES[to_move]}"

    @property
    def palette(self) -> tuple[Piece, ...]:
        return tuple(Piece("stone", side, ("a1",), STONES[side]) for side in (0, 1))

    def format_move(self, position: Position, move: Move) -> str:
        return move

    def view(self, position: Position) -> View:
        stones = [(name, stone) for name, stone in zip(NAMES, position.board, strict=True) if stone != "."]
        pieces = tuple(Piece("stone", STONES.index(stone), (name,), stone) for name, stone in stones)
        exits = (Exit(SWAP, "bottom"),) if self.variant == "swap" else ()
        return View(BOARD._replace(exits=exits), pieces, position.to_move)


def has_five(board: str, stone: str, *, exactly: bool) -> bool:
    """Whether five of the stones are in a row, with stones as bits of a number."""
    rows = ".".join(board[at : at + SIZE] for at in range(0, len(board), SIZE))
    stones = int("".join("1" if each == stone else "0" for each in rows), 2)
    for step in DIRECTIONS:
        fives = stones & stones >> step & stones >> 2 * step & stones >> 3 * step & stones >> 4 * step
        if fives and (not exactly or fives & ~(stones << step) & ~(stones >> 5 * step)):
            return True
    return False
