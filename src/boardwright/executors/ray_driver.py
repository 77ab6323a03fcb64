"""The process that connects to Ray.

It is separate because Ray writes to standard output, changes signal handlers and the environment, and exits the
process when its cluster is lost.

Messages from the executor: ``(number, name, job)``, or None to cancel all jobs; closing the pipe ends the driver.
Messages to the executor: first ``("ready", cores)`` or ``("refused", reason)``; then ``("done", number, result)``,
``("cores", number)`` when the cluster grows or shrinks, and ``("failed", reason)`` when the driver cannot continue.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from boardwright.errors import in_words
from boardwright.executors.jobs import TRIES, Crash, answer

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ray.cluster_utils import Cluster

OBJECT_STORE = 100 << 20
"""Object store memory of each node of a local cluster, in bytes."""

STARTS = 3
"""How many times starting a cluster is tried."""

LOOK = 1.0
"""How often the size of the cluster is polled, in seconds."""

BREAK_OFF: int = getattr(signal, "SIGUSR1", signal.SIGTERM)
"""The signal that aborts the start of a cluster. Ray's own SIGTERM handler is slow and may not succeed."""

REACH = 10.0
"""Timeout for connecting to the address, in seconds."""


def drive(pipe: Connection, address: str, nodes: int, folder: str) -> None:
    """Run jobs on the cluster at an address, or on a new local one of ``nodes`` nodes with its files in ``folder``."""
    _be_silent()
    with ExitStack() as stack:
        try:
            if nodes:
                address = _own_cluster(nodes, folder, stack)
            else:
                _check_reach(address)
            _join(address, stack)
            cores = _cores()
            driver = _Driver(pipe, stack)
        except (Exception, SystemExit) as error:
            with suppress(OSError):
                pipe.send(("refused", _one_line(error)))
            return
        driver.send("ready", cores)
        try:
            driver.run(cores)
        except Exception as error:
            driver.send("failed", _one_line(error))


def _be_silent() -> None:
    """Redirect standard output and error: Ray has its own logs, and standard output is for results."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)


def _own_cluster(nodes: int, folder: str, stack: ExitStack) -> str:
    """Start a private cluster on this machine; return its address."""
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    os.environ |= {
        "RAY_TMPDIR": folder,
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": os.urandom(32).hex(),
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    # Import before the handler is set: an exit raised during an import may be swallowed, and there is nothing to
    # clean up yet.
    import_module("ray.cluster_utils")
    signal.signal(BREAK_OFF, lambda number, frame: sys.exit(1))
    cluster = start_cluster([max((os.cpu_count() or 1) // nodes, 1)] * nodes)
    stack.callback(cluster.shutdown)
    return str(cluster.address)


def start_cluster(cores: Sequence[int], starts: int = STARTS) -> Cluster:
    """Start a cluster of nodes with the given numbers of cores, the head first."""
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    try:
        for number in cores:
            cluster.add_node(num_cpus=number, object_store_memory=OBJECT_STORE, include_dashboard=False)
    except BaseException as error:
        # Ray gives up on a node after half a minute, which can happen on a busy machine.
        cluster.shutdown()
        if starts == 1 or not isinstance(error, Exception):
            raise
        return start_cluster(cores, starts - 1)
    return cluster


def _check_reach(address: str) -> None:
    """Check that the address accepts connections: Ray itself takes minutes to time out."""
    host, _, port = address.rpartition(":")
    if host:
        socket.create_connection((host, int(port)), REACH).close()


def _join(address: str, stack: ExitStack) -> None:
    import ray

    # Ray adds the folder of this script to the import path of its workers.
    sys.modules["__main__"].__file__ = sys.argv[0]
    ray.init(address=address, log_to_driver=False, configure_logging=False, logging_level="ERROR")
    stack.callback(ray.shutdown)


def _cores() -> int:
    import ray

    return int(ray.cluster_resources().get("CPU", 0))


class _Driver:
    """Forwards jobs and results between the pipe and the cluster."""

    def __init__(self, pipe: Connection, stack: ExitStack) -> None:
        import ray

        self.pipe = pipe
        self.sending = Lock()
        self.task: Any = ray.remote(num_cpus=1, max_retries=TRIES - 1, scheduling_strategy="SPREAD")(answer)
        self.cancel: Callable[[object], None] = ray.cancel
        self.under_way: dict[int, object] = {}
        self.over = Event()
        stack.callback(self.over.set)

    def run(self, cores: int) -> None:
        """Submit jobs until the pipe is closed. Other threads send the results, so that no end blocks the other."""
        Thread(target=self._watch_size, args=(cores,), daemon=True).start()
        while True:
            try:
                message = self.pipe.recv()
            except (EOFError, OSError):
                return
            if message is None:
                for reference in list(self.under_way.values()):
                    self.cancel(reference)
                continue
            number, name, job = message
            reference = self.task.options(name=name).remote(job)
            self.under_way[number] = reference
            reference.future().add_done_callback(partial(self._report, number))

    def _report(self, number: int, future: Future[bytes]) -> None:
        self.under_way.pop(number, None)
        error = future.exception()
        self.send("done", number, future.result() if error is None else Crash(_one_line(error)))

    def _watch_size(self, cores: int) -> None:
        while not self.over.wait(LOOK):
            # The size may be temporarily unavailable.
            with suppress(Exception):
                if cores != (cores := _cores()):
                    self.send("cores", cores)

    def send(self, *message: object) -> None:
        """Send a message unless the pipe is closed."""
        with self.sending, suppress(OSError):
            self.pipe.send(message)


def _one_line(error: BaseException) -> str:
    """Return the first sentence of Ray's long error messages."""
    if isinstance(error, OSError):
        return in_words(error)
    sentence = str(error).strip().partition("\n")[0].partition(". ")[0]
    return f"{type(error).__name__}: {sentence[:300]}"
