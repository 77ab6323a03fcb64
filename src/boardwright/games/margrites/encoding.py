"""The encoding of Margrites: an action is one step, to a neighbouring square or off the board."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.encoding import Actions, FromToEncoding, Perspective, PlaneValue
from boardwright.games.margrites.board import COLUMNS, NUMBERS, ROWS, square_name
from boardwright.games.margrites.packing import place_of
from boardwright.games.margrites.rules import BLACK, STEPS, Move, Position
from boardwright.views import Side

STEPS_LEFT = "steps left"
TO_START = ("columns to the right, back to the square of the turn's start", "rows up, back to it")
SCORES = ("own points", "other points", "own captures", "other captures")


class MargritesEncoding(FromToEncoding[Position, Move]):
    """Besides the pieces there are planes for the turn so far and the score."""

    perspective = Perspective.FLIPPED
    separator = ">"

    def possible_steps(self) -> Iterator[tuple[str, str]]:
        return (_squares(move) for steps in STEPS[BLACK] for _, move in steps)

    def routes(self, position: Position, move: Move) -> list[tuple[str, str]]:
        return [_squares(move)]

    def max_actions(self, position: Position) -> int:
        return self.max_by_progress(position)

    def core_square(self, name: str) -> int:
        return place_of(NUMBERS[name])

    def extra_planes(self) -> tuple[str, ...]:
        return (STEPS_LEFT, *TO_START, *SCORES)

    def extra_values(self, position: Position, prefix: Actions, viewer: Side) -> Iterator[PlaneValue]:
        yield PlaneValue(STEPS_LEFT, None, position.steps_left)
        for now, start in position.origins:
            here, there = (self._cell(viewer, square) for square in (now, start))
            yield PlaneValue(TO_START[0], here, there % COLUMNS - here % COLUMNS)
            yield PlaneValue(TO_START[1], here, there // COLUMNS - here // COLUMNS)
        both = (viewer, 1 - viewer)
        scores = [position.points[side] for side in both] + [position.captures[side] for side in both]
        for plane, score in zip(SCORES, scores, strict=True):
            yield PlaneValue(plane, None, score)

    def _cell(self, viewer: Side, square: int) -> int:
        row, column = divmod(square, COLUMNS)
        return self.cell(viewer, column, ROWS - 1 - row)


def _squares(move: Move) -> tuple[str, str]:
    return square_name(move.origin), square_name(move.target)
