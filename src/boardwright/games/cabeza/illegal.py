"""Why a move of Cabeza is illegal, in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.games.cabeza.notation import piece_name, square_name
from boardwright.games.cabeza.rules import (
    DIRECTIONS,
    KINDS,
    LETTERS,
    OPPOSITE,
    SIDES,
    SLIDES,
    Move,
    Pose,
    Position,
    by_destination,
    footprint,
    legal_moves,
    moved_pose,
    on_board,
    pieces,
    roll,
    rolled,
)

ORDINALS = ("first", "second")
ONCE = tuple(DIRECTIONS)
TWICE = tuple(first + second for first in DIRECTIONS for second in DIRECTIONS if second != OPPOSITE[first])
ROLLS = {"flaco": ONCE + TWICE, "chato": ONCE + TWICE, "opa": ONCE}
TURNS = {
    "cabeza": "one slide or two",
    "mini": "one roll or two",
    "flaco": "one roll or two",
    "chato": "one roll or two",
    "opa": "one roll",
}


def why_illegal(position: Position, move: Move) -> str:
    """Return the rule that an illegal move of an unfinished game breaks."""
    piece, directions = move
    letters = LETTERS[position.to_move]
    if len(piece) != 1 or piece not in letters:
        side = SIDES[position.to_move]
        return f"{side} is to move, and {piece} is of the wrong colour: expected one of {' '.join(letters)}"
    kind = KINDS[letters.index(piece)]
    title = kind.capitalize()
    if not directions or not set(directions) <= set(DIRECTIONS):
        return "a turn moves one piece north, south, east or west: there is no pass"
    if kind == "opa" and len(directions) > 1:
        return "the Opa rolls only once"
    if kind != "cabeza" and len(directions) > 2:
        return f"the {title} rolls once or twice, not {len(directions)} times"
    for direction in directions:
        if OPPOSITE[direction] in directions:
            return f"{direction} and {OPPOSITE[direction]} undo each other: a reversal is never legal"
    if kind in ("cabeza", "mini") and directions != by_destination(directions):
        return f"the {title} is named by its destination: expected {piece}{by_destination(directions)}"
    if kind == "cabeza":
        return _why_no_slides(position, moved_pose(position, move), directions)
    ways = [directions]
    if kind == "mini" and directions[::-1] != directions:
        ways.append(directions[::-1])
    return "; ".join(dict.fromkeys(_why_no_rolls(position, moved_pose(position, move), way) for way in ways))


def broken_rules(position: Position, path: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the rules that a piece would break on a path over these squares; for its square alone, in any direction."""
    kind, pose = next(
        (kind, pose) for side, kind, pose in pieces(position) if side == position.to_move and _covers(pose, path[0])
    )
    letter = LETTERS[position.to_move][KINDS.index(kind)]
    if len(path) == 1:
        ways = list(SLIDES if kind == "cabeza" else DIRECTIONS)
    elif kind in ("cabeza", "mini"):
        ways = [_way_to(pose, path[-1])]
    else:
        ways = [way for way in ROLLS[kind] if _leads_over(pose, way, path[1:])]
    # A legal turn may end on the last square by another path: it breaks no rule.
    legal = set(legal_moves(position))
    refused = [move for way in ways if (move := Move(letter, way)) not in legal]
    if not refused:
        squares = [square_name(*square) for square in path[1:]]
        goes = f"goes over {' and '.join(squares[:-1])} to" if squares[1:] else "ends on"
        yield f"no turn of the {kind.capitalize()}, {TURNS[kind]}, {goes} {squares[-1]}"
    yield from (why_illegal(position, move) for move in refused)


def _covers(pose: Pose, square: tuple[int, int]) -> bool:
    return pose.x <= square[0] < pose.x + pose.w and pose.y <= square[1] < pose.y + pose.d


def _way_to(pose: Pose, target: tuple[int, int]) -> str:
    """Return the directions from a piece on one square to another square."""
    east, north = target[0] - pose.x, target[1] - pose.y
    return "n" * north + "s" * -north + "e" * east + "w" * -east


def _leads_over(pose: Pose, way: str, squares: Sequence[tuple[int, int]]) -> bool:
    """Whether some rolls land on these squares: on each in turn, or on the only one at the end."""
    landings = [rolled(pose, way[:end]) for end in range(1, len(way) + 1)]
    if len(squares) == 1:
        return _covers(landings[-1], squares[0])
    return len(landings) == len(squares) and all(map(_covers, landings, squares))


def _why_no_rolls(position: Position, pose: Pose, directions: str) -> str:
    """Return the first roll that fails, and why."""
    itself = pose
    prey = piece_name(1 - position.to_move, "cabeza")
    met: list[str] = []
    for ordinal, direction in zip(ORDINALS, directions, strict=False):
        if met:
            return f"the first roll crushes {prey}, which ends the turn"
        pose = roll(pose, direction)
        the_roll = f"the {ordinal} roll, {direction},"
        if not on_board(pose):
            return f"{the_roll} goes off the board"
        met = _pieces_under(position, pose, itself)
        if met and met != [prey]:
            own = " its own Cabeza" if met == [piece_name(position.to_move, "cabeza")] else ""
            alone = ": a block crushes the Cabeza only if it covers no other piece" if prey in met else ""
            return f"{the_roll} lands on{own or ' ' + ' and '.join(met)}{alone}"
    raise ValueError(f"rolling {directions} breaks no rule")


def _why_no_slides(position: Position, cabeza: Pose, directions: str) -> str:
    target = rolled(cabeza, directions)
    if max(abs(target.x - cabeza.x), abs(target.y - cabeza.y)) > 2:
        return f"the Cabeza slides once or twice, and {directions} is farther"
    if not on_board(target):
        return f"the Cabeza would slide off the board with {directions}"
    met = _pieces_under(position, target, cabeza)
    if met:
        never = ": a Cabeza never captures" if met == [piece_name(1 - position.to_move, "cabeza")] else ""
        return f"the Cabeza would slide onto {met[0]}{never}"
    there = square_name(target.x, target.y)
    if len(directions) == 2 and directions[0] != directions[1]:
        beside = " and ".join(square_name(x, y) for x, y in ((cabeza.x, target.y), (target.x, cabeza.y)))
        return f"the diagonal slide to {there} goes between two occupied squares, {beside}"
    return (
        f"no two slides lead to {there}: what stands between is in the way, "
        "or makes a diagonal slide go between two occupied squares"
    )


def _pieces_under(position: Position, landing: Pose, itself: Pose) -> list[str]:
    """Return the names of the pieces on these squares, except the moving one."""
    return [
        piece_name(side, kind)
        for side, kind, pose in pieces(position)
        if pose != itself and footprint(pose) & footprint(landing)
    ]
