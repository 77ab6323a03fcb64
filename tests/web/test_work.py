"""The threads of the server are shared by its clients, and none has them all."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIWebSocketRoute
from tests.web.server_process import TIMEOUT, sqlite_url

from boardwright.errors import BoardwrightError
from boardwright.web import games_api, live_games_api, sockets
from boardwright.web import work as subject
from boardwright.web.api_errors import ERRORS, TooMuch
from boardwright.web.app import create_app
from boardwright.web.catalogue import Catalogue
from boardwright.web.rate_limits import ClientLimits, Clients, current_client
from boardwright.web.store import Store
from boardwright.web.work import WorkPool

Start = Callable[..., asyncio.Task[str]]


def in_pool(threads: int, work: Callable[[WorkPool, Start], Awaitable[None]]) -> None:
    """Do something with a pool, and a way to start jobs of clients."""

    async def main() -> None:
        pool = WorkPool(Clients(ClientLimits()), threads)

        async def run(client: str, job: Callable[[], str]) -> str:
            current_client.set(client)
            return await pool.run(job)

        def start(client: str, job: Callable[[], str]) -> asyncio.Task[str]:
            return asyncio.create_task(run(client, job))

        try:
            async with asyncio.timeout(TIMEOUT):
                await work(pool, start)
        finally:
            pool.close()

    asyncio.run(main())


def test_a_client_that_asks_for_a_lot_leaves_threads_to_others() -> None:
    async def work(pool: WorkPool, start: Start) -> None:
        gate = Event()
        greedy = [start("greedy", lambda: str(gate.wait(TIMEOUT))) for _ in range(5)]
        await asyncio.sleep(0)
        assert await start("other", lambda: "done") == "done"
        assert not any(each.done() for each in greedy)
        gate.set()
        assert await asyncio.gather(*greedy) == ["True"] * 5

    in_pool(2, work)


def test_clients_take_turns() -> None:
    async def work(pool: WorkPool, start: Start) -> None:
        gate, order = Event(), list[str]()

        def job(name: str) -> Callable[[], str]:
            def note() -> str:
                gate.wait(TIMEOUT)
                order.append(name)
                return name

            return note

        names = ["a1", "a2", "a3", "b1", "b2", "c1"]
        started = [start(name[0], job(name)) for name in names]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*started)
        assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]

    in_pool(1, work)


def test_more_than_may_wait_is_refused_until_others_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MAX_WAITING", 16)

    async def work(pool: WorkPool, start: Start) -> None:
        gate = Event()
        waiting = [start("greedy", lambda: str(gate.wait(TIMEOUT))) for _ in range(subject.MAX_WAITING + 1)]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch, match="this client has 16 requests waiting") as refused:
            await start("greedy", lambda: "more")
        assert refused.value.headers == {"retry-after": "1"}
        gate.set()
        await asyncio.gather(*waiting)
        assert await start("greedy", lambda: "again") == "again"

    in_pool(1, work)


def test_computing_time_is_counted_for_the_client_that_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    # Every job takes a thousand seconds.
    seconds = count(0, 1000)
    monkeypatch.setattr(subject, "thread_time", lambda: next(seconds))

    async def work(pool: WorkPool, start: Start) -> None:
        assert await start("greedy", lambda: "first") == "first"
        with pytest.raises(TooMuch, match="expected at most 250 milliseconds of computing a second") as refused:
            await start("greedy", lambda: "second")
        # 998 seconds more than there were, at a quarter of a second each.
        assert int(refused.value.headers["retry-after"]) > 3000
        assert await start("other", lambda: "first") == "first"
        # What waits is refused as soon as the share is spent.
        waiting = [start("third", lambda: "done") for _ in range(3)]
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in found] == [str, TooMuch, TooMuch]

    in_pool(1, work)


def test_what_goes_wrong_goes_to_whoever_asked_and_what_nobody_waits_for_is_left_out() -> None:
    async def work(pool: WorkPool, start: Start) -> None:
        gate, done = Event(), list[str]()

        def note(what: str) -> str:
            done.append(what)
            return what

        def fail() -> str:
            raise BoardwrightError("this is wrong")

        blocking = start("a", lambda: str(gate.wait(TIMEOUT)))
        gone = start("a", partial(note, "gone"))
        wrong = start("a", fail)
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        gate.set()
        await blocking
        with pytest.raises(BoardwrightError, match="this is wrong"):
            await wrong
        assert done == []

    in_pool(1, work)


def test_jobs_that_wait_are_refused_when_the_server_ends() -> None:
    async def work(pool: WorkPool, start: Start) -> None:
        gate = Event()
        running = start("a", lambda: str(gate.wait(TIMEOUT)))
        waiting = [start(client, lambda: "done") for client in "aab"]
        await asyncio.sleep(0)
        pool.close()
        found = await asyncio.gather(*waiting, start("c", lambda: "late"), return_exceptions=True)
        assert [str(each) for each in found] == [ERRORS["ending"]] * 4
        gate.set()
        assert await running == "True"

    in_pool(1, work)


def dependants(dependant: Dependant) -> Iterator[Dependant]:
    """A dependant and all on which it depends."""
    yield dependant
    for each in dependant.dependencies:
        yield from dependants(each)


def test_no_request_waits_for_a_thread_before_it_is_looked_at(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path))
    app = create_app(Catalogue(), store)
    store.close()
    routers = (app, games_api.router, live_games_api.router, sockets.router)
    found = [route for router in routers for route in router.routes]
    routes = [route for route in found if isinstance(route, APIRoute | APIWebSocketRoute)]
    calls = {each.call for route in routes for each in dependants(route.dependant)}
    assert len(calls) > 20
    for call in calls:
        assert inspect.iscoroutinefunction(call) or inspect.iscoroutinefunction(type(call).__call__), call
