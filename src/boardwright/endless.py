"""Finds the line of a game's file at which code runs that does not end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Thread, main_thread
from time import process_time, sleep
from types import FrameType
from typing import NamedTuple

INTERVAL = 0.1
"""The interval at which the main thread is looked at, in seconds."""


class RunningCode(NamedTuple):
    """What the main thread runs in a file: the function that was called first, and the last one with its line."""

    called: FrameType
    function: str
    line: int

    @property
    def method(self) -> str:
        """The name of the function that was called first; ``<module>`` while the file is loaded."""
        return self.called.f_code.co_name


def running_code(file: str) -> RunningCode | None:
    """Return what the main thread runs in the code of a file; None for nothing."""
    frame = sys._current_frames().get(main_thread().ident or 0)
    found = []
    while frame is not None:
        if frame.f_code.co_filename == file:
            found.append((frame, frame.f_lineno))
        frame = frame.f_back
    if not found:
        return None
    (last, line), (called, _) = found[0], found[-1]
    return RunningCode(called, last.f_code.co_name, line)


def watch_calls(file: str, seconds: float, on_endless: Callable[[RunningCode], None]) -> None:
    """Call ``on_endless``, from a thread, if one call of a function of a file takes too long.

    The seconds are processor time, so that a busy machine does not make code look endless.
    """

    def watch() -> None:
        called, since = None, process_time()
        while True:
            sleep(INTERVAL)
            running = running_code(file)
            if running is None or running.called is not called:
                called, since = running and running.called, process_time()
            elif process_time() - since >= seconds:
                on_endless(running)
                return

    Thread(target=watch, daemon=True).start()
