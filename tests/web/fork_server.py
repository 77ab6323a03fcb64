"""Servers that start at once: one process loads everything, and each server is a copy of it.

``python -m tests.web.fork_server`` reads a line of JSON for each server: the options of ``boardwright serve``, and a
file for what it has to say. It prints the server's process number and what the server says of its address.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.running import ROOT

import boardwright.web.serve  # noqa: F401 (so that the copies have it)
from boardwright.cli.commands import serve
from boardwright.cli.program import guarded


class ForkServer:
    """A process that forks servers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def start(self, options: Sequence[str], log: Path) -> tuple[int, str]:
        """A new server: its process, and its address."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps({"options": options, "log": str(log)}), file=self.process.stdin, flush=True)
        number, _, announced = self.process.stdout.readline().partition(" ")
        assert announced.startswith("the board is at http://"), announced + log.read_text()
        return int(number), announced.split()[4].rstrip("/")


@contextmanager
def fork_server() -> Iterator[ForkServer]:
    """A fork server; servers that it started and that still run end with it."""
    command, pipe = [sys.executable, "-m", "tests.web.fork_server"], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, start_new_session=True) as process:
        try:
            yield ForkServer(process)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def raise_servers() -> None:
    """Start a server for every line."""
    # Nobody asks how the servers ended: their logs say it.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # Without a buffer, of which every server would have a copy.
    lines = os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)
    while line := lines.readline():
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os._exit(run_server(**json.loads(line)))


def run_server(options: list[str], log: str) -> int:
    """What ``boardwright serve`` does; the exit status."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), sys.stderr.fileno())
    print(os.getpid(), end=" ")
    parser = argparse.ArgumentParser()
    serve.declare(parser)
    status = guarded(lambda: serve.run(parser.parse_args(options)))
    print(f"exit status {status}", file=sys.stderr, flush=True)
    if status:
        # Whoever waits for an address must not wait for ever.
        print("", flush=True)
    return status


if __name__ == "__main__":
    raise_servers()
