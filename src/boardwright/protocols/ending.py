"""Termination signals."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Termination signals; SIGHUP is sent when the terminal closes."""


def heeded_endings() -> list[signal.Signals]:
    """Return the termination signals that this process does not ignore, as it would under ``nohup``."""
    return [number for number in ENDINGS if signal.getsignal(number) != signal.SIG_IGN]


@contextmanager
def interruptible() -> Iterator[None]:
    """Treat termination signals like Ctrl-C, so that games in progress are saved."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _interrupt) for number in heeded_endings()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Call the current SIGINT handler; the default one if SIGINT is ignored, as for background jobs."""
    interrupt = signal.getsignal(signal.SIGINT)
    if not callable(interrupt):
        interrupt = signal.default_int_handler
    interrupt(number, frame)
