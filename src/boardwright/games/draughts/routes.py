"""The routes of moves: every sequence of landing squares, and the one that is written.

A route names the square a piece starts on and each square it lands on; a king may choose among the free squares
behind the piece it captures, so one capture can have many routes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from boardwright.games.draughts.rules import (
    BIT,
    BOARD,
    FORWARD,
    KING_RAYS,
    MAN_RAYS,
    NUMBER,
    REFUSALS,
    Move,
    Position,
    capture_waves,
    is_empty,
    jumps,
    legal_moves,
    line,
    why_illegal,
    why_not_own,
)
from boardwright.texts import TranslatableText

Route: TypeAlias = tuple[int, ...]


def routes(position: Position) -> list[Route]:
    """Return every route of every legal move, in ascending order."""
    return sorted(route for move in legal_moves(position) for route in routes_of(position, move))


def routes_of(position: Position, move: Move) -> list[Route]:
    """Return every route of one move, in ascending order; none if there is no such capture."""
    if not move.captured:
        return [(move.origin, move.target)]
    waves = capture_waves(position, BIT[move.origin], move.captured)
    if move not in waves[-1]:
        return []
    trails: list[list[Move]] = [[move]]
    for wave in reversed(waves[1:]):
        trails = [[*trail, earlier] for trail in trails for earlier in wave[trail[-1]]]
    return sorted(tuple(capture.target for capture in reversed(trail)) for trail in trails)


def canonical_route(position: Position, move: Move) -> Route | None:
    """Return the route in the text of a move; None if there is no such capture.

    Where a capture turns, the square on which it turns; where it goes straight on, the square immediately behind the
    captured piece; of several such routes the smallest.
    """
    origin, target, captured = move
    start = BIT[origin]
    empty = BOARD & ~(position.white | position.black) | start
    all_rays = KING_RAYS if position.kings & start else MAN_RAYS
    # Routes that reach a square with the same captures in the same direction continue alike,
    # so the smallest of them is enough.
    smallest: dict[tuple[int, int, int], Route] = {(origin, 0, -1): (origin,)}
    for _ in range(captured.bit_count()):
        longer: dict[tuple[int, int, int], Route] = {}
        for (square, taken, heading), route in smallest.items():
            for direction, piece, landing in jumps(all_rays[square], captured & ~taken, empty):
                if direction == heading and not KING_RAYS[square][3 - heading][0] & taken:
                    continue
                reached = NUMBER[landing], taken | piece, direction
                extended = (*route, reached[0])
                if reached not in longer or extended < longer[reached]:
                    longer[reached] = extended
        smallest = longer
    return min((route for (square, _, _), route in smallest.items() if square == target), default=None)


def follow(position: Position, route: Sequence[int]) -> Move | None:
    """Return the capture along a route, maximal or not; None if a jump is impossible."""
    start = BIT[route[0]]
    if not start & position[position.to_move]:
        return None
    empty = BOARD & ~(position.white | position.black) | start
    prey = position[1 - position.to_move]
    all_rays = KING_RAYS if position.kings & start else MAN_RAYS
    captured = 0
    for square, landing in pairwise(route):
        reached = {to: piece for _, piece, to in jumps(all_rays[square], prey & ~captured, empty)}
        if BIT[landing] not in reached:
            return None
        captured |= reached[BIT[landing]]
    return Move(route[0], route[-1], captured)


def why_not_followed(position: Position, route: Sequence[int]) -> TranslatableText:
    """Return the rule that the first impossible jump of a route breaks."""
    if reason := why_not_own(position, route[0]):
        return reason
    end, earlier = 2, Move(route[0], route[0])
    while (walked := follow(position, route[:end])) is not None:
        end, earlier = end + 1, walked
    square, landing = route[end - 2 : end]
    path = line(square, landing)
    if path is None:
        return REFUSALS("not_one_diagonal", square=square, landing=landing)
    if landing != route[0] and not is_empty(position, landing):
        return REFUSALS("occupied", square=landing)
    met = [n for n in path[1] if n != route[0] and not is_empty(position, n)]
    if not met:
        return REFUSALS("nothing_to_take", square=square, landing=landing)
    for piece in met:
        if BIT[piece] & position[position.to_move]:
            return REFUSALS("own_piece", square=piece)
        if BIT[piece] & earlier.captured:
            return REFUSALS("taken_already", square=piece)
    if len(met) > 1:
        return REFUSALS("one_piece", squares=[*map(str, met)])
    return REFUSALS("too_far", square=square, landing=landing)


def why_not_walked(position: Position, route: Sequence[int]) -> Iterator[TranslatableText]:
    """Return the rules that an own piece breaks along a route; for one square alone, those of its steps."""
    origin = route[0]
    if len(route) == 1:
        is_king = BIT[origin] & position.kings
        for direction, ray in enumerate(KING_RAYS[origin]):
            if ray and (is_king or direction in FORWARD[position.to_move]):
                yield why_illegal(position, Move(origin, NUMBER[ray[0]]))
        return
    walked = follow(position, route)
    if walked is None and len(route) > 2:
        yield why_not_followed(position, route)
    else:
        yield why_illegal(position, walked or Move(origin, route[-1]))
