"""Why a move of Cabeza is illegal, in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.errors import COMMON_REFUSALS, joined
from boardwright.games.cabeza.notation import square_name
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
from boardwright.texts import TextTemplates, TranslatableText
from boardwright.views import Side

ORDINALS = ("first", "second")
ONCE = tuple(DIRECTIONS)
TWICE = tuple(first + second for first in DIRECTIONS for second in DIRECTIONS if second != OPPOSITE[first])
ROLLS = {"flaco": ONCE + TWICE, "chato": ONCE + TWICE, "opa": ONCE}


REFUSALS = TextTemplates(
    COMMON_REFUSALS,
    wrong_colour="{side} is to move, and {piece} is of the wrong colour: expected one of {letters: }",
    directions="a turn moves one piece north, south, east or west: there is no pass",
    opa_rolls="the Opa rolls only once",
    rolls="the {piece} rolls once or twice, not {rolls} times",
    reversal="{direction} and {opposite} undo each other: a reversal is never legal",
    destination="the {piece} is named by its destination: expected {move}",
    no_turn_over="no turn of the {piece}, {turn}, goes over {squares: and } to {square}",
    no_turn_to="no turn of the {piece}, {turn}, ends on {square}",
    crushing_ends="the first roll crushes {piece}, which ends the turn",
    roll_off_board="the {ordinal} roll, {direction}, goes off the board",
    roll_on_own_cabeza="the {ordinal} roll, {direction}, lands on its own Cabeza",
    roll_on_pieces="the {ordinal} roll, {direction}, lands on {pieces: and }",
    roll_on_cabeza_and_others="the {ordinal} roll, {direction}, lands on {pieces: and }: "
    "a block crushes the Cabeza only if it covers no other piece",
    named_piece="the {side} {piece}",
    one_slide_or_two="one slide or two",
    one_roll_or_two="one roll or two",
    one_roll="one roll",
    slides="the Cabeza slides once or twice, and {directions} is farther",
    slide_off_board="the Cabeza would slide off the board with {directions}",
    slide_onto="the Cabeza would slide onto {piece}",
    slide_onto_cabeza="the Cabeza would slide onto {piece}: a Cabeza never captures",
    diagonal_slide="the diagonal slide to {square} goes between two occupied squares, {beside: and }",
    no_slides="no two slides lead to {square}: what stands between is in the way, "
    "or makes a diagonal slide go between two occupied squares",
)
TURNS = {
    "cabeza": REFUSALS("one_slide_or_two"),
    "mini": REFUSALS("one_roll_or_two"),
    "flaco": REFUSALS("one_roll_or_two"),
    "chato": REFUSALS("one_roll_or_two"),
    "opa": REFUSALS("one_roll"),
}


def why_illegal(position: Position, move: Move) -> TranslatableText:
    """Return the rule that an illegal move of an unfinished game breaks."""
    piece, directions = move
    letters = LETTERS[position.to_move]
    if len(piece) != 1 or piece not in letters:
        side = SIDES[position.to_move]
        return REFUSALS("wrong_colour", side=side, piece=piece, letters=list(letters))
    kind = KINDS[letters.index(piece)]
    title = kind.capitalize()
    if not directions or not set(directions) <= set(DIRECTIONS):
        return REFUSALS("directions")
    if kind == "opa" and len(directions) > 1:
        return REFUSALS("opa_rolls")
    if kind != "cabeza" and len(directions) > 2:
        return REFUSALS("rolls", piece=title, rolls=len(directions))
    for direction in directions:
        if OPPOSITE[direction] in directions:
            return REFUSALS("reversal", direction=direction, opposite=OPPOSITE[direction])
    if kind in ("cabeza", "mini") and directions != by_destination(directions):
        return REFUSALS("destination", piece=title, move=piece + by_destination(directions))
    if kind == "cabeza":
        return _why_no_slides(position, moved_pose(position, move), directions)
    pose = moved_pose(position, move)
    refusal = _why_no_rolls(position, pose, directions)
    if kind != "mini":
        return refusal
    return joined([refusal, _why_no_rolls(position, pose, directions[::-1])]) or refusal


def broken_rules(position: Position, path: Sequence[tuple[int, int]]) -> Iterator[TranslatableText]:
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
        *over, last = (square_name(*square) for square in path[1:])
        turn = {"piece": kind.capitalize(), "turn": TURNS[kind], "square": last}
        yield REFUSALS("no_turn_over", squares=over, **turn) if over else REFUSALS("no_turn_to", **turn)
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


def _why_no_rolls(position: Position, pose: Pose, directions: str) -> TranslatableText:
    """Return the first roll that fails, and why."""
    itself = pose
    prey = _named(1 - position.to_move, "cabeza")
    met: list[TranslatableText] = []
    for ordinal, direction in zip(ORDINALS, directions, strict=False):
        if met:
            return REFUSALS("crushing_ends", piece=prey)
        pose = roll(pose, direction)
        the_roll = {"ordinal": ordinal, "direction": direction}
        if not on_board(pose):
            return REFUSALS("roll_off_board", **the_roll)
        met = _pieces_under(position, pose, itself)
        if met and met != [prey]:
            if met == [_named(position.to_move, "cabeza")]:
                return REFUSALS("roll_on_own_cabeza", **the_roll)
            return REFUSALS("roll_on_cabeza_and_others" if prey in met else "roll_on_pieces", pieces=met, **the_roll)
    raise ValueError(f"rolling {directions} breaks no rule")


def _why_no_slides(position: Position, cabeza: Pose, directions: str) -> TranslatableText:
    target = rolled(cabeza, directions)
    if max(abs(target.x - cabeza.x), abs(target.y - cabeza.y)) > 2:
        return REFUSALS("slides", directions=directions)
    if not on_board(target):
        return REFUSALS("slide_off_board", directions=directions)
    met = _pieces_under(position, target, cabeza)
    if met:
        is_cabeza = met == [_named(1 - position.to_move, "cabeza")]
        return REFUSALS("slide_onto_cabeza" if is_cabeza else "slide_onto", piece=met[0])
    there = square_name(target.x, target.y)
    if len(directions) == 2 and directions[0] != directions[1]:
        beside = [square_name(cabeza.x, target.y), square_name(target.x, cabeza.y)]
        return REFUSALS("diagonal_slide", square=there, beside=beside)
    return REFUSALS("no_slides", square=there)


def _named(side: Side, kind: str) -> TranslatableText:
    return REFUSALS("named_piece", side=SIDES[side], piece=kind.capitalize())


def _pieces_under(position: Position, landing: Pose, itself: Pose) -> list[TranslatableText]:
    """Return the names of the pieces on these squares, except the moving one."""
    return [
        _named(side, kind)
        for side, kind, pose in pieces(position)
        if pose != itself and footprint(pose) & footprint(landing)
    ]
