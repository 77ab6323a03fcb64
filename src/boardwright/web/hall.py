"""All matches of a server: found, played, kept, watched, and moved on by clocks and engines."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from secrets import token_urlsafe
from typing import Any

from pydantic_core import to_json

from boardwright.clocks import Clocks
from boardwright.game import BoardwrightError, quoted
from boardwright.match import Match
from boardwright.registry import AnyGame
from boardwright.web.catalogue import Catalogue
from boardwright.web.live import LiveMatch, Seat, loaded
from boardwright.web.refusals import Conflict, NotFound, Unavailable
from boardwright.web.store import Overtaken, Saved, Store, StoreError

MOST_KEPT_READY = 1000
"""So many matches stay in memory although nobody watches them."""
MOST_PENDING = 8
"""So many messages wait for a watcher who is slow; older ones, which the newer replace, are left out."""


class Watcher:
    """Someone who is told of every change of a match."""

    def __init__(self) -> None:
        self.pending: deque[str] = deque(maxlen=MOST_PENDING)
        self._news = asyncio.Event()

    def tell(self, message: str) -> None:
        """Have a message sent."""
        self.pending.append(message)
        self._news.set()

    async def next(self) -> str:
        """The next message."""
        while not self.pending:
            self._news.clear()
            await self._news.wait()
        return self.pending.popleft()


class Table:
    """A match with those around it: its watchers, the timer of its clock, the engine that thinks about it."""

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.stale = False
        """Whether the match may differ from what the store holds, and must be loaded again."""
        self.show()

    def show(self) -> None:
        """From now on the match is seen as it is."""
        shown = self.live.shown()
        self._shown = to_json(shown)
        self._last = to_json(shown["state"]["last"])

    @property
    def json(self) -> bytes:
        """The match, as everybody may see it, and its clock at this moment."""
        return b'{"clock":' + to_json(self.live.shown_clock()) + b"," + self._shown[1:]

    def message(self, *, moved: bool) -> str:
        """What a watcher is told: the match, and the move that has just been made, if one was."""
        last = self._last if moved else b"null"
        return (b'{"type":"match","match":' + self.json + b',"moved":' + last + b"}").decode()

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs the match in memory."""
        return not (self.watchers or self.timer or self.thinking or self.lock.locked())


class Hall:
    """The matches of a server."""

    def __init__(self, catalogue: Catalogue, store: Store) -> None:
        self.catalogue = catalogue
        self.store = store
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Future[Table]] = {}

    async def open(self) -> None:
        """Go on with all matches for which there is something to do."""
        for match in await asyncio.to_thread(self.store.due):
            await self.find(match)

    async def close(self) -> None:
        """Let go of everything; what is in the store stays."""
        for table in self.tables.values():
            self._rest(table)

    # Matches.

    def game(self, name: str) -> AnyGame:
        """The game of a name."""
        game = self.catalogue.find(name)
        if game is None:
            expected = ", ".join(self.catalogue.games)
            raise NotFound(f"no game is called {quoted(name)}: expected {expected}, or NAME:VARIANT")
        return game

    async def create(self, match: Match[Any, Any], seats: Sequence[Seat], clocks: Clocks | None) -> Table:
        """A new match."""
        table = Table(LiveMatch(token_urlsafe(9), match, seats, clocks=clocks))
        async with table.lock:
            await self._keep(table)
        self._add(table)
        self._go_on(table)
        return table

    async def find(self, match: str) -> Table:
        """A match by its name, from memory or from the store."""
        table = self.tables.get(match)
        if table is not None:
            self.tables.move_to_end(match)
            return table
        if match not in self._loading:
            self._loading[match] = asyncio.ensure_future(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Table:
        try:
            table = Table(await self._loaded(match))
            self._add(table)
            self._go_on(table)
            return table
        finally:
            del self._loading[match]

    async def _loaded(self, match: str) -> LiveMatch:
        try:
            saved = await asyncio.to_thread(self.store.load, match)
        except StoreError as error:
            raise Unavailable(str(error)) from error
        if saved is None:
            raise NotFound(f"there is no match {quoted(match)}")
        return await asyncio.to_thread(self._restored, saved)

    def _restored(self, saved: Saved) -> LiveMatch:
        return loaded(saved, self.game(saved.row["game"]), saved.row["changed"])

    def _add(self, table: Table) -> None:
        self.tables[table.live.id] = table
        if len(self.tables) > MOST_KEPT_READY:
            for match, other in list(self.tables.items()):
                if len(self.tables) <= MOST_KEPT_READY:
                    break
                if other.is_idle and other is not table:
                    del self.tables[match]

    # Changes.

    async def act(self, table: Table, work: Callable[[LiveMatch], bool | None]) -> None:
        """Let ``work`` change a match, then store it, then tell all; False: there is nothing to store.

        Changes of a match come one after the other. Nobody sees what is not stored.
        """
        # Whoever asked may go away meanwhile: what was begun is done.
        await asyncio.shield(self._spawn(self._act(table, work)))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _act(self, table: Table, work: Callable[[LiveMatch], bool | None]) -> None:
        async with table.lock:
            if table.stale:
                table.live = await self._loaded(table.live.id)
                table.stale = False
                table.show()
            live, moves = table.live, len(table.live.played)
            flagged = live.flag()
            try:
                changed = work(live) is not False
            except BoardwrightError:
                if flagged:
                    await self._keep(table)
                    self._publish(table, moved=False)
                raise
            if changed or flagged:
                await self._keep(table)
                self._publish(table, moved=len(live.played) > moves)

    async def _keep(self, table: Table) -> None:
        """Store a match as it is; where that fails it is again as the store has it."""
        try:
            await asyncio.wrap_future(self.store.put(table.live.change()))
        except BaseException as error:
            table.stale = True
            if isinstance(error, Overtaken):
                raise Conflict(f"{error}: expected to be asked again") from error
            if isinstance(error, StoreError):
                raise Unavailable(str(error)) from error
            raise

    def _publish(self, table: Table, *, moved: bool) -> None:
        table.show()
        self._go_on(table)
        if table.watchers:
            message = table.message(moved=moved)
            for watcher in table.watchers:
                watcher.tell(message)

    # What happens by itself.

    def _rest(self, table: Table) -> None:
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        if table.thinking is not None:
            table.thinking.cancel()
            table.thinking = None

    def _go_on(self, table: Table) -> None:
        """Set the timer of the clock that runs, and let the engine think where it is to move."""
        self._rest(table)
        seconds = table.live.seconds_to_flag
        if seconds is not None:
            loop = asyncio.get_running_loop()
            table.timer = loop.call_later(max(0.0, seconds) + 0.01, self._flag_falls, table)

    def _flag_falls(self, table: Table) -> None:
        table.timer = None
        task = asyncio.ensure_future(self.act(table, lambda live: False))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
