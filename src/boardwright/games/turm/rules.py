"""The rules of Turm & Wächter, as the rule text says them.

Squares are numbered 0 to 48 from A1 to G7, row by row. A board is a tuple of 49 numbers:
0 for an empty square, 1 to 7 for a red tower of that height, 8 for the red guard, and the
same numbers negated for blue.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from boardwright.errors import COMMON_REFUSALS
from boardwright.game import STUCK, Outcome, Termination
from boardwright.texts import TextTemplates, TranslatableText
from boardwright.views import Side

SIZE = 7
SQUARES = range(SIZE * SIZE)
COLUMNS, ROWS = "ABCDEFG", "1234567"
RED, BLUE = 0, 1
SIDES = ("red", "blue")
SIGN = (1, -1)
TALLEST = 7
GUARD = 8
CENTRE = 24
CASTLES = (3, 45)
"""D1, which the red guard must reach in the castle variant, and D7 for the blue one."""

GOALS = {"centre": (CENTRE, CENTRE), "castle": CASTLES}


class Move(NamedTuple):
    """``stones`` of the piece on ``origin`` go to ``target``; a guard counts as one stone."""

    origin: int
    target: int
    stones: int


@dataclass(frozen=True, slots=True)
class Position:
    """The board and the side to move."""

    board: tuple[int, ...]
    to_move: Side


def square_name(square: int) -> str:
    """The name of a square; a number off the board stands for itself.

    >>> square_name(24), square_name(49)
    ('D4', '49')
    """
    return COLUMNS[square % SIZE] + ROWS[square // SIZE] if square in SQUARES else str(square)


REASONS = TextTemplates(guard_taken="the {side} guard is taken", goal_reached="the {side} guard has reached {square}")
TAKEN = tuple((REASONS("guard_taken", side=side), Termination.CAPTURED_ROYAL) for side in SIDES)
REACHED = {
    variant: tuple(
        (REASONS("goal_reached", side=side, square=square_name(goal)), Termination.REACHED_GOAL)
        for side, goal in zip(SIDES, goals, strict=True)
    )
    for variant, goals in GOALS.items()
}


def _ray(origin: int, dx: int, dy: int) -> tuple[Move, ...]:
    x, y = origin % SIZE, origin // SIZE
    moves = []
    for n in range(1, SIZE):
        tx, ty = x + n * dx, y + n * dy
        if not (0 <= tx < SIZE and 0 <= ty < SIZE):
            break
        moves.append(Move(origin, ty * SIZE + tx, n))
    return tuple(moves)


RAYS = tuple(
    tuple(ray for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)) if (ray := _ray(origin, dx, dy))) for origin in SQUARES
)
"""By square, the four straight lines from it: the moves of one stone, two stones and so on."""


def piece_moves(position: Position) -> list[Move]:
    """Return the moves of the pieces of the side to move, whether or not the game is over."""
    board = position.board
    sign = SIGN[position.to_move]
    moves: list[Move] = []
    for origin, piece in enumerate(board):
        height = piece * sign
        if height <= 0:
            continue
        if height == GUARD:
            moves += [ray[0] for ray in RAYS[origin] if board[ray[0].target] * sign <= 0]
            continue
        for ray in RAYS[origin]:
            for move in ray[:height]:
                met = board[move[1]] * sign
                if met == 0:
                    moves.append(move)
                    continue
                # An own guard counts 8, so no stones can join it either.
                if met + move[2] <= TALLEST if met > 0 else move[2] >= -met or met == -GUARD:
                    moves.append(move)
                break
    return moves


def legal_moves(position: Position, variant: str) -> list[Move]:
    """The moves of the side to move; none once a guard is taken or home."""
    return [] if decided(position, variant) else piece_moves(position)


def play(position: Position, move: Move) -> Position:
    """The position after a legal move: stones add up on an own tower and replace an enemy."""
    origin, target, stones = move
    board = list(position.board)
    board[origin], board[target] = moved(board[origin], board[target], stones)
    return Position(tuple(board), 1 - position.to_move)


def moved(piece: int, met: int, stones: int) -> tuple[int, int]:
    """What stands on a move's origin and on its target after it."""
    if abs(piece) == GUARD:
        return 0, piece
    sign = 1 if piece > 0 else -1
    return piece - stones * sign, (max(met * sign, 0) + stones) * sign


def decided(position: Position, variant: str) -> Outcome | None:
    """A guard taken, or a guard on its goal. With both on their goals the last mover has won."""
    board = position.board
    if GUARD not in board:
        return Outcome(BLUE, *TAKEN[RED])
    if -GUARD not in board:
        return Outcome(RED, *TAKEN[BLUE])
    for side in (1 - position.to_move, position.to_move):
        if board[GOALS[variant][side]] == GUARD * SIGN[side]:
            return Outcome(side, *REACHED[variant][side])
    return None


def outcome(position: Position, variant: str) -> Outcome | None:
    """How the game ended; a side to move without a legal move loses."""
    ended = decided(position, variant)
    if ended is None and not piece_moves(position):
        return Outcome(1 - position.to_move, *STUCK)
    return ended


def distance(origin: int, target: int) -> int:
    """Return the distance of two squares in one row or column.

    >>> distance(3, 24), distance(24, 27)
    (3, 3)
    """
    return abs(target - origin) // (SIZE if origin % SIZE == target % SIZE else 1)


def move_to(position: Position, origin: int, target: int) -> Move:
    """Return the move, legal or not, of the piece on a square to another: a guard or as many stones as the distance."""
    is_straight = origin % SIZE == target % SIZE or origin // SIZE == target // SIZE
    is_guard = abs(position.board[origin]) == GUARD
    return Move(origin, target, distance(origin, target) if is_straight and not is_guard else 1)


REFUSALS = TextTemplates(
    COMMON_REFUSALS,
    no_square="there is no square {square}, only 0 (A1) to 48 (G7)",
    straight_line="pieces move in a straight line along a row or a column",
    guard_distance="the guard moves exactly one square",
    guard_stones="the guard is a single piece, and counts as one stone",
    distance="{stones:stone} must go exactly {stones:square}, not {distance}",
    too_few_stones="the tower on {square} has {height:stone}, not {stones}",
    guard_and_tower="a guard and a tower of one side cannot share {square}",
    too_high="the tower on {square} would be higher than {tallest}",
    too_strong="{stones:stone} cannot take the tower of {height} on {square}",
)


def why_illegal(position: Position, move: Move) -> TranslatableText:
    """Return the rule that an illegal move breaks."""
    origin, target, stones = move
    for square in (origin, target):
        if square not in SQUARES:
            return REFUSALS("no_square", square=square)
    sign = SIGN[position.to_move]
    height, met = position.board[origin] * sign, position.board[target] * sign
    here, there = square_name(origin), square_name(target)
    if height == 0:
        return REFUSALS("empty", square=here)
    if height < 0:
        return REFUSALS("opponents_piece", square=here)
    if origin == target or (origin % SIZE != target % SIZE and origin // SIZE != target // SIZE):
        return REFUSALS("straight_line")
    far = distance(origin, target)
    if height == GUARD and far != 1:
        return REFUSALS("guard_distance")
    if height == GUARD and stones != 1:
        return REFUSALS("guard_stones")
    if height != GUARD and far != stones:
        return REFUSALS("distance", stones=stones, distance=far)
    if height < stones:
        return REFUSALS("too_few_stones", square=here, height=height, stones=stones)
    step = (target - origin) // far
    for square in range(origin + step, target, step):
        if position.board[square]:
            return REFUSALS("blocked", square=square_name(square))
    if met > 0 and GUARD in (height, met):
        return REFUSALS("guard_and_tower", square=there)
    if met > 0:
        return REFUSALS("too_high", square=there, tallest=TALLEST)
    return REFUSALS("too_strong", stones=stones, height=-met, square=there)
