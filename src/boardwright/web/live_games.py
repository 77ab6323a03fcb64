"""The live games of a server: loading, storing and watching them, and the moves of clocks and engines."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import replace
from secrets import token_urlsafe
from time import monotonic, time
from typing import Any
from weakref import WeakValueDictionary
from zlib import crc32

from pydantic_core import to_json

from boardwright.clocks import Clocks
from boardwright.engine.limits import Limits
from boardwright.engine.time_management import maximum_seconds, optimum_seconds
from boardwright.errors import BoardwrightError, InvalidRecord, one_line, quoted
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame
from boardwright.registry import file_of
from boardwright.views import Side
from boardwright.web.api_errors import ERRORS, Conflict, Damaged, NotFound, TooMuch, Unavailable, error_json
from boardwright.web.catalogue import Catalogue
from boardwright.web.engine_tasks import EngineFailed, Task, Thinker, Urgency
from boardwright.web.game_files import GameFile, Problem
from boardwright.web.game_notes import GameNotes
from boardwright.web.live_game import ID_BYTES, LiveGame, Seat, restore_game
from boardwright.web.rate_limits import current_client
from boardwright.web.serialisation import JsonObject, last_move_json
from boardwright.web.stored import GameStore, StaleRevision, StoreError
from boardwright.web.work import WorkPool

LOG = logging.getLogger(__name__)
MAX_RECENT = 100
"""The number of games that stay in memory while nothing refers to them."""
MAX_PENDING = 8
"""The number of messages queued for a slow watcher; older ones are dropped, since newer messages replace them."""
ALIVE_EVERY = 5.0
"""The interval of heartbeats to the store, in seconds: clocks stop at the last one while no server runs."""
DAY = 24 * 3600.0
DELETE_EVERY = 3600.0
AFTER_FLAG = 0.01
RETRY_EVERY = 1.0
"""The delay before a failed write that the server initiated is retried, in seconds."""
SILENT_STORE = 15.0
"""The number of seconds without an answer after which the store counts as failing."""
TRIES = 3
"""The number of searches that may fail before the engine loses the game."""
ENGINE_OPTIMUM, ENGINE_MAXIMUM = 1.0, 3.0
"""The optimum and the maximum time of an engine's move without a clock, in seconds."""
PRESENCE_EVERY = 1.0
"""The minimum interval of messages about the presence, in seconds: a page that is loaded again has not left."""
MAX_LISTED = 50
"""The number of open games in the lobby, and of running ones."""
LISTED_FOR = 30.0
"""How long a game stays in the lobby although its player is gone, or none of its players is there, in seconds."""
LOBBY_EVERY = 1.0
"""The interval at which the lobby is put together, in seconds."""
SHOW_PACE = 1.0
"""The minimum time of a move where the engine plays itself, in seconds, so that people can follow the game."""


class ServerTime:
    """A monotonic wall clock: read once from the system, then counted, and never behind the previous server's.

    All times in the store are of this clock, so that no player loses time when the system's clock is changed, while
    a server runs or between two runs.

    >>> counted = 0.0
    >>> server = ServerTime(alive=1000.0, wall=900.0, count=lambda: counted)
    >>> counted = 5.0
    >>> server.now, server.ran_since(990.0), server.ran_since(1003.0)
    (1005.0, 10.0, 2.0)
    """

    def __init__(self, alive: float, wall: float, count: Callable[[], float] = monotonic) -> None:
        self._alive = alive
        self._began = max(wall, alive)
        self._count = count
        self._since = count()

    @property
    def now(self) -> float:
        """The current time, in seconds since the epoch."""
        return self._began + self._count() - self._since

    def is_before(self, at: float) -> bool:
        """Whether a time is before the start of this server."""
        return at < self._began

    def ran_since(self, at: float) -> float:
        """How long clocks have run since a time: until now, or until the last heartbeat of a previous server."""
        return max(0.0, (self._alive if self.is_before(at) else self.now) - at)


class Presence:
    """Who is connected to a game: the players by seat, each with any number of sockets, and the spectators.

    >>> time = 0.0
    >>> presence = Presence(lambda: time)
    >>> presence.enter({0})
    >>> presence.enter(set())
    >>> time = 5.0
    >>> presence.data
    {'here': [True, False], 'gone': [None, 5.0], 'spectators': 1}
    >>> presence.leave({0})
    >>> time = 7.0
    >>> presence.gone(0), presence.gone(1)
    (2.0, 7.0)
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.spectators = 0
        self._sockets = [0, 0]
        self._now = now
        self._seen = [now(), now()]

    def enter(self, seats: Set[Side]) -> None:
        """Count a socket, which belongs to the holder of these seats, or to a spectator."""
        self._count(seats, 1)

    def leave(self, seats: Set[Side]) -> None:
        """Count a socket no longer."""
        self._count(seats, -1)

    def _count(self, seats: Set[Side], change: int) -> None:
        self.spectators += 0 if seats else change
        for side in seats:
            self._sockets[side] += change
            self.saw(side)

    def saw(self, side: Side) -> None:
        """Note a sign of life of a player."""
        self._seen[side] = self._now()

    def gone(self, side: Side) -> float | None:
        """Return the seconds since a player was last seen; None while connected."""
        return None if self._sockets[side] else round(self._now() - self._seen[side], 3)

    @property
    def state(self) -> tuple[bool, bool, int]:
        """What a message about the presence is sent for when it changes."""
        return self._sockets[0] > 0, self._sockets[1] > 0, self.spectators

    @property
    def data(self) -> JsonObject:
        """The public form."""
        return {"here": list(self.state[:2]), "gone": [self.gone(0), self.gone(1)], "spectators": self.spectators}


class Watcher:
    """A queue of messages for one socket that follows a game or an analysis."""

    def __init__(self) -> None:
        self.seats: Set[Side] = frozenset()
        """The seats of a game that the socket's user holds."""
        self.is_identified = False
        """Whether the socket wants to know who is there."""
        self._presence = ""
        self._pending: deque[str] = deque(maxlen=MAX_PENDING)
        self._news = asyncio.Event()

    def send(self, message: str) -> None:
        """Queue a message."""
        self._pending.append(message)
        self._news.set()

    def send_presence(self, message: str) -> None:
        """Queue a message about the presence, which replaces an earlier one and no other message."""
        self._presence = message
        self._news.set()

    async def next(self) -> str:
        """Wait for the next message."""
        while not self._pending and not self._presence:
            self._news.clear()
            await self._news.wait()
        if self._pending:
            return self._pending.popleft()
        message, self._presence = self._presence, ""
        return message


class GameSession:
    """A live game in memory, with its watchers, the timer of its clock and the task of its engine."""

    def __init__(self, live: LiveGame, snapshot: bytes) -> None:
        self.live = live
        self.snapshot = snapshot
        """The public JSON of the game as it is stored, without its clock."""
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.presence = Presence()
        self.presence_timer: asyncio.TimerHandle | None = None
        self._sent_presence: object = None
        self.owner: str | None = None
        """The client that has created the game, for its limit; unknown after a restart of the server."""
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.stale = False
        """Whether the game may differ from the store and must be loaded again."""

    @property
    def json(self) -> bytes:
        """The public JSON of the game, with its clock as of now."""
        return b'{"clock":' + to_json(self.live.clock_data()) + b"," + self.snapshot[1:]

    def message(self, *, moved: bool) -> str:
        """The message to watchers: the game, and the move that was just played, if any."""
        last = last_move_json(self.live.played) if moved else b"null"
        return (b'{"type":"match","match":' + self.json + b',"moved":' + last + b"}").decode()

    @property
    def is_listed(self) -> bool:
        """Whether the game is in the lobby: public, not over, and with a player who is there or has just left."""
        live = self.live
        people = [side for side, seat in enumerate(live.seats) if seat.taken]
        gone = [self.presence.gone(side) or 0.0 for side in people]
        return live.public and live.played.outcome is None and min(gone, default=LISTED_FOR) < LISTED_FOR

    def presence_message(self) -> str:
        """The message about who is there."""
        return to_json({"type": "presence", "presence": self.presence.data}).decode()

    def send_presence(self) -> None:
        """Send the presence to those who want to know it, if it has changed."""
        self.presence_timer = None
        if self.presence.state != self._sent_presence:
            self._sent_presence = self.presence.state
            message = self.presence_message()
            for watcher in self.watchers:
                if watcher.is_identified:
                    watcher.send_presence(message)

    def cancel(self) -> None:
        """Cancel the timer and the engine's search."""
        if self.timer is not None:
            self.timer.cancel()
        if self.thinking is not None:
            self.thinking.cancel()
        self.timer = self.thinking = None


class LiveGames:
    """The live games of a server."""

    def __init__(
        self,
        catalogue: Catalogue,
        store: GameStore,
        engine_pool: Thinker,
        work: WorkPool,
        *,
        watch: GameNotes | None = None,
        keep_days: int | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.game_watch = watch or GameNotes(catalogue)
        self.store = store
        self.engine_pool = engine_pool
        self.work = work
        self.clients = work.clients
        self.keep_days = keep_days
        self.time = ServerTime(0.0, time())
        # Weak: a session lives as long as a timer, a task or a socket refers to it.
        self._sessions: WeakValueDictionary[str, GameSession] = WeakValueDictionary()
        self._recent: OrderedDict[str, GameSession] = OrderedDict()
        self._loading: dict[tuple[str, str | None], asyncio.Task[GameSession]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._answered = monotonic()
        self._damaged: set[str] = set()
        self._lobby = b""
        self._lobby_until = 0.0

    async def open(self) -> None:
        """Start the background tasks; they resume, one by one, the games with a running clock or an engine to move."""
        self.time = ServerTime(await asyncio.to_thread(self.store.alive), time())
        self._spawn(self._resume(await asyncio.to_thread(self.store.due)))
        self._spawn(self._probe())
        if self.keep_days is not None:
            self._spawn(self._delete_old(self.keep_days))

    async def close(self) -> None:
        """Cancel all timers and tasks."""
        for session in list(self._sessions.values()):
            session.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def store_fails(self) -> bool:
        """Whether the store fails or does not answer."""
        return self.store.health.failing or monotonic() - self._answered > SILENT_STORE

    async def _resume(self, game_ids: Sequence[str]) -> None:
        """Resume games one after the other, then send heartbeats to the store.

        Heartbeats start once every game is resumed: until then a clock counts only up to the last heartbeat before.
        """
        for game_id in game_ids:
            await self._resume_one(game_id)
        while True:
            if any(session.timer for session in self._sessions.values()):
                with suppress(StoreError):
                    await asyncio.wrap_future(self.store.put_heartbeat(self.time.now))
            await asyncio.sleep(ALIVE_EVERY)

    async def _resume_one(self, game_id: str) -> None:
        while True:
            try:
                await self.find(game_id)
            except Unavailable:
                await asyncio.sleep(RETRY_EVERY)
                continue
            except Damaged:
                # Logged already.
                return
            except BoardwrightError as error:
                LOG.warning("the game %s cannot be resumed: %s", game_id, error)
            return

    async def _probe(self) -> None:
        """Check periodically that the store can be written."""
        while True:
            with suppress(StoreError):
                await asyncio.wrap_future(self.store.probe())
            self._answered = monotonic()
            await asyncio.sleep(ALIVE_EVERY)

    async def _delete_old(self, days: int) -> None:
        """Delete games unchanged for a number of days; those in memory remain until their last watcher leaves."""
        while True:
            with suppress(StoreError):
                await asyncio.wrap_future(self.store.delete_older(self.time.now - days * DAY))
            await asyncio.sleep(DELETE_EVERY)

    # Sessions.

    def game(self, name: str) -> AnyGame:
        """Find the rules by their name."""
        game = self.catalogue.find(name)
        if game is None:
            base, _, variant = name.partition(":")
            if known := self.catalogue.find(base):
                variants = list(known.variants)
                raise NotFound(ERRORS("unknown_variant", game=known.name, name=quoted(variant), variants=variants))
            raise NotFound(ERRORS("unknown_game", name=quoted(name), games=list(self.catalogue.games)))
        return game

    def file_of(self, name: str) -> GameFile | None:
        """Return the file of the rules of a name, if the operator offers them from one."""
        game = self.catalogue.find(name)
        return None if game is None else self.catalogue.file_of(game)

    async def create(
        self, played: AnyPlayedGame, seats: Sequence[Seat], clocks: Clocks | None = None, *, public: bool = False
    ) -> GameSession:
        """Store a new game and open its session."""
        if public:
            self._require_room()
        live = LiveGame(token_urlsafe(ID_BYTES), played, seats, clocks=clocks, public=public)
        session = self._open_session(live, await self._put(live))
        session.owner = current_client.get()
        return session

    # The lobby.

    def _require_room(self) -> None:
        """Raise if the current client has too many open games in the lobby."""
        owner, most = current_client.get(), self.clients.limits.open
        listed = [each for each in self._sessions.values() if each.owner == owner and each.is_listed]
        if sum(each.live.open_side is not None for each in listed) >= most:
            raise TooMuch(ERRORS("too_many_open_games", most=most))

    def lobby(self) -> bytes:
        """Return the public games that can be joined or watched, in JSON; it may be a second old."""
        now = monotonic()
        if now >= self._lobby_until:
            listed = [session for session in self._sessions.values() if session.is_listed]
            listed.sort(key=lambda session: session.live.created, reverse=True)
            free = [session.live for session in listed if session.live.open_side is not None]
            running = [session for session in listed if session.live.open_side is None]
            self._lobby = to_json(
                {
                    "open": [live.listed_data(live.open_side) for live in free[:MAX_LISTED]],
                    "running": [
                        {**session.live.listed_data(None), "spectators": session.presence.spectators}
                        for session in running[:MAX_LISTED]
                    ],
                }
            )
            self._lobby_until = now + LOBBY_EVERY
        return self._lobby

    async def find(self, game_id: str) -> GameSession:
        """Return the session of a game by its id, from memory or from the store."""
        session = self._sessions.get(game_id)
        if session is not None:
            self._touch(session)
            if session.stale:
                async with session.lock:
                    await self._refresh(session)
            return session
        # One load per client: a client waits only in its own queue, even for a game that another one is loading.
        key = game_id, current_client.get()
        loading = self._loading.get(key)
        if loading is None:
            loading = self._loading[key] = asyncio.create_task(self._load(game_id))
            loading.add_done_callback(lambda _: self._loading.pop(key))
        return await asyncio.shield(loading)

    def is_open(self, game_id: str) -> bool:
        """Whether a game is in memory."""
        return game_id in self._sessions

    async def reload(self, game_id: str) -> None:
        """Show the watchers of a game what the store has of it now, after a change by something else."""
        session = self._sessions.get(game_id)
        if session is not None:
            await self._reload(session)

    async def _load(self, game_id: str) -> GameSession:
        def load() -> GameSession | tuple[LiveGame, bool]:
            # Another client's load may have opened the session meanwhile.
            return self._sessions.get(game_id) or self._restored(game_id)

        with self._reporting_damage(game_id):
            # Loading counts against the client's computing time; the server itself loads one game at a time.
            found = await (self.work.run if current_client.get() else asyncio.to_thread)(load)
            if isinstance(found, GameSession):
                return found
            live, is_older = found
            try:
                # Store at once, so that the time that has passed is deducted only once.
                snapshot = await self._put(live) if is_older else live.json()
            except Conflict:
                # Another server was faster.
                return await self._load(game_id)
            return self._sessions.get(game_id) or self._open_session(live, snapshot)

    def _restored(self, game_id: str) -> tuple[LiveGame, bool]:
        """Load a game from the store, and say whether its clock was running under a previous server."""
        with self._reporting_damage(game_id):
            with self.reading_store():
                stored = self.store.load(game_id)
            if stored is None:
                raise NotFound(ERRORS("game_not_found", game=quoted(game_id)))
            changed: float = stored.row["changed"]
            game = self.game(stored.row["game"])
            try:
                live = restore_game(stored, game, self.time.ran_since(changed))
            except InvalidRecord as error:
                if self.catalogue.file_of(game) is None:
                    raise
                raise Conflict(ERRORS("other_rules", game=game.title, detail=str(error))) from error
            return live, live.seconds_to_flag is not None and self.time.is_before(changed)

    @contextmanager
    def reading_store(self) -> Iterator[None]:
        """Turn failures of the store into an answer for the client."""
        try:
            yield
        except StoreError as error:
            raise Unavailable(ERRORS("store_unreadable")) from error

    @contextmanager
    def _reporting_damage(self, game_id: str) -> Iterator[None]:
        """Turn unexpected errors about stored data into :class:`Damaged`, logged once per game."""
        try:
            yield
        except BoardwrightError:
            raise
        except Exception as error:
            if problem := self.game_watch.note(error):
                raise Conflict(ERRORS("code_failed", problem=str(problem))) from error
            if game_id not in self._damaged:
                self._damaged.add(game_id)
                LOG.error("the game %s is damaged in the store and skipped: %s", game_id, one_line(error))
            raise Damaged(f"the game {quoted(game_id)} is damaged in the store") from error

    def _open_session(self, live: LiveGame, snapshot: bytes) -> GameSession:
        session = self._sessions[live.id] = GameSession(live, snapshot)
        self._touch(session)
        self._schedule(session)
        return session

    def _touch(self, session: GameSession) -> None:
        self._recent[session.live.id] = session
        self._recent.move_to_end(session.live.id)
        if len(self._recent) > MAX_RECENT:
            self._recent.popitem(last=False)

    def watch(self, session: GameSession, watcher: Watcher) -> None:
        """Send a watcher the game now and after every change."""
        session.watchers.add(watcher)
        session.presence.enter(watcher.seats)
        self._note_presence(session)
        watcher.send(session.message(moved=False))
        if session.thinking is None:
            self._schedule(session)

    def identify(self, session: GameSession, watcher: Watcher, seats: Set[Side]) -> None:
        """Note whose seats a watcher holds, send it the presence now, and to all after a change."""
        session.presence.enter(seats)
        session.presence.leave(watcher.seats)
        watcher.seats, watcher.is_identified = seats, True
        watcher.send_presence(session.presence_message())
        self._note_presence(session)

    def unwatch(self, session: GameSession, watcher: Watcher) -> None:
        """Send a watcher nothing more."""
        session.watchers.discard(watcher)
        session.presence.leave(watcher.seats)
        self._note_presence(session)

    def _note_presence(self, session: GameSession) -> None:
        """Send the presence soon, together with other changes until then."""
        if session.presence_timer is None:
            loop = asyncio.get_running_loop()
            session.presence_timer = loop.call_later(PRESENCE_EVERY, session.send_presence)

    # Changes.

    async def act(self, session: GameSession, work: Callable[[LiveGame], bool | None]) -> None:
        """Change a game with ``work``, store it, then notify the watchers; ``work`` returns False if nothing changed.

        Changes of a game are serialised, and only stored ones are visible.
        """
        # Shielded: a change is completed even if its client disconnects.
        await asyncio.shield(self._spawn(self._act(session, work)))

    async def _act(self, session: GameSession, work: Callable[[LiveGame], bool | None]) -> None:
        async with session.lock:
            await self._refresh(session)
            moves = len(session.live.moves)
            flagged = session.live.flag()
            try:
                changed = work(session.live) is not False
            except BoardwrightError:
                if flagged:
                    await self._publish(session, moved=False)
                raise
            if changed or flagged:
                await self._publish(session, moved=len(session.live.moves) > moves)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        # Retrieve the exception: asyncio would log that it never was.
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.game_watch.note(error)

    async def _publish(self, session: GameSession, *, moved: bool) -> None:
        """Store a changed game, then notify its watchers."""
        session.stale = True
        await self._begin_rematch(session.live)
        session.snapshot = await self._put(session.live)
        session.stale = False
        self._schedule(session)
        message = session.message(moved=moved) if session.watchers else ""
        for watcher in session.watchers:
            watcher.send(message)

    async def _begin_rematch(self, live: LiveGame) -> None:
        """Store an agreed rematch before its id is announced, unless it is stored already."""
        if live.rematch is None:
            return
        try:
            await self.find(live.rematch)
        except NotFound:
            again = live.new_rematch()
            self._open_session(again, await self._put(again))

    async def _put(self, live: LiveGame) -> bytes:
        """Store a game; return its public JSON."""
        change = live.change()
        try:
            written = asyncio.wrap_future(self.store.put(replace(change, row={**change.row, "changed": self.time.now})))
            # Serialise while the store writes.
            snapshot = live.json()
            await written
        except StaleRevision as error:
            raise Conflict(str(error)) from error
        except StoreError as error:
            raise Unavailable(ERRORS("store_unwritable")) from error
        return snapshot

    async def _refresh(self, session: GameSession) -> None:
        """Reload a game whose last change could not be stored."""
        if not session.stale:
            return
        session.live, _ = await asyncio.to_thread(self._restored, session.live.id)
        session.snapshot, session.stale = session.live.json(), False
        self._schedule(session)

    async def change_rules(self, file: GameFile) -> None:
        """Replay the games of a file that was loaded again by its rules as they are now."""
        name = None if file.game is None else file.game.name
        playing = [session for session in self._sessions.values() if session.live.game.name == name]
        await asyncio.gather(*(self._reload(session) for session in playing))

    async def _reload(self, session: GameSession) -> None:
        """Replay a game; watchers of one whose moves do not fit the rules any more see why, and it is forgotten.

        It stays in the store, and can be played on once the rules fit again.
        """
        async with session.lock:
            session.cancel()
            session.stale = True
            try:
                with self._reporting_damage(session.live.id):
                    await self._refresh(session)
            except BoardwrightError as error:
                self._sessions.pop(session.live.id, None)
                self._recent.pop(session.live.id, None)
                message = to_json({"type": "error", **error_json(error)}).decode()
            else:
                message = session.message(moved=False)
            for watcher in session.watchers:
                watcher.send(message)

    # Clocks and engines.

    def _schedule(self, session: GameSession) -> None:
        """Set the timer of a running clock, and start the engine if it is to move."""
        session.cancel()
        seconds = session.live.seconds_to_flag
        if seconds is not None:
            loop = asyncio.get_running_loop()
            session.timer = loop.call_later(max(0.0, seconds) + AFTER_FLAG, self._flag_falls, session)
        if session.live.engine_to_move and (session.watchers or not session.live.is_show):
            session.thinking = self._spawn(self._move_engine(session))

    def _flag_falls(self, session: GameSession) -> None:
        # Every change checks the clock first.
        self._spawn(self._retry(session, lambda live: False))

    async def _retry(self, session: GameSession, work: Callable[[LiveGame], bool | None]) -> None:
        """Retry a change of the server's own until the store accepts it."""
        while True:
            try:
                return await self._act(session, work)
            except Unavailable:
                await asyncio.sleep(RETRY_EVERY)
            except BoardwrightError:
                # The game has changed meanwhile.
                return None

    async def _move_engine(self, session: GameSession) -> None:
        """Search for the engine's move and play it; the engine loses if every try fails."""
        ply, side = len(session.live.moves), session.live.played.side_to_move
        task, urgency = self._task(session.live)
        loop = asyncio.get_running_loop()
        earliest = loop.time() + (SHOW_PACE if session.live.is_show else 0.0)
        result = None
        problem: Problem | None = None
        for _ in range(TRIES):
            try:
                result = await self.engine_pool.think(task, urgency)
                break
            except EngineFailed as error:
                problem = error.problem
        await asyncio.sleep(earliest - loop.time())
        # Publishing the move cancels the session's engine task, which must not be this one.
        session.thinking = None
        file = self.catalogue.file_of(session.live.game)
        if result is None and file is not None and problem is not None:
            # The engine tries again once the file is saved.
            self.game_watch.note_failure(file, problem)
        elif result is None:
            await self._retry(session, lambda live: live.fail(side, ply))
        else:
            best = result["variations"][0]
            text, win = best["moves"][0], best["win_probability"]
            await self._retry(session, lambda live: live.engine_move(text, ply, win))

    def _task(self, live: LiveGame) -> tuple[Task, Urgency]:
        side = live.played.side_to_move
        optimum, maximum = ENGINE_OPTIMUM, ENGINE_MAXIMUM
        if live.clocks is not None:
            left = live.clocks.left(side)
            optimum = min(maximum, optimum_seconds(left, live.clocks.increment))
            maximum = min(maximum, maximum_seconds(optimum, left))
        # Shorten searches under load.
        share = 1 + len(self.engine_pool.waiting) / self.engine_pool.processes
        level = live.seats[side].level
        task = Task(
            game=file_of(live.game) or live.game.full_name,
            start=live.start,
            moves=[move.text for move in live.moves],
            # A level's strength is fixed, so that it has no optimum.
            limits=Limits(time=maximum / share, optimum=optimum / share if level is None else None),
            level=level,
            seed=crc32(f"{live.id} {len(live.moves)}".encode()),
        )
        return task, Urgency.SHOW if live.is_show else Urgency.GAME
