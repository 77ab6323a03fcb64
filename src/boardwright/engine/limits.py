"""Search limits: when a search ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from boardwright.core import MAX_DEPTH
from boardwright.engine.time_control import MoveClocks, PlayerClock, TimeControl
from boardwright.engine.time_management import TimeManager, maximum_seconds, optimum_seconds
from boardwright.errors import BoardwrightError, quoted
from boardwright.parse_numbers import bound, require_whole_number
from boardwright.played_game import AnyPlayedGame

DEFAULT_TIME = 1.0
MAX_TIME = 1_000_000
MAX_NODES = 10**15
MAX_NUMBER = 2**63
NUMBERS = ("time", "depth", "nodes")
"""The limits that are numbers."""


class LimitKeywords(TypedDict, total=False):
    """The fields of :class:`Limits` as keywords of a search."""

    time: float | None
    depth: int | None
    nodes: int | None


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: seconds, plies or nodes, whichever is reached first; without any, when it is stopped.

    :param time: the maximum in seconds
    :param depth: the maximum depth in plies
    :param nodes: the number of nodes, or of visits of MCTS
    :param optimum: the target time of a move on a clock, as :class:`TimeManager` adjusts it
    :param tc: the time for all moves of a game, instead of ``time``
    :param clocks: those of the game before the move

    >>> print(Limits(time=0.5, depth=12))
    0.5 s, depth 12
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    optimum: float | None = None
    tc: TimeControl | None = None
    clocks: MoveClocks | None = None

    def __post_init__(self) -> None:
        for name in NUMBERS:
            check_positive(name, getattr(self, name))
        if self.tc is not None and self.time is not None:
            raise BoardwrightError(
                f"a time of {self.time:g} s for a move and a time control, {self.tc}: expected one of them"
            )

    def __bool__(self) -> bool:
        return self != Limits()

    def __str__(self) -> str:
        given = (
            "" if self.time is None else f"{self.time:g} s",
            "" if self.depth is None else f"depth {self.depth}",
            "" if self.nodes is None else f"{self.nodes} nodes",
            "" if self.tc is None else f"tc {self.tc}",
        )
        return ", ".join(filter(None, given)) or "no limit"

    def on_clock(self, left: float, increment: float = 0.0, moves_to_go: int | None = None) -> Limits:
        """Return the limits of a move with ``left`` seconds on the clock; ``moves_to_go`` None or 0: the whole game."""
        optimum = optimum_seconds(left, increment, moves_to_go)
        maximum = maximum_seconds(optimum, left, moves_to_go)
        return replace(self, time=maximum if self.time is None else min(self.time, maximum), optimum=optimum)

    def in_time_control(self, clocks: MoveClocks | None = None) -> Limits:
        """Return the limits of a move under the time control; without ``clocks``, of the first move."""
        if self.tc is None:
            return self
        own = None if clocks is None else clocks.readings[clocks.side]
        left, increment, moves = own or PlayerClock(self.tc).reading
        return replace(self, tc=None, clocks=clocks).on_clock(left, increment, moves)

    @property
    def move_time(self) -> float | None:
        """The seconds for a move of a player that knows no clock; None without a limit."""
        return self.optimum or self.time

    def in_game(self, played: AnyPlayedGame) -> Limits:
        """Return the limits of a move to play: an optimum of 0 means to play the only legal move at once."""
        if self.time is None or len(played.legal_moves()) > 1:
            return self
        return replace(self, optimum=0.0)

    def within(self, bounds: Limits) -> Limits:
        """Return these limits, none of them above its bound.

        >>> print(Limits(time=0.5, depth=12).within(Limits(depth=3, nodes=100)))
        0.5 s, depth 3, 100 nodes
        """
        lower = {}
        for name in NUMBERS:
            given = [number for limits in (self, bounds) if (number := getattr(limits, name)) is not None]
            lower[name] = min(given, default=None)
        return replace(self, **lower)

    def time_manager(self) -> TimeManager | None:
        """Return a time manager for a move on a clock that starts to run now; None without a clock."""
        return None if self.optimum is None else TimeManager(self.optimum)


def check_positive(name: str, number: float | None) -> None:
    """Reject a number of a search that is not positive: the core takes 0 for no limit."""
    if number is not None and not 0 < number < MAX_NUMBER:
        raise BoardwrightError(f"invalid {name} {number}: expected a number above 0{bound(number, MAX_NUMBER)}")


def parse_seconds(text: str) -> float:
    """Parse the time limit of a player."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < MAX_TIME:
        expected = f"expected a positive number of seconds{bound(number, MAX_TIME)}"
        raise BoardwrightError(f"a player's time is {quoted(text)}: {expected}")
    return number


def parse_whole(name: str, text: str, least: int, most: int) -> int:
    """Parse an option of a player that is a whole number."""
    return require_whole_number(f"a player's {name} is", text, least, most)


LIMITS: Mapping[str, Callable[[str], Any]] = {
    "time": parse_seconds,
    "depth": lambda text: parse_whole("depth", text, 1, MAX_DEPTH),
    "nodes": lambda text: parse_whole("nodes", text, 1, MAX_NODES),
    "tc": TimeControl.parse,
}
"""The limits in a player's specification, with their parsers."""
