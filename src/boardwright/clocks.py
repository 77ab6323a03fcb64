"""The clocks of a match: what each side has left, of which one runs down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from boardwright.errors import BoardwrightError
from boardwright.views import Side


class Clocks:
    """Two clocks, of which none or one runs; a side gets the ``increment`` for every move it made in time.

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
        """Let a side's clock run, and no other."""
        self.stop()
        self.running, self._since = side, self._now()

    def stop(self) -> float:
        """Let no clock run; the seconds that one has run."""
        if self.running is None:
            return 0.0
        spent = self._now() - self._since
        self._left[self.running] -= spent
        self.running = None
        return spent

    def press(self, next_side: Side) -> float:
        """The side whose clock runs has moved: it gets its increment, and the next side's clock runs.

        The seconds that the move took. A side that is to move again has its clock started anew.
        """
        side = self.running
        spent = self.stop()
        if side is not None and self._left[side] >= 0:
            self._left[side] += self.increment
        self.start(next_side)
        return spent

    def left(self, side: Side) -> float:
        """The seconds that a side has left; less than 0 once it has overstepped."""
        return self._left[side] - (self._now() - self._since if side == self.running else 0.0)

    @property
    def flag(self) -> Side | None:
        """The side that has no time left, if there is one."""
        return next((side for side in (0, 1) if self.left(side) < 0), None)
