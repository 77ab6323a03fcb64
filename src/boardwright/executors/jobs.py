"""Jobs: calls that can run, and be repeated, in any process."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from boardwright.conformance import game_failure
from boardwright.errors import BoardwrightError, described

R_co = TypeVar("R_co", covariant=True)

_on_progress: Callable[[object], None] | None = None


@contextmanager
def progress_to(receive: Callable[[object], None] | None) -> Iterator[None]:
    """Pass what jobs report of their progress to a function."""
    global _on_progress
    before, _on_progress = _on_progress, receive
    try:
        yield
    finally:
        _on_progress = before


def report_progress(progress: object) -> None:
    """Report the progress of the job that runs in this process, if its executor passes it on."""
    if _on_progress is not None:
        _on_progress(progress)


TRIES = 4
"""How many times a job is started if its worker dies."""


@dataclass(frozen=True, slots=True)
class Job(Generic[R_co]):
    """A call that can run in any process: the function is importable, and the arguments are all that it needs.

    The function is pure: randomness comes from a seed among the arguments, and there are no side effects. So a job
    can be repeated, or interrupted and restarted elsewhere. ``name`` identifies it in messages.
    """

    name: str
    function: Callable[..., R_co]
    arguments: tuple[object, ...]

    def do(self) -> R_co:
        """
        >>> Job("two to the tenth", pow, (2, 10)).do()
        1024
        """
        return self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class Crash:
    """The result of a job that failed; ``reason`` says how.

    ``is_final`` is set if the game's own code failed: then other jobs would fail too.
    """

    reason: str
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """What a running job reports, on its way from another process."""

    content: object


def packed(job: Job[object]) -> bytes:
    """Pickle a job for another process."""
    try:
        return pickle.dumps(job)
    except Exception as error:
        raise BoardwrightError(
            f"{job.name} cannot be sent to another process: {error} (jobs=0 does it in this one)"
        ) from error


def answer(packed_job: bytes, read: Callable[[bytes], Any] = pickle.loads) -> bytes:
    """Run a pickled job; return its pickled result or :class:`Crash`."""
    # Unpickling the job and pickling the result can fail too, and are reported in the same way.
    try:
        job: Job[object] = read(packed_job)
        return pickle.dumps(job.do())
    except Exception as error:
        failure = game_failure(error)
        crash = Crash(described(error)) if failure is None else Crash(str(failure), is_final=True)
        return pickle.dumps(crash)


def unpacked(result: bytes) -> Any:
    """Unpickle the result of a job, or return a :class:`Crash`."""
    try:
        return pickle.loads(result)
    except Exception as error:
        return Crash(f"its result cannot be read: {described(error)}")
