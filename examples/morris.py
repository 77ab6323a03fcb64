"""Nine Men's Morris: a game on the points of a graph, with men in hand, in one file.

Try ``boardwright play examples/morris.py``; docs/adding-a-game.md says what is special about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from boardwright import Game, InvalidMove, Outcome, Termination
from boardwright.errors import quoted
from boardwright.fen import BoardText, parse_fields, parse_number, parse_side, ranks_of
from boardwright.views import Board, Count, MoveView, Piece, Side, Stage, View

MEN = "wb"
NINE, THREE = 9, 3
ROWS = "a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, a7 d7 g7"
COLUMNS = "a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7"
MILLS = [line.split() for line in f"{ROWS}, {COLUMNS}".split(", ")]
POINTS = {name: ("abcdefg".index(name[0]), int(name[1]) - 1) for mill in MILLS for name in mill}
GRAPH = Board.graph(POINTS, [(mill[0], mill[-1]) for mill in MILLS])
NAMES = [point.name for point in GRAPH.squares]
RESERVES = ("white", "black")
BOARD = GRAPH.with_reserves(*RESERVES)
TEXT = BoardText(BOARD, MEN)
PLACE_FIRST = "all men in hand are placed before one moves"
MOVE = re.compile(r"(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7]))?")


class Move(NamedTuple):
    """A man from a point, or from the hand, to another, and the man that a mill takes."""

    origin: str | None
    target: str
    taken: str | None = None


@dataclass(frozen=True, slots=True)
class Position:
    board: str  # a character for each point, row by row from a1: "w", "b" or "."
    to_move: Side
    in_hand: tuple[int, int]


class Morris(Game[Position, Move]):
    """Nine Men's Morris, or Mill, is played on the points of three squares, one in the other.

    Each side has nine men in hand. First the sides take turns to **place** a man on any empty point. When a side has
    placed all its men, it **moves** one of them along a line to the next point; with only three men left, it may
    **fly** to any empty point.

    Three men of a side in a row along a line are a **mill**. Whoever closes a mill takes a man of the other side, but
    one in a mill only if all are in mills. You win when the other side has two men left, or cannot move.
    """

    name = "morris"
    title = "Nine Men's Morris"
    description = "Close mills of three men, and take a man of the other side with each."
    sides = ("white", "black")
    kinds = ("man",)
    glyphs: ClassVar[Mapping[str, str]] = {"man": ""}
    start_text = "3/3/3/6/3/3/3 w 9 9"

    def legal_moves(self, position: Position) -> list[Move]:
        return [] if self.outcome(position) is not None else list(moves_of(position))

    def why_illegal(self, position: Position, move: Move) -> str:
        origin, target, taken = move
        side, board = position.to_move, men(position)
        if (origin is None) != (position.in_hand[side] > 0):
            return PLACE_FIRST if origin else "there is no man left in hand"
        if origin and board[origin] != MEN[side]:
            return f"there is no man of the side to move on {origin}"
        if board[target] != ".":
            return f"there is a man on {target} already"
        if origin and target not in targets(position, origin):
            return "a man moves along a line to the next point; only the last three men of a side may fly"
        if not takes(position, origin, target):
            return "no mill is closed, so no man is taken"
        if taken is None or board[taken] != MEN[1 - side]:
            return "a mill is closed, and takes a man of the other side"
        return "a man in a mill is taken only if all men of its side are in mills"

    def broken_rules(self, position: Position, path: Sequence[str]) -> Sequence[str] | None:
        # While men are in hand no move is written like that of a man on the board, so its text would not be known.
        is_moved = len(path) > 1 and path[0] in POINTS
        return [PLACE_FIRST] if is_moved and position.in_hand[position.to_move] else None

    def successor(self, position: Position, move: Move) -> Position:
        side = position.to_move
        board = men(position) | {move.target: MEN[side]}
        for left in (move.origin, move.taken):
            if left is not None:
                board[left] = "."
        in_hand = [number - (move.origin is None and side == owner) for owner, number in enumerate(position.in_hand)]
        return Position("".join(board.values()), 1 - side, (in_hand[0], in_hand[1]))

    def outcome(self, position: Position) -> Outcome | None:
        for side, number in enumerate(position.in_hand):
            if position.board.count(MEN[side]) + number < THREE:
                return Outcome(1 - side, f"{self.sides[side]} has only two men left", Termination.NO_PIECES)
        if next(moves_of(position), None) is None:
            return Outcome(1 - position.to_move, f"{self.sides[position.to_move]} cannot move", Termination.NO_MOVES)
        return None

    def is_progress(self, position: Position, move: Move) -> bool:
        return move.origin is None or move.taken is not None

    def format_position(self, position: Position) -> str:
        return f"{TEXT.format(position.board)} {MEN[position.to_move]} {position.in_hand[0]} {position.in_hand[1]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        fields = ("the board", "the side to move", "the men of White in hand", "the men of Black in hand")
        board, side, *numbers = parse_fields(text, *fields)
        cells = TEXT.parse(board)
        white, black = (
            parse_number(number, name, 0, NINE - cells.count(man))
            for number, name, man in zip(numbers, fields[2:], MEN, strict=True)
        )
        return Position(cells, parse_side(side, MEN), (white, black))

    def format_move(self, position: Position, move: Move) -> str:
        return f"{move.origin}-" * bool(move.origin) + move.target + f"x{move.taken}" * bool(move.taken)

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        found = MOVE.fullmatch(text.strip())
        if found is None or not set(filter(None, found.groups())) <= set(NAMES):
            raise InvalidMove(f"{quoted(text.strip())} is not a move: expected such as d2, d2-d3, or d2-d3xa1")
        return self.require_legal(position, Move(found[1], found[2], found[3]))

    def counts(self, position: Position) -> tuple[Count, ...]:
        return tuple(
            Count(f"{name} in hand", number, 0, NINE) for name, number in zip(RESERVES, position.in_hand, strict=True)
        )

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        return " ".join([ranks_of(BOARD, pieces), MEN[to_move], *(str(counts[f"{name} in hand"]) for name in RESERVES)])

    def view(self, position: Position) -> View:
        pieces = [man(name, MEN.index(letter)) for name, letter in men(position).items() if letter != "."]
        pieces += [stack for side in (0, 1) for stack in in_hand(position, side)]
        return View(BOARD, tuple(pieces), position.to_move)

    def move_view(self, position: Position, move: Move) -> MoveView:
        side = position.to_move
        path: tuple[str, ...] = (move.target,) if move.taken is None else (move.target, move.taken)
        landed = man(move.target, side)
        if move.origin is None:
            placed = in_hand(self.successor(position, move), side)
            stages = [Stage("place", in_hand(position, side), (*placed, landed))]
            paths = [path, (RESERVES[side], *path)]
        else:
            stages = [Stage("move", (man(move.origin, side),), (landed,))]
            paths = [(move.origin, *path)]
        if move.taken is not None:
            stages.append(Stage("capture", (man(move.taken, 1 - side),), ()))
        return MoveView(tuple(paths), tuple(stages))


def moves_of(position: Position) -> Iterator[Move]:
    """Yield all moves of the side to move, whether the game is over or not."""
    side, board = position.to_move, men(position)
    placing = position.in_hand[side] > 0
    for origin in [None] if placing else [name for name in NAMES if board[name] == MEN[side]]:
        for target in targets(position, origin):
            if board[target] == ".":
                for taken in takes(position, origin, target) or [None]:
                    yield Move(origin, target, taken)


def targets(position: Position, origin: str | None) -> Sequence[str]:
    """The points that a man could come to if they were empty."""
    flies = position.board.count(MEN[position.to_move]) == THREE
    return NAMES if origin is None or flies else GRAPH.neighbours(origin)


def takes(position: Position, origin: str | None, target: str) -> Sequence[str | None]:
    """The men that the mill takes, if a man that comes to the target closes one."""
    side, board = position.to_move, men(position)
    after = board | ({origin: "."} if origin else {}) | {target: MEN[side]}
    if not in_mill(after, target):
        return []
    others = [name for name in NAMES if board[name] == MEN[1 - side]]
    return [name for name in others if not in_mill(board, name)] or others


def in_mill(board: Mapping[str, str], name: str) -> bool:
    return any(name in mill and {board[point] for point in mill} == {board[name]} for mill in MILLS)


def men(position: Position) -> dict[str, str]:
    return dict(zip(NAMES, position.board, strict=True))


def man(name: str, side: Side, height: int = 1) -> Piece:
    return Piece("man", side, (name,), MEN[side], height)


def in_hand(position: Position, side: Side) -> tuple[Piece, ...]:
    """The men in hand, a stack in the reserve."""
    number = position.in_hand[side]
    return (man(RESERVES[side], side, number),) if number else ()
