"""Connections on which nothing comes, or nothing is read, end by themselves."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from time import sleep

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from tests.web.server_process import TIMEOUT
from websockets.sync.client import ClientConnection, connect

from boardwright.web import connections as subject
from boardwright.web.connections import WAITING, Connection, Listener, Socket, Waiting
from boardwright.web.rate_limits import ClientLimits, Clients

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
PARTS, PART = 200, b"x" * (1 << 20)
"""More than a connection takes that nobody reads."""
CLIENT = "127.0.0.3"
SHORT = 0.2
"""A deadline that is waited for."""


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with two letters, or with very many."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(PARTS if scope["path"] == "/long" else 0):
        await send({"type": "http.response.body", "body": PART, "more_body": True})
    await send({"type": "http.response.body", "body": b"ok"})


async def echo(receive: Receive, send: Send) -> None:
    """Accept a WebSocket and send every message back."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


class Running:
    """A server in a thread."""

    def __init__(self, server: uvicorn.Server, place: tuple[str, int], stack: ExitStack) -> None:
        self.server = server
        self.place = place
        self._stack = stack

    def connect(self, said: bytes = b"", address: str = CLIENT) -> socket.socket:
        """A new connection on which something is said."""
        connection = self._stack.enter_context(socket.create_connection(self.place, TIMEOUT, (address, 0)))
        connection.sendall(said)
        return connection

    def websocket(self) -> ClientConnection:
        """A new WebSocket."""
        url = f"ws://{self.place[0]}:{self.place[1]}/"
        return self._stack.enter_context(connect(url, source_address=(CLIENT, 0)))


@contextmanager
def running(waiting: Waiting) -> Iterator[Running]:
    """A server whose connections are ours."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await answer(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await echo(receive, send)
            return
        scope["state"][WAITING] = waiting
        for event in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{event}.complete"})

    server = uvicorn.Server(uvicorn.Config(application, http=Connection, ws=Socket, log_level="critical"))
    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as stack:
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield Running(server, listener.getsockname(), stack)
        finally:
            server.should_exit = True
            thread.join(TIMEOUT)


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side closes a connection, for which it is waited."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    return True


def answered(connection: socket.socket) -> bool:
    """Whether a request on a connection is answered."""
    connection.sendall(REQUEST)
    answer = b""
    while not answer.endswith(b"ok\r\n0\r\n\r\n"):
        part = connection.recv(1 << 16)
        if not part:
            return False
        answer += part
    return answer.startswith(b"HTTP/1.1 200 ")


def test_a_head_that_does_not_come_ends_its_connection_and_an_idle_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "HEAD_SECONDS", SHORT)
    with running(Waiting(100)) as server:
        idle = server.connect()
        assert answered(idle)
        begun = server.connect(b"GET / HTTP/1.1\r\nHost: loc")
        silent = server.connect()
        second = server.connect(REQUEST + b"GET / HT")
        assert all(map(is_closed, (begun, silent, second)))
        assert answered(idle)


def test_of_too_many_silent_ones_from_one_address_the_oldest_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "GRACE", -1.0)
    with running(Waiting(2)) as server:
        unfinished = server.connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12")
        first, second, third = (server.connect() for _ in range(3))
        # Whoever has not sent all of a request is silent too.
        assert is_closed(unfinished)
        assert is_closed(first)
        assert answered(second)
        assert answered(third)


def test_those_of_a_proxy_are_not_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "GRACE", -1.0)
    with running(Waiting(2)) as server:
        come = [server.connect(address=subject.PROXY) for _ in range(10)]
        assert all(map(answered, come))


def test_many_that_come_at_once_may_ask() -> None:
    with running(Waiting(2)) as server:
        come = [server.connect() for _ in range(20)]
        assert all(map(answered, come))


def test_where_all_the_room_is_taken_the_longest_silent_one_makes_way() -> None:
    with running(Waiting(100, most=5)) as server:
        silent = [server.connect() for _ in range(8)]
        assert all(map(is_closed, silent[:3]))
        assert answered(server.connect())
        assert is_closed(silent[3])
        assert answered(silent[-1])


def test_a_websocket_is_not_a_silent_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "GRACE", -1.0)
    waiting = Waiting(2, most=20)
    with running(waiting) as server:
        first = server.websocket()
        for _ in range(7):
            server.websocket().close()
        first.send("still there")
        assert first.recv(TIMEOUT) == "still there"
        assert len(waiting) == 0


def test_an_answer_that_is_not_read_ends_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "ANSWER_SECONDS", SHORT)
    with running(Waiting(100)) as server:
        server.connect(REQUEST.replace(b" / ", b" /long "))
        while not server.server.server_state.connections:
            sleep(0.01)
        while server.server.server_state.connections:
            sleep(0.01)


def test_a_body_in_chunks_is_refused_before_it_is_read() -> None:
    with running(Waiting(100)) as server:
        chunked = server.connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
        answer = b""
        while part := chunked.recv(1 << 16):
            answer += part
    assert answer.startswith(b"HTTP/1.1 400 ")
    expected = b'{"error":"the request cannot be read: expected HTTP/1.1, and Content-Length for a body"}'
    assert answer.endswith(expected)


@pytest.mark.parametrize(("address", "all_come"), [("127.0.0.3", False), (subject.PROXY, True)])
def test_new_connections_of_one_client_are_bounded_and_those_of_a_proxy_are_not(address: str, all_come: bool) -> None:
    number = 60
    listener = Listener(fileno=socket.create_server(("127.0.0.1", 0), backlog=number).detach())
    listener.clients = Clients(ClientLimits(connections=1))
    with listener, ExitStack() as stack:
        listener.setblocking(False)
        for _ in range(number):
            stack.enter_context(socket.create_connection(listener.getsockname(), TIMEOUT, (address, 0)))
        come = len(list(all_of(listener.accept, stack)))
    assert (come == number) == all_come


def all_of(accept: Callable[[], tuple[socket.socket, object]], stack: ExitStack) -> Iterator[socket.socket]:
    """All connections that are there."""
    while True:
        try:
            yield stack.enter_context(accept()[0])
        except BlockingIOError:
            return
