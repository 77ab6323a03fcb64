"""The results of a balance study."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum, auto
from typing import Any, NamedTuple

from boardwright.arena.results import MatchResult
from boardwright.game import AnyGame
from boardwright.study.balance.forced import ForcedWin
from boardwright.study.balance.sample import Sample
from boardwright.study.balance.skill import SkillStep
from boardwright.study.balance.summary import choices_summary, forced_summary, sample_summary
from boardwright.study.balance.values import Choices


class Severity(StrEnum):
    """How much a finding weighs."""

    SERIOUS = auto()
    """The game is broken: it is decided before it begins, or its moves do not matter."""
    WARNING = auto()
    """A part of the game does not work as its rules suggest."""
    NOTICE = auto()
    """Something to look at."""


class Finding(NamedTuple):
    """A weakness of the rules that a study has found, with its evidence."""

    code: str
    severity: Severity
    sentence: str
    evidence: str


@dataclass
class Balance:
    """The results of a study: the player's games, random games for comparison, matches of skill, and a proof.

    ``against_random`` is the match of the player against random moves, ``skill`` that against a player with a tenth of
    its limit, ``curve`` those of the skill curve, the weakest first. ``in_time`` says whether the time was enough for
    all games.
    """

    game: AnyGame
    player: Sample
    random: Sample
    seed: int = 0
    against_random: MatchResult | None = None
    skill: MatchResult | None = None
    curve: list[MatchResult] = field(default_factory=list)
    choices: Choices | None = None
    forced: ForcedWin | None = None
    findings: list[Finding] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    complete: bool = True
    in_time: bool = True

    @property
    def matches(self) -> list[MatchResult]:
        """All matches of a stronger against a weaker player."""
        return [match for match in (self.against_random, self.skill) if match] + self.curve

    @property
    def steps(self) -> list[SkillStep]:
        """The skill curve."""
        return [SkillStep.of(match) for match in self.curve if match.games]

    @property
    def samples(self) -> tuple[Sample, Sample]:
        """The player's games and the random ones."""
        return self.player, self.random

    @property
    def games(self) -> int:
        """The number of games in all."""
        return self.player.games + self.random.games + sum(match.games for match in self.matches)

    def summary(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "game": self.game.full_name,
            "title": self.game.title,
            "sides": list(self.game.sides),
            "seed": self.seed,
            "complete": self.complete,
            "in_time": self.in_time,
            "crashes": self.crashes,
            "player": sample_summary(self.player),
            "random": sample_summary(self.random),
            "against_random": None if self.against_random is None else asdict(SkillStep.of(self.against_random)),
            "skill": None if self.skill is None else asdict(SkillStep.of(self.skill)),
            "skill_curve": [asdict(step) for step in self.steps],
            "choices": None if self.choices is None else choices_summary(self.choices),
            "forced_win": None if self.forced is None else forced_summary(self.game, self.forced),
            "findings": [finding._asdict() for finding in self.findings],
        }
