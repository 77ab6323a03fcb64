"""The packing of Cabeza, in the layout of core.hpp: a word per team, with twelve bits per piece."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.game import HISTORY_DRAWS, STUCK, Ending
from boardwright.games.cabeza.rules import (
    CRUSHED,
    DIRECTIONS,
    HEIGHTS,
    KINDS,
    LETTERS,
    OPPOSITE,
    REACHED,
    SIZE,
    Move,
    Pose,
    Position,
    Team,
)

BITS_A_PIECE = 12
BITS_OF_SQUARE = 7
CRUSHED_SQUARE = SIZE * SIZE
"""The square of a crushed Cabeza."""
DESTINATIONS = {
    rows + columns: 10 * (2 + rows.count("n") - rows.count("s")) + 2 + columns.count("e") - columns.count("w")
    for rows in ("", "n", "nn", "s", "ss")
    for columns in ("", "e", "ee", "w", "ww")
}
"""The moves of a Cabeza or Mini: the index of the target in the five by five squares around it."""
ROLLS = {
    first + second * (second != OPPOSITE[first]): 4 * DIRECTIONS.index(first) + DIRECTIONS.index(second)
    for first in DIRECTIONS
    for second in DIRECTIONS
}
"""The moves of a block; a reversal has the number of its first roll alone."""
DIRECTIONS_OF_DESTINATION = {way: directions for directions, way in DESTINATIONS.items()}
DIRECTIONS_OF_ROLLS = {way: directions for directions, way in ROLLS.items()}


def endings(variant: str) -> tuple[Ending, ...]:
    return (*CRUSHED, *REACHED, STUCK, *HISTORY_DRAWS)


def pack(position: Position) -> tuple[int, ...]:
    """The two teams, red first, and the side to move."""
    red, blue = map(_pack_team, position.teams)
    return red, blue, position.to_move


def unpack(words: Sequence[int]) -> Position:
    """Unpack three words."""
    red, blue, to_move = words
    return Position((_unpack_team(red), _unpack_team(blue)), to_move)


def pack_move(move: Move) -> int:
    side = int(move.piece in LETTERS[1])
    kind = LETTERS[side].index(move.piece)
    ways = DESTINATIONS if kind < 2 else ROLLS
    return kind | side << 3 | ways[move.directions] << 4


def unpack_move(position: Position, word: int) -> Move:
    kind, side, way = word & 7, word >> 3 & 1, word >> 4
    directions = DIRECTIONS_OF_DESTINATION if kind < 2 else DIRECTIONS_OF_ROLLS
    return Move(LETTERS[side][kind], directions[way])


def _pack_team(team: Team) -> int:
    return sum(_pack_pose(pose) << BITS_A_PIECE * kind for kind, pose in enumerate(team))


def _pack_pose(pose: Pose | None) -> int:
    if pose is None:
        return CRUSHED_SQUARE
    return SIZE * pose.y + pose.x | (pose.w - 1 | pose.d - 1 << 1) << BITS_OF_SQUARE


def _unpack_team(word: int) -> Team:
    standings = (word >> BITS_A_PIECE * kind & (1 << BITS_A_PIECE) - 1 for kind in range(len(KINDS)))
    cabeza, mini, flaco, chato, opa = (
        _unpack_pose(name, standing) for name, standing in zip(KINDS, standings, strict=True)
    )
    assert mini is not None
    assert flaco is not None
    assert chato is not None
    assert opa is not None
    return Team(cabeza, mini, flaco, chato, opa)


def _unpack_pose(kind: str, standing: int) -> Pose | None:
    square, shape = standing & (1 << BITS_OF_SQUARE) - 1, standing >> BITS_OF_SQUARE
    if square == CRUSHED_SQUARE:
        return None
    y, x = divmod(square, SIZE)
    w, d = 1 + (shape & 1), 1 + (shape >> 1)
    return Pose(x, y, w, d, HEIGHTS[kind][w, d])
