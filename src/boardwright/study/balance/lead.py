"""The lead: who is ahead, how often that changes, and when a game is decided, by the player's win probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from boardwright.arena.statistics import quartiles
from boardwright.study.balance.game_statistics import GameStatistics

LEADS = 0.6
"""The win probability from which a side leads; the lead changes when the other side leads next."""

DECIDED = 0.9
"""A game is decided once the winner's win probability stays at or above this to the end."""

BEHIND = 0.2
"""A winner that once had this win probability or less came from behind."""

STEPS = 20
"""The number of sections into which games are divided, to compare games of different lengths."""

TENTHS = 10


class Moment(NamedTuple):
    """The winners' win probability after a share of the game: quartiles and median."""

    progress: float
    lower: float
    median: float
    upper: float


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead in the games of a sample.

    ``games`` counts those with win probabilities, ``won`` those of them with a winner; ``changes`` counts games by
    their number of lead changes; ``comebacks`` counts games whose winner was behind; ``decided`` holds, in tenths of
    the game, when the won games were decided, and ``decided_ply`` and ``decided_share`` the medians.
    """

    games: int
    won: int
    changes: Counter[int]
    comebacks: int
    decided: list[int]
    decided_ply: float
    decided_share: float
    course: list[Moment]

    @property
    def mean_changes(self) -> float:
        """The mean number of lead changes per game."""
        return sum(times * games for times, games in self.changes.items()) / max(self.games, 1)


def lead_of(statistics: Iterable[GameStatistics]) -> Lead | None:
    """Compute the statistics of the games with win probabilities; None if there are none."""
    rated = [game for game in statistics if game.chances]
    if not rated:
        return None
    won = [game for game in rated if game.winner is not None]
    plies = [decided_at(winners_chances(game)) + game.opening for game in won]
    shares = [ply / game.length for ply, game in zip(plies, won, strict=True)]
    tenths = Counter(min(int(share * TENTHS), TENTHS - 1) for share in shares)
    return Lead(
        len(rated),
        len(won),
        Counter(lead_changes(game.chances) for game in rated),
        sum(min(winners_chances(game)) <= BEHIND for game in won),
        [tenths[tenth] for tenth in range(TENTHS)],
        median(plies) if plies else 0.0,
        median(shares) if shares else 0.0,
        [_moment(step / STEPS, won) for step in range(STEPS + 1)] if won else [],
    )


def winners_chances(game: GameStatistics) -> list[float]:
    """Return the win probabilities of the eventual winner."""
    return [chance if game.winner == 0 else 1 - chance for chance in game.chances]


def lead_changes(chances: Sequence[float]) -> int:
    """Count the changes of the lead; even chances do not change it.

    >>> lead_changes([0.5, 0.7, 0.5, 0.65, 0.3, 0.45, 0.8])
    2
    """
    leaders = [0 if chance >= LEADS else 1 for chance in chances if chance >= LEADS or chance <= 1 - LEADS]
    return sum(one != other for one, other in pairwise(leaders))


def decided_at(chances: Sequence[float]) -> int:
    """Return the move from which the winner's win probability stays high; past the last move if it never does.

    >>> decided_at([0.5, 0.95, 0.8, 0.9, 1.0]), decided_at([0.5, 0.4])
    (3, 2)
    """
    at = len(chances)
    while at and chances[at - 1] >= DECIDED:
        at -= 1
    return at


def _moment(progress: float, won: Sequence[GameStatistics]) -> Moment:
    seen = []
    for game in won:
        chances = winners_chances(game)
        at = round(progress * game.length) - game.opening
        seen.append(chances[min(max(at, 0), len(chances) - 1)])
    return Moment(progress, *(round(value, 4) for value in quartiles(seen)))
