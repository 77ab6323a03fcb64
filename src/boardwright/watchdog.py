"""A watchdog for child programs: a small process that kills them once this process is gone, however it ended.

A child program at most sees that its input has ended, and may ignore that. A process that was killed cannot clean up,
so another one waits for it: it reads a pipe whose other end only this process holds, and when the pipe ends it kills
the registered process groups.
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

POLL_INTERVAL = 0.002

_lock = RLock()
"""Reentrant: garbage collection of a program may end it at any point."""
_watchdogs: dict[int, subprocess.Popen[bytes] | None] = {}
"""By process id, since a fork must not use the watchdog of its parent. None if it could not be started or has ended."""


def prepare() -> None:
    """Start the watchdog before the first program, which is then watched from the moment it runs."""
    _ready()


def watch(group: int) -> None:
    """Register a process group to be killed when this process is gone."""
    _send(f"+{group}\n")


def has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a process ends within some seconds; it is not reaped, so that its group keeps its number."""
    deadline = monotonic() + seconds
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if monotonic() > deadline:
            return False
        sleep(POLL_INTERVAL)
    return True


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a watched process that was not reaped, with its whole group, and reap it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    # Before reaping: afterwards the number may be reused.
    _send(f"-{process.pid}\n")
    process.wait()


def _ready() -> subprocess.Popen[bytes] | None:
    process = os.getpid()
    with _lock:
        if process not in _watchdogs:
            _watchdogs[process] = _started()
        return _watchdogs[process]


def _send(line: str) -> None:
    with _lock:
        watchdog = _ready()
        if watchdog is not None and watchdog.stdin is not None:
            # The watchdog may have been killed; then programs end only as long as this process can end them.
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
            # A signal to the terminal's processes or to our group must not end the watchdog.
            start_new_session=True,
        )
    except (OSError, ValueError):
        return None
    atexit.register(_end, os.getpid(), watchdog)
    return watchdog


def _end(process: int, watchdog: subprocess.Popen[bytes]) -> None:
    if process == os.getpid():
        with _lock:
            # Programs that end later during interpreter shutdown have no watchdog to inform.
            _watchdogs[process] = None
        watchdog.communicate()


def _leave_to_parent() -> None:
    """Close the inherited pipes in a fork: they must end with the parent, which may hold the lock at that moment."""
    global _lock
    _lock = RLock()
    for watchdog in _watchdogs.values():
        if watchdog is not None and watchdog.stdin is not None:
            watchdog.stdin.close()
    _watchdogs.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
