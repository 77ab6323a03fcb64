"""Searches by the Python rules, in a worker of the browser of their own (``web/page/python_engine_worker.js``)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from threading import Event
from time import monotonic

from boardwright.web.engine_worker import EngineWorker

LOOK_EVERY = 0.05
"""How often a search looks for messages, in seconds."""


class StopMessage(Event):
    """Set by a message of the page, which the search lets in while it asks."""

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def is_set(self) -> bool:
        """Whether the page has asked for the search to stop."""
        now = monotonic()
        if now >= self._next:
            from pyodide.ffi import can_run_sync, run_sync

            self._next = now + LOOK_EVERY
            if can_run_sync():
                run_sync(asyncio.sleep(0.001))
        return super().is_set()


engine_worker = EngineWorker()
engine_worker.stop = StopMessage()


def think(task: str, tell: Callable[[str], None]) -> str:
    """Search; return the answer of the engine worker as JSON."""
    engine_worker.stop.clear()
    return json.dumps(engine_worker.answer(json.loads(task), lambda result: tell(json.dumps(result))))


def stop() -> None:
    """End the search early."""
    engine_worker.stop.set()
