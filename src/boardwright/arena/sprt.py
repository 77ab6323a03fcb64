"""The sequential probability ratio test of a match, on pentanomial counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from math import inf, log, sqrt
from typing import Self

from boardwright.arena.settings import read_settings
from boardwright.arena.statistics import NORMALIZED, PAIR_SCORES, score_of
from boardwright.errors import BoardwrightError, quoted

MAX_ELO = 2000
RARE = 1e-3
"""The count assumed for a pair score that was not seen: it is rare, not impossible."""
STEPS = 60
ROUNDS = 20
CLOSE = 1e-12


class EloModel(StrEnum):
    """What the hypotheses of a test are measured in."""

    LOGISTIC = auto()
    NORMALIZED = auto()


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two hypotheses: the first player is ``elo0``, or ``elo1``, better.

    The generalised sequential probability ratio test (GSPRT) on the scores of pairs: each hypothesis gets the
    maximum-likelihood distribution of pair scores that agrees with it, and the test ends once the likelihood ratio
    reaches the bounds given by the error rates. ``alpha`` is the probability of accepting elo1 if elo0 holds,
    ``beta`` that of the other error. In logistic Elo a hypothesis is a mean score, in normalized Elo a mean score
    relative to its standard deviation.

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
    model: EloModel = EloModel.LOGISTIC

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise BoardwrightError(
                f"a test from Elo {self.elo0:g} to {self.elo1:g}: "
                f"expected the smaller number first, both within {MAX_ELO}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BoardwrightError("a test's error rates: expected numbers between 0 and 0.5")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``ELO0,ELO1`` or ``elo0=ELO0,elo1=ELO1``, with ``alpha=``, ``beta=`` and ``model=`` if wanted.

        >>> Sprt.parse("0,5") == Sprt.parse("elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic")
        True
        """
        short = text.split(",", 2)
        if len(short) > 1 and "=" not in short[0] + short[1]:
            text = ",".join([f"elo0={short[0]}", f"elo1={short[1]}", *short[2:]])
        known = {"elo0": _number, "elo1": _number, "alpha": _number, "beta": _number, "model": _model}
        given = read_settings(text, known, required=("elo0", "elo1"), example="0,5 or elo0=0,elo1=5,model=normalized")
        return cls(**given)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def log_ratio(self, pairs: Sequence[int]) -> float:
        """Return the log likelihood ratio of ``elo1`` to ``elo0``."""
        if not any(pairs):
            return 0.0
        counts = [n or RARE for n in pairs]
        likelihood = log_likelihood if self.model == EloModel.LOGISTIC else normalized_log_likelihood
        convert = score_of if self.model == EloModel.LOGISTIC else _deviations
        return likelihood(counts, convert(self.elo1)) - likelihood(counts, convert(self.elo0))

    def verdict(self, pairs: Sequence[int]) -> str | None:
        """Return the accepted hypothesis, ``elo0`` or ``elo1``; None while the test continues."""
        low, high = self.bounds
        ratio = self.log_ratio(pairs)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = inf
    if not -inf < number < inf:
        raise BoardwrightError(f"{quoted(text)}: expected a number")
    return number


def _model(text: str) -> EloModel:
    if text not in tuple(EloModel):
        raise BoardwrightError(f"{quoted(text)}: expected {' or '.join(EloModel)}")
    return EloModel(text)


def _deviations(elo: float) -> float:
    """Convert normalized Elo to standard deviations of the score of a pair."""
    return elo / NORMALIZED


def log_likelihood(counts: Sequence[float], mean: float) -> float:
    """Return the maximum log likelihood of the counts over distributions of pair scores with this mean.

    It is relative to the best distribution of any mean.

    >>> round(log_likelihood([1, 0, 0, 0, 1], 0.75), 6), round(log(0.25 * 0.75) - log(0.5 * 0.5), 6)
    (-0.287682, -0.287682)
    """
    return _relative(counts, [score - mean for score in PAIR_SCORES])


def normalized_log_likelihood(counts: Sequence[float], deviations: float) -> float:
    """Return the same over distributions whose mean is this many of their own standard deviations above one half.

    The condition is not linear in the distribution. It is replaced by its tangent at the best distribution found so
    far, until that stays the same: with the mean m and the deviation s, the offsets of the scores are
    score - 1/2 - deviations * s / 2 * (1 + ((score - m) / s)^2).
    """
    shares = [1 / len(PAIR_SCORES)] * len(PAIR_SCORES)
    offsets: list[float] = []
    for _ in range(ROUNDS):
        mean = sum(share * score for share, score in zip(shares, PAIR_SCORES, strict=True))
        spread = sqrt(sum(share * (score - mean) ** 2 for share, score in zip(shares, PAIR_SCORES, strict=True)))
        before, offsets = (
            offsets,
            [score - 0.5 - deviations * spread / 2 * (1 + ((score - mean) / spread) ** 2) for score in PAIR_SCORES],
        )
        if before and max(abs(new - old) for new, old in zip(offsets, before, strict=True)) < CLOSE:
            break
        shares = _best_shares(counts, offsets)
    return _relative(counts, offsets)


def _best_shares(counts: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Return the most likely distribution whose mean offset is 0.

    By Lagrange multipliers it has the weights p / (1 + t offset), p being the observed shares, with the t that makes
    the mean 0.
    """
    total, t = sum(counts), _multiplier(counts, offsets)
    return [n / total / (1 + t * offset) for n, offset in zip(counts, offsets, strict=True)]


def _relative(counts: Sequence[float], offsets: Sequence[float]) -> float:
    """Return the log likelihood of that distribution, relative to the observed shares."""
    t = _multiplier(counts, offsets)
    return -sum(n * log(1 + t * offset) for n, offset in zip(counts, offsets, strict=True) if n)


def _multiplier(counts: Sequence[float], offsets: Sequence[float]) -> float:
    seen = [(n, offset) for n, offset in zip(counts, offsets, strict=True) if n]
    low, high = -1 / max(offset for _, offset in seen), -1 / min(offset for _, offset in seen)
    for _ in range(STEPS):
        t = (low + high) / 2
        if sum(n * offset / (1 + t * offset) for n, offset in seen) > 0:
            low = t
        else:
            high = t
    return (low + high) / 2
