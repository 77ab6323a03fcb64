"""The course's server, with a referee that knows the rules; ``docs/turm-server.md`` describes it."""

from __future__ import annotations

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from contextlib import suppress

from boardwright.games.turm.protocols.messages import (
    GAME,
    INCREMENT,
    LONGEST,
    SECONDS,
    BadMessage,
    Messages,
    format_state,
)
from boardwright.games.turm.protocols.referee import Referee
from boardwright.protocols.tcp import BACKLOG, format_address, keep_alive, listen
from boardwright.records.archive import Archive
from boardwright.views import Side

MAX_CONNECTIONS = 4096
SPARE_FILES = 64
"""File descriptors reserved for everything but connections."""
SEND_TIMEOUT = 10.0
CLOSE_TIMEOUT = 5.0
"""How long the server answers after the end of a game, in seconds: a side may be slow to ask."""
UNSENT, UNREAD = 1 << 14, 1 << 16
"""How many bytes are buffered here, and in the system, for a side that does not read them."""
A_MOMENT = 0.001


class Table:
    """A game with the connections of its sides; ``change`` is set when something happens to it."""

    def __init__(self, referee: Referee, number: int) -> None:
        self.referee = referee
        self.number = number
        self.addresses: list[str] = []
        self.seated: dict[Side, StreamWriter] = {}
        self.change = asyncio.Event()

    async def next_change(self) -> None:
        """Wait for the next change."""
        await self.change.wait()
        self.change.clear()

    @property
    def names(self) -> tuple[str, str]:
        """The players, as far as they are known."""
        red, blue = self.addresses
        return red, blue


class CourseServer:
    """Pairs connections in the order of their arrival, and lets each pair play a game.

    ``say`` receives a line for every event. The server ends after ``games`` games; 0: never.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        *,
        seconds: float = SECONDS,
        increment: float = INCREMENT,
        games: int = 0,
        archive: Archive | None = None,
        most_connections: int = MAX_CONNECTIONS,
    ) -> None:
        self.say = say
        self.seconds, self.increment = seconds, increment
        self.games = games
        self.archive = archive
        self.most_connections = most_connections
        self._guests: set[asyncio.Task[None]] = set()
        self._begun = 0
        self._waiting: Table | None = None
        self._playing: dict[Table, asyncio.Task[None]] = {}
        self._listener: asyncio.Server | None = None
        self._done = asyncio.Event()

    async def serve(self, host: str, port: int) -> None:
        """Serve until the last game is over; interrupted games are saved as they stand."""
        self.most_connections = _files_for(self.most_connections)
        listening = listen(host, port)
        self._listener = await asyncio.start_server(self._receive, sock=listening, limit=LONGEST, backlog=BACKLOG)
        self.say(f"listening at {format_address(listening.getsockname())}")
        try:
            await self._done.wait()
        finally:
            self._listener.close()
            for table in self._playing:
                if not table.referee.over:
                    self.say(f"game {table.number}: broken off")
                    self._save(table)

    def _receive(self, reader: StreamReader, writer: StreamWriter) -> None:
        address = format_address(writer.get_extra_info("peername"))
        full = self._why_full()
        if full:
            self.say(f"{address} is turned away: {full}")
            writer.transport.abort()
        else:
            table, side = self._take_seat(writer, address)
            guest = asyncio.create_task(self._attend(table, side, reader, writer))
            self._guests.add(guest)
            guest.add_done_callback(self._guests.discard)

    def _why_full(self) -> str:
        if self.games and self._begun == self.games:
            return "there are no more games"
        return f"{len(self._guests)} connections are open" if len(self._guests) >= self.most_connections else ""

    async def _attend(self, table: Table, side: Side, reader: StreamReader, writer: StreamWriter) -> None:
        """Handle one connection from its first byte to its last."""
        how = "left"
        try:
            _prepare(writer)
            await _send(writer, str(side).encode())
            how = await self._listen(table, side, reader, writer)
        except TimeoutError:
            how = "does not read what it is sent"
        except OSError:
            pass
        finally:
            writer.transport.abort()
        # Unless the server itself is shutting down: then nobody has left.
        self._leave(table, side, how)

    def _take_seat(self, writer: StreamWriter, address: str) -> tuple[Table, Side]:
        """Seat a new connection: opposite to the one that waits, else in a new game."""
        table, self._waiting = self._waiting, None
        if table is None:
            table = self._waiting = self._new_table()
        side = len(table.addresses)
        table.addresses.append(address)
        table.seated[side] = writer
        self.say(f"game {table.number}: {GAME.sides[side]} is {address}")
        if self._waiting is None:
            self._begin(table)
        return table, side

    def _new_table(self) -> Table:
        number = self._begun + 1
        return Table(
            Referee(lambda line: self.say(f"game {number}: {line}"), seconds=self.seconds, increment=self.increment),
            number,
        )

    def _begin(self, table: Table) -> None:
        self._begun += 1
        table.referee.begin()
        self._playing[table] = asyncio.create_task(self._watch(table))
        if self._begun == self.games and self._listener is not None:
            self._listener.close()

    def _leave(self, table: Table, side: Side, how: str) -> None:
        del table.seated[side]
        if table.referee.begun:
            table.referee.lose(side, how)
            table.change.set()
        else:
            self._waiting = None
            self.say(f"game {table.number}: {GAME.sides[side]} {how}, before the game began")

    async def _listen(self, table: Table, side: Side, reader: StreamReader, writer: StreamWriter) -> str:
        """Answer every message until the connection is closed; return how the side left."""
        messages = Messages()
        understood = True
        while data := await reader.read(LONGEST):
            if not understood:
                continue
            try:
                for message in messages.read(data):
                    table.referee.hear(side, message)
                    await self._answer(table, side, writer)
            except BadMessage as error:
                if not table.referee.begun:
                    return f"sent a bad message: {error}"
                table.referee.lose(side, f"sent a bad message: {error}")
                # Messages after it cannot be separated.
                understood = False
                await self._answer(table, side, writer)
        return "left"

    async def _answer(self, table: Table, side: Side, writer: StreamWriter) -> None:
        table.change.set()
        await _send(writer, format_state(table.referee.state(side)))
        # A client that polls all the time must not block the others.
        await asyncio.sleep(0)

    async def _watch(self, table: Table) -> None:
        """Wait for the end of a game, save its record, and close the remaining connections."""
        referee = table.referee
        while not referee.over:
            left = referee.clocks.left(referee.played.side_to_move)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(left, 0.0) + A_MOMENT):
                    await table.next_change()
            referee.look_at_clocks()
        self._save(table)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                while table.seated:
                    await table.next_change()
        for writer in table.seated.values():
            writer.transport.abort()
        del self._playing[table]
        if self._begun == self.games and not self._playing:
            self._done.set()

    def _save(self, table: Table) -> None:
        if self.archive is not None:
            referee = table.referee
            self.archive.add_match(
                referee.played, table.names, self.say, event="turm-server", number=table.number, **referee.figures
            )


async def _send(writer: StreamWriter, data: bytes) -> None:
    """Send data, or raise on a timeout."""
    writer.write(data)
    async with asyncio.timeout(SEND_TIMEOUT):
        await writer.drain()


def _prepare(writer: StreamWriter) -> None:
    connection = writer.get_extra_info("socket")
    keep_alive(connection)
    writer.transport.set_write_buffer_limits(UNSENT)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)


def _files_for(connections: int) -> int:
    """Raise the limit of open files for the connections; return how many connections it allows."""
    try:
        import resource
    except ImportError:
        # A system without such a limit.
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    return max(2, soft - SPARE_FILES)
