"""The statistics of a match: Elo and its error bars.

Games come in pairs, one opening played with both sides. The two games of a pair are correlated, pairs are not; so
everything is computed from the five possible scores of a pair, the pentanomial counts, never from single games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign, erf, inf, isfinite, log, log10, sqrt
from statistics import quantiles
from typing import NamedTuple

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of the first player in a pair, as a share of its two points."""

NORMAL_95 = 1.959963984540054
"""95% of a normal distribution lie within this many standard deviations."""

INDEPENDENT = 0.5
"""The variance of the score of two independent games, as a share of the maximum variance of a pair."""

NORMALIZED = 800 / log(10) / sqrt(2)
"""Normalized Elo per standard deviation of the score of a pair."""


def elo_of(score: float) -> float:
    """Convert a mean score, from 0 to 1, to a difference in logistic Elo.

    >>> elo_of(0.5), round(elo_of(0.75), 2), elo_of(1.0)
    (0.0, 190.85, inf)
    """
    if score <= 0 or score >= 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Convert a difference in logistic Elo to the expected mean score.

    >>> score_of(0), round(score_of(400), 6)
    (0.5, 0.909091)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def mean_score(pairs: Sequence[float]) -> float:
    """Return the first player's share of the points.

    >>> mean_score([0, 0, 2, 0, 2])
    0.75
    """
    return sum(n * score for n, score in zip(pairs, PAIR_SCORES, strict=True)) / sum(pairs)


def variance(pairs: Sequence[float]) -> float:
    """Return the variance of the score of a pair.

    >>> variance([1, 0, 0, 0, 1])
    0.25
    """
    mean = mean_score(pairs)
    return sum(n * (score - mean) ** 2 for n, score in zip(pairs, PAIR_SCORES, strict=True)) / sum(pairs)


def score_interval(pairs: Sequence[int]) -> tuple[float, float]:
    """Return the 95% confidence interval of the first player's share of the points.

    Wilson's interval, which stays between 0 and 1 and is valid even if a player won everything. Its number of trials
    is the number of pairs, divided by their variance relative to the maximum at this mean. One pair of two
    independent games is added to those seen, so that a few equal pairs do not pass for certainty.

    >>> [round(bound, 4) for bound in score_interval([0, 0, 0, 0, 10])]
    [0.8389, 1.0]
    """
    count, mean = sum(pairs), mean_score(pairs)
    most = mean * (1 - mean)
    varies = (count * variance(pairs) / most + INDEPENDENT) / (count + 1) if most > 0 else INDEPENDENT
    return wilson(mean, count / varies)


def wilson(mean: float, trials: float) -> tuple[float, float]:
    """Return Wilson's 95% interval for a mean from 0 to 1 over a number of trials.

    >>> [round(bound, 4) for bound in wilson(0.0, 10)]
    [0.0, 0.2775]
    """
    spread = NORMAL_95**2 / trials
    middle = (mean + spread / 2) / (1 + spread)
    half = sqrt(spread * mean * (1 - mean) + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def share_interval(count: int, total: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a share, from a count out of a total.

    >>> [round(bound, 4) for bound in share_interval(50, 100)]
    [0.4038, 0.5962]
    """
    return wilson(count / total, total) if total else (0.0, 1.0)


def points_interval(won: int, drawn: int, lost: int) -> tuple[float, float]:
    """Return the 95% confidence interval of the points per game, for single games.

    Wilson's interval, narrower if draws reduce the variance. One game of full variance is added to those seen, so
    that a few draws do not pass for certainty.

    >>> [round(bound, 4) for bound in points_interval(50, 0, 50)]
    [0.4038, 0.5962]
    >>> [round(bound, 4) for bound in points_interval(10, 80, 10)]
    [0.4555, 0.5445]
    """
    games = won + drawn + lost
    if not games:
        return 0.0, 1.0
    mean = (won + drawn / 2) / games
    most = mean * (1 - mean)
    seen = (won + drawn / 4) / games - mean**2
    varies = (games * seen / most + 1) / (games + 1) if most > 0 else 1.0
    return wilson(mean, games / varies)


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the quartiles of the values.

    >>> quartiles([1, 2, 3, 4, 5]), quartiles([7])
    ((2.0, 3.0, 4.0), (7.0, 7.0, 7.0))
    """
    if len(values) == 1:
        return (float(values[0]),) * 3
    lower, middle, upper = quantiles(values, n=4, method="inclusive")
    return float(lower), float(middle), float(upper)


class EloEstimate(NamedTuple):
    """A difference in Elo and its 95% error bars."""

    elo: float
    low: float
    high: float

    def to_json(self) -> dict[str, float | None]:
        """Return the numbers by their names; None where one is not finite."""
        return {name: round(number, 1) if isfinite(number) else None for name, number in self._asdict().items()}


def elo_estimate(pairs: Sequence[int]) -> EloEstimate:
    """The first player's Elo over the second's, from pentanomial counts.

    >>> [round(value) for value in elo_estimate([0, 5, 40, 25, 10])]
    [89, 56, 121]
    """
    low, high = score_interval(pairs)
    return EloEstimate(elo_of(mean_score(pairs)), elo_of(low), elo_of(high))


def normalized_elo(pairs: Sequence[int]) -> EloEstimate:
    """The first player's normalized Elo over the second's, from pentanomial counts.

    It measures the score in standard deviations, so that it says how many games show the difference, whatever the
    share of draws. Its error bars are normal; without any variance the value is infinite, or 0.

    >>> [round(value, 1) for value in normalized_elo([365, 16618, 36229, 16974, 390])]
    [2.0, 0.1, 3.8]
    """
    offset, deviation = mean_score(pairs) - 0.5, sqrt(variance(pairs))
    if not deviation:
        return EloEstimate(copysign(inf, offset) if offset else 0.0, -inf, inf)
    value, half = NORMALIZED * offset / deviation, NORMALIZED * NORMAL_95 / sqrt(sum(pairs))
    return EloEstimate(value, value - half, value + half)


def superiority(pairs: Sequence[int]) -> float:
    """Return the likelihood of superiority of the first player, from 0 to 1.

    The normal probability of the sum of the pairs' results, each relative to an even pair, divided by the root of the
    sum of their squares.

    >>> superiority([3, 2, 9, 2, 3]), round(superiority([0, 0, 0, 0, 1]), 4)
    (0.5, 0.8413)
    """
    results = [(n, score - 0.5) for n, score in zip(pairs, PAIR_SCORES, strict=True)]
    total = sum(n * result for n, result in results)
    squares = sum(n * result**2 for n, result in results)
    return 0.5 * (1 + erf(total / sqrt(2 * squares))) if squares else 0.5
