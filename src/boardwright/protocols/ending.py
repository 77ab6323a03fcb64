"""How a program ends that is told to."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptible() -> Iterator[None]:
    """Who is told to end (SIGTERM) does so as when interrupted, and keeps the games that go on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Do what an interrupt does now; where those are ignored, as in the background, what it does otherwise."""
    interrupt = signal.getsignal(signal.SIGINT)
    if not callable(interrupt):
        interrupt = signal.default_int_handler
    interrupt(number, frame)
