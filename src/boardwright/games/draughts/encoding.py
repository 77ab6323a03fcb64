"""The encoding of draughts: an action goes along a diagonal; a capture takes one per jump."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from boardwright.encoding import Actions, FromToEncoding, Perspective
from boardwright.games.draughts.draws import KING_MOVES_EACH
from boardwright.games.draughts.routes import follow, routes_of
from boardwright.games.draughts.rules import (
    BIT,
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


class DraughtsEncoding(FromToEncoding[Position, Move]):
    """All captures take the same number, so that none ends where another continues.

    Kings can have a huge number of routes, so the options are computed jump by jump.
    """

    perspective = Perspective.ROTATED
    has_chains = True

    def possible_steps(self) -> Iterator[tuple[str, str]]:
        return ((str(n), str(NUMBER[bit])) for n in SQUARES for ray in KING_RAYS[n] for bit in ray)

    def routes(self, position: Position, move: Move) -> list[tuple[str, ...]]:
        return [tuple(map(str, route)) for route in routes_of(position, move)]

    def options(self, position: Position, prefix: Actions = ()) -> dict[int, Move | None]:
        moves: dict[int, Move | None] = {}
        waves = _jumps(position)
        if waves:
            after, is_last = waves[len(prefix)], len(prefix) + 1 == len(waves)
            so_far = [self._capture(position, self.path_squares(position.to_move, prefix))] if prefix else after
            for earlier in so_far:
                for jump in after[earlier]:
                    moves[self._step(position, earlier.target, jump.target)] = jump if is_last else None
        else:
            moves = {self._step(position, move.origin, move.target): move for move in quiet_moves(position)}
        return dict(sorted(moves.items()))

    def _step(self, position: Position, start: int, end: int) -> int:
        return self.path_actions(position.to_move, (str(start), str(end)))[0]

    def max_actions(self, position: Position) -> int:
        pieces = (position.white | position.black).bit_count()
        # A man goes one of nine rows with each move, and may come back two rows with each piece that it takes.
        man_moves = 9 * (pieces - position.kings.bit_count()) + 2 * pieces
        # Between these and the captures, both sides may move their kings; each piece taken is one action.
        return (man_moves + pieces + 1) * 2 * KING_MOVES_EACH + man_moves + pieces

    def core_square(self, name: str) -> int:
        return BIT[int(name)].bit_length() - 1

    def taken(self, position: Position, path: Sequence[str]) -> list[str]:
        return [str(square) for square in numbers(self._capture(position, path).captured)]

    def _capture(self, position: Position, path: Sequence[str]) -> Move:
        walked = follow(position, [int(square) for square in path])
        assert walked is not None, "the prefix is the beginning of a capture"
        return walked


@lru_cache(maxsize=16)
def _jumps(position: Position) -> list[dict[Move, list[Move]]]:
    """Return, by number of jumps, each partial capture with the next jumps that lead to the maximum."""
    waves = capture_waves(position, captors(position), position[1 - position.to_move])
    jumps: list[dict[Move, list[Move]]] = []
    leading: Iterable[Move] = waves[-1] if waves else ()
    for wave in reversed(waves[1:]):
        after: dict[Move, list[Move]] = {}
        for capture in leading:
            for earlier in wave[capture]:
                after.setdefault(earlier, []).append(capture)
        jumps.append(after)
        leading = after
    return jumps[::-1]
