"""The engine's processes as the server sees them: tasks wait in a queue, and any process may die without harm.

Moves of games come before analyses, and at least one process is never at an analysis, so that no
number of these keeps a game waiting for long.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import IntEnum
from itertools import count
from pathlib import Path
from typing import Any

import boardwright
from boardwright.arena.workers import epitaph
from boardwright.game import BoardwrightError
from boardwright.web.refusals import Unavailable
from boardwright.web.shown import Plain

FEWEST = 2
MOST_WAITING_ANALYSES = 50
GRACE = 10.0
"""So much longer than its time a task may take before its process is ended, in seconds."""
GLANCE = 0.5
"""How often it is asked whether a task has had its time, in seconds."""
FAIR_SHARE = 10.0
"""An analysis ends after so many seconds if others wait."""
LONGEST_ANSWER = 1 << 20
FIRST_REST, LONGEST_REST = 0.2, 30.0
"""How long to wait before a process that died is started again, at first and at most, in seconds."""


class Urgency(IntEnum):
    """What comes first: a person who waits for the engine's move, engines among themselves, an analysis."""

    GAME = 0
    SHOW = 1
    ANALYSIS = 2


@dataclass(frozen=True, slots=True)
class Task:
    """What to think about: a match by its game, start and moves; how long; how many lines are wanted.

    ``game`` is the name, or the file with the variant, by which another process finds it; ``tell``
    whether to tell what is found meanwhile.
    """

    game: str
    start: str
    moves: Sequence[str]
    seconds: float
    aim: float | None = None
    level: int | None = None
    lines: int = 1
    seed: int = 0
    tell: bool = False


class EngineFailed(BoardwrightError):
    """A process failed at a task, or died of it."""


@dataclass(frozen=True, slots=True, order=True)
class _Entry:
    """A task that waits or is thought about; the order is that in which tasks are taken."""

    urgency: Urgency
    number: int
    task: Task
    on_found: Callable[[Plain], None]
    done: asyncio.Future[Plain]


class Thinkers:
    """Processes that think; open it in a running loop, and close it there."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = max(FEWEST, processes or os.cpu_count() or FEWEST)
        self.waiting: list[_Entry] = []
        self.alive = 0
        """How many processes run."""
        self._analyses = 0
        """How many are thought about."""
        self._numbers = count()
        self._news = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Start the processes."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.processes)]

    async def close(self) -> None:
        """End the processes."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def think(
        self, task: Task, urgency: Urgency, on_found: Callable[[Plain], None] = lambda found: None
    ) -> Plain:
        """What is found in the end, in the shape of ``Found``; cancel it to end the thinking."""
        if urgency is Urgency.ANALYSIS and self._count_waiting(urgency) >= MOST_WAITING_ANALYSES:
            raise Unavailable("too many analyses wait for the engine: expected to be asked again later")
        entry = _Entry(urgency, next(self._numbers), task, on_found, asyncio.get_running_loop().create_future())
        async with self._news:
            self.waiting.append(entry)
            self._news.notify_all()
        try:
            return await entry.done
        finally:
            if entry in self.waiting:
                self.waiting.remove(entry)

    def _count_waiting(self, urgency: Urgency) -> int:
        return sum(entry.urgency == urgency for entry in self.waiting)

    async def _keep(self) -> None:
        """Give tasks to a process, one at a time, and start another one where it dies."""
        rest = FIRST_REST
        while True:
            process = await _started()
            self.alive += 1
            try:
                while await self._do_next(process):
                    rest = FIRST_REST
            finally:
                self.alive -= 1
                await _ended(process)
            await asyncio.sleep(rest)
            rest = min(2 * rest, LONGEST_REST)

    async def _do_next(self, process: Process) -> bool:
        """Wait for a task and do it; whether the process is still alive then."""
        entry = await self._next()
        analysis = entry.urgency is Urgency.ANALYSIS
        self._analyses += analysis
        try:
            answer = await self._answer(process, entry)
        finally:
            self._analyses -= analysis
            if analysis:
                async with self._news:
                    self._news.notify_all()
        if not entry.done.done():
            if "done" in answer:
                entry.done.set_result(answer["done"])
            else:
                entry.done.set_exception(EngineFailed(f"the engine failed: {answer['failed']}"))
        return process.returncode is None

    async def _next(self) -> _Entry:
        async with self._news:
            while True:
                free = self._analyses < self.processes - 1
                open_to_all = [entry for entry in self.waiting if free or entry.urgency is not Urgency.ANALYSIS]
                if open_to_all:
                    entry = min(open_to_all)
                    self.waiting.remove(entry)
                    return entry
                await self._news.wait()

    async def _answer(self, process: Process, entry: _Entry) -> Plain:
        """The last answer of a process to a task; one that does not come in time ends the process."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        most, stopped = entry.task.seconds, False
        _say(process, asdict(entry.task))
        assert process.stdout is not None
        reading = asyncio.ensure_future(process.stdout.readline())
        try:
            while True:
                waited: set[asyncio.Future[Any]] = {reading} if stopped else {reading, entry.done}
                await asyncio.wait(waited, timeout=GLANCE, return_when=asyncio.FIRST_COMPLETED)
                spent = loop.time() - began
                if not stopped and (entry.done.done() or (spent > FAIR_SHARE and self._others_wait(entry))):
                    _say(process, {"stop": True})
                    most, stopped = spent, True
                if not reading.done():
                    if spent > most + GRACE:
                        process.kill()
                        return {"failed": f"it has not answered within {spent:.0f} s"}
                    continue
                answer = _read(reading.result())
                if answer is None:
                    process.kill()
                    return {"failed": f"its process ended {epitaph(await process.wait())}"}
                if "found" not in answer:
                    return answer
                if not entry.done.done():
                    entry.on_found(answer["found"])
                reading = asyncio.ensure_future(process.stdout.readline())
        finally:
            reading.cancel()

    def _others_wait(self, entry: _Entry) -> bool:
        return entry.urgency is Urgency.ANALYSIS and self._count_waiting(Urgency.ANALYSIS) > 0


async def _started() -> Process:
    # Without the current folder among the places for modules: a user may have a random.py there.
    place = str(Path(boardwright.__file__).parents[1])
    path = os.pathsep.join(filter(None, (place, os.environ.get("PYTHONPATH"))))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "boardwright.web.thinker"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        limit=LONGEST_ANSWER,
        env={**os.environ, "PYTHONPATH": path},
        # Ctrl-C is for the server, which then ends its processes.
        start_new_session=True,
    )


async def _ended(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _say(process: Process, message: Plain) -> None:
    """Send a line; what is sent to a dead process is lost, and its silence tells."""
    assert process.stdin is not None
    with suppress(OSError, RuntimeError):
        process.stdin.write(json.dumps(message).encode() + b"\n")


def _read(line: bytes) -> Plain | None:
    """What a line of a process says; None where it is the end of them."""
    try:
        answer: Plain = json.loads(line)
        return answer
    except ValueError:
        return None
