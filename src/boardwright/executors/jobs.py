"""Jobs: pieces of work that any process can do, and do again."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from boardwright.conformance import game_failure
from boardwright.errors import BoardwrightError
from boardwright.failures import described

R_co = TypeVar("R_co", covariant=True)

TRIES = 4
"""So often a job is begun whose worker dies at it."""


@dataclass(frozen=True, slots=True)
class Job(Generic[R_co]):
    """A call that can be made anywhere: the function can be imported, and the arguments say all that it needs.

    Such a function is pure: chance comes from a seed among its arguments, and it changes nothing outside
    of it. So a job may be done twice, or half and then elsewhere again. ``name`` tells it from the others.
    """

    name: str
    function: Callable[..., R_co]
    arguments: tuple[Any, ...]

    def do(self) -> R_co:
        """
        >>> Job("two to the tenth", pow, (2, 10)).do()
        1024
        """
        return self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class Crash:
    """What stands for the result of a job that failed; ``reason`` says how.

    ``is_final`` where the game's own code failed: there is no use in going on with other jobs.
    """

    reason: str
    is_final: bool = False


def packed(job: Job[Any]) -> bytes:
    """A job as it goes to another process."""
    try:
        return pickle.dumps(job)
    except Exception as error:
        raise BoardwrightError(
            f"{job.name} cannot be sent to another process: {error} (jobs=0 does it in this one)"
        ) from error


def answer(packed_job: bytes, read: Callable[[bytes], Any] = pickle.loads) -> bytes:
    """Do a job that came from another process; what it gave, or how it failed, to be sent back."""
    # It may name what cannot be imported here, and give what cannot be sent: both fail like the work itself.
    try:
        job: Job[Any] = read(packed_job)
        return pickle.dumps(job.do())
    except Exception as error:
        failure = game_failure(error)
        crash = Crash(described(error)) if failure is None else Crash(str(failure), is_final=True)
        return pickle.dumps(crash)


def unpacked(result: bytes) -> Any:
    """What a job gave in another process, or a :class:`Crash`."""
    try:
        return pickle.loads(result)
    except Exception as error:
        return Crash(f"its result cannot be read: {described(error)}")
