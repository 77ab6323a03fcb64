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
CLOCK_SLACK = 0.001


class ServerGame:
    """A game with the connections of its sides; ``change`` is set when something happens to it."""

    def __init__(self, referee: Referee, number: int) -> None:
        self.referee = referee
        self.number = number
        self.addresses: list[str] = []
        self.writers: dict[Side, StreamWriter] = {}
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

    ``log`` receives a line for every event. The server ends after ``games`` games; 0: never.
    """

    def __init__(
        self,
        log: Callable[[str], None],
        *,
        seconds: float = SECONDS,
        increment: float = INCREMENT,
        games: int = 0,
        archive: Archive | None = None,
        most_connections: int = MAX_CONNECTIONS,
    ) -> None:
        self.log = log
        self.seconds, self.increment = seconds, increment
        self.games = games
        self.archive = archive
        self.most_connections = most_connections
        self._connections: set[asyncio.Task[None]] = set()
        self._begun = 0
        self._waiting: ServerGame | None = None
        self._playing: dict[ServerGame, asyncio.Task[None]] = {}
        self._listener: asyncio.Server | None = None
        self._done = asyncio.Event()

    async def serve(self, host: str, port: int) -> None:
        """Serve until the last game is over; interrupted games are saved as they stand."""
        self.most_connections = _files_for(self.most_connections)
        listening = listen(host, port)
        self._listener = await asyncio.start_server(self._connected, sock=listening, limit=LONGEST, backlog=BACKLOG)
        self.log(f"listening at {format_address(listening.getsockname())}")
        try:
            await self._done.wait()
        finally:
            self._listener.close()
            for game in self._playing:
                if not game.referee.over:
                    self.log(f"game {game.number}: broken off")
                    self._save(game)

    def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        address = format_address(writer.get_extra_info("peername"))
        full = self._why_full()
        if full:
            self.log(f"{address} is turned away: {full}")
            writer.transport.abort()
        else:
            game, side = self._assign_side(writer, address)
            task = asyncio.create_task(self._serve_connection(game, side, reader, writer))
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)

    def _why_full(self) -> str:
        if self.games and self._begun == self.games:
            return "there are no more games"
        count = len(self._connections)
        return f"{count} connections are open" if count >= self.most_connections else ""

    async def _serve_connection(self, game: ServerGame, side: Side, reader: StreamReader, writer: StreamWriter) -> None:
        """Handle one connection from its first byte to its last."""
        how = "left"
        try:
            _prepare(writer)
            await _send(writer, str(side).encode())
            how = await self._receive_messages(game, side, reader, writer)
        except TimeoutError:
            how = "does not read what it is sent"
        except OSError:
            pass
        finally:
            writer.transport.abort()
        # Not reached if the server shuts down: then the side has not left.
        self._disconnected(game, side, how)

    def _assign_side(self, writer: StreamWriter, address: str) -> tuple[ServerGame, Side]:
        """Seat a new connection: opposite to the one that waits, else in a new game."""
        game, self._waiting = self._waiting, None
        if game is None:
            game = self._waiting = self._new_game()
        side = len(game.addresses)
        game.addresses.append(address)
        game.writers[side] = writer
        self.log(f"game {game.number}: {GAME.sides[side]} is {address}")
        if self._waiting is None:
            self._begin(game)
        return game, side

    def _new_game(self) -> ServerGame:
        number = self._begun + 1
        return ServerGame(
            Referee(lambda line: self.log(f"game {number}: {line}"), seconds=self.seconds, increment=self.increment),
            number,
        )

    def _begin(self, game: ServerGame) -> None:
        self._begun += 1
        game.referee.begin()
        self._playing[game] = asyncio.create_task(self._watch(game))
        if self._begun == self.games and self._listener is not None:
            self._listener.close()

    def _disconnected(self, game: ServerGame, side: Side, how: str) -> None:
        del game.writers[side]
        if game.referee.begun:
            game.referee.lose(side, how)
            game.change.set()
        else:
            self._waiting = None
            self.log(f"game {game.number}: {GAME.sides[side]} {how}, before the game began")

    async def _receive_messages(self, game: ServerGame, side: Side, reader: StreamReader, writer: StreamWriter) -> str:
        """Answer every message until the connection is closed; return how the side left."""
        messages = Messages()
        readable = True
        while data := await reader.read(LONGEST):
            if not readable:
                continue
            try:
                for message in messages.read(data):
                    game.referee.receive(side, message)
                    await self._send_state(game, side, writer)
            except BadMessage as error:
                if not game.referee.begun:
                    return f"sent a bad message: {error}"
                game.referee.lose(side, f"sent a bad message: {error}")
                # Messages after it cannot be separated.
                readable = False
                await self._send_state(game, side, writer)
        return "left"

    async def _send_state(self, game: ServerGame, side: Side, writer: StreamWriter) -> None:
        game.change.set()
        await _send(writer, format_state(game.referee.state(side)))
        # A client that polls all the time must not block the others.
        await asyncio.sleep(0)

    async def _watch(self, game: ServerGame) -> None:
        """Wait for the end of a game, save its record, and close the remaining connections."""
        referee = game.referee
        while not referee.over:
            left = referee.clocks.left(referee.played.side_to_move)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(left, 0.0) + CLOCK_SLACK):
                    await game.next_change()
            referee.look_at_clocks()
        self._save(game)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                while game.writers:
                    await game.next_change()
        for writer in game.writers.values():
            writer.transport.abort()
        del self._playing[game]
        if self._begun == self.games and not self._playing:
            self._done.set()

    def _save(self, game: ServerGame) -> None:
        if self.archive is not None:
            referee = game.referee
            self.archive.add_match(
                referee.played, game.names, self.log, event="turm-server", number=game.number, **referee.figures
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
