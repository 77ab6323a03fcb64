"""SPSA: simultaneous perturbation stochastic approximation (Spall), the maximisation of a noisy function.

Each iteration changes all variables at once, each by its step up or down at random, compares the two opposite points,
and moves towards the better one. Steps and gains fall over the iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

ALPHA = 0.602
GAMMA = 0.101
STABILITY = 0.1
"""Spall's exponents of the gain and of the step, and the share of the iterations that dampens the first ones."""

Compare: TypeAlias = Callable[[Mapping[str, float], Mapping[str, float]], float]
"""The result of the first point against the second one, such as wins minus losses."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable: where it starts, its step in the last iteration, and its range."""

    name: str
    start: float
    step: float
    low: float
    high: float

    def clamped(self, value: float) -> float:
        """Return the nearest value within the range."""
        return min(max(value, self.low), self.high)


def spsa(
    variables: Sequence[Variable], compare: Compare, *, iterations: int, gain: float, random: Random
) -> Iterator[dict[str, float]]:
    """Yield the values after each iteration.

    In the last iteration, a result of 1 moves a variable by ``gain`` times its step.

    >>> peak = [Variable("x", 0.0, 0.5, -10.0, 10.0)]
    >>> def nearer(first, second):
    ...     return abs(second["x"] - 3) - abs(first["x"] - 3)
    >>> *_, last = spsa(peak, nearer, iterations=200, gain=0.1, random=Random(1))
    >>> round(last["x"])
    3
    """
    values = {variable.name: variable.start for variable in variables}
    for number in range(1, iterations + 1):
        step = (iterations / number) ** GAMMA
        rate = gain * ((STABILITY + 1) * iterations / (STABILITY * iterations + number)) ** ALPHA / step
        changes = {variable.name: random.choice((-1, 1)) * variable.step for variable in variables}
        points = [
            {each.name: each.clamped(values[each.name] + sign * step * changes[each.name]) for each in variables}
            for sign in (1, -1)
        ]
        result = compare(*points)
        values = {each.name: each.clamped(values[each.name] + rate * result * changes[each.name]) for each in variables}
        yield dict(values)
