"""International draughts as a learner sees it: an action leads along a diagonal; a capture takes one a jump."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.encoding import Chosen, Steps, Turned
from boardwright.games.draughts.rules import (
    KING_RAYS,
    NUMBER,
    SQUARES,
    Move,
    Position,
    captors,
    capture_waves,
    numbers,
    quiet_moves,
)
from boardwright.games.draughts.walks import follow, routes_of


class DraughtsEncoding(Steps[Position, Move]):
    """All captures take the same number, so that none ends where another goes on.

    Kings have so many routes at times that the options are found jump by jump instead.
    """

    turned = Turned.ROTATED
    chains = True

    def possible(self) -> Iterator[tuple[str, str]]:
        return ((str(n), str(NUMBER[bit])) for n in SQUARES for ray in KING_RAYS[n] for bit in ray)

    def routes(self, position: Position, move: Move) -> list[tuple[str, ...]]:
        return [tuple(map(str, route)) for route in routes_of(position, move)]

    def options(self, position: Position, chosen: Chosen = ()) -> dict[int, Move | None]:
        found: dict[int, Move | None] = {}
        pieces = captors(position)
        if not pieces:
            found = {self._step(position, move.origin, move.target): move for move in quiet_moves(position)}
        else:
            waves = capture_waves(position, pieces, position[1 - position.to_move])
            taken = len(chosen)
            so_far = self._capture(position, self.walked(position.to_move, chosen)) if chosen else None
            for jump in _leading_on(waves, taken + 1):
                for earlier in waves[taken + 1][jump]:
                    if so_far in (None, earlier):
                        action = self._step(position, earlier.target, jump.target)
                        found[action] = jump if taken + 2 == len(waves) else None
        return dict(sorted(found.items()))

    def _step(self, position: Position, start: int, end: int) -> int:
        return self.walk(position.to_move, (str(start), str(end)))[0]

    def taken(self, position: Position, path: Sequence[str]) -> list[str]:
        walked = self._capture(position, path)
        return [] if walked is None else [str(square) for square in numbers(walked.captured)]

    def _capture(self, position: Position, path: Sequence[str]) -> Move | None:
        return follow(position, [int(square) for square in path])


def _leading_on(waves: list[dict[Move, list[Move]]], number: int) -> set[Move]:
    """The captures of a wave that lead on to those of the last one."""
    alive = set(waves[-1])
    for wave in waves[:number:-1]:
        alive = {earlier for capture in alive for earlier in wave[capture]}
    return alive
