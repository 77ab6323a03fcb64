"""The events of a server: storing them, and making their games.

The store is the only place of an event: every request reads it, and a change is written only if nobody else has changed
the event meanwhile. The results are those of the stored games.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from secrets import token_urlsafe
from time import monotonic
from typing import TypeVar
from weakref import WeakValueDictionary

from pydantic_core import to_json

from boardwright.clocks import Clocks
from boardwright.errors import quoted
from boardwright.played_game import PlayedGame
from boardwright.views import Side
from boardwright.web.api_errors import ERRORS, Conflict, NotFound, Unavailable
from boardwright.web.event import Event, Pairing, Result, restore_event
from boardwright.web.live_game import ID_BYTES, LiveGame, Seat, new_token
from boardwright.web.live_games import LiveGames
from boardwright.web.store import Store
from boardwright.web.stored import Change, StaleRevision, StoreError

T = TypeVar("T")

SHOWN_FOR = 1.0
"""How long the state of an event is sent again before the store is asked, in seconds."""
MAX_SHOWN = 100
"""The number of events whose state is kept for that."""


class Events:
    """The events of a server."""

    def __init__(self, live_games: LiveGames, store: Store) -> None:
        self.live_games = live_games
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._shown: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    async def create(
        self, title: str, game: str, clock: Mapping[str, float] | None, *, double: bool, by_round: bool
    ) -> tuple[Event, str]:
        """Create an event; return it with the token of its organiser."""
        token, organiser = new_token()
        full_name = self.live_games.game(game).full_name
        event = Event(token_urlsafe(ID_BYTES), title, full_name, clock, double, by_round, organiser)
        await self._put(event, None)
        return event, token

    async def change(self, event_id: str, work: Callable[[Event], tuple[Event, T]]) -> tuple[Event, T]:
        """Change an event, and store it; return what ``work`` returns besides."""
        async with self._lock(event_id):
            event = await self.find(event_id)
            changed, answer = work(event)
            await self._put(changed, event.revision)
            self._shown.pop(event_id, None)
        return changed, answer

    async def show(self, event_id: str) -> bytes:
        """Return the public JSON of an event, after making the games that are due."""
        until, shown = self._shown.get(event_id, (0.0, b""))
        if monotonic() < until:
            return shown
        async with self._lock(event_id):
            event = await self.find(event_id)
            results = await self._results(event_id)
            missing = [pairing for pairing in event.due(results) if event.game_id(pairing) not in results]
            if missing:
                await self._make_games(event, missing)
                results = results | {event.game_id(pairing): None for pairing in missing}
            shown = to_json(event.data(results))
            self._shown[event_id] = monotonic() + SHOWN_FOR, shown
            self._shown.move_to_end(event_id)
            if len(self._shown) > MAX_SHOWN:
                self._shown.popitem(last=False)
        return shown

    async def decide(self, event_id: str, game_id: str, winner: Side | None) -> None:
        """End a game of an event as its organiser has decided."""
        session = await self.live_games.find(game_id)
        if session.live.event != event_id:
            raise NotFound(f"game {quoted(game_id)} is not of this event")
        # Not while the state before is being put together: it would be sent again.
        async with self._lock(event_id):
            await self.live_games.act(session, lambda live: live.decide(winner))
            self._shown.pop(event_id, None)

    async def require_organiser(self, event_id: str, token: str | None) -> None:
        """Raise unless a token is that of the organiser."""
        (await self.find(event_id)).require_organiser(token)

    def _lock(self, event_id: str) -> asyncio.Lock:
        return self._locks.setdefault(event_id, asyncio.Lock())

    async def find(self, event_id: str) -> Event:
        """Load an event by its id."""
        with self.live_games.reading_store():
            stored = await asyncio.to_thread(self._store.load_event, event_id)
        if stored is None:
            raise NotFound(ERRORS("event_not_found", event=quoted(event_id)))
        return restore_event(stored)

    async def _results(self, event_id: str) -> dict[str, Result]:
        with self.live_games.reading_store():
            rows = await asyncio.to_thread(self._store.results, event_id)
        return {row["id"]: _points(row) for row in rows}

    async def _put(self, event: Event, before: int | None) -> None:
        try:
            await asyncio.wrap_future(self._store.put_event(event.id, event.stored(), before, self.live_games.time.now))
        except StaleRevision as error:
            raise Conflict(str(error)) from error
        except StoreError as error:
            raise Unavailable(ERRORS("store_unwritable")) from error

    async def _make_games(self, event: Event, pairings: list[Pairing]) -> None:
        """Store new games; those of a large event are many, and no sessions are opened for them."""
        changes = await asyncio.to_thread(lambda: [self._new_game(event, pairing) for pairing in pairings])
        try:
            await asyncio.gather(*(asyncio.wrap_future(self._store.put(change)) for change in changes))
        except StoreError as error:
            raise Unavailable(ERRORS("store_unwritable")) from error

    def _new_game(self, event: Event, pairing: Pairing) -> Change:
        game = self.live_games.game(event.game)
        seats = [Seat("human", event.players[place].name, token=event.players[place].token) for place in pairing]
        clocks = event.clock and Clocks(event.clock["seconds"], increment=event.clock["increment"])
        live = LiveGame(event.game_id(pairing), PlayedGame(game), seats, clocks=clocks or None, event=event.id)
        change = live.change()
        return replace(change, row={**change.row, "changed": self.live_games.time.now})


def _points(row: Mapping[str, object]) -> Result:
    """Return the points of the first player of a stored game."""
    if row["reason"] is None:
        return None
    return {0: 1.0, 1: 0.0}.get(row["winner"], 0.5)  # type: ignore[call-overload, no-any-return]
