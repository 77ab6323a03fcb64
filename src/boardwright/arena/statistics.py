"""The statistics of a match: Elo, its error bars, and sequential tests.

Games come in pairs, one opening played with both sides. The two games of a pair are correlated, pairs are not; so
everything is computed from the five possible scores of a pair, the pentanomial counts, never from single games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, inf, isfinite, log, log10, sqrt
from statistics import quantiles
from typing import NamedTuple

from boardwright.errors import BoardwrightError

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
MAX_ELO = 2000
"""The possible scores of the first player in a pair, as a share of its two points."""

NORMAL_95 = 1.959963984540054
"""95% of a normal distribution lie within this many standard deviations."""

INDEPENDENT = 0.5
"""The variance of the score of two independent games, as a share of the maximum variance of a pair."""

RARE = 1e-3
"""The count assumed for a pair score that was not seen: it is rare, not impossible."""


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


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two hypotheses: the first player is ``elo0``, or ``elo1``, better.

    The generalised sequential probability ratio test (GSPRT) on the scores of pairs, in logistic Elo: each hypothesis
    gets the maximum-likelihood distribution of pair scores with its mean, and the test ends once the likelihood ratio
    reaches the bounds given by the error rates. ``alpha`` is the probability of accepting elo1 if elo0 holds,
    ``beta`` that of the other error.

    >>> test = Sprt(0, 20)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> round(test.log_ratio([10, 40, 80, 60, 30]), 2), test.verdict([10, 40, 80, 60, 30])
    (4.72, 'elo1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise BoardwrightError(
                f"a test from Elo {self.elo0:g} to {self.elo1:g}: "
                f"expected the smaller number first, both within {MAX_ELO}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BoardwrightError("a test's error rates: expected numbers between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def log_ratio(self, pairs: Sequence[int]) -> float:
        """Return the log likelihood ratio of ``elo1`` to ``elo0``."""
        if not any(pairs):
            return 0.0
        counts = [n or RARE for n in pairs]
        return log_likelihood(counts, score_of(self.elo1)) - log_likelihood(counts, score_of(self.elo0))

    def verdict(self, pairs: Sequence[int]) -> str | None:
        """Return the accepted hypothesis, ``elo0`` or ``elo1``; None while the test continues."""
        low, high = self.bounds
        ratio = self.log_ratio(pairs)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def log_likelihood(counts: Sequence[float], mean: float) -> float:
    """Return the maximum log likelihood of the counts over distributions of pair scores with this mean.

    It is relative to the best distribution of any mean. By Lagrange multipliers the best one has the weights p / (1 +
    t (score - mean)), p being the observed shares, with the t that yields the mean.

    >>> round(log_likelihood([1, 0, 0, 0, 1], 0.75), 6), round(log(0.25 * 0.75) - log(0.5 * 0.5), 6)
    (-0.287682, -0.287682)
    """
    total = sum(counts)
    seen = [(n / total, score - mean) for n, score in zip(counts, PAIR_SCORES, strict=True) if n]
    low, high = -1 / max(offset for _, offset in seen), -1 / min(offset for _, offset in seen)
    for _ in range(60):
        t = (low + high) / 2
        if sum(share * offset / (1 + t * offset) for share, offset in seen) > 0:
            low = t
        else:
            high = t
    return -total * sum(share * log(1 + t * offset) for share, offset in seen)
