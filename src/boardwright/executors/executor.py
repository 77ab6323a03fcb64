"""The executor interface, and the executor that runs jobs in this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from itertools import tee
from typing import Any, Self, TypeVar

from boardwright.errors import BoardwrightError
from boardwright.executors.jobs import Crash, Job, progress_to

R = TypeVar("R")

POLL_INTERVAL = 0.1
"""The polling interval for results and ``stop``, in seconds."""

AHEAD = 4
"""How many jobs per worker may finish ahead of the first unfinished one."""


class Executor(ABC):
    """Where jobs run. Used as a context manager, it releases its resources.

    Only one :meth:`results` may run at a time; started workers stay for the next one.
    """

    def __init__(self) -> None:
        self.given = 0
        """The number of jobs submitted so far, and the number of the next one."""
        self.on_progress: Callable[[Any], None] | None = None
        """Receives what running jobs report, where that is possible: not from a cluster."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    @abstractmethod
    def width(self) -> int:
        """The number of jobs that run at the same time."""

    @abstractmethod
    def has_room(self) -> bool:
        """Whether one more job would start soon."""

    @abstractmethod
    def begin(self, number: int, job: Job[object]) -> None:
        """Submit a job."""

    @abstractmethod
    def finished(self) -> list[tuple[int, Any]]:
        """Return the numbers and results, or crashes, of newly finished jobs; wait shortly for the first."""

    @abstractmethod
    def give_up(self) -> None:
        """Cancel the unfinished jobs."""

    @abstractmethod
    def close(self) -> None:
        """Release all resources."""

    def results(
        self,
        jobs: Iterable[Job[R]],
        stop: Callable[[], bool] = lambda: False,
        on_finished: Callable[[R], None] = lambda result: None,
    ) -> Generator[R | Crash, None, None]:
        """Yield the results in the order of the jobs, until ``stop`` returns true; closing it cancels the rest.

        ``on_finished`` receives every result as soon as there is one, in any order, but no crash.
        """
        ahead = AHEAD * self.width
        waiting = iter(jobs)
        done: dict[int, R | Crash] = {}
        next_result = self.given
        more, losses = True, 0
        try:
            while not stop():
                while more and self.has_room() and self.given < next_result + ahead:
                    job = next(waiting, None)
                    if job is None:
                        more = False
                        break
                    self.given += 1
                    self.begin(self.given - 1, job)
                for number, finished in self.finished():
                    done[number] = finished
                    if not isinstance(finished, Crash):
                        on_finished(finished)
                while next_result in done:
                    result = done.pop(next_result)
                    next_result += 1
                    losses = losses + 1 if isinstance(result, Crash) else 0
                    if isinstance(result, Crash) and result.is_final:
                        raise BoardwrightError(result.reason)
                    if isinstance(result, Crash) and losses > 2 * self.width + 1:
                        last = f"the last one because {result.reason}"
                        raise BoardwrightError(f"{losses} jobs in a row had no result, {last}")
                    yield result
                if not more and next_result == self.given:
                    return
        finally:
            self.give_up()

    def map(self, jobs: Iterable[Job[R]], stop: Callable[[], bool] = lambda: False) -> Generator[R, None, None]:
        """Yield the results of jobs that must all succeed; a crash is raised as an error.

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


def tolerate_error(
    results: Generator[R | Crash, None, None], has_results: Callable[[], bool], errors: list[str]
) -> Generator[R | Crash, None, None]:
    """Yield the results; an error that ends them after there were useful ones is only added to ``errors``."""
    try:
        yield from results
    except BoardwrightError as error:
        if not has_results():
            raise
        errors.append(str(error))


class SerialExecutor(Executor):
    """Runs the jobs in this process, one after another; an error in a job is raised."""

    def __init__(self) -> None:
        super().__init__()
        self._done: list[tuple[int, Any]] = []

    @property
    def width(self) -> int:
        return 1

    def has_room(self) -> bool:
        return not self._done

    def begin(self, number: int, job: Job[object]) -> None:
        with progress_to(self.on_progress):
            self._done.append((number, job.do()))

    def finished(self) -> list[tuple[int, Any]]:
        done, self._done = self._done, []
        return done

    def give_up(self) -> None:
        self._done = []

    def close(self) -> None:
        self.give_up()
