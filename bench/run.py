"""``make bench``: every program on every position, in one run.

All figures are the best of several rounds, in which the programs take turns, since machines are
shared and noisy. What runs on one thread is timed by the processor's clock, which stands still
while others have the processor; what runs on all threads by the clock on the wall.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from bench import outside, python_rules, stops, yardsticks
from bench.cases import BATCH_GOAL, CASES, PLAYOUT_GOALS, Case
from bench.py_draughts import py_draughts_perft

from boardwright import find_game
from boardwright.core import Core, find_core, finish
from boardwright.explore import perft

RESULTS = Path(__file__).parent / "results.json"
ROUNDS = 3
SECONDS_A_ROUND = 0.25
THREADS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
CORE, ALL_THREADS, PLAIN, PYTHON, PY_DRAUGHTS = "core", "core, all threads", "plain", "python", "py-draughts"
PLAYOUTS, SEED = 2000, 1
DISTINCT, BATCH, PLIES = 4096, 1 << 16, 10

Work = Callable[[], tuple[int, float]]
"""Something to measure: it says how much it has done, and in how many seconds."""


class CountsDiffer(Exception):
    """Two programs do not count the same."""


@dataclass
class Measure:
    """One program at work on one thing."""

    work: Work
    done: int = 0
    """How much one piece of work is."""
    rate: float = 0.0
    """The most done in a second in any round so far."""

    def run_round(self) -> None:
        # Over the whole round, since the processor's clock may owe a few milliseconds of another
        # thread, which it adds to the next reading.
        total, spent = 0, 0.0
        while spent < SECONDS_A_ROUND:
            self.done, seconds = self.work()
            total += self.done
            spent += max(seconds, 1e-6)
        self.rate = max(self.rate, total / spent)


def timed(clock: Callable[[], float], work: Callable[[], int]) -> tuple[int, float]:
    began = clock()
    done = work()
    return done, clock() - began


Measures = dict[str, Measure]
"""By program."""


def perft_measures(case: Case, *, with_plain: bool, with_py_draughts: bool) -> Measures:
    """All programs that count the case."""
    core, position = find_core(case.game), case.position
    measures: Measures = {}
    if core is not None:
        one = partial(core.perft, position, case.core_depth)
        measures[CORE] = Measure(partial(timed, process_time, one))
        measures[ALL_THREADS] = Measure(partial(timed, perf_counter, partial(one, threads=THREADS)))
    if with_plain:
        measures[PLAIN] = Measure(partial(yardsticks.plain_perft, case.room, case.canonical, case.plain_depth))
    by_rules = partial(perft, case.game, position, case.python_depth)
    measures[PYTHON] = Measure(partial(timed, process_time, by_rules))
    if with_py_draughts and case.room == "draughts":
        measures[PY_DRAUGHTS] = Measure(partial(py_draughts_perft, case.canonical, case.python_depth))
    return measures


def check_counts(case: Case, measures: Measures) -> None:
    """Programs that went equally deep have counted the same; the core says how much that is at other depths."""
    core = find_core(case.game)
    depths = {
        CORE: case.core_depth,
        ALL_THREADS: case.core_depth,
        PLAIN: case.plain_depth,
        PYTHON: case.python_depth,
        PY_DRAUGHTS: case.python_depth,
    }
    for program, measure in measures.items():
        depth = depths[program]
        expected = measures[PYTHON].done if core is None else core.perft(case.position, depth)
        if (core is not None or depth == case.python_depth) and measure.done != expected:
            raise CountsDiffer(
                f"{case.game_name}, {case.name}: {program} counts {measure.done} at depth {depth}, not {expected}"
            )


def random_games(core: Core[Any, Any]) -> tuple[int, float]:
    """Random games on one thread: their moves."""
    began = process_time()
    job = core.start_playouts(core.game.start(), PLAYOUTS, SEED)
    finish(job)
    seconds = process_time() - began
    return job.totals["plies"], seconds


def batch_of(core: Core[Any, Any]) -> bytes:
    """Packed positions, each some random moves away from the start."""
    random = Random(SEED)
    packed = bytes(core.pack([core.game.start()] * DISTINCT))
    for _ in range(PLIES):
        offsets, moves = core.legal_moves(packed)
        open_ones = [i for i in range(len(offsets) - 1) if offsets[i] < offsets[i + 1]]
        chosen = b"".join(
            int(moves[random.randrange(int(offsets[i]), int(offsets[i + 1]))]).to_bytes(8, sys.byteorder)
            for i in open_ones
        )
        size = 8 * core.words
        packed = bytes(core.play(b"".join(packed[size * i : size * (i + 1)] for i in open_ones), chosen))
    return packed * (BATCH * core.words * 8 // len(packed))


def move_lists(core: Core[Any, Any], packed: bytes) -> int:
    """The move lists of a batch: how many they are."""
    offsets, _ = core.legal_moves(packed)
    return len(offsets) - 1


def machine() -> dict[str, object]:
    """What the figures were measured on, and with what."""
    try:
        command = yardsticks.compiler()
        compiled_by = _first_line([*command, "--version"])
    except yardsticks.NoCompiler as error:
        compiled_by = str(error)
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": THREADS,
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler": compiled_by,
        "flags": " ".join(yardsticks.FLAGS),
        "core": core_built(),
        "commit": _first_line(["git", "describe", "--always", "--dirty", "--abbrev=12"]),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else None,
    }


def core_built() -> str:
    """When the core was built: it may be another than the commit's, and then says so."""
    spec = find_spec("boardwright.core._core")
    if spec is None or spec.origin is None:
        return "not compiled"
    library = Path(spec.origin)
    built = library.stat().st_mtime
    package = library.parent.parent
    newer = [str(source.relative_to(package)) for source in package.rglob("*.[ch]pp") if source.stat().st_mtime > built]
    said = f"built {datetime.fromtimestamp(built):%Y-%m-%d %H:%M:%S}"
    return f"{said}, OLDER THAN {', '.join(sorted(newer))}: not what the commit has" if newer else said


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _first_line(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent)
    except OSError as error:
        return str(error)
    return next(iter(done.stdout.splitlines()), "unknown")


def run_rounds(measures: Iterable[Measure], rounds: int) -> None:
    """Let all take turns."""
    listed = list(measures)
    for number in range(rounds):
        for at, measure in enumerate(listed):
            if sys.stderr.isatty():
                print(
                    f"\rround {number + 1} of {rounds}: {at + 1} of {len(listed)} ", end="", file=sys.stderr, flush=True
                )
            measure.run_round()
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)


def millions(measure: Measure | None) -> str:
    if measure is None:
        return "-"
    rate = measure.rate / 1e6
    return f"{rate:.0f}" if rate >= 100 else f"{rate:.1f}" if rate >= 10 else f"{rate:.2f}"


def ratio(measure: Measure | None, yardstick: Measure | None) -> str:
    if measure is None or yardstick is None:
        return "-"
    times = measure.rate / yardstick.rate
    return f"{times:.1f}" if times >= 1 else f"{times:.3f}"


def print_perft(table: dict[Case, Measures]) -> None:
    print("perft: million leaves a second, and in the columns x how many times the plain program's")
    heads = (
        f"{'game':<11} {'position':<11} {'depths':>8} {'goal':>6} {'core':>6} {'x':>6} {f'on {THREADS}':>6} {'x':>6}"
    )
    print(f"{heads} {'plain':>6} {'Python':>7} {'x':>6} {'py-draughts':>12} {'x':>6}")
    for case, measures in table.items():
        plain = measures.get(PLAIN)
        depths = f"{case.core_depth} {case.plain_depth} {case.python_depth}"
        print(f"{case.game_name:<11} {case.name:<11} {depths:>8} {case.goal:>6}", end="")
        for program in (CORE, ALL_THREADS):
            print(f" {millions(measures.get(program)):>6} {ratio(measures.get(program), plain):>6}", end="")
        print(f" {millions(plain):>6}", end="")
        for program, width in ((PYTHON, 7), (PY_DRAUGHTS, 12)):
            print(f" {millions(measures.get(program)):>{width}} {ratio(measures.get(program), plain):>6}", end="")
        print()
    print("depths: of the core, the plain program, Python and py-draughts\n")


def print_others(playouts: Measures, batches: Measures) -> None:
    print("the core from Python, one thread: million moves of random games, million move lists of a batch, a second")
    print(f"{'game':<11} {'random games':>13} {'goal':>5} {'move lists':>11} {'goal':>5}")
    for game, goal in PLAYOUT_GOALS.items():
        lists = millions(batches.get(game))
        print(f"{game:<11} {millions(playouts.get(game)):>13} {goal:>5} {lists:>11} {BATCH_GOAL:>5}")
    print()


def as_data(table: dict[Case, Measures], playouts: Measures, batches: Measures) -> dict[str, object]:
    """The figures, a second, as plain data."""

    def figures(measures: Measures) -> dict[str, object]:
        plain = measures.get(PLAIN)
        return {
            program: {
                "leaves a second": measure.rate,
                "leaves": measure.done,
                "ratio": None if plain is None else measure.rate / plain.rate,
            }
            for program, measure in measures.items()
        }

    return {
        "perft": [
            {"game": case.game_name, "name": case.name, "position": case.canonical, "goal": case.goal * 1e6}
            | {"programs": figures(measures)}
            for case, measures in table.items()
        ],
        "moves of random games": {game: measure.rate for game, measure in playouts.items()},
        "move lists of a batch": {game: measure.rate for game, measure in batches.items()},
    }


def have_plain() -> bool:
    try:
        for game in yardsticks.GAMES:
            yardsticks.build(game)
    except yardsticks.NoCompiler as error:
        print(f"the plain programs are left out: {error}")
        return False
    return True


def py_draughts_version() -> str | None:
    try:
        return outside.PY_DRAUGHTS.install()
    except outside.NotInstalled as error:
        print(f"py-draughts is left out: {error}")
        return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description="Measure the speed of everything.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how many rounds to take the best of ({ROUNDS})")
    rounds = max(parser.parse_args().rounds, 1)

    described = machine()
    for what, value in described.items():
        print(f"{what:<10} {value}")
    print()
    with_plain, version = have_plain(), py_draughts_version()
    table = {case: perft_measures(case, with_plain=with_plain, with_py_draughts=version is not None) for case in CASES}
    cores = {name: core for name in PLAYOUT_GOALS if (core := find_core(find_game(name))) is not None}
    playouts = {name: Measure(partial(random_games, core)) for name, core in cores.items()}
    batches = {
        name: Measure(partial(timed, process_time, partial(move_lists, core, batch_of(core))))
        for name, core in cores.items()
    }
    counted = [measure for measures in table.values() for measure in measures.values()]
    run_rounds([*counted, *playouts.values(), *batches.values()], rounds)
    print_perft(table)
    print_others(playouts, batches)
    by_rules = python_rules.measure()
    stopping = stops.measure()
    report = {
        "machine": described | {"py-draughts": version, "load at the end": machine()["load"]},
        **as_data(table, playouts, batches),
        "python rules": by_rules,
        "seconds from stop to bestmove": stopping,
    }
    RESULTS.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"\nload at the end: {machine()['load']}; written to {RESULTS.relative_to(Path(__file__).parent.parent)}")
    try:
        for case, measures in table.items():
            check_counts(case, measures)
    except CountsDiffer as error:
        print(f"counts differ: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
