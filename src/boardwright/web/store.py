"""The store of live games: a SQLite file, or PostgreSQL by its URL.

A game is a row with its state, and its moves are rows of a second table. One thread writes all
waiting changes in one transaction: a change that :meth:`Store.put` has confirmed is on the disk, and
many moves per second cost few transactions.
"""

from __future__ import annotations

import logging
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from threading import Lock, Thread
from time import monotonic
from typing import Any, TypeAlias

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from boardwright.errors import quoted
from boardwright.installing import extra_command
from boardwright.parse_numbers import read_whole_number
from boardwright.web import migrations
from boardwright.web.stored import Change, StaleRevision, StoredGame, StoreError

LOG = logging.getLogger(__name__)
MAX_AT_ONCE = 1000
REMIND_EVERY = 60.0
"""The interval at which a persistent failure is logged again, in seconds."""
FILE_MODE = 0o600
"""Access for the owner only."""
OTHERS_READ = stat.S_IRGRP | stat.S_IROTH
PREPARING = 0x626F617264
"""The arbitrary key of the advisory lock that a server holds while it prepares a PostgreSQL database."""
BUSY_TIMEOUT = 10
"""How long to wait for a SQLite file that another process is writing to, in seconds."""

ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What the id of a game or an event can be. PostgreSQL fails at some other texts, which addresses may contain."""

TABLES = MetaData()

MATCHES = Table(
    "matches",
    TABLES,
    Column("id", String(40), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("game", String(200), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("start", Text, nullable=False),
    Column("final", Text, nullable=False),
    Column("winner", Integer),
    Column("reason", Text),
    Column("seats", JSON, nullable=False),
    Column("clock", JSON),
    Column("draw_offer", Integer),
    Column("takeback_offer", Integer),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    # Whether the server must act without a request: a clock runs, or an engine is to move.
    Column("due", Boolean, nullable=False, index=True),
    # Whether the game is listed for anybody to join and to watch.
    Column("public", Boolean, nullable=False),
    # The event that the game is part of.
    Column("event", String(40), index=True),
)
MOVES = Table(
    "moves",
    TABLES,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("side", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
)
EVENTS = Table(
    "events",
    TABLES,
    Column("id", String(40), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    Column("changed", Float, nullable=False, index=True),
)
METADATA = Table("facts", TABLES, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""Metadata of the store: its schema, and the last heartbeat of a server."""
SCHEMA = "schema"


# Built once: building a statement takes longer than executing it.
ADD_MATCH = insert(MATCHES)
CHANGE_MATCH = (
    update(MATCHES)
    .where(MATCHES.c.id == bindparam("old_id"), MATCHES.c.revision == bindparam("old_revision"))
    .values({column.name: bindparam(column.name) for column in MATCHES.c})
)
ADD_MOVES = insert(MOVES)
SET_METADATA = text(
    "INSERT INTO facts (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class Health:
    """Whether the store fails, with rate-limited logging; thread-safe."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.failing = False
        self._now = now
        self._lock = Lock()
        self._failures = 0
        self._logged: float | None = None

    def failed(self, reason: str) -> StoreError:
        """Record a failure; return the error to raise."""
        with self._lock:
            self.failing = True
            self._failures += 1
            now = self._now()
            if self._logged is None or now - self._logged >= REMIND_EVERY:
                LOG.error("%s%s", reason, "" if self._logged is None else f" ({self._failures} failures so far)")
                self._logged = now
        return StoreError(reason)

    def succeeded(self) -> None:
        """Record a successful write."""
        with self._lock:
            if self.failing:
                LOG.warning("the store has recovered (%d failures)", self._failures)
                self.failing, self._failures, self._logged = False, 0, None


Work: TypeAlias = Change | Callable[[Connection], None]
"""One part of a batch that is written in one transaction."""


class Store:
    """Live games in a database, given by a URL such as ``sqlite:///matches.db``."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        try:
            self._prepare(url)
        except StoreError:
            self.engine.dispose()
            raise
        self.health = Health()
        self._waiting: SimpleQueue[tuple[Work, Future[None]] | None] = SimpleQueue()
        # A new connection takes as long as writing a move; but only one to a file is safe from disconnects.
        self._connection = self.engine.connect() if self.engine.dialect.name == "sqlite" else None
        self._writer = Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    def _prepare(self, url: str) -> None:
        """Create the tables or migrate those of an older version; refuse a newer or unknown schema."""
        try:
            with self.engine.begin() as connection:
                if connection.dialect.name == "sqlite":
                    # The sqlite3 module would begin the transaction later, after the tables are created.
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                else:
                    # Servers that start at the same time prepare the database one after the other.
                    connection.execute(select(func.pg_advisory_xact_lock(PREPARING)))
                if not inspect(connection).has_table(METADATA.name):
                    TABLES.create_all(connection)
                    _set_metadata(connection, SCHEMA, str(migrations.newest()))
                found = _metadata(connection, SCHEMA)
                number = read_whole_number(found or "", 1, migrations.newest())
                if number is None:
                    raise StoreError(
                        f"the database {safe_url(url)} has the schema {quoted(found or '')}: expected at most "
                        f"{migrations.newest()} (install the version of boardwright that made it, or restore a backup)"
                    )
                for reached in migrations.migrate(connection, number):
                    _set_metadata(connection, SCHEMA, str(reached))
        except SQLAlchemyError as error:
            raise StoreError(f"the database {safe_url(url)} cannot be opened: {_reason(error)}") from error

    def put_heartbeat(self, at: float) -> Future[None]:
        """Write the heartbeat of a server."""
        return self.put(lambda connection: _set_metadata(connection, "alive", repr(at)))

    def probe(self) -> Future[None]:
        """Check that the database can be written, and update :attr:`health`."""
        # A new value each time: an unchanged one need not be written, and would succeed on a full disk.
        return self.put(lambda connection: _set_metadata(connection, "probe", token_hex(8)))

    def delete_older(self, before: float) -> Future[None]:
        """Delete all games and events that have not changed since a time; an event and its games are kept together."""
        return self.put(lambda connection: _delete_older(connection, before))

    def put(self, work: Work) -> Future[None]:
        """Write a change; the future completes when it is on the disk, or raises."""
        written: Future[None] = Future()
        self._waiting.put((work, written))
        return written

    def load(self, game_id: str) -> StoredGame | None:
        """Load a game by its id; None if there is none."""
        if not ID.fullmatch(game_id):
            return None
        with self._reading() as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.id == game_id)).mappings().first()
            if row is None:
                return None
            moves = connection.execute(select(MOVES).where(MOVES.c.match == game_id).order_by(MOVES.c.ply)).mappings()
            return StoredGame(dict(row), [dict(move) for move in moves])

    def load_event(self, event_id: str) -> Mapping[str, Any] | None:
        """Load an event by its id; None if there is none."""
        if not ID.fullmatch(event_id):
            return None
        with self._reading() as connection:
            found: Mapping[str, Any] | None = connection.scalar(select(EVENTS.c.data).where(EVENTS.c.id == event_id))
            return found

    def results(self, event_id: str) -> Sequence[Mapping[str, Any]]:
        """Return the id, the winner and the reason of each game of an event; no reason while it goes on."""
        columns = (MATCHES.c.id, MATCHES.c.winner, MATCHES.c.reason)
        with self._reading() as connection:
            rows = connection.execute(select(*columns).where(MATCHES.c.event == event_id)).mappings()
            return [dict(row) for row in rows]

    def put_event(self, event_id: str, data: Mapping[str, Any], before: int | None, at: float) -> Future[None]:
        """Write an event; ``before`` is the revision that the store must have, None for a new one."""
        row = {"id": event_id, "revision": data["revision"], "data": data, "changed": at}
        return self.put(lambda connection: _put_event(connection, row, before))

    def alive(self) -> float:
        """Return the time of the last heartbeat; 0 if there was none."""
        with self._reading() as connection:
            found = _metadata(connection, "alive") or "0.0"
        try:
            return float(found)
        except ValueError:
            raise StoreError(f"the stored heartbeat is {quoted(found)}: expected a number of seconds") from None

    def due(self) -> list[str]:
        """Return the ids of the games in which the server must act without a request."""
        with self._reading() as connection:
            return list(connection.scalars(select(MATCHES.c.id).where(MATCHES.c.due).order_by(MATCHES.c.created)))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise self.health.failed(f"the store cannot be read: {_reason(error)}") from error

    def close(self) -> None:
        """Write all waiting changes, then close the database."""
        self._waiting.put(None)
        self._writer.join()
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()

    def _write(self) -> None:
        """Write waiting changes in batches until the store is closed."""
        going = True
        while going:
            batch = [self._waiting.get()]
            while len(batch) < MAX_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            going = None not in batch
            # From here on a change cannot be cancelled.
            self._write_batch([each for each in batch if each is not None and each[1].set_running_or_notify_cancel()])

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Open a transaction."""
        if self._connection is None:
            with self.engine.begin() as connection:
                yield connection
        else:
            try:
                with self._connection.begin():
                    yield self._connection
            except BaseException:
                # A transaction whose commit failed would continue in the next one.
                self._connection.connection.rollback()
                raise

    def _write_batch(self, batch: list[tuple[Work, Future[None]]]) -> None:
        if not batch:
            return
        try:
            with self._writing() as connection:
                _apply(connection, [work for work, _ in batch if isinstance(work, Change)])
                for work, _ in batch:
                    if not isinstance(work, Change):
                        work(connection)
        except Exception as error:
            if len(batch) > 1:
                # One that cannot be written must not keep the others from it.
                for each in batch:
                    self._write_batch([each])
            else:
                if not isinstance(error, StaleRevision):
                    error = self.health.failed(f"the store cannot be written: {_reason(error)}")
                batch[0][1].set_exception(error)
            return
        self.health.succeeded()
        for _, written in batch:
            written.set_result(None)


def _apply(connection: Connection, changes: Sequence[Change]) -> None:
    """Write changes of different games; raise if a stored revision is not the expected one."""
    if len({change.row["id"] for change in changes}) < len(changes):
        raise StoreError("two changes of one game in one batch: expected one after the other")
    new = [change.row for change in changes if change.before is None]
    if new:
        connection.execute(ADD_MATCH, new)
    old = [
        {**change.row, "old_id": change.row["id"], "old_revision": change.before}
        for change in changes
        if change.before is not None
    ]
    if old and connection.execute(CHANGE_MATCH, old).rowcount != len(old):
        which = "the game {id}".format_map(old[0]) if len(old) == 1 else "a game"
        raise StaleRevision(f"{which} was changed by another server: send the request again")
    for change in changes:
        if change.remaining is not None:
            taken_back = (MOVES.c.match == change.row["id"]) & (MOVES.c.ply >= change.remaining)
            connection.execute(delete(MOVES).where(taken_back))
    added = [move for change in changes for move in change.added]
    if added:
        connection.execute(ADD_MOVES, added)


def _put_event(connection: Connection, row: Mapping[str, Any], before: int | None) -> None:
    if before is None:
        connection.execute(insert(EVENTS), row)
        return
    this = (EVENTS.c.id == row["id"]) & (EVENTS.c.revision == before)
    if connection.execute(update(EVENTS).where(this).values(**row)).rowcount != 1:
        raise StaleRevision(f"the event {row['id']} was changed by another server: send the request again")


def _metadata(connection: Connection, name: str) -> str | None:
    found: str | None = connection.scalar(select(METADATA.c.value).where(METADATA.c.name == name))
    return found


def _set_metadata(connection: Connection, name: str, value: str) -> None:
    connection.execute(SET_METADATA, {"name": name, "value": value})


def _delete_older(connection: Connection, before: float) -> None:
    changed = select(MATCHES.c.event).where(MATCHES.c.event.is_not(None), MATCHES.c.changed >= before)
    connection.execute(delete(EVENTS).where(EVENTS.c.changed < before, EVENTS.c.id.not_in(changed)))
    # The table of an event needs all its games, and those that are missing would be made anew.
    is_free = MATCHES.c.event.is_(None) | MATCHES.c.event.not_in(select(EVENTS.c.id))
    old = (MATCHES.c.changed < before) & is_free
    connection.execute(delete(MOVES).where(MOVES.c.match.in_(select(MATCHES.c.id).where(old))))
    connection.execute(delete(MATCHES).where(old))


def _engine(url: str) -> Engine:
    try:
        # Pooled connections may be dead after a restart of the database.
        made = create_engine(url, pool_pre_ping=True)
    except (SQLAlchemyError, ImportError) as error:
        if isinstance(error, ImportError) and error.name == "psycopg":
            how = extra_command("postgresql")
            raise StoreError(f"the database {safe_url(url)} needs psycopg: run {how}") from error
        expected = "sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/DATABASE"
        raise StoreError(f"the database {safe_url(url)} is not supported: expected {expected}") from error
    if made.dialect.name == "sqlite":
        _make_file(made.url.database)
        event.listen(made, "connect", _set_up_sqlite)
    return made


def _make_file(name: str | None) -> None:
    """Create a new database readable by its owner only; SQLite gives its journal files the same mode."""
    if name and name != ":memory:" and not name.startswith("file:"):
        # SQLite reports a file that cannot be created.
        with suppress(OSError):
            os.close(os.open(name, os.O_CREAT | os.O_EXCL, FILE_MODE))
        with suppress(OSError):
            # The file may be shared on purpose, so its mode is not changed.
            if os.name == "posix" and Path(name).stat().st_mode & OTHERS_READ:
                LOG.warning("the database %s can be read by other users of this machine: run chmod 600 on it", name)


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Let readers not wait for the writer, and make commits survive a power loss."""
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_TIMEOUT * 1000}"):
        connection.execute(f"PRAGMA {setting}")


def safe_url(url: str) -> str:
    """Return a database URL without its password.

    >>> safe_url("postgresql+psycopg://club:secret@db/club")
    'postgresql+psycopg://club:***@db/club'
    """
    try:
        return make_url(url).render_as_string()
    except ArgumentError:
        return quoted(url)


def _reason(error: Exception) -> str:
    """Return the message of a database error on one line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split()) or type(cause).__name__
