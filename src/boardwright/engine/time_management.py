"""Time management: how much of the clock a move takes."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from boardwright.engine.result import AnySearchResult

EXPECTED_MOVES = 40
"""The number of own moves that the remaining time must cover, without a time control that says so."""

MARGIN = 0.05
"""The overhead of a move besides its search, in seconds, such as network latency."""

LARGEST_SHARE = 0.5
"""The largest share of the remaining time for one move, except for the last move before the time control."""

SHARE_OF_INCREMENT = 0.75

OVERRUN = 3.0
"""The maximum time of a move, as a multiple of its optimum."""

STEADY_DEPTHS = 3
STEADY, USUAL, UNSURE = 0.5, 0.9, 2.0
"""Factors of the optimum: if the best move is stable over several depths, usually, and if it changed or dropped."""

WORSE = 0.06
"""A drop of the win probability from one depth to the next that extends the search."""


def optimum_seconds(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """Return the target time of this move, with ``left`` seconds on the clock.

    ``increment`` is added to the clock after every move; ``moves_to_go`` is the number of moves until the
    time control, this one included. The result is positive, and small enough for all moves to stay within the
    time.

    >>> round(optimum_seconds(60.0), 2), round(optimum_seconds(60.0, 1.0), 2)
    (1.5, 2.25)
    >>> round(optimum_seconds(60.0, moves_to_go=5), 2), round(optimum_seconds(0.2, 10.0), 3)
    (11.99, 0.075)
    """
    left = max(left, 0.001)
    usable = left - min(MARGIN, left / 2)
    moves = moves_to_go or EXPECTED_MOVES
    share = usable / moves + SHARE_OF_INCREMENT * increment
    return min(share, usable if moves == 1 else usable * LARGEST_SHARE)


def maximum_seconds(optimum: float, left: float, moves_to_go: int | None = None) -> float:
    """Return the hard limit of a move with a target of ``optimum`` seconds and ``left`` seconds on the clock.

    >>> round(maximum_seconds(1.5, 60.0), 2), round(maximum_seconds(1.5, 4.0), 2)
    (4.5, 1.98)
    """
    usable = max(left - MARGIN, left / 2)
    return optimum if moves_to_go == 1 else max(optimum, min(OVERRUN * optimum, usable * LARGEST_SHARE))


class TimeManager:
    """Decides when a search ends: early if the best move is stable, later if it changes."""

    def __init__(self, optimum: float, now: Callable[[], float] = monotonic) -> None:
        self.optimum = optimum
        self.now = now
        self.began = now()
        self.last: AnySearchResult | None = None
        self.steady = 0
        self.share = USUAL

    @property
    def enough(self) -> bool:
        """Whether the search should end."""
        return self.last is not None and self.now() - self.began >= self.share * self.optimum

    def update(self, result: AnySearchResult) -> None:
        """Update with the result of a finished depth."""
        last, self.last = self.last, result
        if last is None:
            return
        self.steady = self.steady + 1 if result.move == last.move else 0
        unsure = self.steady == 0 or result.win_probability < last.win_probability - WORSE
        self.share = UNSURE if unsure else STEADY if self.steady >= STEADY_DEPTHS else USUAL
