"""The static evaluation of the Python search: the weights of a position's features, added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log10
from typing import Generic

from boardwright.engine.python_search.features import LEGAL_MOVES, Features
from boardwright.engine.python_search.scores import MAX_EVALUATION, SCALE
from boardwright.game import Game, M, P
from boardwright.views import Piece, View

CERTAIN = 0.99
"""The largest estimate that a game's own ``estimate`` counts as."""


class LastView(Generic[P, M]):
    """The view of a position; the last one is kept, because a search asks for it several times."""

    def __init__(self, game: Game[P, M]) -> None:
        self._view = game.view
        self._last: tuple[P, View] | None = None

    def __call__(self, position: P) -> View:
        last = self._last
        if last is not None and last[0] is position:
            return last[1]
        view = self._view(position)
        self._last = position, view
        return view


def estimated(game: Game[P, M]) -> Callable[[P, int], int]:
    """Return the evaluation by a game's own :meth:`Game.estimate`."""

    def evaluate(position: P, moves: int) -> int:
        estimate = max(-CERTAIN, min(game.estimate(position) or 0.0, CERTAIN))
        return round(SCALE * log10((1 + estimate) / (1 - estimate)))

    return evaluate


class Evaluation(Generic[P, M]):
    """The evaluation by weights, in hundredths for the side that moves first."""

    def __init__(self, features: Features[P, M], weights: Mapping[str, int], view: LastView[P, M]) -> None:
        self._features = features
        self._weights = weights
        self._view = view
        self._kinds: dict[tuple[str, int], int] = {}
        """A number for each kind of each side, for pairs of neighbours."""
        self._pieces: dict[Piece, tuple[int, int]] = {}
        """The value of a piece, and the number of its kind."""
        self._pairs: dict[tuple[int, int, tuple[int, int]], int] = {}
        self.counts_moves = any(name.endswith(LEGAL_MOVES) for name in weights)
        """Whether the number of legal moves makes a difference."""
        self._of_moves = tuple(sign * weights.get(name, 0) for name, sign in map(features.of_moves, (0, 1)))
        self._has_pairs = any(" by own " in name or " by other " in name for name in weights)

    def __call__(self, position: P, moves: int) -> int:
        """Return the score of a position, in which there are some legal moves, for the side that moves first."""
        view = self._view(position)
        known = self._pieces
        total = self._of_moves[view.to_move] * self._features.mobility(moves) if self.counts_moves else 0
        standing: dict[str, int] = {}
        for piece in view.pieces:
            value, kind = known.get(piece) or self._value(piece)
            total += value
            for square in piece.squares:
                standing[square] = kind
        if self._has_pairs:
            total += self._pairs_value(standing)
        weights = self._weights
        for name, count in self._features.of_rest(view):
            total += weights.get(name, 0) * count
        return max(-MAX_EVALUATION, min(total, MAX_EVALUATION))

    def _pairs_value(self, standing: dict[str, int]) -> int:
        neighbours, pairs = self._features.neighbours, self._pairs
        total = 0
        for square, kind in standing.items():
            for other_square, step in neighbours.get(square, ()):
                other = standing.get(other_square)
                if other is not None:
                    value = pairs.get((kind, other, step))
                    total += self._pair_value(kind, other, step) if value is None else value
        return total

    def _value(self, piece: Piece) -> tuple[int, int]:
        value = sum(self._weights.get(name, 0) * count for name, count in self._features.of_piece(piece))
        kind = self._kinds.setdefault((piece.kind, piece.side), len(self._kinds))
        self._pieces[piece] = value, kind
        return value, kind

    def _pair_value(self, kind: int, other: int, step: tuple[int, int]) -> int:
        kinds = list(self._kinds)
        found = self._features.of_pair(*kinds[kind], *kinds[other], step)
        value = sum(self._weights.get(name, 0) * count for name, count in found)
        self._pairs[kind, other, step] = value
        return value
