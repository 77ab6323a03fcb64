"""Work that goes wrong at first: what jobs in tests call."""

from __future__ import annotations

import gc
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from boardwright.executors import Crash, Job, SerialExecutor
from boardwright.study.perft_jobs import count_lines

TIMEOUT = 300.0


class Failing(SerialExecutor):
    """This process, in which all jobs fail after so many."""

    def __init__(self, good: int) -> None:
        super().__init__()
        self.good = good

    def begin(self, number: int, job: Job[Any]) -> None:
        if number < self.good:
            super().begin(number, job)
        else:
            self._done.append((number, Crash("it failed")))


def die_once(trace: str, status: int) -> str:
    """End the process, unless it was done before."""
    if not Path(trace).exists():
        Path(trace).touch()
        os._exit(status)
    return "lived"


def fall_silent() -> None:
    """Close the pipe to whoever waits, but live on."""
    for pipe in gc.get_objects():
        if isinstance(pipe, Connection):
            pipe.close()
    time.sleep(TIMEOUT)


def count_after_a_death(trace: str, *arguments: object) -> dict[str, int]:
    """Count lines, but wait for the end of the machine at the first try; the trace then names the parent process."""
    if not Path(trace).exists():
        unfinished = Path(f"{trace}.{os.getpid()}")
        unfinished.write_text(str(os.getppid()))
        unfinished.rename(trace)
        time.sleep(TIMEOUT)
    return count_lines(*arguments)  # type: ignore[arg-type]


def drive_into_trouble(pipe: Connection, address: str, nodes: int, folder: str) -> None:
    """Be a cluster without cores, which gives each job back and then fails."""
    pipe.send(("ready", 0))
    number, _, job = pipe.recv()
    pipe.send(("cores", 0))
    pipe.send(("done", number, job))
    pipe.send(("failed", "RuntimeError: no more"))


def never_start(pipe: Connection, address: str, nodes: int, folder: str) -> None:
    """Be a cluster that leaves files while it starts, which takes for ever."""
    (Path(folder) / "log").touch()
    time.sleep(TIMEOUT)
