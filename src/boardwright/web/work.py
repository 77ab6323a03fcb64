"""A fair thread pool for work that would block the event loop: replaying moves, records, stored games.

Each client has one thread at a time, and when more jobs wait than there are threads, clients take turns, so that a
client with many requests delays only itself. The CPU time of a job is counted for its client
(:meth:`boardwright.web.rate_limits.Clients.worked`).
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from boardwright.web.api_errors import ERRORS, TooMuch, Unavailable
from boardwright.web.rate_limits import Clients, current_client

# A browser has one thread, and no clock of threads.
thread_time = getattr(time, "thread_time", time.process_time)

T = TypeVar("T")
P = ParamSpec("P")

THREADS = 3
"""The threads compete with the event loop for the GIL: more would slow it down, fewer let two clients block a third."""
MAX_WAITING = 1000
"""The number of jobs of one client that may wait."""
MAX_CLIENTS_WAITING = 200


class _Job(NamedTuple):
    work: Callable[[], Any]
    done: asyncio.Future[Any]


class WorkPool:
    """Threads with a queue of jobs per client; use it in one event loop."""

    def __init__(self, clients: Clients, threads: int = THREADS) -> None:
        self.clients = clients
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="work")
        self._free = threads
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        """The waiting jobs of each client, in the order of turns."""
        self._running: set[str] = set()
        self._closed = False

    async def run(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in a thread, for the client whose request is being handled."""
        if self._closed:
            raise Unavailable(ERRORS("ending"))
        client = current_client.get() or ""
        self.clients.may_work(client)
        jobs = self._waiting.get(client)
        if jobs is not None and len(jobs) >= MAX_WAITING:
            raise TooMuch(f"this client has {MAX_WAITING} requests waiting: expected them to end first", retry_after=1)
        if jobs is None:
            if len(self._waiting) >= MAX_CLIENTS_WAITING:
                raise Unavailable(ERRORS("busy"))
            jobs = self._waiting[client] = deque()
        job = _Job(partial(work, *arguments, **named), asyncio.get_running_loop().create_future())
        jobs.append(job)
        self._start()
        result: T = await job.done
        return result

    def close(self) -> None:
        """Accept no more jobs and refuse those that wait; running ones are not interrupted."""
        self._closed = True
        for jobs in self._waiting.values():
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(Unavailable(ERRORS("ending")))
        self._waiting.clear()
        self._threads.shutdown(wait=False)

    def _start(self) -> None:
        """Start jobs on the free threads."""
        for client in [client for client in self._waiting if client not in self._running]:
            if not self._free:
                return
            jobs = self._waiting.pop(client)
            job = self._next(client, jobs)
            if jobs:
                self._waiting[client] = jobs
            if job is not None:
                self._begin(client, job)

    def _next(self, client: str, jobs: deque[_Job]) -> _Job | None:
        """Return a client's next job that was not cancelled; refuse jobs beyond its computing time."""
        while jobs:
            job = jobs.popleft()
            try:
                self.clients.may_work(client)
            except TooMuch as error:
                if not job.done.done():
                    job.done.set_exception(error)
            else:
                if not job.done.done():
                    return job
        return None

    def _begin(self, client: str, job: _Job) -> None:
        self._free -= 1
        self._running.add(client)
        running = asyncio.get_running_loop().run_in_executor(self._threads, _timed, job.work)
        running.add_done_callback(partial(self._end, client, job))

    def _end(self, client: str, job: _Job, ran: asyncio.Future[tuple[float, Any, Exception | None]]) -> None:
        self._free += 1
        self._running.discard(client)
        if client in self._waiting:
            # The client has just had its turn.
            self._waiting.move_to_end(client)
        if not ran.cancelled():
            seconds, result, error = ran.result()
            self.clients.worked(client, seconds)
            if not job.done.done():
                if error is None:
                    job.done.set_result(result)
                else:
                    job.done.set_exception(error)
        self._start()


def _timed(work: Callable[[], Any]) -> tuple[float, Any, Exception | None]:
    """Return the CPU time of a job in seconds, and its result or error."""
    began = thread_time()
    try:
        result, error = work(), None
    except Exception as raised:
        result, error = None, raised
    return thread_time() - began, result, error
