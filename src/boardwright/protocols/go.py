"""Arguments of the command ``go``: the limits of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from boardwright.core import MAX_DEPTH
from boardwright.engine.mcts import MOST_VISITS
from boardwright.engine.players import DEFAULT_TIME, EnginePlayer, Limits, Player
from boardwright.engine.time_management import maximum_seconds, optimum_seconds
from boardwright.errors import BoardwrightError, quoted
from boardwright.parse_numbers import read_whole_number
from boardwright.views import Side

GO_NUMBERS: Mapping[str, int] = {
    "movetime": 10**9,
    "depth": MAX_DEPTH,
    "nodes": 10**15,
    "firsttime": 10**9,
    "secondtime": 10**9,
    "firstinc": 10**9,
    "secondinc": 10**9,
    "movestogo": 10**6,
}
"""Numeric arguments of ``go`` with their maxima. Times are in milliseconds."""

CLOCKS = (("firsttime", "firstinc"), ("secondtime", "secondinc"))
"""The clock and the increment of each side."""


class Go(NamedTuple):
    """Limits of a search; ``endless``: search until ``stop``."""

    limits: Limits
    endless: bool


def read_go(text: str, side: Side) -> Go:
    """Parse the arguments of ``go`` for the side to move.

    >>> read_go("depth 5 movetime 250", 0)
    Go(limits=Limits(time=0.25, depth=5, nodes=None, aim=None), endless=False)
    >>> read_go("firsttime 60000 secondtime 1000", 0).limits.time > read_go("firsttime 60000", 0).limits.aim
    True
    """
    words = text.split()
    endless = words == ["infinite"] or not words
    given = {} if endless else _go_numbers(words)
    limits = Limits(given["movetime"] / 1000 if "movetime" in given else None, given.get("depth"), given.get("nodes"))
    clock, increment = CLOCKS[side]
    if clock in given:
        limits = on_clock(limits, given[clock] / 1000, given.get(increment, 0) / 1000, given.get("movestogo"))
    if not (limits or endless):
        expected = f"{clock}, movetime, depth, nodes or infinite"
        raise BoardwrightError(f"go has no limit for the side to move: expected {expected}")
    return Go(limits, endless)


def on_clock(limits: Limits, left: float, increment: float, moves_to_go: int | None) -> Limits:
    """Return the limits of a move with ``left`` seconds on the clock; ``moves_to_go`` None or 0: the whole game."""
    aim = optimum_seconds(left, increment, moves_to_go)
    most = maximum_seconds(aim, left, moves_to_go)
    return replace(limits, time=most if limits.time is None else min(limits.time, most), aim=aim)


def _go_numbers(words: list[str]) -> dict[str, int]:
    given = {}
    for at in range(0, len(words), 2):
        name, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        if name == "infinite":
            raise BoardwrightError(f"go infinite takes no limit: expected infinite alone, or {', '.join(GO_NUMBERS)}")
        if name in given:
            raise BoardwrightError(f"go has {name} twice: expected it once")
        if name not in GO_NUMBERS:
            raise BoardwrightError(f"go has no argument {quoted(name)}: expected {_go_words()}")
        least = 1 if name in ("movetime", "depth", "nodes") else 0
        number = read_whole_number(value, least, GO_NUMBERS[name])
        if number is None:
            raise BoardwrightError(
                f"{name} {quoted(value)}: expected a whole number from {least} to {GO_NUMBERS[name]}"
            )
        given[name] = number
    return given


def _go_words() -> str:
    return f"infinite alone or {', '.join(GO_NUMBERS)}"


def within(asked: Limits, player: Player) -> Limits:
    """Return the limits adapted to a player: levels have their own depth, MCTS needs a time or visit limit."""
    if isinstance(player, EnginePlayer):
        depths = [depth for depth in (asked.depth, player.limits.depth) if depth is not None]
        return replace(asked, depth=min(depths, default=None))
    time = asked.aim or asked.time or (DEFAULT_TIME if asked.depth and not asked.nodes else None)
    # An endless MCTS search stops growing when its tree is full, and waits for stop.
    return Limits(time, asked.depth, asked.nodes or MOST_VISITS, 0.0 if asked.aim == 0.0 else None)
