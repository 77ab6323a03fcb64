"""What a server tells people, which must not keep it from its games."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import TextIO

MOST_WAITING = 1000
"""So many lines may wait for a reader who stalls."""
PATIENCE_TO_END = 1.0
"""How long the last lines may take, in seconds."""


class Log:
    """Lines for a stream, which a thread of its own writes: nobody who says something waits for who reads it.

    Where too many lines wait, further ones are left out, and a line tells how many. Where nobody reads any
    more, all of them are.

    >>> import sys
    >>> with Log(sys.stdout) as log:
    ...     log.say("a game has begun")
    a game has begun
    """

    def __init__(self, stream: TextIO) -> None:
        self._write = _writer_to(stream)
        self._waiting: deque[str] = deque()
        self._left_out = 0
        self._is_writing = False
        self._changed = Condition()
        Thread(target=self._write_all, daemon=True).start()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *error: object) -> None:
        """Let what was said be written, if that takes no more than a moment."""
        with self._changed:
            self._changed.wait_for(lambda: not (self._waiting or self._is_writing), PATIENCE_TO_END)

    def say(self, line: str) -> None:
        """Have a line written; never waits."""
        with self._changed:
            if len(self._waiting) < MOST_WAITING:
                self._waiting.append(line)
            else:
                self._left_out += 1
            self._changed.notify_all()

    def _write_all(self) -> None:
        while True:
            line = self._next()
            # Nobody looks any more: the games go on without.
            with suppress(OSError, ValueError):
                self._write(f"{line}\n")
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()

    def _next(self) -> str:
        """The next line, once there is one; after all that were kept, how many were not."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._left_out)
            self._is_writing = True
            if self._waiting:
                return self._waiting.popleft()
            left_out, self._left_out = self._left_out, 0
            return f"({left_out} lines are left out here: nobody read them in time)"


def _writer_to(stream: TextIO) -> Callable[[str], None]:
    """What writes to a stream: past its lock, which would be held for as long as a reader stalls."""
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
