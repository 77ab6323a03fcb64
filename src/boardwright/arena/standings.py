"""The result of a tournament: its matches, and its players in the order of their strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from math import inf, nan
from pathlib import Path
from typing import Any, NamedTuple

from boardwright.arena.ratings import Meeting, ratings
from boardwright.arena.results import MatchResult, PlayerStats
from boardwright.arena.statistics import EloEstimate
from boardwright.errors import BoardwrightError


class Schedule(StrEnum):
    """Who plays whom."""

    MATCH = "match"
    GAUNTLET = "gauntlet"
    """The first player against all others."""
    ROUND_ROBIN = "round-robin"
    """Everyone against everyone."""

    @property
    def words(self) -> str:
        """The name in a sentence."""
        return self.replace("-", " ")

    def pairings(self, players: int) -> list[tuple[int, int]]:
        """Return the matches, by the numbers of their players.

        >>> Schedule.GAUNTLET.pairings(3), Schedule.ROUND_ROBIN.pairings(3)
        ([(0, 1), (0, 2)], [(0, 1), (0, 2), (1, 2)])
        """
        if self == Schedule.MATCH and players != 2:
            raise BoardwrightError(f"a match is between two players: found {players}")
        if players < 2:
            raise BoardwrightError(f"a {self.words} is between several players: expected at least two players")
        if self == Schedule.ROUND_ROBIN:
            return list(combinations(range(players), 2))
        return [(0, other) for other in range(1, players)]


UNRATED = EloEstimate(nan, -inf, inf)
"""The rating of a player without a pair that says something about its strength."""


class PlayerStanding(NamedTuple):
    """One player of a tournament: its rating relative to the mean of all, its games and its figures."""

    number: int
    name: str
    elo: EloEstimate
    won: int
    drawn: int
    lost: int
    figures: PlayerStats

    @property
    def games(self) -> int:
        """The number of its games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """Its points: one for a win, a half for a draw."""
        return self.won + self.drawn / 2

    def to_json(self, rank: int) -> dict[str, object]:
        """Return the standing as plain data."""
        return {
            "rank": rank,
            "player": self.name,
            "elo": self.elo.to_json(),
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "points": self.points,
            "figures": self.figures.summary(),
        }


@dataclass
class TournamentResult:
    """The result of a tournament so far.

    ``pairings`` are the players of each match, by their numbers; ``resumed`` counts the pairs that an earlier run of
    the same contest has played.
    """

    game: str
    players: list[str]
    schedule: Schedule
    pairings: list[tuple[int, int]]
    matches: list[MatchResult]
    crashes: list[str] = field(default_factory=list)
    saved: list[Path] = field(default_factory=list)
    resumed: int = 0
    complete: bool = True

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(match.games for match in self.matches)

    def standings(self) -> list[PlayerStanding]:
        """Return the players, the best first; those without evidence of their strength at the end."""
        meetings = [
            Meeting(*pairing, match.evidence) for pairing, match in zip(self.pairings, self.matches, strict=True)
        ]
        elos = ratings(len(self.players), meetings)
        met = {player for first, second, pairs in meetings if any(pairs) for player in (first, second)}
        lines = [self._standing(number, elo if number in met else UNRATED) for number, elo in enumerate(elos)]
        return sorted(lines, key=lambda line: (line.number not in met, -line.elo.elo, -line.points, line.number))

    def _standing(self, number: int, elo: EloEstimate) -> PlayerStanding:
        won = drawn = lost = 0
        figures = PlayerStats()
        for pairing, match in zip(self.pairings, self.matches, strict=True):
            if number in pairing:
                at = pairing.index(number)
                won += (match.won, match.lost)[at]
                lost += (match.lost, match.won)[at]
                drawn += match.drawn
                figures.add(match.figures[at])
        return PlayerStanding(number, self.players[number], elo, won, drawn, lost, figures)

    def points_between(self, player: int, other: int) -> tuple[float, int] | None:
        """Return the points of a player against another one, and their games; None if they have not met."""
        for (first, second), match in zip(self.pairings, self.matches, strict=True):
            if {first, second} == {player, other} and match.games:
                points = (match.won if player == first else match.lost) + match.drawn / 2
                return points, match.games
        return None

    def summary(self) -> dict[str, Any]:
        """Return the result as plain data for JSON."""
        standings = self.standings()
        return {
            "game": self.game,
            "schedule": self.schedule,
            "players": self.players,
            "games": self.games,
            "standings": [standing.to_json(rank) for rank, standing in enumerate(standings, 1)],
            "crosstable": [self._row(number) for number in range(len(self.players))],
            "matches": [match.summary() for match in self.matches],
            "crashes": self.crashes,
            "complete": self.complete,
            "resumed": self.resumed,
            "saved": [str(path) for path in self.saved],
        }

    def _row(self, player: int) -> Sequence[float | None]:
        cells = (self.points_between(player, other) for other in range(len(self.players)))
        return [None if cell is None else cell[0] for cell in cells]
