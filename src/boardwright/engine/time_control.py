"""Time controls: the time of a player for a whole game, and its clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, Self

from boardwright.errors import BoardwrightError, quoted
from boardwright.views import Side

MAX_SECONDS = 1_000_000
MAX_MOVES = 10_000
NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)"
TIME_CONTROL = re.compile(rf"(?:(\d+)/)?(?:(\d+):)?({NUMBER})(?:\+({NUMBER}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """``seconds`` for the whole game, or for every ``moves`` moves; every move adds ``increment`` seconds.

    >>> print(TimeControl.parse("60+0.6"), TimeControl.parse("40/1:30"))
    60+0.6 40/90
    """

    seconds: float
    increment: float = 0.0
    moves: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``[MOVES/][MINUTES:]SECONDS[+INCREMENT]``."""
        match = TIME_CONTROL.fullmatch(text)
        if match is not None:
            moves, minutes, seconds, increment = match.groups()
            control = cls(60 * int(minutes or 0) + float(seconds), float(increment or 0), int(moves) if moves else None)
            if (
                0 < control.seconds < MAX_SECONDS
                and control.increment < MAX_SECONDS
                and (moves is None or 0 < int(moves) <= MAX_MOVES)
            ):
                return control
        raise BoardwrightError(
            f"the time control is {quoted(text)}: expected [MOVES/][MINUTES:]SECONDS[+INCREMENT], such as 60+0.6"
        )

    def __str__(self) -> str:
        moves = "" if self.moves is None else f"{self.moves}/"
        increment = f"+{self.increment:g}" if self.increment else ""
        return f"{moves}{self.seconds:g}{increment}"


class ClockReading(NamedTuple):
    """The seconds on a player's clock before its move, the increment, and the moves until more time is added."""

    left: float
    increment: float
    moves_to_go: int | None


class MoveClocks(NamedTuple):
    """The clocks before a move of ``side``, by side; None for a player without a clock."""

    side: Side
    readings: tuple[ClockReading | None, ClockReading | None]


class PlayerClock:
    """The clock of one player in one game.

    >>> clock = PlayerClock(TimeControl(10, increment=1, moves=2))
    >>> clock.spend(4.0)
    >>> clock.reading
    ClockReading(left=7.0, increment=1, moves_to_go=1)
    >>> clock.spend(7.0)
    >>> clock.reading
    ClockReading(left=11.0, increment=1, moves_to_go=2)
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = control.seconds
        self.moves = 0

    @property
    def reading(self) -> ClockReading:
        """What the clock shows."""
        moves = self.control.moves
        return ClockReading(self.left, self.control.increment, None if moves is None else moves - self.moves % moves)

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move, and add what the move gains."""
        self.moves += 1
        self.left += self.control.increment - seconds
        if self.control.moves is not None and self.moves % self.control.moves == 0:
            self.left += self.control.seconds
