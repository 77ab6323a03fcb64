"""A pool of engine processes with a priority queue, which replaces processes that die.

Moves of games come before analyses, and one process never runs analyses, so that no number of
these delays a game for long.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

import boardwright
from boardwright.errors import reason_of
from boardwright.executors.processes import exit_reason
from boardwright.web.api_errors import ERRORS, Unavailable
from boardwright.web.engine_tasks import EngineFailed, Task, Urgency
from boardwright.web.game_files import Problem
from boardwright.web.serialisation import JsonObject

FEWEST = 2
MAX_WAITING_ANALYSES = 50
GRACE = 10.0
"""How far a task may exceed its time before its process is killed, in seconds."""
POLL_INTERVAL = 0.5
"""The interval at which the time of a task is checked, in seconds."""
FAIR_SHARE = 10.0
"""The number of seconds after which an analysis is stopped if others wait."""
LONGEST_ANSWER = 1 << 20
EXIT_SECONDS = 3.0
"""How long a process that has closed its output may take to exit before it is killed, in seconds."""
FIRST_REST, LONGEST_REST = 0.2, 30.0
"""The back-off before a dead process is replaced, at first and at most, in seconds."""


@dataclass(frozen=True, slots=True, order=True)
class _Entry:
    """A queued or running task, ordered by priority and age."""

    urgency: Urgency
    number: int
    task: Task
    on_info: Callable[[JsonObject], None]
    done: asyncio.Future[JsonObject]


class EnginePool:
    """A pool of engine processes; open and close it in one event loop."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = max(FEWEST, processes or os.cpu_count() or FEWEST)
        self.waiting: list[_Entry] = []
        self.thinking: list[_Entry] = []
        self._numbers = count()
        self._news = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Accept tasks; processes are started on demand."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.processes)]

    async def close(self) -> None:
        """Kill the processes."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def think(
        self, task: Task, urgency: Urgency, on_info: Callable[[JsonObject], None] = lambda result: None
    ) -> JsonObject:
        """Search, and return the final result as plain data; cancelling stops the search.

        ``on_info`` receives intermediate results if the task asks for them.
        """
        if urgency is Urgency.ANALYSIS and _analyses(self.waiting) >= MAX_WAITING_ANALYSES:
            raise Unavailable(ERRORS("engine_busy"))
        entry = _Entry(urgency, next(self._numbers), task, on_info, asyncio.get_running_loop().create_future())
        try:
            async with self._news:
                self.waiting.append(entry)
                self._news.notify_all()
            return await entry.done
        finally:
            if entry in self.waiting:
                self.waiting.remove(entry)

    async def _keep(self) -> None:
        """Run tasks one at a time in one process, and replace it when it has died."""
        process: Process | None = None
        rest = FIRST_REST
        try:
            while True:
                async with self._next() as entry:
                    try:
                        # An idle process may have died since its last task: retry once in a new one.
                        answer = await self._answer(process, entry) if process else None
                        if answer is None:
                            process = await _started()
                            answer = await self._answer(process, entry)
                            answer = answer or {"failed": f"its process ended {exit_reason(process.returncode or 0)}"}
                    except OSError as error:
                        answer = {"failed": f"its process cannot be started: {reason_of(error)}"}
                _resolve(entry, answer)
                if process is not None and process.returncode is None:
                    rest = FIRST_REST
                else:
                    await asyncio.sleep(rest)
                    rest = min(2 * rest, LONGEST_REST)
        finally:
            if process is not None:
                await _ended(process)

    @asynccontextmanager
    async def _next(self) -> AsyncIterator[_Entry]:
        """Wait for the next task and mark it as running."""
        async with self._news:
            while not (ready := self._ready()):
                await self._news.wait()
            entry = min(ready)
            self.waiting.remove(entry)
            self.thinking.append(entry)
        try:
            yield entry
        finally:
            self.thinking.remove(entry)
            async with self._news:
                self._news.notify_all()

    def _ready(self) -> list[_Entry]:
        """Return the tasks that may start now: one process never runs analyses."""
        if _analyses(self.thinking) < self.processes - 1:
            return self.waiting
        return [entry for entry in self.waiting if entry.urgency is not Urgency.ANALYSIS]

    async def _answer(self, process: Process, entry: _Entry) -> JsonObject | None:
        """Return a process's final answer to a task, None if it died; kill it if the answer is late."""
        loop = asyncio.get_running_loop()
        began, most, stopped = loop.time(), entry.task.limits.time or 0.0, False
        _send(process, asdict(entry.task))
        reading = asyncio.create_task(_read(process))
        try:
            while True:
                waited: set[asyncio.Future[Any]] = {reading} if stopped else {reading, entry.done}
                await asyncio.wait(waited, timeout=POLL_INTERVAL, return_when=asyncio.FIRST_COMPLETED)
                spent = loop.time() - began
                if not stopped and (entry.done.done() or self._has_had_its_share(entry, spent)):
                    _send(process, {"stop": True})
                    most, stopped = spent, True
                if not reading.done():
                    if spent > most + GRACE:
                        await _ended(process)
                        return {"failed": f"it has not answered within {spent:.0f} s"}
                    continue
                answer = reading.result()
                if answer is None:
                    await _ended(process, EXIT_SECONDS)
                    return None
                if "result" not in answer:
                    return answer
                if not entry.done.done():
                    entry.on_info(answer["result"])
                reading = asyncio.create_task(_read(process))
        finally:
            reading.cancel()

    def _has_had_its_share(self, entry: _Entry, seconds: float) -> bool:
        return entry.urgency is Urgency.ANALYSIS and seconds > FAIR_SHARE and _analyses(self.waiting) > 0


def _analyses(entries: Sequence[_Entry]) -> int:
    return sum(entry.urgency is Urgency.ANALYSIS for entry in entries)


def _resolve(entry: _Entry, answer: JsonObject) -> None:
    """Resolve a task with an answer, unless it was cancelled."""
    if entry.done.done():
        return
    if "done" in answer:
        entry.done.set_result(answer["done"])
    else:
        problem = answer.get("problem")
        failed = EngineFailed(f"the engine failed: {answer['failed']}", problem and Problem(*problem))
        entry.done.set_exception(failed)


def package_environment() -> dict[str, str]:
    """Return the environment of a Python program that imports this package."""
    place = str(Path(boardwright.__file__).parents[1])
    path = os.pathsep.join(filter(None, (place, os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path}


async def _started() -> Process:
    # -P keeps the current folder off the module path: a user may have a random.py there.
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "boardwright.web.engine_worker"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        limit=LONGEST_ANSWER,
        env=package_environment(),
        # A process group of its own: Ctrl-C goes to the server alone, which then ends its workers. Not a session of its
        # own: Linux shares the cores among sessions, and a lower priority counts only within one.
        process_group=0,
    )


async def _ended(process: Process, timeout: float = 0.0) -> None:
    """Kill a process unless it exits within ``timeout`` seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout):
            await process.wait()
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _send(process: Process, message: JsonObject) -> None:
    """Send a line; writing to a dead process is ignored, since reading from it reports its end."""
    assert process.stdin is not None
    with suppress(OSError, RuntimeError):
        process.stdin.write(json.dumps(message).encode() + b"\n")


async def _read(process: Process) -> JsonObject | None:
    """Read an answer of a process; None at the end of its output, or if the line is invalid or too long."""
    assert process.stdout is not None
    try:
        answer: JsonObject = json.loads(await process.stdout.readline())
        return answer
    except ValueError:
        return None
