"""Executors: run the same jobs in this process, in other processes, or on a Ray cluster, with the same results.

>>> with open_executor(jobs=0) as executor:
...     list(executor.map([Job(f"square of {n}", pow, (n, 2)) for n in range(4)]))
[0, 1, 4, 9]
"""

from __future__ import annotations

from boardwright.executors.executor import Executor, SerialExecutor, open_executor
from boardwright.executors.jobs import Crash, Job

__all__ = ["Crash", "Executor", "Job", "SerialExecutor", "open_executor"]
