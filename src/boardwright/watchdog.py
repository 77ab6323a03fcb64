"""A watchdog for other programs: a small process that kills those we started once we are gone, however we ended.

A program that we started sees at most that nobody talks to it any more, and may not mind. Nothing can be
done about it by a process that was killed, so another one waits for that: it reads a pipe of which only we
hold the other end, and when the pipe ends it kills the process groups that it was told of.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import RLock
from time import monotonic, sleep

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

GLANCE = 0.002

_lock = RLock()
"""Reentrant, since a program that is garbage collected is ended in the middle of whatever runs."""
_watchdogs: dict[int, subprocess.Popen[bytes] | None] = {}
"""By process: what a fork inherits is not its own. None where none could be started, and once it has ended."""


def prepare() -> None:
    """Start the watchdog before the first program, which is then watched from the moment it runs."""
    _ready()


def watch(group: int) -> None:
    """Have a process group killed when this process is gone."""
    _tell(f"+{group}\n")


def has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a process ends within some seconds; it is not reaped, so that its group keeps its number."""
    deadline = monotonic() + seconds
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if monotonic() > deadline:
            return False
        sleep(GLANCE)
    return True


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a watched process that was not reaped, with everything in its group, and reap it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    # Before it is reaped: afterwards its number may be another's.
    _tell(f"-{process.pid}\n")
    process.wait()


def _ready() -> subprocess.Popen[bytes] | None:
    process = os.getpid()
    with _lock:
        if process not in _watchdogs:
            _watchdogs[process] = _started()
        return _watchdogs[process]


def _tell(line: str) -> None:
    with _lock:
        watchdog = _ready()
        if watchdog is not None and watchdog.stdin is not None:
            # Somebody may have killed it: then programs end as long as we can end them ourselves.
            with suppress(OSError):
                watchdog.stdin.write(line.encode())


def _started() -> subprocess.Popen[bytes] | None:
    try:
        watchdog = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", SOURCE],
            bufsize=0,
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
        with _lock:
            # Programs that end after it, later in the exit of the interpreter, have nobody to tell.
            _watchdogs[process] = None
        watchdog.communicate()


def _leave_to_parent() -> None:
    """Close the inherited pipes in a fork: they must end with its parent, which may hold the lock at that moment."""
    global _lock
    _lock = RLock()
    for watchdog in _watchdogs.values():
        if watchdog is not None and watchdog.stdin is not None:
            watchdog.stdin.close()
    _watchdogs.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
