"""Measure the Python rules: a move list of each start position, and the cold start of the command line.

Times are the best of several runs. Each is also given as a multiple of a yardstick of the same
run, so that figures from different or busy machines can be compared.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from timeit import Timer

from boardwright import find_game

GOALS = {
    "turm": 25,
    "turm:castle": 25,
    "congo": 50,
    "congo:full": 50,
    "draughts": 50,
    "cabeza": 80,
    "margrites": 250,
}
"""The most microseconds that the move list of the start position should take on an idle machine."""

COLD_START = 6
"""How many times a bare interpreter's start ``boardwright moves`` may cost."""


def microseconds(work: Callable[[], object]) -> float:
    """The best time of one call."""
    timer = Timer(work)
    calls, _ = timer.autorange()
    calls = max(calls // 4, 1)
    return min(timer.repeat(9, calls)) / calls * 1e6


def yardstick() -> None:
    """A plain loop over a board of a hundred squares."""
    occupied = 0
    for square in range(100):
        if square % 3:
            occupied += square


def seconds(command: list[str]) -> float:
    """The best time of one process."""
    best = float("inf")
    for _ in range(15):
        began = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        best = min(best, perf_counter() - began)
    return best


def measure() -> dict[str, object]:
    """Print the figures, and give them as plain data."""
    unit = microseconds(yardstick)
    report: dict[str, object] = {"yardstick": unit}
    print(f"the Python rules; their yardstick, a loop over 100 squares: {unit:.2f} microseconds")
    print(f"{'start position':<14} {'moves':>5} {'list, us':>9} {'goal':>5} {'x yardstick':>12} {'play, us':>9}")
    for name, goal in GOALS.items():
        game = find_game(name)
        start = game.start()
        moves = game.legal_moves(start)
        listing = microseconds(partial(game.legal_moves, start))
        playing = microseconds(partial(game.successor, start, moves[0]))
        print(f"{name:<14} {len(moves):>5} {listing:>9.2f} {goal:>5} {listing / unit:>12.2f} {playing:>9.2f}")
        report[name] = {"moves": len(moves), "list": listing, "goal": goal, "ratio": listing / unit, "play": playing}
    bare = seconds([sys.executable, "-c", "pass"])
    cold = seconds([str(Path(sys.executable).with_name("boardwright")), "moves", "turm"])
    print(f"\ncold start of `boardwright moves turm`: {cold * 1e3:.0f} ms, ", end="")
    print(f"{cold / bare:.1f} times a bare interpreter's {bare * 1e3:.0f} ms (goal: under {COLD_START})")
    report["cold start"] = {"seconds": cold, "bare": bare, "ratio": cold / bare}
    return report


if __name__ == "__main__":
    measure()
