"""Hexxagon (Argo Games, 1992): a game on a hexagonal board with holes, in one file.

Try ``boardwright play examples/hexxagon.py``; docs/adding-a-game.md says what is special about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from boardwright import Game, InvalidMove, Outcome, Termination
from boardwright.errors import quoted
from boardwright.fen import BoardText, parse_fields, parse_side, ranks_of
from boardwright.views import Board, Exit, MoveView, Piece, Side, Stage, View

STONES = "rb"
BOARD = Board.hexagon(5, gaps=("d5", "e4", "f6"), exits=(Exit("pass", "bottom"),))
NAMES = [square.name for square in BOARD.squares]
TEXT = BoardText(BOARD, STONES)
WHOLE = Board.hexagon(5)


def two_away(here: str) -> set[str]:
    near = WHOLE.neighbours(here)
    return {far for each in near for far in WHOLE.neighbours(each)} - {here, *near}


NEAR = [[NAMES.index(name) for name in BOARD.neighbours(here)] for here in NAMES]
FAR = [[square for square, name in enumerate(NAMES) if name in far] for far in map(two_away, NAMES)]


class Move(NamedTuple):
    """A new stone on the target, or the jump of a stone to it; None and None are a pass."""

    origin: int | None
    target: int | None


PASS = Move(None, None)


@dataclass(frozen=True, slots=True)
class Position:
    board: str  # a character for each square of the board, row by row from a1: "r", "b" or "."
    to_move: Side


class Hexxagon(Game[Position, Move]):
    """Hexxagon, a game of the early 1990s, is Ataxx on a hexagonal board.

    Each side begins with a stone on every other corner; three hexagons in the middle are holes. Choose one of your
    stones, then an empty hexagon. Next to the stone a **new stone** appears there; two hexagons away the stone itself
    **jumps** there, also over stones and holes. All stones of the other side next to that hexagon become yours.

    If you can do neither, you pass; only then may you. The game ends when the board is full, when neither side can
    move, or when a side has no stones left. Whoever then has more stones wins; equally many are a draw.
    """

    name = "hexxagon"
    title = "Hexxagon"
    description = "Multiply your stones or let them jump, and turn the stones beside them into your own."
    sides = ("red", "blue")
    kinds = ("stone",)
    glyphs: ClassVar[Mapping[str, str]] = {"stone": ""}
    start_text = "r3b/6/7/7/b6r/7/7/6/r3b r"

    def legal_moves(self, position: Position) -> list[Move]:
        if self.outcome(position) is not None:
            return []
        return moves_of(position) or [PASS]

    def why_illegal(self, position: Position, move: Move) -> str:
        if move == PASS:
            return "a side passes only if it cannot move"
        if move.origin is not None and position.board[move.origin] != STONES[position.to_move]:
            return f"there is no stone of the side to move on {NAMES[move.origin]}"
        if move.target is not None and position.board[move.target] != ".":
            return f"{NAMES[move.target]} is not empty"
        return "a new stone comes next to one of its side, and a stone jumps exactly two hexagons away"

    def successor(self, position: Position, move: Move) -> Position:
        other = 1 - position.to_move
        if move.target is None:
            return Position(position.board, other)
        board = list(position.board)
        if move.origin is not None:
            board[move.origin] = "."
        for square in (move.target, *converted(position, move)):
            board[square] = STONES[position.to_move]
        return Position("".join(board), other)

    def outcome(self, position: Position) -> Outcome | None:
        red, blue = map(position.board.count, STONES)
        if red and blue and (moves_of(position) or moves_of(Position(position.board, 1 - position.to_move))):
            return None
        winner = None if red == blue else int(blue > red)
        reason = "all stones of the other side are converted" if not (red and blue) else f"{red} stones to {blue}"
        return Outcome(winner, reason, Termination.SCORE)

    def is_progress(self, position: Position, move: Move) -> bool:
        return move.origin is None and move.target is not None

    def format_position(self, position: Position) -> str:
        return f"{TEXT.format(position.board)} {STONES[position.to_move]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        board, side = parse_fields(text, "the board", "the side to move")
        return Position(TEXT.parse(board), parse_side(side, STONES))

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        return f"{ranks_of(BOARD, pieces)} {STONES[to_move]}"

    def format_move(self, position: Position, move: Move) -> str:
        return "-".join(NAMES[square] for square in move if square is not None) or "pass"

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        names = text.strip().split("-")
        if names == ["pass"]:
            return self.require_legal(position, PASS)
        if len(names) > 2 or not set(names) <= set(NAMES):
            raise InvalidMove(f"{quoted(text.strip())} is not a move: expected such as b2, a1-a3, or pass")
        origin, target = (NAMES.index(names[0]) if names[1:] else None), NAMES.index(names[-1])
        if origin in NEAR[target] and not strict:
            origin = None  # A stone beside the new one, as it is clicked.
        return self.require_legal(position, Move(origin, target))

    def view(self, position: Position) -> View:
        stones = [(square, letter) for square, letter in enumerate(position.board) if letter != "."]
        pieces = tuple(stone(square, STONES.index(letter)) for square, letter in stones)
        score = "-".join(str(position.board.count(letter)) for letter in STONES)
        return View(BOARD, pieces, position.to_move, (("stones", score),))

    def move_view(self, position: Position, move: Move) -> MoveView:
        if move.target is None:
            return super().move_view(position, move)
        side = position.to_move
        own = [square for square in NEAR[move.target] if position.board[square] == STONES[side]]
        sources = own if move.origin is None else [move.origin]
        left = () if move.origin is None else (stone(move.origin, side),)
        stages = [Stage("move", left, (stone(move.target, side),))]
        if turned := converted(position, move):
            before, after = (tuple(stone(square, owner) for square in turned) for owner in (1 - side, side))
            stages.append(Stage("convert", before, after))
        return MoveView(tuple((NAMES[source], NAMES[move.target]) for source in sources), tuple(stages))


def moves_of(position: Position) -> list[Move]:
    """All new stones and jumps of the side to move, whether the game is over or not."""
    own = STONES[position.to_move]
    empty = [square for square, letter in enumerate(position.board) if letter == "."]
    new = [Move(None, target) for target in empty if any(position.board[square] == own for square in NEAR[target])]
    return new + [Move(square, target) for target in empty for square in FAR[target] if position.board[square] == own]


def converted(position: Position, move: Move) -> list[int]:
    """The stones of the other side next to the target."""
    near = [] if move.target is None else NEAR[move.target]
    return [square for square in near if position.board[square] == STONES[1 - position.to_move]]


def stone(square: int, side: Side) -> Piece:
    return Piece("stone", side, (NAMES[square],), STONES[side])
