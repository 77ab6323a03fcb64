"""How much of their time workers are at a job: ``python -m bench.cluster [WORKERS]``.

The ideal are workers that always are, and jobs that cost what they cost in this process; so the efficiency is
that share of the time, and beside it stands the processor time of the jobs over that in this process. Other
programs on the machine stretch work and waiting alike. Workers have begun before the time is taken.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter, process_time
from typing import Any

from boardwright import find_game
from boardwright.arena import play_match
from boardwright.engine.network import shipped_network
from boardwright.executors import Crash, Executor, Job, SerialExecutor, open_executor
from boardwright.study.perft_jobs import PIECES, perft_jobs
from boardwright.study.playout_jobs import playout_jobs
from boardwright.training.selfplay_jobs import selfplay_jobs, settings_of

Work = Callable[[Executor], object]


@dataclass(frozen=True, slots=True)
class Clocked:
    """What a job gave, and what it cost."""

    result: Any
    seconds: float
    processor: float


def clocked(job: Job[Any]) -> Clocked:
    """Do a job, and look at the clock."""
    began, processor = perf_counter(), process_time()
    result = job.do()
    return Clocked(result, perf_counter() - began, process_time() - processor)


@dataclass
class Stopwatch(Executor):
    """Another executor, of whose jobs it adds up what they cost."""

    executor: Executor
    jobs: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    given: int = field(default=0, init=False)

    @property
    def width(self) -> int:
        return self.executor.width

    def has_room(self) -> bool:
        return self.executor.has_room()

    def begin(self, number: int, job: Job[Any]) -> None:
        self.executor.begin(number, Job(job.name, clocked, (job,)))

    def finished(self) -> list[tuple[int, Any]]:
        done = []
        for number, found in self.executor.finished():
            if isinstance(found, Crash):
                sys.exit(f"a job had no result: {found.reason}")
            self.jobs += 1
            self.seconds += found.seconds
            self.processor += found.processor
            done.append((number, found.result))
        return done

    def give_up(self) -> None:
        self.executor.give_up()

    def close(self) -> None:
        self.executor.close()


def count(executor: Executor) -> object:
    game = find_game("draughts")
    return list(executor.map(perft_jobs(game, game.start(), 12, pieces=PIECES * 2)))


def play_randomly(executor: Executor) -> object:
    game = find_game("draughts")
    return list(executor.map(playout_jobs(game, game.start(), 3_000_000, 1)))


def play_against_itself(executor: Executor) -> object:
    game = find_game("turm")
    network = shipped_network(game)
    settings = settings_of(game, network, nodes=1000, random_plies=10, seed=1)
    return list(executor.map(selfplay_jobs(game, network, settings, range(60))))


def play_a_match(executor: Executor) -> object:
    result = play_match("turm", ("engine:nodes=3000", "level:5"), games=240, executor=executor)
    return result.pairs


WORKS: dict[str, Work] = {
    "perft draughts 12": count,
    "playout draughts --games 3000000": play_randomly,
    "match turm engine:nodes=3000 level:5 --games 240": play_a_match,
    "1200 games of train turm": play_against_itself,
}


def rehearse(executor: Executor) -> None:
    """Let every worker begin, and import what it needs."""
    game = find_game("turm")
    for job in (*perft_jobs(game, game.start(), 3, pieces=1), *playout_jobs(game, game.start(), 1, 1)):
        list(executor.map([Job(job.name, clocked, (job,))] * 8 * executor.width))


def measure(title: str, executor: Executor, here: dict[str, tuple[object, float]]) -> None:
    """Do all work at a executor, and print how it went."""
    for name, work in WORKS.items():
        found, processor = here[name]
        watch = Stopwatch(executor)
        began = perf_counter()
        if work(watch) != found:
            sys.exit(f"{title}, {name}: another result")
        seconds = perf_counter() - began
        efficiency = watch.seconds / executor.width / seconds
        cost = watch.processor / processor
        print(f"{title:<18} {name:<50} {watch.jobs:>4} {seconds:>7.1f} {efficiency:>7.1%} {cost:>6.2f}", flush=True)


def main(workers: int) -> None:
    print(f"{'where':<18} {'what':<50} {'jobs':>4} {'seconds':>7} {'at a job':>7} {'cost':>6}", flush=True)
    here = {}
    for name, work in WORKS.items():
        watch = Stopwatch(SerialExecutor())
        here[name] = work(watch), watch.processor
    for title, jobs, ray in ((f"{workers} processes", workers, None), (f"Ray, {workers} nodes", 0, f"local:{workers}")):
        with open_executor(jobs, ray) as executor:
            rehearse(executor)
            measure(title, executor, here)


if __name__ == "__main__":
    # What other processes call must not be in the main module.
    from bench.cluster import main as main_to_import

    main_to_import(int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1)
