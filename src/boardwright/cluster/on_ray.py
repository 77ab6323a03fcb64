"""Jobs on a Ray cluster."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from boardwright.cluster.jobs import Crash, Job, packed, unpacked
from boardwright.cluster.places import GLANCE, Place
from boardwright.cluster.processes import end, started
from boardwright.cluster.ray_driver import drive
from boardwright.game import BoardwrightError, quoted
from boardwright.numerals import read_whole_number

LOCAL, RUNNING = "local", "auto"
LOCAL_NODES, MOST_LOCAL_NODES = 3, 64
QUEUE = 2
"""So many jobs for each core are with the cluster, so that none waits for the next one."""

START = 180.0
"""How long a cluster may take to be there, in seconds."""

CLOSING = 30.0
"""How long it may take to end, in seconds."""


class RayCluster(Place):
    """A Ray cluster, by the address of its head: ``HOST:PORT``, or ``auto`` for the one that runs on this machine.

    ``local`` starts one of three nodes on this machine, ``local:N`` one of N, which ends with the place. A
    job whose node dies is done again on another. Boardwright must be installed on every node, in the same
    version; so must be what jobs name: files of games and weights, programs that play.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        nodes = local_nodes(address)
        if find_spec("ray") is None:
            raise BoardwrightError("there is no Ray: install boardwright[cluster]")
        self.address = address
        self._under_way: set[int] = set()
        self._process, self._pipe = started(drive, address, nodes)
        try:
            self._cores = self._joined()
        except BaseException:
            self.close()
            raise

    def _joined(self) -> int:
        """How many cores the cluster has that answers."""
        refusal: object = f"it was not there after {START:g} s"
        try:
            if self._pipe.poll(START):
                word, told = self._pipe.recv()
                if word == "ready":
                    return int(told)
                refusal = told
        except (EOFError, OSError):
            refusal = "the process that speaks with it has ended"
        raise BoardwrightError(f"there is no Ray cluster at {quoted(self.address)}: {refusal}")

    @property
    def width(self) -> int:
        return max(self._cores, 1)

    def has_room(self) -> bool:
        return len(self._under_way) < QUEUE * self.width

    def begin(self, number: int, job: Job[Any]) -> None:
        self._under_way.add(number)
        self._send((number, job.name, packed(job)))

    def finished(self) -> list[tuple[int, Any]]:
        done = []
        patience = GLANCE
        try:
            while self._pipe.poll(patience):
                message = self._pipe.recv()
                if message[0] == "cores":
                    self._cores = message[1]
                    continue
                _, number, result = message
                # What was given up may still come to an end.
                if number in self._under_way:
                    self._under_way.remove(number)
                    done.append((number, result if isinstance(result, Crash) else unpacked(result)))
                patience = 0.0
        except (EOFError, OSError) as error:
            raise self._gone() from error
        return done

    def give_up(self) -> None:
        if self._under_way:
            self._under_way.clear()
            self._send(None)

    def close(self) -> None:
        self._pipe.close()
        end(self._process, CLOSING)

    def _send(self, message: object) -> None:
        try:
            self._pipe.send(message)
        except OSError as error:
            raise self._gone() from error

    def _gone(self) -> BoardwrightError:
        return BoardwrightError(f"the Ray cluster at {quoted(self.address)} is gone: its head does not answer")


def local_nodes(address: str) -> int:
    """How many nodes an address asks to start on this machine; 0 for a cluster that runs already.

    >>> [local_nodes(address) for address in ("local", "local:5", "auto", "10.0.0.1:6379")]
    [3, 5, 0, 0]
    """
    host, colon, port = address.rpartition(":")
    if address == LOCAL:
        return LOCAL_NODES
    if host == LOCAL:
        nodes = read_whole_number(port, 1, MOST_LOCAL_NODES)
        if nodes is not None:
            return nodes
    elif address == RUNNING or (host and colon and read_whole_number(port, 1, 65535) is not None and "/" not in host):
        return 0
    raise BoardwrightError(
        f"{quoted(address)} is no address of a Ray cluster: expected HOST:PORT, auto, local, "
        f"or local:N with at most {MOST_LOCAL_NODES} nodes"
    )
