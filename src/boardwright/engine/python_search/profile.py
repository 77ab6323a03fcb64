"""What a search needs to know of a game before it has learned anything: how mobile its pieces are, what moves do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from statistics import fmean

from boardwright.explore import random_game
from boardwright.game import AnyGame

SAMPLED_PLIES = 80
SAMPLED_POSITIONS = 12
SAMPLED_MOVES = 12
"""How many moves of each position are looked at."""
FEW_PROGRESS = 0.25
"""The largest share of the moves that may be progress for them to be worth a search of their own at the leaves."""
LEAST_VALUE, MOST_VALUE = 50, 500
PIECE_VALUE = 100


@dataclass(frozen=True, slots=True)
class Profile:
    """Figures of a random game: the values of the kinds by their moves, the share of moves that are progress, and the
    mean number of legal moves."""

    values: dict[str, int]
    progress: float
    moves: int

    @property
    def has_quiet_moves(self) -> bool:
        """Whether progress is rare enough for quiescence search to end."""
        return self.progress <= FEW_PROGRESS


_known: dict[tuple[type, str], Profile] = {}


def profile_of(game: AnyGame) -> Profile:
    """Return the profile of a game, which is computed once in a process and always the same."""
    key = type(game), game.variant
    if key not in _known:
        _known[key] = _sampled(game)
    return _known[key]


def _sampled(game: AnyGame) -> Profile:
    positions = random_game(game, Random(0), plies=SAMPLED_PLIES).positions[:-1]
    pieces: Counter[str] = Counter()
    moves: defaultdict[str, float] = defaultdict(float)
    numbers: list[int] = []
    tried = progress = 0
    for position in positions[:: len(positions) // SAMPLED_POSITIONS + 1]:
        view, legal = game.view(position), game.legal_moves(position)
        numbers.append(len(legal))
        kinds = {square: piece.kind for piece in view.pieces if piece.side == view.to_move for square in piece.squares}
        pieces.update(piece.kind for piece in view.pieces if piece.side == view.to_move)
        sampled = legal[:: len(legal) // SAMPLED_MOVES + 1]
        for move in sampled:
            paths = game.move_view(position, move).paths
            if paths and paths[0] and (kind := kinds.get(paths[0][0])):
                # Each sampled move stands for as many as were left out.
                moves[kind] += len(legal) / len(sampled)
            tried += 1
            progress += game.is_progress(position, move)
    return Profile(_values(game, pieces, moves), progress / max(tried, 1), round(fmean(numbers or [0])))


def _values(game: AnyGame, pieces: Counter[str], moves: Mapping[str, float]) -> dict[str, int]:
    mean = sum(moves.values()) / max(pieces.total(), 1)
    values = dict.fromkeys(game.kinds, PIECE_VALUE)
    for kind, number in pieces.items():
        if mean:
            value = round(PIECE_VALUE * moves.get(kind, 0.0) / number / mean)
            values[kind] = max(LEAST_VALUE, min(value, MOST_VALUE))
    return values
