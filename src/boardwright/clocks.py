"""The clocks of a game: the time that each side has left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from boardwright.errors import BoardwrightError
from boardwright.views import Side


class Clocks:
    """Two clocks, at most one of them running; a side gets the ``increment`` for every move made in time.

    >>> time = 0.0
    >>> clocks = Clocks(60, increment=2, now=lambda: time)
    >>> clocks.start(0)
    >>> time = 10.0
    >>> clocks.press(1), clocks.left(0), clocks.running
    (10.0, 52.0, 1)
    >>> time = 71.0
    >>> clocks.left(1), clocks.flag
    (-1.0, 1)
    """

    def __init__(
        self,
        seconds: float | Sequence[float],
        *,
        increment: float = 0.0,
        now: Callable[[], float] = monotonic,
    ) -> None:
        both = [seconds, seconds] if isinstance(seconds, float | int) else list(seconds)
        if len(both) != 2 or increment < 0:
            raise BoardwrightError(f"the clocks are {both} and {increment}: expected the seconds of two sides")
        self.increment = increment
        self.running: Side | None = None
        self._left = both
        self._now = now
        self._since = 0.0

    def start(self, side: Side) -> None:
        """Start a side's clock, and stop the other."""
        self.stop()
        self.running, self._since = side, self._now()

    def stop(self) -> float:
        """Stop the running clock; return the seconds it has run."""
        if self.running is None:
            return 0.0
        spent = self._now() - self._since
        self._left[self.running] -= spent
        self.running = None
        return spent

    def press(self, next_side: Side) -> float:
        """End the move of the side whose clock runs: add its increment, and start the next side's clock.

        Returns the seconds that the move took. If the same side is to move again, its clock is restarted.
        """
        side = self.running
        spent = self.stop()
        if side is not None and self._left[side] >= 0:
            self._left[side] += self.increment
        self.start(next_side)
        return spent

    def left(self, side: Side) -> float:
        """Return the seconds that a side has left; less than 0 once it has overstepped."""
        return self._left[side] - (self._now() - self._since if side == self.running else 0.0)

    @property
    def flag(self) -> Side | None:
        """Return the side that has run out of time, if there is one."""
        return next((side for side in (0, 1) if self.left(side) < 0), None)
