"""How long to think about a move when the clock is for the whole game."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from boardwright.engine.result import SearchResult

EXPECTED_MOVES = 40
"""How many own moves a game is still thought to last where nothing says it."""

MARGIN = 0.05
"""What a move costs beside the thinking, in seconds: the way to the other side and back."""

LARGEST_SHARE = 0.5
"""A move that is not the last before more time comes takes no more than this of what is left."""

SHARE_OF_INCREMENT = 0.75

OVERRUN = 3.0
"""A hard move may take so many times what it should."""

STEADY_DEPTHS = 3
STEADY, USUAL, UNSURE = 0.5, 0.9, 2.0
"""How much of its time a move takes: the same for some depths, else, or one that has just become better or worse."""

WORSE = 0.06
"""A chance to win that falls by so much from one depth to the next needs more thought."""


def optimum_seconds(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """The seconds to think about this move, out of those left on the clock.

    ``increment`` comes onto the clock after every move; ``moves_to_go`` is the number of moves for
    which the time must do, this one included. The result is positive, and so small that all moves
    together keep the time.

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


def maximum_seconds(aim: float, left: float, moves_to_go: int | None = None) -> float:
    """How long a hard move may take that should take ``aim`` seconds, out of those left on the clock.

    >>> round(maximum_seconds(1.5, 60.0), 2), round(maximum_seconds(1.5, 4.0), 2)
    (4.5, 1.98)
    """
    usable = max(left - MARGIN, left / 2)
    return aim if moves_to_go == 1 else max(aim, min(OVERRUN * aim, usable * LARGEST_SHARE))


class TimeManager:
    """Whether what a search has found is enough: soon where it stays the same, later where it changes."""

    def __init__(self, aim: float, now: Callable[[], float] = monotonic) -> None:
        self.aim = aim
        self.now = now
        self.began = now()
        self.last: SearchResult[Any] | None = None
        self.steady = 0
        self.share = USUAL

    @property
    def enough(self) -> bool:
        """Whether it is time to play what was found."""
        return self.last is not None and self.now() - self.began >= self.share * self.aim

    def hear(self, found: SearchResult[Any]) -> None:
        """Judge a finished depth."""
        last, self.last = self.last, found
        if last is None:
            return
        self.steady = self.steady + 1 if found.move == last.move else 0
        unsure = self.steady == 0 or found.win_probability < last.win_probability - WORSE
        self.share = UNSURE if unsure else STEADY if self.steady >= STEADY_DEPTHS else USUAL
