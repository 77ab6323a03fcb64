"""Connections that do not let clients take the server's room or time without asking for anything.

A connection is closed when the head of a request does not come in time, when an answer is not read, or when its address
has too many on which nothing is asked. Where all the room is taken, those that have been silent longest make way.
Bodies must announce their size, so that :mod:`boardwright.web.middleware`, which enforces their deadline, knows
what they take.
"""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from typing import Any

import h11
from pydantic_core import to_json
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from boardwright.web.rate_limits import Bucket, Clients, client_of

PROXY = "127.0.0.1"
"""The address of a trusted proxy: its connections are those of many clients, whom it names in X-Forwarded-For."""
MOST_CONNECTIONS = 4000
"""The most connections at a time, where the system allows enough open files."""
MOST_REFUSED = 100
"""The connections that are refused before others have their turn."""
HEAD_SECONDS = 10.0
"""How long the head of a request may take."""
ANSWER_SECONDS = 30.0
"""How long a client may leave an answer unread."""
GRACE = 2.0
"""How long a connection may be silent although its address has too many: many may come at once, and ask."""
PIECE = 1 << 12
"""The bytes of frames that are looked at before it is asked whether there were too many."""
FRAMES, MOST_FRAMES = 100, 300
"""The frames that a socket may send a second, and at once: parts of messages, and pings."""
WAITING = "waiting"
"""Under which name the state of the application has the silent connections."""


class Listener(socket.socket):
    """Where connections come in; those of a client that opens too many are closed at once, which costs least."""

    clients: Clients | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that is not refused."""
        for _ in range(MOST_REFUSED):
            connection, address = super().accept()
            client = client_of(address[0])
            if self.clients is None or client == PROXY or self.clients.may_connect(client):
                return connection, address
            connection.close()
        raise BlockingIOError


class Waiting:
    """The connections that wait for a client to send something."""

    def __init__(self, of_address: int, most: int = MOST_CONNECTIONS) -> None:
        self._of_address = of_address
        self._most = most
        self._since: dict[Connection, float] = {}
        """When each became silent, the earliest first."""
        self._by_address: dict[str, dict[Connection, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._since)

    def add(self, connection: Connection) -> None:
        """Have one more; others may be closed for it."""
        now = connection.loop.time()
        self._since[connection] = now
        near = self._by_address[connection.address]
        near[connection] = None
        most = self._most if connection.address == PROXY else self._of_address
        while len(near) > most and now - self._since[oldest := next(iter(near))] > GRACE:
            oldest.drop()
        if len(connection.connections) > self._most:
            next(iter(self._since)).drop()

    def discard(self, connection: Connection) -> None:
        """Forget one, if it is there."""
        if self._since.pop(connection, None) is not None:
            near = self._by_address[connection.address]
            del near[connection]
            if not near:
                del self._by_address[connection.address]


class _Requests(h11.Connection):
    """The requests of a connection; a body in chunks is refused, for there is no end to them and each takes time."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise h11.RemoteProtocolError("a body in chunks", error_status_hint=411)
        return event


class Connection(H11Protocol):
    """A connection on which requests come."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = _Requests(h11.SERVER)
        self._waiting: Waiting = app_state[WAITING]
        self._waits_for: object = None
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._upgraded = False
        """Whether a WebSocket has taken the connection over, which has limits of its own."""

    @property
    def address(self) -> str:
        """Who is at the other end: a client, or a proxy."""
        return client_of(self.client[0]) if self.client else "unknown"

    def drop(self) -> None:
        """Close the connection at once."""
        self._waiting.discard(self)
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.drop)
        self._note()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            # What is not read by then never is.
            self.loop.call_later(ANSWER_SECONDS, self.transport.abort)
        else:
            self._note()

    def timeout_keep_alive_handler(self) -> None:
        self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        self._forget()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not a request, in the same shape as everything else is refused."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.drop()
            return
        told = "the request cannot be read: expected HTTP/1.1, and Content-Length for a body"
        body = to_json({"error": told})
        headers = [("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close")]
        for part in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(ANSWER_SECONDS, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _note(self) -> None:
        """Note what the connection waits for now: the head of a request, the rest of one, or the server."""
        if self._upgraded:
            return
        state = self.conn.their_state
        if state is not self._waits_for:
            self._waits_for = state
            self._waiting.discard(self)
            if state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing():
                self._waiting.add(self)
        if state is not h11.IDLE:
            self._no_deadline()
        elif self._deadline is None and self.conn.trailing_data[0]:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self.drop)

    def _no_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _forget(self) -> None:
        self._waiting.discard(self)
        self._no_deadline()


class Socket(WebSocketsSansIOProtocol):
    """A connection on which messages come; too many frames, or messages that are not read, end it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._frames = Bucket(FRAMES, MOST_FRAMES)
        self._unread: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        # A socket is closed in good order if its client takes part in it.
        self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
