"""Ratings of the players of a tournament from all their pairs, by the Bradley-Terry model."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from boardwright.arena.statistics import INDEPENDENT, NORMAL_95, EloEstimate, mean_score, score_of, variance

SLOPE = log(10) / 400
"""The change of the log odds of a score by one point of Elo."""
STEPS = 100
LARGEST_STEP = 400.0
CLOSE = 1e-9


class Meeting(NamedTuple):
    """The pairs between two players, by the first one's score."""

    first: int
    second: int
    pairs: Sequence[int]


def ratings(players: int, meetings: Sequence[Meeting]) -> list[EloEstimate]:
    """Return the Elo of each player relative to the mean of all, with its 95% error bars.

    They are the maximum-likelihood ratings, with one drawn pair against an average player added for everyone, so that
    even those are finite who have won or lost all. The error bars are from the variance of the pairs.

    >>> strong, weak = ratings(2, [Meeting(0, 1, [0, 5, 40, 25, 10])])
    >>> round(strong.elo - weak.elo), round(strong.high - strong.low)
    (88, 33)
    """
    played = [meeting for meeting in meetings if any(meeting.pairs)]
    elos = [0.0] * players
    for _ in range(STEPS):
        slope, gradient = _equations(elos, played)
        step = solved(slope, [[value] for value in gradient])
        changes = [max(-LARGEST_STEP, min(LARGEST_STEP, value)) for (value,) in step]
        elos = [elo + change for elo, change in zip(elos, changes, strict=True)]
        if max(map(abs, changes), default=0.0) < CLOSE:
            break
    inverse = solved(
        _equations(elos, played)[0], [[float(row == column) for column in range(players)] for row in range(players)]
    )
    # The sandwich of the variance of the scores: pairs vary less, or more, than the model says. All relative to the
    # mean of the players.
    spread = _variances(elos, played)
    shares = [sum(column) / players for column in zip(*inverse, strict=True)]
    centred = [[value - mean for value, mean in zip(row, shares, strict=True)] for row in inverse]
    mean = sum(elos) / players
    estimates = []
    for elo, row in zip(elos, centred, strict=True):
        errors = [sum(a * b for a, b in zip(row, column, strict=True)) for column in spread]
        half = NORMAL_95 * sqrt(max(0.0, sum(a * b for a, b in zip(row, errors, strict=True))))
        estimates.append(EloEstimate(elo - mean, elo - mean - half, elo - mean + half))
    return estimates


def _equations(elos: Sequence[float], meetings: Sequence[Meeting]) -> tuple[list[list[float]], list[float]]:
    """Return the information about the ratings, and the gradient of the likelihood."""
    information = [[0.0] * len(elos) for _ in elos]
    gradient = [0.0] * len(elos)
    for first, second, pairs in meetings:
        count, expected = sum(pairs), score_of(elos[first] - elos[second])
        _add(information, first, second, count * expected * (1 - expected) * SLOPE)
        surplus = count * (mean_score(pairs) - expected)
        gradient[first] += surplus
        gradient[second] -= surplus
    for player, elo in enumerate(elos):
        expected = score_of(elo)
        information[player][player] += expected * (1 - expected) * SLOPE
        gradient[player] += 0.5 - expected
    return information, gradient


def _variances(elos: Sequence[float], meetings: Sequence[Meeting]) -> list[list[float]]:
    """Return the covariance of the players' points, with one pair of independent games added to each meeting."""
    spread = [[0.0] * len(elos) for _ in elos]
    for first, second, pairs in meetings:
        count, mean, expected = sum(pairs), mean_score(pairs), score_of(elos[first] - elos[second])
        most = mean * (1 - mean)
        share = (count * variance(pairs) / most + INDEPENDENT) / (count + 1) if most > 0 else INDEPENDENT
        _add(spread, first, second, count * share * expected * (1 - expected))
    for player, elo in enumerate(elos):
        expected = score_of(elo)
        spread[player][player] += INDEPENDENT * expected * (1 - expected)
    return spread


def _add(matrix: list[list[float]], first: int, second: int, value: float) -> None:
    """Add a value of the difference of two players."""
    matrix[first][first] += value
    matrix[second][second] += value
    matrix[first][second] -= value
    matrix[second][first] -= value


def solved(matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[list[float]]:
    """Solve linear equations with a positive definite matrix, for all columns of the right side.

    >>> solved([[2, 0], [0, 4]], [[2], [2]])
    [[1.0], [0.5]]
    """
    rows = [[*map(float, left), *map(float, values)] for left, values in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [value - factor * mine for value, mine in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
