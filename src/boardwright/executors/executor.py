"""Places where jobs are done: this process, others on this machine, or a cluster."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import tee
from typing import Any, Self, TypeVar

from boardwright.errors import BoardwrightError
from boardwright.executors.jobs import Crash, Job

R = TypeVar("R")

GLANCE = 0.1
"""How often it is asked whether to stop, in seconds."""

AHEAD = 4
"""So many jobs for each worker may be done before the first one that is not."""


class Executor(ABC):
    """Where jobs are done; use it as a context, which gives back what it holds.

    One run of :meth:`results` at a time; what a executor has started stays for the next one.
    """

    def __init__(self) -> None:
        self.given = 0
        """How many jobs it was ever given; the next one has this number."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    @abstractmethod
    def width(self) -> int:
        """How many jobs are done at a time."""

    @abstractmethod
    def has_room(self) -> bool:
        """Whether one more job would be begun soon."""

    @abstractmethod
    def begin(self, number: int, job: Job[Any]) -> None:
        """Take a job."""

    @abstractmethod
    def finished(self) -> list[tuple[int, Any]]:
        """Numbers and results, or crashes, of jobs that are done, each once; waits a glance for the first one."""

    @abstractmethod
    def give_up(self) -> None:
        """Let go of the jobs that are not done: nobody waits for them any more."""

    @abstractmethod
    def close(self) -> None:
        """Give back all that is held."""

    def results(
        self, jobs: Iterable[Job[R]], stop: Callable[[], bool] = lambda: False
    ) -> Generator[R | Crash, None, None]:
        """The results in the order of the jobs, until these end or ``stop`` tells to; close it to give up the rest."""
        ahead = AHEAD * self.width
        waiting = iter(jobs)
        done: dict[int, R | Crash] = {}
        told = self.given
        more, losses = True, 0
        try:
            while not stop():
                while more and self.has_room() and self.given < told + ahead:
                    job = next(waiting, None)
                    if job is None:
                        more = False
                        break
                    self.given += 1
                    self.begin(self.given - 1, job)
                done.update(self.finished())
                while told in done:
                    result = done.pop(told)
                    told += 1
                    losses = losses + 1 if isinstance(result, Crash) else 0
                    self._check_losses(losses, result)
                    yield result
                if not more and told == self.given:
                    return
        finally:
            self.give_up()

    def _check_losses(self, losses: int, last: object) -> None:
        """Where everything fails there is no use in going on."""
        if isinstance(last, Crash) and last.is_final:
            raise BoardwrightError(last.reason)
        if isinstance(last, Crash) and losses > 2 * self.width + 1:
            raise BoardwrightError(f"{losses} jobs in a row had no result, the last one because {last.reason}")

    def map(self, jobs: Iterable[Job[R]], stop: Callable[[], bool] = lambda: False) -> Generator[R, None, None]:
        """The results of jobs of which none may be missing; a job that fails is an error.

        >>> with SerialExecutor() as executor:
        ...     list(executor.map(Job(f"{n} squared", pow, (n, 2)) for n in range(5)))
        [0, 1, 4, 9, 16]
        """
        ours, given = tee(jobs)
        with closing(self.results(given, stop)) as results:
            for job, result in zip(ours, results, strict=False):
                if isinstance(result, Crash):
                    raise BoardwrightError(f"{job.name} has no result: {result.reason}")
                yield result


def open_executor(jobs: int | None = None, ray: str | None = None) -> Executor:
    """So many processes of this machine (None: as many as there are cores; 0: this process), or a Ray cluster."""
    if ray is not None:
        from boardwright.executors.ray_executor import RayExecutor

        return RayExecutor(ray)
    if jobs is not None and jobs < 0:
        raise BoardwrightError(f"there are no {jobs} processes: expected at least 1, or 0 for this one")
    if jobs == 0:
        return SerialExecutor()
    from boardwright.executors.processes import ProcessExecutor

    return ProcessExecutor(jobs or os.cpu_count() or 1)


def kept(
    results: Generator[R | Crash, None, None], is_worth_it: Callable[[], bool], troubles: list[str]
) -> Generator[R | Crash, None, None]:
    """The results; an error that ends them is a trouble where those before it are worth keeping."""
    try:
        yield from results
    except BoardwrightError as error:
        if not is_worth_it():
            raise
        troubles.append(str(error))


def executor_or_jobs(executor: Executor | None, jobs: int | None) -> AbstractContextManager[Executor]:
    """A executor that somebody else has opened, or so many processes that end with the context."""
    return open_executor(jobs) if executor is None else nullcontext(executor)


class SerialExecutor(Executor):
    """This process, which does one job after the other; an error in a job is raised."""

    def __init__(self) -> None:
        super().__init__()
        self._done: list[tuple[int, Any]] = []

    @property
    def width(self) -> int:
        return 1

    def has_room(self) -> bool:
        return not self._done

    def begin(self, number: int, job: Job[Any]) -> None:
        self._done.append((number, job.do()))

    def finished(self) -> list[tuple[int, Any]]:
        done, self._done = self._done, []
        return done

    def give_up(self) -> None:
        self._done = []

    def close(self) -> None:
        self.give_up()
