"""Executors: run the same jobs in this process, in other processes, or on a Ray cluster, with the same results.

>>> with open_executor(jobs=0) as executor:
...     list(executor.map([Job(f"square of {n}", pow, (n, 2)) for n in range(4)]))
[0, 1, 4, 9]
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext

from boardwright.errors import BoardwrightError
from boardwright.executors.executor import Executor, SerialExecutor
from boardwright.executors.jobs import Crash, Job

__all__ = ["Crash", "Executor", "Job", "SerialExecutor", "executor_or_jobs", "open_executor"]


def open_executor(jobs: int | None = None, ray: str | None = None, *, pin: bool = False) -> Executor:
    """Open an executor: processes of this machine, or a Ray cluster.

    :param jobs: the number of processes; None: one per core; 0: this process
    :param ray: the address of a cluster, ``auto``, or ``local``, instead of processes; needs the extra ``cluster``
    :param pin: whether each process, and what it starts, runs on a core of its own
    """
    if pin and (ray is not None or jobs == 0):
        raise BoardwrightError("only processes of this machine are pinned to cores: expected their number")
    if ray is not None:
        from boardwright.executors.ray_executor import RayExecutor

        return RayExecutor(ray)
    if jobs is not None and jobs < 0:
        raise BoardwrightError(f"there are no {jobs} processes: expected at least 1, or 0 for this one")
    if jobs == 0:
        return SerialExecutor()
    from boardwright.executors.processes import ProcessExecutor

    return ProcessExecutor(jobs or os.cpu_count() or 1, pin=pin)


def executor_or_jobs(executor: Executor | None, jobs: int | None) -> AbstractContextManager[Executor]:
    """Return the given executor, or open one with ``jobs`` processes that end with the context."""
    return open_executor(jobs) if executor is None else nullcontext(executor)
