"""A sample: many games of one player against itself, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from statistics import fmean
from typing import NamedTuple

from boardwright.arena.statistics import points_interval, quartiles, share_interval
from boardwright.game import AnyGame, Termination
from boardwright.study.balance.game_statistics import CAPTURE, GameStatistics, PieceActivity
from boardwright.study.balance.lead import Lead, lead_of
from boardwright.views import Side, View

EXAMPLES = 3
"""How many reasons of a termination are named."""

ENOUGH = 0.1
"""Means by move number are given while at least this share of the games is still in progress."""

GOING = ("move", "roll")
"""The stages of plain movement, which are counted as moves already."""


class Share(NamedTuple):
    """A count out of a total, as a share with its 95% interval."""

    number: float
    total: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, number: int, total: int) -> Share:
        """
        >>> Share.of(5, 20)
        Share(number=5, total=20, share=0.25, low=0.1119, high=0.4687)
        """
        if not total:
            return cls(0, 0, 0.0, 0.0, 1.0)
        return cls(number, total, *_rounded(number / total, *share_interval(number, total)))


class Spread(NamedTuple):
    """The distribution of numbers: minimum, quartiles, maximum and mean."""

    least: int
    lower: float
    median: float
    upper: float
    most: int
    mean: float

    @classmethod
    def of(cls, values: Sequence[int]) -> Spread:
        """
        >>> Spread.of([3, 5, 4])
        Spread(least=3, lower=3.5, median=4.0, upper=4.5, most=5, mean=4.0)
        """
        if not values:
            return cls(0, 0.0, 0.0, 0.0, 0, 0.0)
        return cls(min(values), *quartiles(values), max(values), round(fmean(values), 2))


class Results(NamedTuple):
    """The results of the side that moves first."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def points(self) -> Share:
        """The points per game, a draw counted as half, with the 95% interval."""
        points = self.won + self.drawn / 2
        share = points / self.games if self.games else 0.5
        return Share(points, self.games, *_rounded(share, *points_interval(*self)))

    @property
    def advantage(self) -> tuple[float, float, float]:
        """The advantage of moving first: the points per game minus one half, with the 95% interval.

        >>> Results(12, 0, 4).advantage
        (0.25, 0.005, 0.3982)
        """
        points = self.points
        return _rounded(points.share - 0.5, points.low - 0.5, points.high - 0.5)


class Ending(NamedTuple):
    """One way in which games end: its winners, its count, the number of moves, and the most common reasons."""

    termination: Termination
    winner: Side | None
    share: Share
    median: float
    reasons: tuple[str, ...]


class Choice(NamedTuple):
    """The legal moves at one move number: in how many games, the quartiles, and the mean."""

    ply: int
    games: int
    lower: float
    median: float
    upper: float
    mean: float


class Use(NamedTuple):
    """The activity of one kind of piece of one side over all games; ``at_start`` is its count at the start.

    Each piece of a pile in reserve counts. ``games`` counts the games in which it moved.
    """

    side: Side
    kind: str
    at_start: int
    moves: int
    games: int
    took: int
    taken: int


class Event(NamedTuple):
    """An event other than a move or a capture that happened to a kind of piece, and in how many games."""

    stage: str
    side: Side
    kind: str
    times: int
    games: int


@dataclass
class Sample:
    """The games of one player against itself; games in which it failed are only listed in ``failures``."""

    game: AnyGame
    player: str
    statistics: list[GameStatistics] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, game: GameStatistics) -> None:
        """Add one game."""
        if game.failure is not None:
            self.failures.append(game.failure)
        else:
            self.statistics.append(game)
        for name in ("activity", "lead"):
            self.__dict__.pop(name, None)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.statistics)

    @cached_property
    def start(self) -> View:
        """The view of the start position."""
        return self.game.view(self.game.start())

    @property
    def opened(self) -> list[GameStatistics]:
        """The games from varied openings."""
        return [game for game in self.statistics if game.opening]

    @property
    def straight(self) -> list[GameStatistics]:
        """The games that the player played from the first move."""
        return [game for game in self.statistics if not game.opening]

    @property
    def distinct(self) -> int:
        """The number of games that differ from each other in some move."""
        return len({game.line for game in self.statistics})

    @property
    def results(self) -> Results:
        """The results of the side that moves first."""
        return results_of(self.statistics)

    @property
    def lengths(self) -> Spread:
        """The lengths of the games in moves."""
        return Spread.of([game.length for game in self.statistics])

    @property
    def turns(self) -> Spread:
        """The lengths of the games in turns: fewer than moves if a turn has several."""
        return Spread.of([game.turns for game in self.statistics])

    @property
    def choices(self) -> Spread:
        """The number of legal moves, over all moves of all games."""
        return Spread.of([choices for game in self.statistics for choices in game.choices])

    @property
    def choices_by_ply(self) -> list[Choice]:
        """The number of legal moves at each move number."""
        rows = []
        for ply, column in enumerate(zip_longest(*(game.choices for game in self.statistics)), 1):
            going = [choices for choices in column if choices is not None]
            if len(going) < ENOUGH * self.games:
                break
            rows.append(Choice(ply, len(going), *quartiles(going), round(fmean(going), 2)))
        return rows

    @property
    def endings(self) -> list[Ending]:
        """The ways in which games end by termination and winner, the most common first, with examples of reasons."""
        ways: dict[tuple[Termination, Side | None], list[GameStatistics]] = {}
        for game in self.statistics:
            ways.setdefault((game.termination, game.winner), []).append(game)
        endings = [
            Ending(
                termination,
                winner,
                Share.of(len(games), self.games),
                quartiles([game.length for game in games])[1],
                tuple(reason for reason, _ in Counter(game.reason for game in games).most_common(EXAMPLES)),
            )
            for (termination, winner), games in ways.items()
        ]
        return sorted(endings, key=lambda ending: (-ending.share.number, ending.termination, ending.winner or 0))

    @property
    def drawn(self) -> Share:
        """The drawn games: how drawish the game is."""
        return Share.of(self.results.drawn, self.games)

    @property
    def forced(self) -> Share:
        """The moves without a choice, of all moves."""
        choices = [choices for game in self.statistics for choices in game.choices]
        return Share.of(sum(number == 1 for number in choices), len(choices))

    @property
    def first_moves(self) -> Counter[str]:
        """The first moves that the player chose itself."""
        return Counter(game.first_move for game in self.straight)

    @property
    def draws_by_history(self) -> Share:
        """The games that repetition, a lack of progress or another count of moves ended."""
        return Share.of(sum(game.by_history for game in self.statistics), self.games)

    @property
    def repeating(self) -> Share:
        """The games in which some position occurred twice or more."""
        return Share.of(sum(game.occurrences > 1 for game in self.statistics), self.games)

    @cached_property
    def activity(self) -> PieceActivity:
        """The activity of the pieces over all games."""
        total = PieceActivity()
        for game in self.statistics:
            total.add_all(game.activity)
        return total

    @cached_property
    def lead(self) -> Lead | None:
        """The statistics of the lead; None if the player reports no win probabilities."""
        return lead_of(self.statistics)

    @property
    def uses(self) -> list[Use]:
        """The activity of each kind of piece that appeared, by side, in the order of the game's kinds."""
        reserves = self.start.board.reserves
        at_start: Counter[tuple[Side, str]] = Counter()
        for piece in self.start.pieces:
            at_start[piece.side, piece.kind] += 1 if reserves.isdisjoint(piece.squares) else piece.height
        activity = self.activity
        seen = {kind for _, kind in (*at_start, *activity.moved, *activity.taken)}
        kinds = [*(kind for kind in self.game.kinds if kind in seen), *sorted(seen.difference(self.game.kinds))]
        return [
            Use(
                side,
                kind,
                at_start[side, kind],
                activity.moved[side, kind],
                sum((side, kind) in game.activity.moved for game in self.statistics),
                activity.took[side, kind],
                activity.taken[side, kind],
            )
            for kind in kinds
            for side in (0, 1)
        ]

    @property
    def events(self) -> list[Event]:
        """Promotions, drownings, scores and other stages, by the game's own words."""
        return [
            Event(
                stage, side, kind, times, sum((stage, side, kind) in game.activity.happened for game in self.statistics)
            )
            for (stage, side, kind), times in sorted(self.activity.happened.items())
            if stage not in GOING and stage != CAPTURE
        ]

    @property
    def unused_squares(self) -> list[str]:
        """The squares on which no piece ever stood."""
        used = frozenset[str]().union(*(game.occupied for game in self.statistics))
        return [square.name for square in self.start.board.squares if square.name not in used]

    @property
    def untouched_squares(self) -> list[str]:
        """The squares to which no piece ever moved."""
        reached = {square for _, square in self.activity.arrivals}
        return [square.name for square in self.start.board.squares if square.name not in reached]


def results_of(statistics: Sequence[GameStatistics]) -> Results:
    """The results of the side that moves first in these games."""
    winners = Counter(game.winner for game in statistics)
    return Results(winners[0], winners[None], winners[1])


def _rounded(*values: float) -> tuple[float, float, float]:
    one, two, three = (round(value, 4) for value in values)
    return one, two, three
