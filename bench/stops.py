"""How soon a search that would go on for ever is answered once it is told to stop."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from boardwright import find_game
from boardwright.game import AnyGame
from boardwright.protocols.ugi import Server
from boardwright.registry import BUILT_IN

STOPS = 20
THINKING = 0.03
"""How long a search goes on before it is stopped, in seconds."""

GAMES = (*BUILT_IN, str(Path(__file__).parent.parent / "examples" / "breakthrough.py"))
"""Those with a core, and one without."""


def waits(game: AnyGame) -> list[float]:
    """The seconds from each stop to its answer."""
    server = Server(game, StringIO())
    server.execute("isready")
    seconds = []
    for _ in range(STOPS):
        server.execute("go infinite")
        sleep(THINKING)
        began = perf_counter()
        server.execute("stop")
        seconds.append(perf_counter() - began)
    return seconds


def measure() -> dict[str, object]:
    """Print the figures, and give them as plain data."""
    print(f"\nfrom stop to bestmove, {STOPS} times, in milliseconds")
    print(f"{'game':<14} {'best':>6} {'median':>7} {'worst':>6}")
    report: dict[str, object] = {}
    for name in GAMES:
        game = find_game(name)
        seconds = waits(game)
        best, middle, worst = min(seconds), median(seconds), max(seconds)
        print(f"{game.name:<14} {best * 1e3:>6.1f} {middle * 1e3:>7.1f} {worst * 1e3:>6.1f}")
        report[game.name] = {"best": best, "median": middle, "worst": worst}
    return report


if __name__ == "__main__":
    measure()
