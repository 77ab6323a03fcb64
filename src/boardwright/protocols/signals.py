"""Termination signals."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

TERMINATION_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Termination signals; SIGHUP is sent when the terminal closes."""


def termination_signals() -> list[signal.Signals]:
    """Return the termination signals that this process does not ignore, as it would under ``nohup``."""
    return [number for number in TERMINATION_SIGNALS if signal.getsignal(number) != signal.SIG_IGN]


@contextmanager
def signal_handler(
    numbers: Iterable[signal.Signals], handler: Callable[[int, FrameType | None], object]
) -> Iterator[None]:
    """Handle signals by a function until the context ends."""
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


@contextmanager
def interruptible() -> Iterator[None]:
    """Treat termination signals like Ctrl-C, so that games in progress are saved."""
    # Only the main thread can handle signals.
    in_main_thread = threading.current_thread() is threading.main_thread()
    with signal_handler(termination_signals() if in_main_thread else (), _interrupt):
        yield


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Call the current SIGINT handler; the default one if SIGINT is ignored, as for background jobs."""
    interrupt = signal.getsignal(signal.SIGINT)
    if not callable(interrupt):
        interrupt = signal.default_int_handler
    interrupt(number, frame)
