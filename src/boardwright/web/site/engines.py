"""The engines of a site without a server: workers of the browser, one with the core and one with the Python rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from functools import partial
from random import Random
from typing import Any, Protocol

from boardwright.engine.limits import Limits
from boardwright.engine.packed import read_report
from boardwright.engine.players import LEVELS, weakened
from boardwright.game import AnyGame
from boardwright.registry import find_game
from boardwright.web.client_engine import has_module, search_for
from boardwright.web.engine_tasks import LONGEST_LINE, EngineFailed, Task, Urgency
from boardwright.web.position_requests import continued_game
from boardwright.web.serialisation import JsonObject


class Searches(Protocol):
    """The workers that search, each one search at a time."""

    async def search(self, search: str) -> str | None:
        """Search by the core (``ClientSearch``); return the last report, or None if the search was stopped."""

    def stop_search(self) -> None:
        """Stop the search by the core."""

    async def think(self, task: str, tell: Callable[[str], None]) -> str:
        """Search by the Python rules; return the answer of :class:`boardwright.web.engine_worker.EngineWorker`."""

    def stop_thinking(self) -> None:
        """Stop the search by the Python rules."""


class BrowserEngines:
    """Searches games with a core by it, and others by their Python rules."""

    processes = 1

    def __init__(self, workers: Searches) -> None:
        self._workers = workers
        self._core, self._python = asyncio.Lock(), asyncio.Lock()
        self._waiting: list[Task] = []

    @property
    def waiting(self) -> Sequence[Task]:
        """The searches that wait for another one to end."""
        return self._waiting

    async def think(
        self, task: Task, urgency: Urgency, on_info: Callable[[JsonObject], None] = lambda result: None
    ) -> JsonObject:
        """Search, and return the final result as plain data; cancelling stops the search."""
        game = find_game(task.game)
        if has_module(game):
            return await self._alone(self._core, task, partial(self._by_core, game), self._workers.stop_search)
        by_python = partial(self._by_python, on_info)
        return await self._alone(self._python, task, by_python, self._workers.stop_thinking)

    async def _alone(
        self,
        lock: asyncio.Lock,
        task: Task,
        search: Callable[[Task], Awaitable[JsonObject]],
        stop: Callable[[], None],
    ) -> JsonObject:
        """Wait for other searches of the same worker to end, then search."""
        self._waiting.append(task)
        try:
            await lock.acquire()
        finally:
            self._waiting.remove(task)
        try:
            return await search(task)
        except asyncio.CancelledError:
            stop()
            raise
        finally:
            lock.release()

    async def _by_core(self, game: AnyGame, task: Task) -> JsonObject:
        played = continued_game(game, task.start, task.moves)
        level = None if task.level is None else LEVELS[task.level - 1]
        limits = task.limits if level is None else task.limits.within(Limits(depth=level.depth))
        is_forced = limits.optimum is not None and len(played.legal_moves()) == 1
        search = search_for(
            game,
            played,
            seconds=limits.move_time,
            depth=1 if is_forced else limits.depth,
            lines=task.lines if level is None else level.variations,
            seed=0 if level is None else task.seed,
        )
        try:
            text = await self._workers.search(search.model_dump_json())
        except Exception as error:
            raise EngineFailed(f"the engine failed: {error}") from error
        if text is None:
            raise EngineFailed("the engine was stopped")
        report = json.loads(text)
        result = read_report(game, played.position, report)
        if level is not None:
            result = weakened(result, level, report["scale"], Random(task.seed))
        return result.to_json(game, LONGEST_LINE)

    async def _by_python(self, on_info: Callable[[JsonObject], None], task: Task) -> JsonObject:
        def tell(text: str) -> None:
            on_info(json.loads(text))

        try:
            answer: dict[str, Any] = json.loads(await self._workers.think(json.dumps(asdict(task)), tell))
        except Exception as error:
            raise EngineFailed(f"the engine failed: {error}") from error
        if "done" in answer:
            done: JsonObject = answer["done"]
            return done
        # Without the problem in a game's file: the game would wait for the file to be saved.
        raise EngineFailed(f"the engine failed: {answer['failed']}")
