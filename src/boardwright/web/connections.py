"""HTTP and WebSocket connections that are closed when a client only occupies them.

A connection is closed when the head of a request does not arrive in time, when a response is not read, or when its
address has too many idle ones. At the limit of all connections, the longest idle one is closed for a new one.
Bodies must announce their size, so that :mod:`boardwright.web.middleware`, which enforces their deadline, can
count it in advance.
"""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from typing import Any

import h11
from pydantic_core import to_json
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from boardwright.web.rate_limits import Bucket, Clients, client_of

PROXY = "127.0.0.1"
"""The address of a trusted proxy: its connections carry many clients, which it names in X-Forwarded-For."""
MAX_CONNECTIONS = 4000
"""The maximum number of connections, if the system allows enough open files."""
MAX_REFUSED = 100
"""The number of connections that are refused before the event loop continues."""
HEAD_SECONDS = 10.0
"""How long the head of a request may take, in seconds."""
ANSWER_SECONDS = 30.0
"""How long a client may leave a response unread, in seconds."""
GRACE = 2.0
"""How long a connection may be idle although its address has too many: a page opens many before it sends requests."""
PIECE = 1 << 12
"""The number of bytes that are parsed before the number of frames is checked."""
FRAMES, MAX_FRAMES = 100, 300
"""The number of frames that a socket may send per second, and in a burst, including fragments and pings."""
WAITING = "waiting"
"""The key of the idle connections in the state of the application."""


class Listener(socket.socket):
    """A listening socket that closes connections of clients that open too many at once, where it is cheapest."""

    clients: Clients | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection that is within its client's limit."""
        for _ in range(MAX_REFUSED):
            connection, address = super().accept()
            client = client_of(address[0])
            if self.clients is None or client == PROXY or self.clients.may_connect(client):
                return connection, address
            connection.close()
        raise BlockingIOError


class Waiting:
    """The idle connections, on which the server waits for its client."""

    def __init__(self, of_address: int, most: int = MAX_CONNECTIONS) -> None:
        self._of_address = of_address
        self._most = most
        self._since: dict[Connection, float] = {}
        """The time at which each became idle, the earliest first."""
        self._by_address: dict[str, dict[Connection, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._since)

    def add(self, connection: Connection) -> None:
        """Add a connection, and close older ones beyond the limits."""
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
        """Remove a connection, if present."""
        if self._since.pop(connection, None) is not None:
            near = self._by_address[connection.address]
            del near[connection]
            if not near:
                del self._by_address[connection.address]


class _Requests(h11.Connection):
    """An HTTP parser that refuses chunked bodies: they announce no size, and every chunk costs time."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise h11.RemoteProtocolError("a body in chunks", error_status_hint=411)
        return event


class _UnreadDeadline(asyncio.Protocol):
    """Protocol mixin that aborts a connection whose client leaves what was sent unread for too long."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class Connection(_UnreadDeadline, H11Protocol):
    """An HTTP connection."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = _Requests(h11.SERVER)
        self._waiting: Waiting = self.app_state[WAITING]
        self._waits_for: object = None
        self._deadline: asyncio.TimerHandle | None = None
        self._upgraded = False
        """Whether the connection has become a WebSocket, which has its own limits."""

    @property
    def address(self) -> str:
        """The client at the other end, or the proxy."""
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
            # Do not wait for ever for a client that does not read the response.
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
        """Refuse a malformed request with an error in the API's JSON format."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.drop()
            return
        body = to_json({"error": "the request cannot be read: expected HTTP/1.1, and Content-Length for a body"})
        headers = [("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close")]
        for part in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def _note(self) -> None:
        """Track what the connection waits for: the head of a request, its body, or the server."""
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


class Socket(_UnreadDeadline, WebSocketsSansIOProtocol):
    """A WebSocket connection, which too many frames or unread messages end."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = Bucket(FRAMES, MAX_FRAMES)

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
        # Do not wait for ever for the client's part of the closing handshake.
        self.loop.call_later(ANSWER_SECONDS, self.transport.abort)
