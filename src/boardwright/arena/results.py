"""The result of a match, as it grows pair by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from boardwright.arena.adjudication import RULES as ADJUDICATION_RULES
from boardwright.arena.play import MARGIN
from boardwright.arena.sprt import Sprt
from boardwright.arena.statistics import (
    PAIR_SCORES,
    EloEstimate,
    elo_estimate,
    mean_score,
    normalized_elo,
    superiority,
)
from boardwright.engine.limits import LIMITS, Limits


@dataclass(slots=True)
class PlayerStats:
    """The search statistics of a player, summed over its moves.

    ``forfeits`` counts the games that it lost by failing: on time, by an illegal move, because its program ended or its
    connection was lost, or by another error.
    """

    moves: int = 0
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    forfeits: int = 0
    time_losses: int = 0
    illegal_moves: int = 0
    disconnects: int = 0

    def add(self, other: PlayerStats) -> None:
        """Add another game's figures."""
        self.moves += other.moves
        self.depth += other.depth
        self.nodes += other.nodes
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.forfeits += other.forfeits
        self.time_losses += other.time_losses
        self.illegal_moves += other.illegal_moves
        self.disconnects += other.disconnects

    def a_move(self, total: float) -> float:
        """Convert a total to a mean per move."""
        return total / self.moves if self.moves else 0.0

    def summary(self) -> dict[str, object]:
        """Return the figures as plain data, means instead of sums."""
        return {
            "moves": self.moves,
            "depth": round(self.a_move(self.depth), 2),
            "nodes": round(self.a_move(self.nodes)),
            "seconds": round(self.a_move(self.seconds), 4),
            "longest": round(self.longest, 4),
            "forfeits": self.forfeits,
            "time_losses": self.time_losses,
            "illegal_moves": self.illegal_moves,
            "disconnects": self.disconnects,
        }


@dataclass(frozen=True, slots=True)
class GameReport:
    """One game as plain data; the entrants are 0 and 1, regardless of their sides.

    ``record`` replays it, with the search results of the moves; ``side_won`` is the name of the winning side, or
    "draw"; ``failure`` says why a player forfeited, if it did; ``absent`` is the entrant that failed before its first
    move; ``texts`` holds the game in its other record formats; ``adjudged_by`` is the rule of the adjudication that
    ended it, if one did.
    """

    record: dict[str, Any]
    winner: int | None
    side_won: str
    ending: str
    failure: str | None
    absent: int | None
    figures: tuple[PlayerStats, PlayerStats]
    texts: dict[str, str]
    adjudged_by: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the report of such data."""
        first, second = (PlayerStats(**figures) for figures in data["figures"])
        return cls(**{**data, "figures": (first, second)})

    @property
    def points(self) -> float:
        """The points of entrant 0."""
        return 0.5 if self.winner is None else 1.0 - self.winner

    @property
    def plies(self) -> int:
        """The number of moves, including the opening."""
        return len(self.record["moves"])


@dataclass
class MatchResult:
    """The result of a match so far, from the first player's point of view.

    A player that exceeded its time for a move by more than ``margin`` seconds lost the game; ``limits`` are those of
    each player. ``pairs`` counts the pairs by the first player's score: 0, ½, 1, 1½, 2; ``absences`` those in which a
    player failed before its first move, and which say nothing about strength. ``adjudicated`` counts the games that a
    rule of the adjudication ended.

    >>> result = MatchResult("turm:centre", ("engine", "random"), pairs=[0, 1, 2, 0, 7], won=16, drawn=1, lost=3)
    >>> result.games, result.score, round(result.elo.elo), round(result.superiority, 3)
    (20, 0.825, 269, 0.992)
    """

    game: str
    players: tuple[str, str]
    sprt: Sprt | None = None
    margin: float = MARGIN
    limits: tuple[Limits, Limits] = (Limits(), Limits())
    pairs: list[int] = field(default_factory=lambda: [0] * len(PAIR_SCORES))
    absences: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    sides: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    adjudicated: Counter[str] = field(default_factory=Counter)
    plies: int = 0
    shortest: int = 0
    longest: int = 0
    figures: tuple[PlayerStats, PlayerStats] = field(default_factory=lambda: (PlayerStats(), PlayerStats()))
    failures: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    saved: list[Path] = field(default_factory=list)
    complete: bool = True

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The first player's share of the points; a half before the first pair."""
        return mean_score(self.pairs) if any(self.pairs) else 0.5

    @property
    def evidence(self) -> list[int]:
        """The pairs that count for strength: none if every game was lost by failing."""
        forfeits = sum(figures.forfeits for figures in self.figures)
        return self.pairs if forfeits < self.games else [0] * len(self.pairs)

    @property
    def elo(self) -> EloEstimate:
        """The first player's Elo over the second's, with 95% error bars."""
        evidence = self.evidence
        return elo_estimate(evidence) if any(evidence) else EloEstimate(0.0, float("-inf"), float("inf"))

    @property
    def normalized_elo(self) -> EloEstimate:
        """The same in normalized Elo."""
        evidence = self.evidence
        return normalized_elo(evidence) if any(evidence) else EloEstimate(0.0, float("-inf"), float("inf"))

    @property
    def superiority(self) -> float:
        """The likelihood of superiority of the first player; a half without evidence."""
        return superiority(self.evidence)

    @property
    def verdict(self) -> str | None:
        """The hypothesis that the sequential test accepts, ``elo0`` or ``elo1``; None while open or without a test."""
        return self.sprt.verdict(self.evidence) if self.sprt else None

    def add_pair(self, reports: Sequence[GameReport]) -> None:
        """Add the two games of a pair."""
        if any(report.absent is not None for report in reports):
            self.absences += 1
        else:
            self.pairs[round(2 * sum(report.points for report in reports))] += 1
        for report in reports:
            self._add(report)

    def _add(self, report: GameReport) -> None:
        self.shortest = min(self.shortest, report.plies) if self.games else report.plies
        self.longest = max(self.longest, report.plies)
        self.plies += report.plies
        self.won += report.winner == 0
        self.lost += report.winner == 1
        self.drawn += report.winner is None
        self.sides[report.side_won] += 1
        self.endings[report.ending] += 1
        if report.adjudged_by is not None:
            self.adjudicated[report.adjudged_by] += 1
        self.failures += [report.failure] if report.failure else []
        for figures, more in zip(self.figures, report.figures, strict=True):
            figures.add(more)

    def summary(self) -> dict[str, Any]:
        """Return the result as plain data for JSON; None for an unbounded Elo, and for values without evidence."""
        proven = any(self.evidence)
        return {
            "game": self.game,
            "players": list(self.players),
            "limits": [_limits_summary(limits) for limits in self.limits],
            "margin": self.margin,
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "score": round(self.score, 4) if any(self.pairs) else None,
            "pairs": self.pairs,
            "absences": self.absences,
            "elo": self.elo.to_json() if proven else dict.fromkeys(EloEstimate._fields),
            "normalized_elo": self.normalized_elo.to_json() if proven else dict.fromkeys(EloEstimate._fields),
            "superiority": round(self.superiority, 4) if proven else None,
            "sprt": None if self.sprt is None else self._sprt_summary(self.sprt),
            "sides": dict(sorted(self.sides.items())),
            "plies": {
                "mean": round(self.plies / self.games, 2) if self.games else 0,
                "shortest": self.shortest,
                "longest": self.longest,
            },
            "endings": dict(sorted(self.endings.items(), key=lambda ending: (-ending[1], ending[0]))),
            "adjudicated": {rule: self.adjudicated[rule] for rule in ADJUDICATION_RULES},
            "figures": [figures.summary() for figures in self.figures],
            "failures": self.failures,
            "crashes": self.crashes,
            "complete": self.complete,
            "saved": [str(path) for path in self.saved],
        }

    def _sprt_summary(self, sprt: Sprt) -> dict[str, object]:
        low, high = sprt.bounds
        return {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "model": sprt.model,
            "llr": round(sprt.log_ratio(self.evidence), 4),
            "bounds": [round(low, 4), round(high, 4)],
            "verdict": self.verdict,
        }


def _limits_summary(limits: Limits) -> dict[str, object]:
    return {**{name: getattr(limits, name) for name in LIMITS}, "tc": None if limits.tc is None else str(limits.tc)}
