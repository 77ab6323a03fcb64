"""The executor that runs jobs on a Ray cluster."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from tempfile import TemporaryDirectory

from boardwright.errors import BoardwrightError, quoted
from boardwright.executors.executor import POLL_INTERVAL, Executor
from boardwright.executors.jobs import Crash, Job, packed, unpacked
from boardwright.executors.processes import end, started
from boardwright.executors.ray_driver import BREAK_OFF, drive
from boardwright.installing import MissingExtra, extra_command
from boardwright.parse_numbers import read_whole_number

LOCAL, RUNNING = "local", "auto"
LOCAL_NODES, MAX_LOCAL_NODES = 3, 64
QUEUE = 2
"""Jobs submitted per core, so that no core waits for the next one."""

START = 180.0
"""How long a cluster may take to start, in seconds."""

CLOSING = 30.0
"""How long it may take to shut down, in seconds."""


class RayExecutor(Executor):
    """Runs jobs on a Ray cluster: ``HOST:PORT`` of its head, or ``auto`` for the one running on this machine.

    ``local`` starts a cluster of three nodes on this machine, ``local:N`` one of N nodes, which ends with the
    executor. A job whose node dies is restarted on another. Every node needs the same version of Boardwright, and the
    files that jobs refer to: games, networks, programs that play.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        nodes = local_nodes(address)
        if find_spec("ray") is None:
            raise MissingExtra(f"a Ray cluster needs ray: run {extra_command('cluster')}", name="ray")
        self.address = address
        self._under_way: set[int] = set()
        self._cores = 0
        self._is_warned = False
        self._end = ""
        self._folder = TemporaryDirectory(prefix="boardwright-ray-", ignore_cleanup_errors=True)
        self._process, self._pipe = started(drive, address, nodes, self._folder.name)
        try:
            self._see(self._joined())
        except BaseException:
            # The driver does not read the pipe while it starts a cluster.
            assert self._process.pid is not None
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, BREAK_OFF)
            self.close()
            raise

    def _joined(self) -> int:
        """Wait until the cluster is joined; return its number of cores."""
        refusal: object = f"it was not there after {START:g} s"
        try:
            if self._pipe.poll(START):
                kind, content = self._pipe.recv()
                if kind == "ready":
                    return int(content)
                refusal = content
        except (EOFError, OSError):
            refusal = "the process that speaks with it has ended"
        raise BoardwrightError(f"there is no Ray cluster at {quoted(self.address)}: {refusal}")

    def _see(self, cores: int) -> None:
        """Note the number of cores; warn once if there are none and jobs have to wait."""
        self._cores = cores
        if not cores and not self._is_warned:
            self._is_warned = True
            print(
                f"warning: the Ray cluster at {quoted(self.address)} has no cores: jobs wait until a node joins",
                file=sys.stderr,
            )

    @property
    def width(self) -> int:
        return max(self._cores, 1)

    def has_room(self) -> bool:
        return len(self._under_way) < QUEUE * self.width

    def begin(self, number: int, job: Job[object]) -> None:
        self._under_way.add(number)
        self._send((number, job.name, packed(job)))

    def finished(self) -> list[tuple[int, object]]:
        done = []
        timeout = POLL_INTERVAL
        try:
            while not self._end and self._pipe.poll(timeout):
                kind, *content = self._pipe.recv()
                if kind == "cores":
                    self._see(*content)
                    continue
                if kind == "failed":
                    (self._end,) = content
                    break
                number, result = content
                # Cancelled jobs may still finish.
                if number in self._under_way:
                    self._under_way.remove(number)
                    done.append((number, result if isinstance(result, Crash) else unpacked(result)))
                timeout = 0.0
        except (EOFError, OSError):
            self._end = "its head does not answer"
        if self._end and not done:
            raise BoardwrightError(f"the Ray cluster at {quoted(self.address)} is gone: {self._end}")
        return done

    def give_up(self) -> None:
        if self._under_way:
            self._under_way.clear()
            self._send(None)

    def close(self) -> None:
        self._pipe.close()
        end(self._process, CLOSING)
        self._folder.cleanup()

    def _send(self, message: object) -> None:
        # A closed pipe is reported by ``finished``.
        with suppress(OSError):
            self._pipe.send(message)


def local_nodes(address: str) -> int:
    """Return how many nodes an address starts on this machine; 0 for a running cluster.

    >>> [local_nodes(address) for address in ("local", "local:5", "auto", "10.0.0.1:6379")]
    [3, 5, 0, 0]
    """
    host, colon, port = address.rpartition(":")
    if address == LOCAL:
        return LOCAL_NODES
    if host == LOCAL:
        nodes = read_whole_number(port, 1, MAX_LOCAL_NODES)
        if nodes is not None:
            return nodes
    elif address == RUNNING or (host and colon and read_whole_number(port, 1, 65535) is not None and "/" not in host):
        return 0
    raise BoardwrightError(
        f"{quoted(address)} is not the address of a Ray cluster: expected HOST:PORT, auto, local, "
        f"or local:N with at most {MAX_LOCAL_NODES} nodes"
    )
