"""A generation of self-play games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TypeVar

from boardwright.executors.executor import Executor
from boardwright.executors.jobs import Job

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Generation:
    """The self-play of one generation: the number of games, nodes per move, and a time limit in seconds."""

    games: int
    nodes: int
    seconds: float = inf


def play_blocks(
    jobs: Iterable[Job[R]],
    executor: Executor,
    seconds: float,
    on_block: Callable[[int], None],
    stop: Callable[[], bool],
) -> list[R]:
    """Run the jobs for up to ``seconds``, but at least the first one; ``on_block`` receives the number of results."""
    end = monotonic() + seconds
    blocks: list[R] = []
    for block in executor.map(jobs, lambda: stop() or (bool(blocks) and monotonic() > end)):
        blocks.append(block)
        on_block(len(blocks))
    return blocks
