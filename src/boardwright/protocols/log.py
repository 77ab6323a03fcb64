"""Non-blocking log of a server: a slow reader must not delay its games."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import TextIO

MAX_WAITING = 1000
"""Maximum number of lines waiting for a slow reader."""
END_TIMEOUT = 1.0
"""How long to wait at the end for the last lines to be written, in seconds."""


class Log:
    """Queue of lines that a background thread writes to a stream, so that logging never blocks.

    When the queue is full, further lines are dropped, and a line reports their number. When the stream is
    closed, all lines are dropped.

    >>> import sys
    >>> with Log(sys.stdout) as log:
    ...     log.write("a game started")
    a game started
    """

    def __init__(self, stream: TextIO) -> None:
        self._output = _writer_to(stream)
        self._waiting: deque[str] = deque()
        self._dropped = 0
        self._is_writing = False
        self._changed = Condition()
        Thread(target=self._write_all, daemon=True).start()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *error: object) -> None:
        """Wait a moment for queued lines to be written."""
        with self._changed:
            self._changed.wait_for(lambda: not (self._waiting or self._is_writing), END_TIMEOUT)

    def write(self, line: str) -> None:
        """Queue a line; never blocks."""
        with self._changed:
            if len(self._waiting) < MAX_WAITING:
                self._waiting.append(line)
            else:
                self._dropped += 1
            self._changed.notify_all()

    def _write_all(self) -> None:
        while True:
            line = self._next()
            # The stream is closed: the games continue without a log.
            with suppress(OSError, ValueError):
                self._output(f"{line}\n")
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()

    def _next(self) -> str:
        """Wait for the next line; after the queued ones, report how many were dropped."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._dropped)
            self._is_writing = True
            if self._waiting:
                return self._waiting.popleft()
            dropped, self._dropped = self._dropped, 0
            return f"({dropped} lines dropped: the reader was too slow)"


def _writer_to(stream: TextIO) -> Callable[[str], None]:
    """Return a function that writes to a stream, bypassing its lock, which a stalled reader would keep held."""
    try:
        number, encoding = stream.fileno(), stream.encoding
    except (OSError, ValueError, AttributeError):

        def write(text: str) -> None:
            stream.write(text)
            stream.flush()

        return write

    def write_past_lock(text: str) -> None:
        rest = text.encode(encoding, "backslashreplace")
        while rest:
            rest = rest[os.write(number, rest) :]

    return write_past_lock
