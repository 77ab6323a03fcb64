"""The limits of a search by the command ``level``, including pondering."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from boardwright.core import MAX_DEPTH
from boardwright.engine.limits import MAX_NODES, Limits
from boardwright.engine.result import AnySearchResult
from boardwright.errors import BoardwrightError, quoted
from boardwright.parse_numbers import read_number, require_whole_number
from boardwright.played_game import AnyPlayedGame

WHOLE_NUMBERS = {"depth": (1, 10**6), "nodes": (1, MAX_NODES), "moves": (0, 10**6)}
"""By name, the minimum and the maximum."""
SECONDS = {"move-time": 0.0, "time": -1e9, "inc": 0.0}
"""By name, the minimum. The increment is added before the move: without it a clock can be negative."""
MAX_SECONDS = 1e9
SHORTEST = 0.001
FLAGS = ("infinite", "ponder")
"""``infinite`` means no limit; ``ponder`` is ignored, since ``go`` decides."""

NAMES = (*WHOLE_NUMBERS, *SECONDS, *FLAGS)


def read_level(arguments: Mapping[str, str]) -> dict[str, float]:
    """Parse the numbers of a command; none for an infinite search.

    >>> read_level({"time": "291.587", "moves": "9"}), read_level({"infinite": ""})
    ({'time': 291.587, 'moves': 9}, {})
    """
    numbers = {name: _number(name, text) for name, text in arguments.items() if name not in FLAGS}
    if not arguments.keys() - {"ponder"}:
        limits = (name for name in NAMES if name != "ponder")
        raise BoardwrightError(f"level has no limit: expected {', '.join(limits)}")
    if "time" not in numbers and numbers.keys() & {"moves", "inc"}:
        raise BoardwrightError("level has moves or inc without time: expected time too")
    return {} if "infinite" in arguments else numbers


def _number(name: str, text: str) -> float:
    if name in WHOLE_NUMBERS:
        return require_whole_number(name, text, *WHOLE_NUMBERS[name])
    number = read_number(text, SECONDS[name], MAX_SECONDS)
    if number is None:
        expected = f"expected a number of seconds from {SECONDS[name]:g} to {MAX_SECONDS:g}"
        raise BoardwrightError(f"{name} {quoted(text)}: {expected}")
    return number


def limits_of(level: Mapping[str, float]) -> Limits:
    """Return the limits of a search that begins now.

    >>> print(limits_of({"depth": 12, "move-time": 0.5}), limits_of({"time": -1, "inc": 3}), sep="; ")
    0.5 s, depth 12; 0.975 s
    """
    depth, nodes, seconds = level.get("depth"), level.get("nodes"), level.get("move-time")
    limits = Limits(
        None if seconds is None else max(seconds, SHORTEST),
        None if depth is None else min(int(depth), MAX_DEPTH),
        None if nodes is None else int(nodes),
    )
    if "time" in level:
        increment = level.get("inc", 0.0)
        limits = limits.on_clock(level["time"] + increment, increment, int(level.get("moves", 0)))
    return limits


class Pondering:
    """A search while pondering; its own time counts from the ponder hit."""

    def __init__(self, played: AnyPlayedGame, limits: Limits) -> None:
        self.limits = limits
        self._time_manager = limits.in_game(played).time_manager()
        self._hit_at: float | None = None

    def update(self, result: AnySearchResult) -> None:
        """Update with the result of a finished depth."""
        if self._time_manager is not None:
            self._time_manager.update(result)

    def hit(self) -> None:
        """Note the ponder hit: the expected move was played."""
        now = monotonic()
        if self._time_manager is not None:
            self._time_manager.began = now
        self._hit_at = now

    @property
    def is_over(self) -> bool:
        """Whether the time of the search is over."""
        if self._hit_at is None:
            return False
        late = self.limits.time is not None and monotonic() - self._hit_at >= self.limits.time
        return late or (self._time_manager is not None and self._time_manager.enough)
