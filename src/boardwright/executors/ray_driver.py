"""The process that speaks with Ray. It is one of its own, since Ray takes liberties with the one it is in: it writes
to standard output, changes signal handlers and the environment, and exits where its cluster is gone.

What comes through the pipe: ``(number, name, job)``, or None to give up the jobs under way; the end of the
pipe is the end of the work. What goes back: ``("ready", cores)`` or ``("refused", reason)`` first, then
``("done", number, result)``, where the cluster grows or shrinks ``("cores", number)``, and ``("failed", reason)``
where it does not go on.
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
"""Memory of each node of a cluster that is started here, for what is too large for a message."""

STARTS = 3
"""How often it is tried to start a cluster before it is given up."""

LOOK = 1.0
"""How often it is seen how large the cluster is, in seconds."""

BREAK_OFF: int = getattr(signal, "SIGUSR1", signal.SIGTERM)
"""The signal that breaks off the start of a cluster. What Ray does at SIGTERM takes long, and may come to nothing."""

REACH = 10.0
"""How long the machine of an address may take to answer, in seconds."""


def drive(pipe: Connection, address: str, nodes: int, folder: str) -> None:
    """Do jobs on the cluster of an address, or on one of so many nodes that is started here, with its files."""
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
    """What Ray has to say stands in its logs; standard output is for results."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)


def _own_cluster(nodes: int, folder: str, stack: ExitStack) -> str:
    """A cluster on this machine, which nobody else can use; its address."""
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    os.environ |= {
        "RAY_TMPDIR": folder,
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": os.urandom(32).hex(),
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    # What is imported while an exit is raised may swallow it; and until then there is nothing to end.
    import_module("ray.cluster_utils")
    signal.signal(BREAK_OFF, lambda number, frame: sys.exit(1))
    cluster = start_cluster([max((os.cpu_count() or 1) // nodes, 1)] * nodes)
    stack.callback(cluster.shutdown)
    return str(cluster.address)


def start_cluster(cores: Sequence[int], starts: int = STARTS) -> Cluster:
    """A cluster of nodes with so many cores, the head first."""
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    try:
        for number in cores:
            cluster.add_node(num_cpus=number, object_store_memory=OBJECT_STORE, include_dashboard=False)
    except BaseException as error:
        # Ray gives up a node that is not there after half a minute, as on a busy machine.
        cluster.shutdown()
        if starts == 1 or not isinstance(error, Exception):
            raise
        return start_cluster(cores, starts - 1)
    return cluster


def _check_reach(address: str) -> None:
    """Ray itself takes minutes to see that nobody is there."""
    host, _, port = address.rpartition(":")
    if host:
        socket.create_connection((host, int(port)), REACH).close()


def _join(address: str, stack: ExitStack) -> None:
    import ray

    # By this Ray finds the script, next to which its workers look for what jobs name.
    sys.modules["__main__"].__file__ = sys.argv[0]
    ray.init(address=address, log_to_driver=False, configure_logging=False, logging_level="ERROR")
    stack.callback(ray.shutdown)


def _cores() -> int:
    import ray

    return int(ray.cluster_resources().get("CPU", 0))


class _Driver:
    """Between a pipe and the cluster that was joined."""

    def __init__(self, pipe: Connection, stack: ExitStack) -> None:
        import ray

        self.pipe = pipe
        self.sending = Lock()
        self.task: Any = ray.remote(num_cpus=1, max_retries=TRIES - 1, scheduling_strategy="SPREAD")(answer)
        self.cancel: Callable[[Any], None] = ray.cancel
        self.under_way: dict[int, Any] = {}
        self.over = Event()
        stack.callback(self.over.set)

    def run(self, cores: int) -> None:
        """Take jobs until the pipe ends. Only other threads send: so neither end waits for the other to read."""
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
            reference.future().add_done_callback(partial(self._tell, number))

    def _tell(self, number: int, future: Future[bytes]) -> None:
        self.under_way.pop(number, None)
        error = future.exception()
        self.send("done", number, future.result() if error is None else Crash(_one_line(error)))

    def _watch_size(self, cores: int) -> None:
        while not self.over.wait(LOOK):
            # A cluster that cannot tell now may do so later.
            with suppress(Exception):
                if cores != (cores := _cores()):
                    self.send("cores", cores)

    def send(self, *message: object) -> None:
        """Tell it, if somebody listens."""
        with self.sending, suppress(OSError):
            self.pipe.send(message)


def _one_line(error: BaseException) -> str:
    """The first sentence of what Ray has to say, which is long."""
    if isinstance(error, OSError):
        return in_words(error)
    sentence = str(error).strip().partition("\n")[0].partition(". ")[0]
    return f"{type(error).__name__}: {sentence[:300]}"
