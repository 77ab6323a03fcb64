"""The rules of international draughts (FMJD), as the rule text says them.

The fifty dark squares are numbered row by row from the top left; White moves up. Sets of
squares are integers. After every second row they leave out one bit, a ghost square, so that
a step in each of the four directions is one shift for all pieces, and a step off the
board ends on no square:

      0   1   2   3   4        up left is >> 6, up right >> 5
    5   6   7   8   9   (10)   down left is << 5, down right << 6
     11  12  13  14  15
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boardwright.errors import COMMON_REFUSALS
from boardwright.game import Outcome, Termination
from boardwright.texts import TextTemplates, TranslatableText
from boardwright.views import Side

WHITE, BLACK = 0, 1
REASONS = TextTemplates(
    blocked_side="the side to move is blocked",
    no_pieces="the side to move has no pieces left",
    only_kings="{moves} moves each with kings only and no capture",
    king_against_three="{moves} moves each, one king against three pieces",
    king_against_two="{moves} moves each, one king against two pieces or one",
)
BLOCKED = REASONS("blocked_side"), Termination.NO_MOVES
NO_PIECES = REASONS("no_pieces"), Termination.NO_PIECES
SIZE = 10
SQUARES = range(1, 51)

BIT = (0, *(1 << n - 1 + (n - 1) // SIZE for n in SQUARES))
"""By number, the square as a set of one."""

NUMBER = {bit: n for n, bit in enumerate(BIT) if n}
BOARD = sum(BIT)
FAR_ROW = (sum(BIT[1:6]), sum(BIT[46:51]))
"""By side, the row on which its men are crowned."""


class Move(NamedTuple):
    """A piece goes from ``origin`` to ``target`` and takes the set ``captured``.

    Origin and target are numbers of squares, and may be the same square after a capture.
    Ways to walk that differ only in their landing squares are one move.
    """

    origin: int
    target: int
    captured: int = 0


class Position(NamedTuple):
    """The pieces of each side, the kings among them, and the side to move.

    A tuple, since the rules read it by index and unpack it at every node; so it also equals any other tuple of the
    same values, unlike the frozen dataclasses of the other games.
    """

    white: int
    black: int
    kings: int
    to_move: Side


def numbers(squares: int) -> list[int]:
    """
    >>> numbers(BIT[28] | BIT[19])
    [19, 28]
    """
    result = []
    while squares:
        lowest = squares & -squares
        result.append(NUMBER[lowest])
        squares ^= lowest
    return result


def coordinates(square: int) -> tuple[int, int]:
    """The place of a square, x from the left and y from below, both from 0.

    >>> coordinates(46), coordinates(5)
    ((0, 0), (9, 9))
    """
    row, place = divmod(square - 1, 5)
    return 2 * place + 1 - row % 2, SIZE - 1 - row


UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = DIRECTIONS = range(4)
"""So numbered that ``3 - direction`` is the way back."""

SHIFTS = (-6, -5, 5, 6)
FORWARD = ((UP_LEFT, UP_RIGHT), (DOWN_LEFT, DOWN_RIGHT))


def shifted(squares: int, shift: int) -> int:
    """All squares of a set one step on, by one of the four shifts."""
    return squares << shift if shift > 0 else squares >> -shift


def _ray(square: int, direction: int) -> tuple[int, ...]:
    ray = []
    bit = shifted(BIT[square], SHIFTS[direction]) & BOARD
    while bit:
        ray.append(bit)
        bit = shifted(bit, SHIFTS[direction]) & BOARD
    return tuple(ray)


KING_RAYS = ((), *(tuple(_ray(n, direction) for direction in DIRECTIONS) for n in SQUARES))
"""By square, the diagonals from it in the four directions, as a king travels them."""

MAN_RAYS = tuple(tuple(ray[:2] for ray in rays) for rays in KING_RAYS)
"""The same as far as a man sees: the piece to take and the square behind it."""

KING_MOVES = tuple(
    tuple(tuple((bit, Move(n, NUMBER[bit])) for bit in ray) for ray in rays) for n, rays in enumerate(KING_RAYS)
)
MAN_MOVES = tuple(
    {ray[0][0]: ray[0][1] for rays in KING_MOVES[1:] if (ray := rays[direction])} for direction in DIRECTIONS
)
"""By direction, the step that ends on a square."""


def legal_moves(position: Position) -> list[Move]:
    """A capture is compulsory, and must take the largest possible number of pieces."""
    pieces = captors(position)
    if pieces:
        return list(capture_waves(position, pieces, position[1 - position.to_move])[-1])
    return quiet_moves(position)


def quiet_moves(position: Position) -> list[Move]:
    """Men step forward; kings go any number of free squares."""
    white, black, kings, to_move = position
    empty = BOARD & ~(white | black)
    own = black if to_move else white
    men = own & ~kings
    moves: list[Move] = []
    for direction in FORWARD[to_move]:
        steps = MAN_MOVES[direction]
        targets = shifted(men, SHIFTS[direction]) & empty
        while targets:
            target = targets & -targets
            moves.append(steps[target])
            targets ^= target
    for square in numbers(own & kings):
        for ray in KING_MOVES[square]:
            for target, move in ray:
                if not target & empty:
                    break
                moves.append(move)
    return moves


def captors(position: Position) -> int:
    """The pieces of the side to move that can capture, computed for all pieces at once."""
    white, black, kings, to_move = position
    own, prey = (black, white) if to_move else (white, black)
    empty = BOARD & ~(white | black)
    # The squares in front of a piece with an empty square behind it, by direction of the capture.
    fronts = (
        (prey & empty << 6) << 6,
        (prey & empty << 5) << 5,
        (prey & empty >> 5) >> 5,
        (prey & empty >> 6) >> 6,
    )
    result = own & (fronts[0] | fronts[1] | fronts[2] | fronts[3])
    if own & kings:
        for front, shift in zip(fronts, SHIFTS, strict=True):
            while front := shifted(front & empty, -shift):
                result |= front & own & kings
    return result


def jumps(rays: tuple[tuple[int, ...], ...], prey: int, empty: int) -> Iterator[tuple[int, int, int]]:
    """Each single capture along the rays: its direction, the piece taken, the square landed on."""
    for direction, ray in enumerate(rays):
        taken = 0
        for square in ray:
            if square & empty:
                if taken:
                    yield direction, taken, square
            elif taken or not square & prey:
                break
            else:
                taken = square


def capture_waves(position: Position, pieces: int, prey: int) -> list[dict[Move, list[Move]]]:
    """All ways in which the pieces can take 0, 1, 2 and more of the prey, wave by wave.

    Each capture comes with those of the wave before that it continues. What is taken stays
    on the board until the move ends, and is neither jumped again nor passed; the square on
    which the captor started is empty; a man that passes the far row goes on as a man.
    """
    empty = BOARD & ~(position.white | position.black)
    waves: list[dict[Move, list[Move]]] = []
    wave: dict[Move, list[Move]] = {Move(square, square): [] for square in numbers(pieces)}
    while wave:
        waves.append(wave)
        wave = {}
        for capture in waves[-1]:
            origin, square, captured = capture
            start = BIT[origin]
            rays = (KING_RAYS if position.kings & start else MAN_RAYS)[square]
            for _, taken, landing in jumps(rays, prey & ~captured, empty | start):
                wave.setdefault(Move(origin, NUMBER[landing], captured | taken), []).append(capture)
    return waves


def play(position: Position, move: Move) -> Position:
    """The position after a legal move; a man that ends on the far row is crowned."""
    white, black, kings, to_move = position
    origin, target, captured = move
    leaving, arriving = BIT[origin], BIT[target]
    if kings & leaving:
        kings = kings & ~leaving | arriving
    else:
        kings |= arriving & FAR_ROW[to_move]
    if to_move:
        return Position(white & ~captured, black & ~leaving | arriving, kings & ~captured, WHITE)
    return Position(white & ~leaving | arriving, black & ~captured, kings & ~captured, BLACK)


def crowns(position: Position, move: Move) -> bool:
    """Whether the move makes a man a king."""
    return bool(BIT[move.target] & FAR_ROW[position.to_move] and BIT[move.origin] & ~position.kings)


def can_move(position: Position) -> bool:
    """Whether there is a legal move, without listing them."""
    own = position[position.to_move]
    empty = BOARD & ~(position.white | position.black)
    return any(
        shifted(own if direction in FORWARD[position.to_move] else own & position.kings, shift) & empty
        for direction, shift in enumerate(SHIFTS)
    ) or bool(captors(position))


def outcome(position: Position) -> Outcome | None:
    """A side to move without a legal move loses; draws need the history, see ``draws``."""
    if can_move(position):
        return None
    return Outcome(1 - position.to_move, *(BLOCKED if position[position.to_move] else NO_PIECES))


REFUSALS = TextTemplates(
    COMMON_REFUSALS,
    no_square="there is no square {square}, only 1 to 50",
    other_pieces="no capture from {origin} to {target} takes just these pieces",
    most_pieces="it takes {taken:spelled} and must take {most:spelled}, the most possible",
    compulsory="a capture is compulsory, and must take {most:spelled}",
    diagonal="pieces move along a diagonal",
    forward="men move one square forward",
    not_one_diagonal="{square} and {landing} are not on one diagonal",
    nothing_to_take="there is nothing to take between {square} and {landing}",
    own_piece="the friendly piece on {square} cannot be taken",
    taken_already="the piece on {square} is taken already, and stays on the board until the move ends",
    one_piece="one jump takes one piece, not those on {squares: and }",
    too_far="a man takes the piece next to it: {square} to {landing} is too far",
)


def why_illegal(position: Position, move: Move) -> TranslatableText:
    """Return the rule that an illegal move breaks."""
    origin, target, captured = move
    if origin not in SQUARES or target not in SQUARES:
        return REFUSALS("no_square", square=target if origin in SQUARES else origin)
    if reason := why_not_own(position, origin):
        return reason
    prey = position[1 - position.to_move]
    most = len(capture_waves(position, captors(position), prey)) - 1
    if captured:
        if move not in capture_waves(position, BIT[origin], captured & prey)[-1]:
            return REFUSALS("other_pieces", origin=origin, target=target)
        return REFUSALS("most_pieces", taken=captured.bit_count(), most=most)
    if most > 0:
        return REFUSALS("compulsory", most=most)
    return _why_no_step(position, move)


def why_not_own(position: Position, square: int) -> TranslatableText | None:
    """Explain why the side to move has no piece on a square; None if it has one."""
    if BIT[square] & position[position.to_move]:
        return None
    return REFUSALS("empty" if is_empty(position, square) else "opponents_piece", square=square)


def is_empty(position: Position, square: int) -> bool:
    """Whether no piece stands on a square.

    >>> is_empty(Position(BIT[28], BIT[19], 0, WHITE), 28)
    False
    """
    return not BIT[square] & (position.white | position.black)


def line(origin: int, target: int) -> tuple[int, list[int]] | None:
    """The direction from a square to another on one diagonal, and the squares between them.

    >>> line(46, 28), line(46, 47)
    ((1, [41, 37, 32]), None)
    """
    for direction, ray in enumerate(KING_RAYS[origin]):
        if BIT[target] in ray:
            return direction, [NUMBER[square] for square in ray[: ray.index(BIT[target])]]
    return None


def _why_no_step(position: Position, move: Move) -> TranslatableText:
    path = line(move.origin, move.target)
    if path is None:
        return REFUSALS("diagonal")
    direction, between = path
    is_king = BIT[move.origin] & position.kings
    if not is_king and (between or direction not in FORWARD[position.to_move]):
        return REFUSALS("forward")
    blocked = next(square for square in (*between, move.target) if not is_empty(position, square))
    return REFUSALS("blocked", square=blocked)
