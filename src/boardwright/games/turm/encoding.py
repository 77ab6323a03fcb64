"""The encoding of Turm & Wächter: 588 actions, each from a square to another in its row or column."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.encoding import FromToEncoding, Perspective
from boardwright.games.turm.packing import PLACES
from boardwright.games.turm.rules import RAYS, RED, Move, Position, square_name


class TurmEncoding(FromToEncoding[Position, Move]):
    """The distance equals the number of stones, so that two squares determine a move."""

    perspective = Perspective.FLIPPED

    def possible_steps(self) -> Iterator[tuple[str, str]]:
        return (_squares(move) for rays in RAYS for ray in rays for move in ray)

    def routes(self, position: Position, move: Move) -> list[tuple[str, str]]:
        return [_squares(move)]

    def max_actions(self, position: Position) -> int:
        return self.max_by_progress(position)

    def core_square(self, name: str) -> int:
        return PLACES[self.numbers[RED][name]]


def _squares(move: Move) -> tuple[str, str]:
    return square_name(move.origin), square_name(move.target)
