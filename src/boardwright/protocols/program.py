"""Subprocess that exchanges lines over its standard input and output."""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import weakref
from collections import deque
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import IO

from boardwright.errors import BoardwrightError, Disconnected, quoted, reason_of
from boardwright.paths import expanded
from boardwright.protocols.lines import LONGEST_LINE
from boardwright.watchdog import end_group, has_ended, prepare, watch

LONGEST_NAME = 120
CHUNK = 1 << 16
STDERR_TAIL = 4096
SEND_TIMEOUT = 10.0
END_TIMEOUT = 1.0


class Program:
    """A subprocess, started by a command line that is split as by a shell.

    Every call has a timeout, whatever the program does; a failure raises one error that names the program,
    and kills it. It runs in its own process group, which is killed with it, and with this process.
    ``memory`` limits its address space in bytes; ``folder`` is its working directory, by default the current one.
    """

    def __init__(self, command: str, *, memory: int | None = None, folder: str | None = None) -> None:
        self.name = f"the program {quoted(command, LONGEST_NAME)}"
        where = None if folder is None else expanded(folder)
        if where is not None and not where.is_dir():
            raise BoardwrightError(f"{self.name} cannot be run: there is no folder {quoted(str(folder))}")
        prepare()
        try:
            self._process = subprocess.Popen(
                shlex.split(command) or [""],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=where,
                start_new_session=True,
                preexec_fn=None if memory is None else partial(_limit_memory, memory),
            )
        except (OSError, ValueError) as error:
            raise BoardwrightError(f"{self.name} cannot be run: {reason_of(error)}") from error
        self.process_id = self._process.pid
        watch(self.process_id)
        self._stdin = _require(self._process.stdin).fileno()
        self._stdout = _require(self._process.stdout).fileno()
        self._stderr = _require(self._process.stderr).fileno()
        os.set_blocking(self._stdin, False)
        self._open_streams = [self._stdout, self._stderr]
        self._lines: deque[str] = deque()
        self._partial_line = b""
        self.stderr_tail = b""
        """The last bytes that the program wrote to its standard error."""
        self._error: BoardwrightError | None = None
        self._end = weakref.finalize(self, _end, self._process, os.getpid())

    def send(self, line: str) -> None:
        """Send a line; a program that does not read it in time has failed."""
        self._require_alive()
        rest = f"{line}\n".encode()
        deadline = monotonic() + SEND_TIMEOUT
        while rest:
            if not select.select([], [self._stdin], [], max(0.0, deadline - monotonic()))[1]:
                raise self.fail("does not read its input")
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._exit_error() from error

    def receive(self, seconds: float) -> str | None:
        """Return the next line, stripped; None if there is none within ``seconds``."""
        self._require_alive()
        deadline = monotonic() + seconds
        # Output on its standard error must not extend the wait.
        while not self._lines:
            if not self._read(deadline - monotonic()) or monotonic() > deadline:
                break
        return self._lines.popleft() if self._lines else None

    def _read(self, seconds: float) -> bool:
        """Read what the program has printed; return whether there was anything."""
        ready = select.select(self._open_streams, [], [], max(0.0, seconds))[0]
        for stream in ready:
            chunk = os.read(stream, CHUNK)
            if not chunk:
                self._open_streams.remove(stream)
            if stream == self._stderr:
                self.stderr_tail = (self.stderr_tail + chunk)[-STDERR_TAIL:]
            elif chunk:
                self._take(chunk)
            else:
                raise self._exit_error()
        return bool(ready)

    def _take(self, chunk: bytes) -> None:
        *lines, self._partial_line = (self._partial_line + chunk).split(b"\n")
        self._lines.extend(line.decode(errors="replace").strip() for line in lines)
        if len(self._partial_line) > LONGEST_LINE:
            raise self.fail("prints a line without end")

    def fail(self, how: str, kind: type[BoardwrightError] = BoardwrightError) -> BoardwrightError:
        """Kill the program and return the error that says why; all later calls raise the same error."""
        self._end()
        self._error = kind(f"{self.name} {how}")
        return self._error

    def close(self, quit_command: str = "") -> None:
        """End the program; after ``quit_command`` it has a moment to exit by itself."""
        if not self._end.alive:
            return
        with suppress(BoardwrightError):
            if quit_command:
                self.send(quit_command)
                _require(self._process.stdin).close()
                has_ended(self._process, END_TIMEOUT)
            self.fail("is closed")

    def _require_alive(self) -> None:
        if self._error is not None:
            raise self._error

    def _exit_error(self) -> BoardwrightError:
        """Return the error for a closed stream: how the program ended, and the last line of its standard error."""
        by_itself = has_ended(self._process, END_TIMEOUT)
        self._open_streams = [stream for stream in self._open_streams if stream == self._stderr]
        # A child that inherited its standard error may print forever.
        deadline = monotonic() + END_TIMEOUT
        while self._open_streams and self._read(0.0) and monotonic() < deadline:
            pass
        self._end()
        status = self._process.returncode
        words = self.stderr_tail.decode(errors="replace").strip().splitlines()
        detail = f": {quoted(words[-1], 200)}" if words else ""
        if not by_itself:
            return self.fail(f"closed its input or output{detail}", Disconnected)
        ending = f"with status {status}" if status >= 0 else f"by signal {-status}"
        return self.fail(f"ended {ending}{detail}", Disconnected)


def _require(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _limit_memory(most: int) -> None:
    """Limit the address space of this process and its children, within the system's hard limit."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Kill a program and everything it started; do nothing in a fork of the owner."""
    if os.getpid() != owner:
        return
    end_group(process)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
