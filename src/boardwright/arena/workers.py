"""Work in processes of their own, of which any may die without harm to the rest."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeAlias, TypeVar

from boardwright.game import BoardwrightError

R = TypeVar("R")
Task: TypeAlias = tuple[Any, ...]

GLANCE = 0.1
"""How often it is asked whether to stop, in seconds."""

LAST_WORDS = 3.0
"""How long a process that is told to end may take for it, in seconds."""

AHEAD = 4
"""So many tasks for each worker may be done before the first one that is not."""


@dataclass(frozen=True, slots=True)
class Crash:
    """What stands for the result of a task that failed; ``reason`` says how."""

    reason: str


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    number: int = -1
    """The task that it is at; -1: none."""


class Workers(Generic[R]):
    """A number of processes that call one function; use it as a context, which ends them all.

    The function and its arguments must be what a new process can import.
    """

    def __init__(self, function: Callable[..., R], jobs: int) -> None:
        self.function = function
        self.jobs = jobs
        self.workers: list[_Worker] = []
        self.deaths = 0

    def __enter__(self) -> Workers[R]:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self.workers:
            worker.process.terminate()
            worker.pipe.close()
        for worker in self.workers:
            worker.process.join(LAST_WORDS)
            worker.process.kill()
            worker.process.join()

    def map(self, tasks: Iterator[Task], stop: Callable[[], bool]) -> Iterator[R | Crash]:
        """The results in the order of the tasks, until these end or ``stop`` tells to."""
        results: dict[int, R | Crash] = {}
        given = told = 0
        more = True
        while not stop():
            while more and given < told + AHEAD * self.jobs and (worker := self._idle()) is not None:
                task = next(tasks, None)
                if task is None:
                    more = False
                    break
                self._give(worker, given, task, results)
                given += 1
            self._collect(results)
            while told in results:
                yield results.pop(told)
                told += 1
            if not more and told == given:
                return

    def _idle(self) -> _Worker | None:
        for worker in self.workers:
            if worker.number < 0:
                return worker
        if len(self.workers) == self.jobs:
            return None
        self.workers.append(self._started())
        return self.workers[-1]

    def _started(self) -> _Worker:
        # Spawned, not forked: a fork copies the locks that other threads hold.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(self.function, theirs), daemon=True)
        with _deaf_to_interrupts():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _give(self, worker: _Worker, number: int, task: Task, results: dict[int, R | Crash]) -> None:
        worker.number = number
        try:
            worker.pipe.send(task)
        except OSError:
            self._bury(worker, results)

    def _collect(self, results: dict[int, R | Crash]) -> None:
        """Take what is finished, waiting a little for it."""
        busy = {worker.pipe: worker for worker in self.workers if worker.number >= 0}
        for pipe in wait(list(busy), GLANCE) if busy else ():
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            try:
                results[worker.number] = pipe.recv()
            except (EOFError, OSError):
                self._bury(worker, results)
                continue
            worker.number = -1
            self.deaths = 0

    def _bury(self, worker: _Worker, results: dict[int, R | Crash]) -> None:
        """Give up a dead worker and its task; the next task gets a new one."""
        worker.pipe.close()
        worker.process.join()
        self.workers.remove(worker)
        reason = f"its process ended {epitaph(worker.process.exitcode or 0)}"
        results[worker.number] = Crash(reason)
        self.deaths += 1
        if self.deaths > 2 * self.jobs + 1:
            raise BoardwrightError(f"{self.deaths} tasks in a row had no result, the last one because {reason}")


def answers(
    function: Callable[..., R], tasks: Iterator[Task], jobs: int | None, most: int, stop: Callable[[], bool]
) -> Generator[R | Crash]:
    """The results in the order of the tasks, of which there are at most so many, whoever does them.

    ``jobs`` processes work (None: as many as there are cores; 0: this one), until the tasks end or
    ``stop`` tells to. Close it to end them.
    """
    if jobs == 0:
        for task in tasks:
            if stop():
                return
            yield function(*task)
        return
    with Workers(function, min(jobs or os.cpu_count() or 1, most)) as workers:
        yield from workers.map(tasks, stop)


def epitaph(status: int) -> str:
    """How a process ended, by its exit status.

    >>> epitaph(-11), epitaph(3)
    ('by SIGSEGV', 'with exit status 3')
    """
    if status >= 0:
        return f"with exit status {status}"
    try:
        return f"by {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C from their first instruction on: it is for the one that asked."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def _work(function: Callable[..., Any], pipe: Connection) -> None:
    """Answer tasks until there are no more, or nobody to answer."""
    # Whoever is told to end lets go of what he holds first, such as other programs.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_answer(function, pipe))


def _answer(function: Callable[..., Any], pipe: Connection) -> Any:
    # A task may name what cannot be imported here: to receive it can fail like the work itself.
    try:
        return function(*pipe.recv())
    except (EOFError, OSError):
        raise
    except Exception as error:
        return Crash(f"{type(error).__name__}: {' '.join(str(error).split())}")
