"""The rules of Margrites, as the rule text says them.

A move of the contract is one step; a turn is up to four of them, so the side to move often stays
the same. Captures, and the sets of squares that pieces are kept in, have their own module,
:mod:`~boardwright.games.margrites.captures`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from boardwright.errors import COMMON_REFUSALS
from boardwright.game import Outcome, Termination
from boardwright.games.margrites.board import COLUMNS, GOALS, ROWS, square_name
from boardwright.games.margrites.captures import (
    NEARBY,
    NEIGHBOURS,
    SQUARES,
    capture_waves,
    squares_in,
    touching,
)
from boardwright.texts import TextTemplates, TranslatableText
from boardwright.views import Side

BLACK, WHITE = 0, 1
SIDE_NAMES = ("black", "white")
STEPS_A_TURN = 4
BOARD = (1 << len(SQUARES)) - 1
LAST_ROW = (0, ROWS - 1)
HOME_ROWS = ((ROWS - 2, ROWS - 1), (0, 1))
"""By side, the two ranks on which a game starts: 1 and 2 for Black, 7 and 8 for White."""
ENDS = {
    (False, True): ("no_black", "black has no pieces"),
    (True, False): ("no_white", "white has no pieces"),
    (False, False): ("no_pieces", "black and white have no pieces"),
    (True, True): ("stuck", "both sides are stuck"),
}
"""How a game ends, by whether each side still has pieces."""
DECISIONS = {
    "on_points": "decided on points",
    "on_captures": "decided on captures",
    "equal": "equal on points and captures",
}
REASONS = TextTemplates(
    {f"{end}_{how}": f"{text}, {decision}" for end, text in ENDS.values() for how, decision in DECISIONS.items()}
)
ENDINGS = {
    (has_pieces, at): (REASONS(f"{end}_{how}"), Termination.SCORE)
    for has_pieces, (end, _) in ENDS.items()
    for at, how in enumerate(DECISIONS)
}


class Move(NamedTuple):
    """One step of the piece on ``origin``; a ``target`` among the goals scores."""

    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Position:
    """The board, the turn as far as it has gone, and the score.

    ``pieces``, ``points`` and ``captures`` are by side. ``origins`` pairs the square of each
    piece that has moved in this turn with the square on which it started the turn.
    """

    pieces: tuple[int, int]
    to_move: Side
    steps_left: int = STEPS_A_TURN
    origins: tuple[tuple[int, int], ...] = ()
    points: tuple[int, int] = (0, 0)
    captures: tuple[int, int] = (0, 0)


STEPS = tuple(
    tuple(
        tuple(
            (1 << target, Move(origin, target))
            for target in squares_in(NEIGHBOURS[origin] | (origin // COLUMNS == last) << goal)
        )
        for origin in SQUARES
    )
    for goal, last in zip(GOALS, LAST_ROW, strict=True)
)
"""By side and square, every step from there and the bit of its target."""


def legal_moves(position: Position) -> list[Move]:
    """The legal single steps of the side to move; none once the game is over."""
    return list(_legal_moves(position))


def can_step(position: Position) -> bool:
    """Whether the side to move has a legal step."""
    return next(_legal_moves(position), None) is not None


def _legal_moves(position: Position) -> Iterator[Move]:
    side = position.to_move
    own, enemy = position.pieces[side], position.pieces[1 - side]
    if not (own and enemy and position.steps_left):
        return
    empty = ~(own | enemy)
    origins = dict(position.origins)
    for square in squares_in(own):
        # A piece may never enter the square on which it started this turn.
        open_squares = empty & ~(1 << origins[square]) if square in origins else empty
        in_danger = NEARBY[square] & enemy
        for bit, move in STEPS[side][square]:
            if bit & open_squares and not (in_danger and martyred(own, enemy, move)):
                yield move


def martyred(own: int, enemy: int, move: Move) -> bool:
    """Whether a step has its own piece captured, in any wave."""
    origin, target = move
    if (NEIGHBOURS[target] & enemy).bit_count() < 2:
        # One enemy never captures, and from wave to wave there are only fewer.
        return False
    own ^= 1 << origin | 1 << target
    if touching(own, enemy, target).is_taken:
        return True
    return any(lost >> target & 1 for lost, _ in capture_waves(own, enemy))


def waves_after(position: Position, move: Move) -> list[tuple[int, int]]:
    """The waves that a legal step sets off: for each, the pieces that Black and White lose."""
    black, white = _stepped(position, move)
    return list(capture_waves(black, white))


def _stepped(position: Position, move: Move) -> tuple[int, int]:
    """The pieces after a step, before any capture."""
    black, white = position.pieces
    change = (1 << move.origin | 1 << move.target) & BOARD
    return (black ^ change, white) if position.to_move == BLACK else (black, white ^ change)


def play(position: Position, move: Move) -> Position:
    """The position after a legal step, its captures, and the end of the turn if it is the last."""
    side = position.to_move
    origins = dict(position.origins)
    start = origins.pop(move.origin, move.origin)
    black, white = position.points
    if move.target in GOALS:
        black, white = black + (side == BLACK), white + (side == WHITE)
    else:
        origins[move.target] = start
    stepped = Position(
        _stepped(position, move),
        side,
        position.steps_left - 1,
        tuple(sorted(origins.items())),
        (black, white),
        position.captures,
    )
    return settled(resolved(stepped))


def resolved(position: Position) -> Position:
    """The position once no piece is capturable; each piece lost is credited to the other side."""
    black, white = position.pieces
    for black_lost, white_lost in capture_waves(black, white):
        black ^= black_lost
        white ^= white_lost
    if (black, white) == position.pieces:
        return position
    by_black = (position.pieces[WHITE] ^ white).bit_count()
    by_white = (position.pieces[BLACK] ^ black).bit_count()
    own = (black, white)[position.to_move]
    return replace(
        position,
        pieces=(black, white),
        origins=tuple(pair for pair in position.origins if own >> pair[0] & 1),
        captures=(position.captures[BLACK] + by_black, position.captures[WHITE] + by_white),
    )


def settled(position: Position) -> Position:
    """Return the position after the turn has ended and stuck sides have passed, as far as they must.

    If no side can step any more, the side to move and its steps left stay as they are.
    """
    if can_step(position):
        return position
    if all(position.pieces):
        for side in (1 - position.to_move, position.to_move):
            turn = new_turn(position, side)
            if can_step(turn):
                return turn
    return replace(position, origins=())


def new_turn(position: Position, side: Side) -> Position:
    """The same board and score with a side at the start of its turn."""
    return replace(position, to_move=side, steps_left=STEPS_A_TURN, origins=())


def finished(position: Position) -> bool:
    """Whether a side has no pieces, or neither side has a legal step."""
    return not can_step(position) and not can_step(settled(position))


def outcome(position: Position) -> Outcome | None:
    """Most points win, then most captures; equal on both is a draw."""
    if not finished(position):
        return None
    has_pieces = bool(position.pieces[BLACK]), bool(position.pieces[WHITE])
    for decision, (black, white) in enumerate((position.points, position.captures)):
        if black != white:
            return Outcome(int(white > black), *ENDINGS[has_pieces, decision])
    return Outcome(None, *ENDINGS[has_pieces, len(DECISIONS) - 1])


REFUSALS = TextTemplates(
    COMMON_REFUSALS,
    no_square="there is no square {square}, only 0 (a8) to 71 (i1), and the goals 72 and 73",
    no_piece="there is no piece on {square}",
    goal="{side} scores from rank {rank}, with {goal}",
    neighbour="a step goes to one of the eight neighbouring squares",
    start_square="start square: the piece on {square} started this turn on {start}",
    martyrdom="martyrdom: the piece would be captured on {square}",
    no_step_left="no step is left in this turn",
    captures="the step takes {squares:, }",
    no_captures="the step takes nothing",
)


def why_illegal(position: Position, move: Move) -> TranslatableText:
    """Return the rule that an illegal step breaks."""
    origin, target = move
    side = position.to_move
    own, enemy = position.pieces[side], position.pieces[1 - side]
    here, there = square_name(origin), square_name(target)
    for square in move:
        if square not in SQUARES and square not in GOALS:
            return REFUSALS("no_square", square=square)
    if origin in GOALS or not (own | enemy) >> origin & 1:
        return REFUSALS("no_piece", square=here)
    if enemy >> origin & 1:
        return REFUSALS("other_side", piece="piece", square=here, owner=SIDE_NAMES[1 - side], side=SIDE_NAMES[side])
    if target in GOALS and (target != GOALS[side] or origin // COLUMNS != LAST_ROW[side]):
        rank, goal = ROWS - LAST_ROW[side], square_name(GOALS[side])
        return REFUSALS("goal", side=SIDE_NAMES[side], rank=rank, goal=goal)
    if target not in GOALS and not NEIGHBOURS[origin] >> target & 1:
        return REFUSALS("neighbour")
    if (own | enemy) >> target & 1:
        return REFUSALS("occupied", square=there)
    if (origin, target) in position.origins:
        return REFUSALS("start_square", square=here, start=there)
    if martyred(own, enemy, move):
        return REFUSALS("martyrdom", square=there)
    return REFUSALS("no_step_left")
