"""Matches in memory and in the store are the same matches."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from threading import Event
from time import time
from typing import Any

import pytest
from sqlalchemy import event
from tests.web.server_process import TIMEOUT, sqlite_url

from boardwright import find_game
from boardwright.clocks import Clocks
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.web import live_game as live_module
from boardwright.web import live_games as subject
from boardwright.web.api_errors import TooMuch
from boardwright.web.catalogue import Catalogue
from boardwright.web.engine_pool import EnginePool
from boardwright.web.events import Events
from boardwright.web.live_game import LiveGame, Seat
from boardwright.web.live_games import GameSession, LiveGames, ServerTime, Watcher
from boardwright.web.rate_limits import ClientLimits, Clients, current_client
from boardwright.web.store import Store
from boardwright.web.stored import StoredGame
from boardwright.web.work import WorkPool

HUMANS = (Seat("human", token="x"), Seat("human", token="y"))


@pytest.fixture
def in_hall(tmp_path: Path) -> Callable[[Callable[[LiveGames], Awaitable[None]]], None]:
    """Do something in a live_games with a new store, in which no engine thinks."""

    def run(work: Callable[[LiveGames], Awaitable[None]]) -> None:
        async def main() -> None:
            store = Store(sqlite_url(tmp_path))
            live_games = LiveGames(Catalogue(), store, EnginePool(), WorkPool(Clients(ClientLimits())))
            try:
                await work(live_games)
            finally:
                await live_games.close()
                store.close()

        asyncio.run(main())

    return run


def new_match() -> AnyPlayedGame:
    return PlayedGame(find_game("turm"))


def first_move(live: LiveGame) -> bool:
    return live.move(0, "D5-D4-1", 0)


def test_matches_that_nobody_needs_leave_the_memory_and_come_back(
    in_hall: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "MAX_RECENT", 3)

    async def work(live_games: LiveGames) -> None:
        matches = {}
        for _ in range(10):
            table = await live_games.create(new_match(), HUMANS)
            await live_games.act(table, first_move)
            matches[table.live.id] = table.json
        del table
        gc.collect()
        assert len(live_games._sessions) <= 4
        for match, seen in matches.items():
            assert (await live_games.find(match)).json == seen

    in_hall(work)


def test_a_match_that_is_watched_is_the_one_that_others_find(
    in_hall: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "MAX_RECENT", 1)

    async def work(live_games: LiveGames) -> None:
        watched, watcher = await live_games.create(new_match(), HUMANS), Watcher()
        live_games.watch(watched, watcher)
        for _ in range(5):
            await live_games.create(new_match(), HUMANS)
        await live_games.act(await live_games.find(watched.live.id), first_move)
        told = [json.loads(await watcher.next()) for _ in range(2)]
        assert [message["match"]["revision"] for message in told] == [1, 2]
        assert told[1]["moved"]["text"] == "D5-D4-1"

    in_hall(work)


def test_many_who_look_for_a_match_at_once_find_one(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        match = (await live_games.create(new_match(), HUMANS)).live.id
        live_games._recent.clear()
        gc.collect()
        assert match not in live_games._sessions
        found: list[GameSession] = await asyncio.gather(*(live_games.find(match) for _ in range(20)))
        assert len({id(table) for table in found}) == 1

    in_hall(work)


def test_a_match_is_loaded_for_a_client_although_another_one_waits_for_it_in_a_long_queue(
    in_hall: Callable[..., None],
) -> None:
    async def work(live_games: LiveGames) -> None:
        match = (await live_games.create(new_match(), HUMANS)).live.id
        live_games._recent.clear()
        gc.collect()
        gate = Event()

        async def as_client(client: str, work: Callable[[], Awaitable[Any]]) -> Any:
            current_client.set(client)
            return await work()

        busy = asyncio.create_task(as_client("greedy", lambda: live_games.work.run(gate.wait, TIMEOUT)))
        await asyncio.sleep(0)
        greedy = asyncio.create_task(as_client("greedy", lambda: live_games.find(match)))
        await asyncio.sleep(0)
        async with asyncio.timeout(TIMEOUT / 2):
            table = await as_client("other", lambda: live_games.find(match))
        assert not greedy.done()
        gate.set()
        await busy
        assert await greedy is table
        assert not live_games._loading

    in_hall(work)


def test_two_clients_who_look_for_a_match_of_a_server_before_at_once_find_one(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        table = await live_games.create(new_match(), CLOCKED, Clocks(600))
        await live_games.act(table, first_move)
        table.cancel()
        # A server that begins later, and meets a clock that runs.
        later = LiveGames(live_games.catalogue, live_games.store, live_games.engine_pool, live_games.work)
        later.time = ServerTime(0.0, time() + 1000)

        async def find(client: str) -> GameSession:
            current_client.set(client)
            return await later.find(table.live.id)

        found = await asyncio.gather(*(asyncio.create_task(find(client)) for client in "abcdef"))
        assert len({id(each) for each in found}) == 1
        await later.close()

    in_hall(work)


def test_what_was_begun_is_done_although_nobody_waits_for_it(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        table, watcher = await live_games.create(new_match(), HUMANS), Watcher()
        live_games.watch(table, watcher)
        asked = asyncio.create_task(live_games.act(table, first_move))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await watcher.next()
        assert json.loads(await watcher.next())["moved"]["text"] == "D5-D4-1"
        assert json.loads(table.json)["revision"] == 2

    in_hall(work)


def test_a_rematch_that_was_stored_before_the_server_was_killed_is_found_again(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        table = await live_games.create(new_match(), HUMANS)
        await live_games.act(table, lambda live: live.resign(0))
        again = table.live.new_rematch()
        await live_games._put(again)
        for side in (0, 1):
            await live_games.act(table, partial(LiveGame.offer_rematch, side=side, action="offer"))
        assert json.loads(table.json)["rematch"] == again.id
        assert json.loads((await live_games.find(again.id)).json)["revision"] == 1

    in_hall(work)


def test_a_watcher_who_is_slow_has_the_newest_and_not_everything(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        table, watcher = await live_games.create(new_match(), HUMANS), Watcher()
        live_games.watch(table, watcher)
        for _ in range(20):
            await live_games.act(table, lambda live: live.draw(0, "offer"))
            await live_games.act(table, lambda live: live.draw(1, "decline"))
        revisions: list[int] = []
        while not revisions or revisions[-1] < 41:
            revisions.append(json.loads(await watcher.next())["match"]["revision"])
        assert revisions == list(range(34, 42))

    in_hall(work)


CLOCKED = (Seat("human", token="x"), Seat("human", token="y"))


async def until(wanted: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(TIMEOUT):
        while not wanted():
            await asyncio.sleep(0.01)


def test_nobody_loses_time_by_what_is_done_to_the_machines_clock(
    in_hall: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "ALIVE_EVERY", 0.01)
    match = ""

    def set_clock(ahead: float) -> None:
        for module in (subject, live_module):
            monkeypatch.setattr(module, "time", lambda: time() + ahead)

    async def before(live_games: LiveGames) -> None:
        nonlocal match
        await live_games.open()
        table = await live_games.create(new_match(), CLOCKED, Clocks(600))
        await live_games.act(table, first_move)
        match = table.live.id
        # While the server runs, as the first thing that it notes is the time at which it lives.
        set_clock(3600)
        await until(lambda: live_games.store.alive() > 0)

    async def after(live_games: LiveGames) -> None:
        await live_games.open()
        left = (await live_games.find(match)).live.seconds_to_flag
        assert left is not None
        assert 600 - TIMEOUT < left <= 600

    in_hall(before)
    for ahead in (7200, -7200, 0):
        set_clock(ahead)
        in_hall(after)


def test_a_clock_is_charged_for_the_time_that_a_server_was_known_to_live(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        table = await live_games.create(new_match(), CLOCKED, Clocks(600))
        await live_games.act(table, first_move)
        match, changed = table.live.id, live_games.time.now
        live_games.store.put_heartbeat(changed + 100).result(TIMEOUT)
        table.cancel()
        again = LiveGames(live_games.catalogue, live_games.store, live_games.engine_pool, live_games.work)
        await again.open()
        left = (await again.find(match)).live.seconds_to_flag
        assert left is not None
        assert 500 - TIMEOUT < left <= 501
        await again.close()

    in_hall(work)


def test_a_server_is_there_before_the_matches_that_it_goes_on_with(
    in_hall: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()

    async def work(live_games: LiveGames) -> None:
        for _ in range(3):
            table = await live_games.create(new_match(), CLOCKED, Clocks(600))
            await live_games.act(table, first_move)
            table.cancel()
        del table
        load = live_games.store.load

        def load_later(match: str) -> StoredGame | None:
            assert gate.wait(TIMEOUT)
            return load(match)

        monkeypatch.setattr(live_games.store, "load", load_later)
        again = LiveGames(live_games.catalogue, live_games.store, live_games.engine_pool, live_games.work)
        async with asyncio.timeout(TIMEOUT):
            await again.open()
        assert not again._sessions
        gate.set()
        await until(lambda: len(again._sessions) == 3)
        assert all(table.timer for table in again._sessions.values())
        await again.close()

    in_hall(work)


def test_a_store_that_fails_is_known_although_nobody_plays(
    in_hall: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "ALIVE_EVERY", 0.01)

    def fail(_: object) -> None:
        raise OSError("the disk is full")

    async def work(live_games: LiveGames) -> None:
        await live_games.open()
        assert not live_games.store_fails
        assert isinstance(live_games.store, Store)
        event.listen(live_games.store.engine, "commit", fail)
        await until(lambda: live_games.store_fails)
        event.remove(live_games.store.engine, "commit", fail)
        await until(lambda: not live_games.store_fails)
        monkeypatch.setattr(subject, "SILENT_STORE", -1.0)
        assert live_games.store_fails

    in_hall(work)


def listed(live_games: LiveGames) -> dict[str, list[str]]:
    """The ids of the games in the lobby, as of now."""
    live_games._lobby_until = 0.0
    return {name: [game["id"] for game in games] for name, games in json.loads(live_games.lobby()).items()}


def test_a_public_game_is_listed_while_its_player_is_there(
    in_hall: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(live_games: LiveGames) -> None:
        seats = (Seat("human", "Anna", token="x"), Seat("human"))
        hidden = await live_games.create(new_match(), seats)
        game = await live_games.create(new_match(), seats, Clocks(300, increment=2), public=True)
        (shown,) = json.loads(live_games.lobby())["open"]
        assert (shown["id"], shown["name"], shown["side"]) == (game.live.id, "Anna", 1)
        assert shown["clock"] == {"seconds": 300, "increment": 2}
        watcher = Watcher()
        live_games.watch(game, watcher)
        live_games.identify(game, watcher, {0})
        monkeypatch.setattr(subject, "LISTED_FOR", 0.01)
        await asyncio.sleep(0.05)
        assert listed(live_games) == {"open": [game.live.id], "running": []}
        live_games.unwatch(game, watcher)
        await asyncio.sleep(0.05)
        assert listed(live_games) == {"open": [], "running": []}
        # Who comes back offers the game again.
        live_games.watch(game, watcher)
        live_games.identify(game, watcher, {0})
        assert listed(live_games)["open"] == [game.live.id]
        await live_games.act(game, lambda live: live.join(None, "Ben") is not None)
        assert listed(live_games) == {"open": [], "running": [game.live.id]}
        (shown,) = json.loads(live_games.lobby())["running"]
        assert (shown["names"], shown["spectators"]) == (["Anna", "Ben"], 0)
        await live_games.act(game, lambda live: live.resign(0))
        assert listed(live_games) == {"open": [], "running": []}
        assert not hidden.live.public

    in_hall(work)


def test_a_client_has_so_many_open_games_and_no_more(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        current_client.set("one")
        seats = (Seat("human", token="x"), Seat("human"))
        most = live_games.clients.limits.open
        games = [await live_games.create(new_match(), seats, public=True) for _ in range(most)]
        with pytest.raises(TooMuch, match=f"this client has {most} open games already: expected no more at a time"):
            await live_games.create(new_match(), seats, public=True)
        await live_games.create(new_match(), seats)
        current_client.set("other")
        await live_games.create(new_match(), seats, public=True)
        current_client.set("one")
        await live_games.act(games[0], lambda live: live.abort(0))
        await live_games.create(new_match(), seats, public=True)

    in_hall(work)


def test_presence_is_sent_when_it_has_changed_and_no_move_is_lost_for_it(
    in_hall: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "PRESENCE_EVERY", 0.0)

    async def work(live_games: LiveGames) -> None:
        game, watcher = await live_games.create(new_match(), HUMANS), Watcher()
        live_games.watch(game, watcher)
        live_games.identify(game, watcher, {0})
        await live_games.act(game, first_move)
        for _ in range(20):
            other = Watcher()
            live_games.watch(game, other)
            await asyncio.sleep(0.001)
        kinds: list[str] = []
        while not kinds or kinds[-1] != "presence":
            message = json.loads(await watcher.next())
            kinds.append(message["type"])
        # One message about the presence, the newest, after both about the game.
        assert kinds == ["match", "match", "presence"]
        assert message["presence"] == {
            "here": [True, False],
            "gone": [None, message["presence"]["gone"][1]],
            "spectators": 20,
        }

    in_hall(work)


def test_a_copy_stands_still_while_the_match_goes_on() -> None:
    live = LiveGame("m", new_match(), HUMANS)
    copy = live.copy()
    first_move(live)
    live.resign(1)
    assert (copy.moves, copy.played.outcome, len(copy.played.moves)) == ([], None, 0)
    assert len(live.moves) == 1


def test_a_decision_is_seen_at_once_although_somebody_was_just_looking(in_hall: Callable[..., None]) -> None:
    async def work(live_games: LiveGames) -> None:
        assert isinstance(live_games.store, Store)
        events = Events(live_games, live_games.store)
        made, _ = await events.create("Club evening", "turm", None, double=False, by_round=False)
        for name in ("Anna", "Ben"):
            await events.change(made.id, lambda known: known.join(name))  # noqa: B023
        await events.change(made.id, lambda known: (known.start(), None))
        (((game,),),) = (json.loads(await events.show(made.id))["rounds"],)
        events._shown.clear()
        has_read, may_go_on, read = asyncio.Event(), asyncio.Event(), events._results

        async def slow_results(event_id: str) -> dict[str, float | None]:
            found = await read(event_id)
            has_read.set()
            await may_go_on.wait()
            return found

        events._results = slow_results  # type: ignore[method-assign]
        looking = asyncio.create_task(events.show(made.id))
        await has_read.wait()
        deciding = asyncio.create_task(events.decide(made.id, game["id"], 0))
        await asyncio.wait({deciding}, timeout=0.5)
        may_go_on.set()
        await asyncio.gather(looking, deciding)
        assert json.loads(await events.show(made.id))["rounds"][0][0]["result"] == 1.0

    in_hall(work)
