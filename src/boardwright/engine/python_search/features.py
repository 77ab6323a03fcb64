"""The features of a position of any game, taken from its view: what its evaluation adds up.

Each feature has a name that a person can read, such as ``pawn on c4``. It counts positive for the side that moves first
and negative for the other one, whose squares are mirrored, if the start position shows that the sides are alike;
otherwise each side has features of its own. Nearly all features are of single pieces, so that a search keeps their sum
for each piece; the others are pairs of neighbouring pieces, numbers in the notes of the view, the side to move, and the
number of its legal moves.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from math import log2
from typing import Generic

from boardwright.engine.python_search.profile import profile_of
from boardwright.engine.python_search.symmetry import Point, symmetries_of
from boardwright.game import Game, M, P
from boardwright.views import Board, Piece, Side, View

LAYOUT = 1
"""The version of the features; weights of another one are refused."""
TO_MOVE = "to move"
LEGAL_MOVES = "legal moves"
PLAIN = frozenset({"plain", "dark"})
"""The terrains from which no distance is counted."""
NUMBER = re.compile(r"-?\d{1,6}")

Neighbours = Mapping[str, tuple[tuple[str, Point], ...]]


class Features(Generic[P, M]):
    """The features of one game."""

    def __init__(self, game: Game[P, M]) -> None:
        self.game = game
        self.board = game.view(game.start()).board
        self._usual_mobility = scaled(profile_of(game).moves)
        self._kept, self._exchange = symmetries_of(game)
        self._points = {square.name: (square.x, square.y) for square in self.board.squares}
        self._terrain_distances = dict(_terrain_distances(self.board))
        right, top = (max((point[axis] for point in self._points.values()), default=0) for axis in (0, 1))
        self._rims = {name: min(x, y, right - x, top - y) for name, (x, y) in self._points.items()}
        self._square_features: dict[str, tuple[str, ...]] = {}

    @property
    def is_symmetric(self) -> bool:
        """Whether both sides share their features."""
        return self._exchange is not None

    @cached_property
    def layout(self) -> str:
        """The version of the features with a checksum of what they depend on."""
        parts = (
            self.game.full_name,
            self.game.sides,
            self.game.kinds,
            tuple(self.board.squares),
            self.is_symmetric,
            [sorted(each.squares.items()) for each in self._kept],
        )
        return f"{LAYOUT}-{zlib.crc32(repr(parts).encode()):08x}"

    @cached_property
    def neighbours(self) -> Neighbours:
        """The neighbours of each square, each pair of squares once, with their direction."""
        steps = _half_steps(self.board)
        names = {point: name for name, point in self._points.items()}
        return {
            name: tuple((names[x + dx, y + dy], (dx, dy)) for dx, dy in steps if (x + dx, y + dy) in names)
            for name, (x, y) in self._points.items()
        }

    def of_position(self, view: View, moves: int) -> Counter[str]:
        """Return the features of a position, in which the side to move has some legal moves, with their counts."""
        found: Counter[str] = Counter()
        standing: dict[str, Piece] = {}
        for piece in view.pieces:
            for name, count in self.of_piece(piece):
                found[name] += count
            standing.update(dict.fromkeys(piece.squares, piece))
        for square, piece in standing.items():
            for other_square, step in self.neighbours.get(square, ()):
                other = standing.get(other_square)
                if other is not None:
                    for name, count in self.of_pair(piece.kind, piece.side, other.kind, other.side, step):
                        found[name] += count
        for name, count in self.of_rest(view):
            found[name] += count
        name, sign = self.of_moves(view.to_move)
        found[name] = sign * self.mobility(moves)
        return Counter({name: count for name, count in found.items() if count})

    def of_piece(self, piece: Piece) -> Iterator[tuple[str, int]]:
        """Yield the features of a piece with their counts; the first one is its kind, counted by its height."""
        sign, whose = self._owner(piece.side)
        yield f"{whose}{piece.kind}", sign * piece.height
        what = f"{whose}{piece.kind}"
        if piece.height != 1:
            what += f" of {piece.height}"
            yield what, sign
        for square in piece.squares:
            if square in self._points:
                for name in self._of_square(self._seen_from(piece.side, square)):
                    yield f"{what} {name}", sign

    def kind_features(self, kind: str) -> Iterator[str]:
        """Yield the names of the features that count the pieces of a kind."""
        for side in range(1 if self.is_symmetric else 2):
            yield f"{self._owner(side)[1]}{kind}"

    def of_pair(self, kind: str, side: Side, other: str, other_side: Side, step: Point) -> Iterator[tuple[str, int]]:
        """Yield the features of two pieces on neighbouring squares, the other one a step from the first."""
        back = -step[0], -step[1]
        if side == other_side:
            sign, whose = self._owner(side)
            ways = (kind, other, self._direction(side, step)), (other, kind, self._direction(side, back))
            first, second, way = max(ways)
            yield f"{whose}{first} by own {second} at {_way_text(way)}", sign
            return
        for mine, yours, mover, way in ((kind, other, side, step), (other, kind, other_side, back)):
            sign, whose = self._owner(mover)
            yield f"{whose}{mine} by other {yours} at {_way_text(self._direction(mover, way))}", sign

    def of_moves(self, side: Side) -> tuple[str, int]:
        """Return the feature of the legal moves of a side, and its sign; it counts their :meth:`mobility`."""
        sign, whose = self._owner(side)
        return f"{whose}{LEGAL_MOVES}", sign

    def mobility(self, moves: int) -> int:
        """Return how much a number of legal moves counts, beside that of a random game."""
        return scaled(moves) - self._usual_mobility

    def of_rest(self, view: View) -> Iterator[tuple[str, int]]:
        """Yield the features of a position that belong to no piece."""
        yield TO_MOVE, -1 if view.to_move else 1
        for label, text in view.notes:
            numbers = [int(number) for number in NUMBER.findall(text)]
            owner = next((side for side in (1, 0) if self.game.sides[side] in label), None)
            if not self.is_symmetric:
                for place, number in enumerate(numbers, 1):
                    yield f"{label} {place}", number
            elif owner is not None and numbers:
                yield f"note {label.replace(self.game.sides[owner], 'own')}", (-1 if owner else 1) * numbers[0]
            elif len(numbers) == 2:
                # A score of both sides.
                yield f"note {label}", numbers[0] - numbers[1]

    def _owner(self, side: Side) -> tuple[int, str]:
        """Return the sign of a side's features, and how their names begin."""
        return (-1 if side else 1), "" if self.is_symmetric else f"{self.game.sides[side]} "

    def _seen_from(self, side: Side, square: str) -> str:
        if side and self._exchange is not None:
            square = self._exchange.squares[square]
        return min((each.squares[square] for each in self._kept), key=lambda name: self._points[name])

    def _direction(self, side: Side, step: Point) -> Point:
        if side and self._exchange is not None:
            step = self._exchange.turn(*step)
        return max(each.turn(*step) for each in self._kept)

    def _of_square(self, square: str) -> tuple[str, ...]:
        found = self._square_features.get(square)
        if found is None:
            far = (f"{steps[square]} from {terrain}" for terrain, steps in self._terrain_distances.items())
            row = self._points[square][1] + 1
            found = f"on {square}", f"in row {row}", f"{self._rims[square]} from the edge", *far
            self._square_features[square] = found
        return found


@cache
def scaled(moves: int) -> int:
    """Return a number of legal moves on a scale on which one more means less where there are many.

    >>> [scaled(moves) for moves in (0, 1, 2, 10, 11, 100)]
    [0, 4, 6, 14, 14, 27]
    """
    return round(4 * log2(1 + moves))


def _way_text(way: Point) -> str:
    return f"{way[0]:+d}{way[1]:+d}"


def _half_steps(board: Board) -> list[Point]:
    """Return the steps between neighbouring squares, one of each two opposite ones; hexagonal boards are staggered."""
    points = {(square.x, square.y) for square in board.squares}
    steps = [(1, 0), (0, 1), (1, 1), (1, -1)]
    for near, far in (((1, 0), (2, 0)), ((0, 1), (0, 2))):
        if not any((x + near[0], y + near[1]) in points for x, y in points):
            steps.append(far)
    return steps


def _terrain_distances(board: Board) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield each special terrain with the distance of every square from it, in king's moves."""
    names = {(square.x, square.y): square.name for square in board.squares}
    steps = [(sign * dx, sign * dy) for dx, dy in _half_steps(board) for sign in (1, -1)]
    for terrain in sorted({square.terrain for square in board.squares} - PLAIN):
        reached = {(square.x, square.y): 0 for square in board.squares if square.terrain == terrain}
        waiting = list(reached)
        for x, y in waiting:
            for dx, dy in steps:
                point = x + dx, y + dy
                if point in names and point not in reached:
                    reached[point] = reached[x, y] + 1
                    waiting.append(point)
        yield terrain, {name: reached.get(point, -1) for point, name in names.items()}
