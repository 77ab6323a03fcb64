"""A watchdog for other programs: a small process that kills those we started once we are gone, however we ended.

A program that we started sees at most that nobody talks to it any more, and may not mind. Nothing can be
done about it by a process that was killed, so another one waits for that: it reads a pipe of which only we
hold the other end, and when the pipe ends it kills the process groups that it was told of.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock

SOURCE = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""

_lock = Lock()
_watchdogs: dict[int, subprocess.Popen[bytes] | None] = {}
"""By process: what a fork inherits is not its own. None where none could be started."""


def watch(group: int) -> None:
    """Have a process group killed when this process is gone."""
    _tell(f"+{group}\n")


def release(group: int) -> None:
    """Forget a process group that has ended: its number may become another's."""
    _tell(f"-{group}\n")


def _tell(line: str) -> None:
    process = os.getpid()
    with _lock:
        if process not in _watchdogs:
            _watchdogs[process] = _started()
        watchdog = _watchdogs[process]
    if watchdog is not None and watchdog.stdin is not None:
        # Somebody may have killed it: then programs end as long as we can end them ourselves.
        with suppress(OSError):
            os.write(watchdog.stdin.fileno(), line.encode())


def _started() -> subprocess.Popen[bytes] | None:
    try:
        watchdog = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", SOURCE],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=os.sep,
            # A signal for all processes of a terminal or of our group must not end it with us.
            start_new_session=True,
        )
    except (OSError, ValueError):
        return None
    atexit.register(_end, os.getpid(), watchdog)
    return watchdog


def _end(process: int, watchdog: subprocess.Popen[bytes]) -> None:
    if process == os.getpid():
        watchdog.communicate()
