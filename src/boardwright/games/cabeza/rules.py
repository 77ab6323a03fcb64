"""The rules of Cabeza, as the rule text says them.

A square is (x, y): x counts from west to east, y from south to north. Sets of squares are
the bits of one int, bit ``11 * y + x``: the eleventh column is never on the board, so that
what leaves the east edge does not come back on the west one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from boardwright.game import STUCK, Outcome, Termination
from boardwright.texts import TextTemplates
from boardwright.views import Side

SIZE = 10
STRIDE = SIZE + 1
BOARD = sum(((1 << SIZE) - 1) << STRIDE * y for y in range(SIZE))

RED, BLUE = 0, 1
SIDES = ("red", "blue")
REASONS = TextTemplates(
    crushed="the {side} Cabeza is crushed", home_reached="the {side} Cabeza has reached the {other} home row"
)
CRUSHED = tuple((REASONS("crushed", side=side), Termination.CAPTURED_ROYAL) for side in SIDES)
REACHED = tuple(
    (REASONS("home_reached", side=side, other=other), Termination.REACHED_GOAL)
    for side, other in zip(SIDES, SIDES[::-1], strict=True)
)
GOAL_ROWS = (SIZE - 1, 0)
"""The row a side's Cabeza must reach: the home row of the enemy."""

KINDS = ("cabeza", "mini", "flaco", "chato", "opa")
LETTERS = ("CMFHO", "cmfho")
HEIGHTS = {
    "cabeza": {(1, 1): 1},
    "mini": {(1, 1): 1},
    "flaco": {(1, 1): 2, (2, 1): 1, (1, 2): 1},
    "chato": {(2, 2): 1, (2, 1): 2, (1, 2): 2},
    "opa": {(2, 2): 2},
}
"""By kind, every footprint a piece can stand on, width by depth, and its height there."""

DIRECTIONS = "nsew"
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
SLIDES = ("n", "s", "e", "w", "ne", "nw", "se", "sw")


class Pose(NamedTuple):
    """How a piece stands: its south-west square, its width, depth and height.

    The Cabeza, a disk, counts as one square high.
    """

    x: int
    y: int
    w: int
    d: int
    h: int


class Team(NamedTuple):
    """The five pieces of a side; a crushed Cabeza is None."""

    cabeza: Pose | None
    mini: Pose
    flaco: Pose
    chato: Pose
    opa: Pose


class Move(NamedTuple):
    """A whole turn of one piece: its letter, upper case for red, and where it goes.

    The directions of a Flaco, Chato or Opa are its rolls in order; those of a Cabeza or Mini
    name the destination, n or s before e or w.
    """

    piece: str
    directions: str


@dataclass(frozen=True, slots=True)
class Position:
    """Both teams, red first, and the side to move."""

    teams: tuple[Team, Team]
    to_move: Side


def pieces(position: Position) -> Iterator[tuple[Side, str, Pose]]:
    """All pieces on the board: side, kind and pose."""
    for side, team in enumerate(position.teams):
        for kind, pose in zip(KINDS, team, strict=True):
            if pose is not None:
                yield side, kind, pose


@cache
def footprint(pose: Pose) -> int:
    """The squares under a piece that is on the board."""
    x, y, w, d, _ = pose
    return sum(((1 << w) - 1) << STRIDE * row + x for row in range(y, y + d))


def on_board(pose: Pose) -> bool:
    """Whether the whole footprint is on the board."""
    x, y, w, d, _ = pose
    return x >= 0 and y >= 0 and x + w <= SIZE and y + d <= SIZE


def occupied_squares(position: Position) -> int:
    """The squares under all pieces."""
    squares = 0
    for team in position.teams:
        for pose in team:
            if pose is not None:
                squares |= footprint(pose)
    return squares


@cache
def roll(pose: Pose, direction: str) -> Pose:
    """One roll; it lands strictly beside the old footprint. It is also the step or slide of a 1x1x1 piece.

    >>> roll(Pose(3, 0, 1, 2, 1), "n")
    Pose(x=3, y=2, w=1, d=1, h=2)
    """
    x, y, w, d, h = pose
    if direction == "n":
        return Pose(x, y + d, w, h, d)
    if direction == "s":
        return Pose(x, y - h, w, h, d)
    if direction == "e":
        return Pose(x + w, y, h, d, w)
    return Pose(x - h, y, h, d, w)


def rolled(pose: Pose, directions: str) -> Pose:
    """The pose after all these rolls."""
    for direction in directions:
        pose = roll(pose, direction)
    return pose


@cache
def block_turns(piece: str, pose: Pose) -> tuple[tuple[int, Move, tuple[tuple[int, Move], ...]], ...]:
    """What a block could do on an empty board: each first roll, with the second rolls after it.

    A turn is one or two rolls (one for the Opa); the second may not undo the first. Rolls come with the
    squares they land on.
    """
    turns = []
    for first in DIRECTIONS:
        landing = roll(pose, first)
        if not on_board(landing):
            continue
        seconds = tuple(
            (footprint(second_landing), Move(piece, first + second))
            for second in DIRECTIONS
            if piece not in "Oo" and second != OPPOSITE[first] and on_board(second_landing := roll(landing, second))
        )
        turns.append((footprint(landing), Move(piece, first), seconds))
    return tuple(turns)


@cache
def destinations(piece: str, pose: Pose) -> tuple[tuple[int, Move], ...]:
    """The squares at most two columns and two rows away, and the moves that they name."""
    names = (rows + columns for rows in ("", "n", "nn", "s", "ss") for columns in ("", "e", "ee", "w", "ww"))
    landings = ((rolled(pose, name), Move(piece, name)) for name in names if name)
    return tuple((footprint(landing), move) for landing, move in landings if on_board(landing))


def by_destination(directions: str) -> str:
    """The name of the square that these directions lead to in any order.

    >>> by_destination("enn")
    'nne'
    """
    return "".join(sorted(directions, key=DIRECTIONS.index))


def steps(origins: int) -> int:
    """The squares north, south, east and west of these."""
    return origins << STRIDE | origins >> STRIDE | origins << 1 | origins >> 1


def slides(origins: int, occupied: int) -> int:
    """Where one slide of a Cabeza leads from these squares: to the empty ones around.

    A diagonal slide is refused only if both squares orthogonally beside it are occupied.
    Seen from its target these are the one to the south (for a slide north) or north, and
    the one to the west (for a slide east) or east.
    """
    south, north, west, east = occupied << STRIDE, occupied >> STRIDE, occupied << 1, occupied >> 1
    reached = (
        steps(origins)
        | origins << STRIDE + 1 & ~(south & west)
        | origins << STRIDE - 1 & ~(south & east)
        | origins >> STRIDE - 1 & ~(north & west)
        | origins >> STRIDE + 1 & ~(north & east)
    )
    return reached & BOARD & ~occupied


def turns_by_piece(position: Position) -> Iterator[list[Move]]:
    """The turns of the Cabeza, Mini, Flaco, Chato and Opa of the side to move; none once the game is won."""
    own, enemy = position.teams[position.to_move], position.teams[1 - position.to_move]
    if own.cabeza is None or enemy.cabeza is None or decided(position):
        return
    letters = LETTERS[position.to_move]
    occupied = occupied_squares(position)
    prey = footprint(enemy.cabeza)

    start = footprint(own.cabeza)
    others = occupied ^ start
    once = slides(start, others)
    reached = once | slides(once, others)
    yield [move for square, move in destinations(letters[0], own.cabeza) if square & reached]

    empty = BOARD & ~occupied
    once = steps(footprint(own.mini))
    reached = (once | steps(once & empty)) & (empty | prey)
    yield [move for square, move in destinations(letters[1], own.mini) if square & reached]

    for piece, pose in zip(letters[2:], own[2:], strict=True):
        # A landing that covers the enemy Cabeza and another piece is blocked by that other piece.
        blocked = occupied & ~(footprint(pose) | prey)
        moves = []
        for landing, move, seconds in block_turns(piece, pose):
            if landing & blocked:
                continue
            moves.append(move)
            if not landing & prey:
                moves += [second for second_landing, second in seconds if not second_landing & blocked]
        yield moves


def legal_moves(position: Position) -> list[Move]:
    """All turns of the side to move."""
    return [move for moves in turns_by_piece(position) for move in moves]


def moved_pose(position: Position, move: Move) -> Pose:
    """How the piece of a move stands before it; the piece is on the board and of the side to move."""
    pose = position.teams[position.to_move][LETTERS[position.to_move].index(move.piece)]
    assert pose is not None
    return pose


def play(position: Position, move: Move) -> Position:
    """The position after a legal move; a Cabeza that a block lands on is removed."""
    side = position.to_move
    own, enemy = position.teams[side], position.teams[1 - side]
    landing = rolled(moved_pose(position, move), move.directions)
    own = own._replace(**{KINDS[LETTERS[side].index(move.piece)]: landing})
    if crushes(position, move):
        enemy = enemy._replace(cabeza=None)
    return Position((own, enemy) if side == RED else (enemy, own), 1 - side)


def crushes(position: Position, move: Move) -> bool:
    """Whether a legal move lands on the enemy Cabeza."""
    return crushed(position, rolled(moved_pose(position, move), move.directions)) is not None


def crushed(position: Position, landing: Pose) -> Pose | None:
    """The enemy Cabeza, if a piece lands on it."""
    prey = position.teams[1 - position.to_move].cabeza
    return prey if prey is not None and footprint(landing) & footprint(prey) else None


def landings(position: Position, move: Move) -> tuple[Pose, ...]:
    """Where the piece of a legal move stands after each roll or slide.

    A move named by its destination may have several paths; this is one of them.
    """
    pose, directions = moved_pose(position, move), move.directions
    if move.piece not in "CcMm":
        return _rolls(pose, directions)
    others = occupied_squares(position) ^ footprint(pose)
    if move.piece in "Cc":
        target = rolled(pose, directions)
        once = slides(footprint(pose), others)
        if footprint(target) & once:
            return (target,)
        for middle in (rolled(pose, slide) for slide in SLIDES):
            if on_board(middle) and footprint(middle) & once and footprint(target) & slides(footprint(middle), others):
                return middle, target
    elif footprint(roll(pose, directions[0])) & others:
        directions = directions[::-1]
    return _rolls(pose, directions)


def _rolls(pose: Pose, directions: str) -> tuple[Pose, ...]:
    """The poses after each of these rolls."""
    return tuple(accumulate(directions, roll, initial=pose))[1:]


def decided(position: Position) -> Outcome | None:
    """A Cabeza crushed, or on the enemy home row; if both conditions hold, the side that just moved has won."""
    for side in (1 - position.to_move, position.to_move):
        cabeza = position.teams[side].cabeza
        if cabeza is None:
            return Outcome(1 - side, *CRUSHED[side])
        if cabeza.y == GOAL_ROWS[side]:
            return Outcome(side, *REACHED[side])
    return None


def outcome(position: Position) -> Outcome | None:
    """How the game ended; a side to move without a legal move loses."""
    ended = decided(position)
    if ended is None and not any(turns_by_piece(position)):
        return Outcome(1 - position.to_move, *STUCK)
    return ended
