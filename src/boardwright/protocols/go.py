"""Arguments of the command ``go``: the limits of a search."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.core import MAX_DEPTH
from boardwright.engine.limits import MAX_NODES, Limits
from boardwright.errors import BoardwrightError, quoted
from boardwright.parse_numbers import require_whole_number
from boardwright.views import Side

GO_NUMBERS: Mapping[str, int] = {
    "movetime": 10**9,
    "depth": MAX_DEPTH,
    "nodes": MAX_NODES,
    "firsttime": 10**9,
    "secondtime": 10**9,
    "firstinc": 10**9,
    "secondinc": 10**9,
    "movestogo": 10**6,
}
"""Numeric arguments of ``go`` with their maxima. Times are in milliseconds."""

CLOCKS = (("firsttime", "firstinc"), ("secondtime", "secondinc"))
"""The clock and the increment of each side."""


def read_go(text: str, side: Side) -> Limits:
    """Parse the arguments of ``go`` for the side to move; no limits mean a search until ``stop``.

    >>> print(read_go("depth 5 movetime 250", 0))
    0.25 s, depth 5
    >>> read_go("firsttime 60000 secondtime 1000", 0).time > read_go("firsttime 60000", 0).optimum
    True
    """
    words = text.split()
    endless = words == ["infinite"] or not words
    given = {} if endless else _go_numbers(words)
    limits = Limits(given["movetime"] / 1000 if "movetime" in given else None, given.get("depth"), given.get("nodes"))
    clock, increment = CLOCKS[side]
    if clock in given:
        limits = limits.on_clock(given[clock] / 1000, given.get(increment, 0) / 1000, given.get("movestogo"))
    if not (limits or endless):
        expected = f"{clock}, movetime, depth, nodes or infinite"
        raise BoardwrightError(f"go has no limit for the side to move: expected {expected}")
    return limits


def _go_numbers(words: list[str]) -> dict[str, int]:
    given = {}
    for at in range(0, len(words), 2):
        name, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        if name == "infinite":
            raise BoardwrightError(f"go infinite takes no limit: expected infinite alone, or {', '.join(GO_NUMBERS)}")
        if name in given:
            raise BoardwrightError(f"go has {name} twice: expected it once")
        if name not in GO_NUMBERS:
            raise BoardwrightError(
                f"go has no argument {quoted(name)}: expected infinite alone or {', '.join(GO_NUMBERS)}"
            )
        least = 1 if name in ("movetime", "depth", "nodes") else 0
        given[name] = require_whole_number(name, value, least, GO_NUMBERS[name])
    return given
