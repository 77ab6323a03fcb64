"""The skill curve: how much each doubling of a player's limit, or each ply of its depth, gains.

A game of depth rewards thinking again and again; one that is soon exhausted, or decided by luck, does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from boardwright.arena.results import MatchResult
from boardwright.arena.statistics import score_interval
from boardwright.engine.players import LEVELS

STEPS = 3
"""The default number of doublings."""

LIMIT = re.compile(r"\b(nodes|visits|time|depth)=([0-9.]+)")
LEVEL = re.compile(r"level:([0-9]+)")


def skill_steps(player: str, steps: int = STEPS) -> list[str]:
    """Return players from the weakest to the given one: by doubled limits, or by each ply of depth or level.

    There is only the player itself if it has no limit that can be cut.

    >>> skill_steps("engine:nodes=2000")
    ['engine:nodes=250', 'engine:nodes=500', 'engine:nodes=1000', 'engine:nodes=2000']
    >>> skill_steps("mcts:visits=5", 9)
    ['mcts:visits=1', 'mcts:visits=2', 'mcts:visits=5']
    >>> skill_steps("engine:depth=3"), skill_steps("level:2"), skill_steps("random")
    (['engine:depth=1', 'engine:depth=2', 'engine:depth=3'], ['level:1', 'level:2'], ['random'])
    """
    if player.startswith("ugi:"):
        return [player]
    if level := LEVEL.fullmatch(player):
        most = min(int(level[1]), len(LEVELS))
        return [f"level:{number}" for number in range(max(most - steps, 1), most + 1)]
    found = LIMIT.search(player)
    if found is None:
        return [player]
    return [player[: found.start(2)] + text + player[found.end(2) :] for text in _limits(found, steps)]


def _limits(found: re.Match[str], steps: int) -> Iterable[str]:
    name, most = found[1], float(found[2])
    if name == "time":
        return [f"{most / 2**step:g}" for step in range(steps, 0, -1)] + [found[2]]
    fractions = [most - step if name == "depth" else most / 2**step for step in range(steps, -1, -1)]
    return [str(int(limit)) for limit in fractions if limit >= 1]


@dataclass(frozen=True, slots=True)
class SkillStep:
    """The stronger player's score against the weaker one, with its 95% interval."""

    stronger: str
    weaker: str
    games: int
    score: float
    low: float
    high: float

    @classmethod
    def of(cls, result: MatchResult) -> SkillStep:
        """Return the step of a match, whose first player is the stronger one."""
        low, high = score_interval(result.pairs) if any(result.pairs) else (0.0, 1.0)
        return cls(*result.players, result.games, *(round(value, 4) for value in (result.score, low, high)))


def step_pairs(player: str, steps: int) -> list[tuple[str, str]]:
    """Return the matches of the curve, the stronger player first."""
    return [(stronger, weaker) for weaker, stronger in pairwise(skill_steps(player, steps))]


def pooled_score(matches: Iterable[MatchResult]) -> tuple[float, float, float] | None:
    """Return the score of the stronger players of all matches together, with its interval; None without games.

    >>> pooled_score([MatchResult("turm", ("a", "b"), pairs=[0, 0, 9, 0, 1]), MatchResult("turm", ("b", "c"))])
    (0.55, 0.4399, 0.6554)
    """
    pairs = [sum(column) for column in zip(*(match.pairs for match in matches), strict=True)]
    if not any(pairs):
        return None
    mean = sum(number * points for number, points in zip(pairs, (0, 0.25, 0.5, 0.75, 1), strict=True)) / sum(pairs)
    low, high = score_interval(pairs)
    return round(mean, 4), round(low, 4), round(high, 4)
