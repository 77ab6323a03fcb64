"""How a program ends that a signal asks to."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end; a closed terminal sends the second."""


def heeded_endings() -> list[signal.Signals]:
    """The signals that ask this program to end, less those that it ignores, as under ``nohup``."""
    return [number for number in ENDINGS if signal.getsignal(number) != signal.SIG_IGN]


@contextmanager
def interruptible() -> Iterator[None]:
    """Let signals that ask the program to end interrupt it, so that it keeps the games that go on."""
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
    """Do what an interrupt does now; where those are ignored, as in the background, what it does otherwise."""
    interrupt = signal.getsignal(signal.SIGINT)
    if not callable(interrupt):
        interrupt = signal.default_int_handler
    interrupt(number, frame)
