"""The rules of Congo, as the rule text says them.

Squares are numbered 0 to 48 from a1 to g7, rank by rank. A board is a string of 49 letters:
upper case for White's pieces, lower case for Black's, a full stop for an empty square. A move
is the path of its piece over those numbers: two squares, or more where a monkey jumps on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from boardwright.game import Outcome, Termination
from boardwright.texts import TextTemplates
from boardwright.views import Side

SIZE = 7
SQUARES = range(SIZE * SIZE)
WHITE, BLACK = 0, 1
SIDES = ("white", "black")
REASONS = TextTemplates(
    lion_captured="the {side} lion is captured",
    bare_lions="only the two lions are left",
    side_stuck="{side} has no legal move",
)
LION_CAPTURED = tuple((REASONS("lion_captured", side=side), Termination.CAPTURED_ROYAL) for side in SIDES)
BARE_LIONS = REASONS("bare_lions"), Termination.INSUFFICIENT_MATERIAL
STUCK = tuple((REASONS("side_stuck", side=side), Termination.NO_MOVES) for side in SIDES)
EMPTY = "."
KINDS = {
    "L": "lion",
    "Z": "zebra",
    "G": "giraffe",
    "E": "elephant",
    "M": "monkey",
    "C": "crocodile",
    "P": "pawn",
    "S": "superpawn",
}
PIECES = ("LZGEMCPS", "lzgemcps")
DROWNING = ("LZGEMPS", "lzgemps")
"""All but the crocodile, which never drowns."""

LIONS, MONKEYS, PAWNS = "Ll", "Mm", "Pp"
FORWARD = (1, -1)
LAST_RANK = (range(42, 49), range(7))
RIVER = range(21, 28)
LAST_NUMBER = 999_999_999
"""The maximum of a position's move number, which keeps its FEN valid."""

CASTLES = tuple(frozenset(SIZE * y + x for x in (2, 3, 4) for y in ranks) for ranks in ((0, 1, 2), (4, 5, 6)))

Move: TypeAlias = tuple[int, ...]
Line: TypeAlias = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The board, the side to move, and the move number, which rises after Black's moves."""

    board: str
    to_move: Side
    number: int = 0


def square_name(square: int) -> str:
    """The name of a square; a number off the board stands for itself.

    >>> square_name(24), square_name(49)
    ('d4', '49')
    """
    return "abcdefg"[square % SIZE] + "1234567"[square // SIZE] if square in SQUARES else str(square)


class Reach(NamedTuple):
    """The possible moves from a square, by type of movement."""

    steps: Line = ()
    """Steps and leaps to a square that is empty or the enemy's."""
    quiet: Line = ()
    """Steps and leaps to an empty square only."""
    slides: tuple[Line, ...] = ()
    """Lines that any piece blocks and that may end in a capture."""
    retreats: tuple[Line, ...] = ()
    """Lines that any piece blocks, without captures."""
    sights: tuple[Line, ...] = ()
    """Lines on which the lion captures the enemy lion, if that is the first piece on them."""


KING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
ROOK = KING[::2]
TWO_STEPS = tuple((2 * dx, 2 * dy) for dx, dy in KING)
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _steps(origin: int, offsets: Iterable[tuple[int, int]]) -> Line:
    y, x = divmod(origin, SIZE)
    on_board = [SIZE * (y + dy) + x + dx for dx, dy in offsets if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE]
    return tuple([(origin, target) for target in on_board])


def _line(origin: int, dx: int, dy: int, length: int) -> Line:
    moves = []
    y, x = divmod(origin, SIZE)
    for _ in range(length):
        x, y = x + dx, y + dy
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            break
        moves.append((origin, SIZE * y + x))
    return tuple(moves)


def _lion(origin: int, side: Side) -> Reach:
    """One step inside the castle; across the river only to capture the enemy lion."""
    if origin not in CASTLES[side]:
        return Reach()
    steps = tuple(move for move in _steps(origin, KING) if move[1] in CASTLES[side])
    lines = [_line(origin, dx, FORWARD[side], SIZE) for dx in (-1, 0, 1)]
    return Reach(steps, sights=tuple(line for line in lines if any(move[1] in CASTLES[1 - side] for move in line)))


def _zebra(origin: int) -> Reach:
    return Reach(_steps(origin, KNIGHT))


def _giraffe(origin: int) -> Reach:
    """Two squares away it moves or captures, jumping what is between; one square away it only moves."""
    return Reach(_steps(origin, TWO_STEPS), quiet=_steps(origin, KING))


def _elephant(origin: int) -> Reach:
    return Reach(_steps(origin, ROOK + TWO_STEPS[::2]))


def _monkey(origin: int) -> Reach:
    """It steps to empty squares; its captures are :func:`jumps`."""
    return Reach(quiet=_steps(origin, KING))


def _crocodile(origin: int) -> Reach:
    """A king's step; it slides along its file into the river and, once there, along the river."""
    rank = origin // SIZE
    if origin in RIVER:
        lines = [_line(origin, -1, 0, SIZE), _line(origin, 1, 0, SIZE)]
    else:
        lines = [_line(origin, 0, 1 if rank < 3 else -1, abs(rank - 3))]
    slides = tuple(line for line in lines if line)
    begun = [line[0] for line in slides]
    return Reach(tuple(move for move in _steps(origin, KING) if move not in begun), slides=slides)


def _pawn(origin: int, side: Side) -> Reach:
    """Forward it moves and captures; strictly past the river it may retreat straight back."""
    ahead = FORWARD[side]
    past_river = (origin // SIZE - 3) * ahead > 0
    steps = _steps(origin, [(-1, ahead), (0, ahead), (1, ahead)])
    return Reach(steps, retreats=(_line(origin, 0, -ahead, 2),) if past_river else ())


def _superpawn(origin: int, side: Side) -> Reach:
    """Also sideways, and back straight or diagonally from anywhere."""
    ahead = FORWARD[side]
    steps = _steps(origin, [(-1, ahead), (0, ahead), (1, ahead), (-1, 0), (1, 0)])
    retreats = [_line(origin, dx, -ahead, 2) for dx in (-1, 0, 1)]
    return Reach(steps, retreats=tuple(line for line in retreats if line))


def _reaches() -> dict[str, tuple[Reach, ...]]:
    reaches = {}
    for letter, reach in (("Z", _zebra), ("G", _giraffe), ("E", _elephant), ("M", _monkey), ("C", _crocodile)):
        reaches[letter] = reaches[letter.lower()] = tuple(map(reach, SQUARES))
    for letters, reach_of in (("Ll", _lion), ("Pp", _pawn), ("Ss", _superpawn)):
        for side, letter in enumerate(letters):
            reaches[letter] = tuple(reach_of(origin, side) for origin in SQUARES)
    return reaches


REACH = _reaches()
"""By piece letter and square, the possible moves of the piece from there."""

JUMPS = tuple(tuple(((origin + target) // 2, target) for _, target in _steps(origin, TWO_STEPS)) for origin in SQUARES)
"""By square, the squares a monkey can jump over and those behind them."""

OPEN = {letter: EMPTY + PIECES[1 - side] for side in (WHITE, BLACK) for letter in PIECES[side]}
"""By piece letter, what may stand where the piece goes when it moves or captures."""


def moves_from(board: str, origin: int) -> list[Move]:
    """The moves of the piece on a square, for any side to move and whether or not the game is over."""
    piece = board[origin]
    steps, quiet, slides, retreats, sights = REACH[piece][origin]
    free = OPEN[piece]
    moves = [move for move in steps if board[move[1]] in free]
    if quiet:
        moves += [move for move in quiet if board[move[1]] == EMPTY]
        if piece in MONKEYS:
            moves += jumps(board, origin)
    for line in slides:
        for move in line:
            if board[move[1]] in free:
                moves.append(move)
            if board[move[1]] != EMPTY:
                break
    for line in retreats:
        for move in line:
            if board[move[1]] != EMPTY:
                break
            moves.append(move)
    for line in sights:
        for move in line:
            if board[move[1]] != EMPTY:
                if board[move[1]] in LIONS:
                    moves.append(move)
                break
    return moves


def jumps(board: str, origin: int) -> Iterator[Move]:
    """The captures of a monkey: every path of jumps, each over another enemy onto an empty square.

    Its own start square is empty on the way. The jumped pieces stay until the end: they stand
    where the monkey cannot land, since each jump keeps the parity of its file and rank.
    """
    enemies = OPEN[board[origin]][1:]
    chains: list[tuple[Move, Move]] = [((origin,), ())]
    while chains:
        path, jumped = chains.pop()
        for over, behind in JUMPS[path[-1]]:
            if board[over] not in enemies or over in jumped or (board[behind] != EMPTY and behind != origin):
                continue
            yield (*path, behind)
            if board[over] not in LIONS:
                chains.append(((*path, behind), (*jumped, over)))


def side_moves(board: str, side: Side) -> list[Move]:
    """What the pieces of a side could do if it were to move, whether or not the game is over."""
    own = PIECES[side]
    moves: list[Move] = []
    for origin, piece in enumerate(board):
        if piece in own:
            moves += moves_from(board, origin)
    return moves


def legal_moves(position: Position) -> list[Move]:
    """The moves of the side to move; none once a lion is captured."""
    board = position.board
    return side_moves(board, position.to_move) if "L" in board and "l" in board else []


def captured(board: str, move: Move) -> list[int]:
    """The squares whose pieces the move captures, in order."""
    if board[move[0]] in MONKEYS:
        return [(a + b) // 2 for a, b in pairwise(move) if ((a + b) // 2, b) in JUMPS[a]]
    return [move[1]] if board[move[1]] != EMPTY else []


def promotes(board: str, move: Move) -> bool:
    """Whether the move takes a pawn to its last rank, where it becomes a superpawn."""
    piece = board[move[0]]
    return piece in PAWNS and move[1] in LAST_RANK[piece == "p"]


def drowned(board: str, move: Move) -> list[int]:
    """The river squares on which pieces of the mover drown after the move.

    They stood in the river before it and stand there after it, wherever in the river that is;
    a piece that has just come is safe.
    """
    origin, target = move[0], move[-1]
    own = DROWNING[board[origin].islower()]
    squares = [square for square in RIVER if board[square] in own and square != origin]
    if origin in RIVER and target in RIVER and board[origin] in own:
        squares.append(target)
    return squares


def play(position: Position, move: Move) -> Position:
    """The position after a legal move: captures, promotion, then drowning."""
    board, side = position.board, position.to_move
    squares = list(board)
    for square in captured(board, move):
        squares[square] = EMPTY
    squares[move[0]] = EMPTY
    squares[move[-1]] = PIECES[side][-1] if promotes(board, move) else board[move[0]]
    for square in drowned(board, move):
        squares[square] = EMPTY
    return Position("".join(squares), 1 - side, min(position.number + side, LAST_NUMBER))


def outcome(position: Position) -> Outcome | None:
    """How the game ended: a lion captured, only the lions left, or no legal move."""
    board, side = position.board, position.to_move
    for loser, lion in enumerate(LIONS):
        if lion not in board:
            return Outcome(1 - loser, *LION_CAPTURED[loser])
    if only_lions(board):
        can_capture = any(board[move[1]] in LIONS for move in legal_moves(position))
        return None if can_capture else Outcome(None, *BARE_LIONS)
    own = PIECES[side]
    if not any(moves_from(board, origin) for origin, piece in enumerate(board) if piece in own):
        return Outcome(1 - side, *STUCK[side])
    return None


def only_lions(board: str) -> bool:
    """Whether the two lions are all that is left."""
    return board.count(EMPTY) == SIZE * SIZE - 2 and "L" in board and "l" in board
