"""One client that wants all of a server gets its share, and others are served meanwhile."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from select import select
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send
from tests.web.server_process import TIMEOUT, Served
from tests.web.test_sockets import raw_socket
from websockets.exceptions import ConnectionClosed

from boardwright.web import content, files, middleware
from boardwright.web.hosts import Hosts
from boardwright.web.middleware import Guard
from boardwright.web.rate_limits import BODIES_OF_CLIENT, ClientLimits, Clients

pytestmark = pytest.mark.slow

GREEDY, OTHER = ({"X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2))
LINE = ["D7-D6-1", "D1-D2-1", "D6-D7-1", "D2-D1-1"] * 500
START = "r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r"
SHORT = {"game": "turm", "moves": LINE[:2]}
PING = b"\x89\x80\0\0\0\0"


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    """A server that lets each client compute for next to nothing."""
    return serve("--limit=work=1")


def spend(served: Served) -> httpx.Response:
    """Ask for so long a line that the client has had its share; the first refusal."""
    for _ in range(20):
        answer = served.client.post("/api/positions", json={"game": "turm", "moves": LINE}, headers=GREEDY)
        if answer.status_code != 200:
            return answer
    pytest.fail("nothing was refused")


def test_long_lines_are_paid_for_by_whoever_asks_for_them(served: Served) -> None:
    refused = spend(served)
    assert (refused.status_code, refused.json()["error"]) == (
        429,
        "this client exceeds its limit: expected at most 1 milliseconds of computing a second",
    )
    assert int(refused.headers["retry-after"]) >= 1
    assert served.client.post("/api/positions", json=SHORT, headers=OTHER).status_code == 200
    assert served.client.post("/api/threats", json=SHORT, headers=GREEDY).status_code == 429
    assert served.client.get("/api/health", headers=GREEDY).status_code == 200


def test_records_and_matches_from_the_store_are_paid_for_too(served: Served) -> None:
    text = "\n".join(("turm", START, *LINE[:100]))
    record = served.client.post("/api/records", json={"text": text}, headers=OTHER).json()["match"]["id"]
    spend(served)
    path = f"/api/matches/{record}"
    # What is in memory costs nothing to look at.
    assert served.client.get(path, headers=GREEDY).status_code == 200
    assert served.client.get(f"{path}/record?format=text", headers=GREEDY).status_code == 429
    served.stop()
    served.start()
    spend(served)
    assert served.client.get(path, headers=GREEDY).status_code == 429
    assert len(served.client.get(path, headers=OTHER).json()["moves"]) == 100


def test_a_file_is_read_and_compressed_once_however_often_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bytes] = []

    def compress(plain: bytes, **options: Any) -> bytes:
        done.append(plain)
        return gzip.compress(plain, **options)

    monkeypatch.setattr(content, "compress", compress)
    file = tmp_path / "page.js"
    file.write_text("x" * 10_000)
    request = Request({"type": "http", "headers": [(b"accept-encoding", b"gzip")]})
    answers = [files.file_response(request, file) for _ in range(100)]
    assert len(done) == 1
    assert {gzip.decompress(bytes(answer.body)) for answer in answers} == set(done)
    file.write_text("y" * 10_000)
    os.utime(file, (1, 1))
    assert gzip.decompress(bytes(files.file_response(request, file).body)) == b"y" * 10_000


def test_files_beyond_a_clients_share_are_refused_to_it_alone(serve: Callable[..., Served]) -> None:
    served = serve("--limit=files=1")
    statuses = [served.client.get("/static/style.css", headers=GREEDY).status_code for _ in range(20)]
    assert set(statuses) == {200, 429}
    assert served.client.get("/static/style.css", headers=OTHER).status_code == 200


def test_messages_are_counted_over_all_sockets_of_a_client(serve: Callable[..., Served]) -> None:
    served = serve("--limit=messages=1")
    with ExitStack() as stack:
        sockets = [stack.enter_context(served.socket("/api/analysis")) for _ in range(40)]
        told = []
        for each in sockets:
            with suppress(ConnectionClosed):
                each.send(type="ping")
                told.append(each.next())
    assert {"type": "pong"} in told
    errors = [message["error"] for message in told if message["type"] == "error"]
    assert "this client exceeds its limit: expected at most 1 messages a second" in errors


def test_a_long_message_counts_for_several(serve: Callable[..., Served]) -> None:
    served = serve("--limit=messages=10")
    with served.socket("/api/analysis") as socket:
        # Thirty at once, and each of these is sixteen.
        for _ in range(20):
            with suppress(ConnectionClosed):
                socket.connection.send(json.dumps({"type": "ping", "more": "x" * 60_000}))
        socket.until(type="error", error="this client exceeds its limit: expected at most 10 messages a second")


def test_a_flood_of_frames_ends_its_socket(serve: Callable[..., Served]) -> None:
    served = serve()
    with raw_socket(served, "/api/analysis") as flood:
        with suppress(OSError):
            flood.sendall(PING * 100_000)
        with suppress(ConnectionResetError):
            while flood.recv(1 << 16):
                pass
    assert served.get("/api/health")["status"] == "ok"


@contextmanager
def unfinished(served: Served, size: int) -> Iterator[socket.socket]:
    """A request of a size whose last byte does not come."""
    url = urlsplit(served.address)
    with socket.create_connection((url.hostname or "", url.port or 0), TIMEOUT) as connection:
        head = f"POST /api/positions HTTP/1.1\r\nHost: {url.netloc}\r\nContent-Length: {size}\r\n"
        connection.sendall(head.encode() + b"X-Forwarded-For: 192.0.2.1\r\n\r\n" + b" " * (size - 1))
        yield connection


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other side closes a connection."""
    return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def test_whoever_sends_too_much_is_told_so(server: Served) -> None:
    answer = server.client.post("/api/positions", content=b" " * 2_000_000)
    assert (answer.status_code, answer.json()) == (
        413,
        {
            "error": "the request is too large: expected at most 300000 bytes",
            "code": "too_large",
            "arguments": {"most": 300000},
        },
    )
    assert answer.headers["connection"] == "close"


def test_bodies_that_do_not_end_are_bounded_for_each_client(serve: Callable[..., Served]) -> None:
    served = serve()
    with ExitStack() as stack:
        held = [stack.enter_context(unfinished(served, 300_000)) for _ in range(BODIES_OF_CLIENT + 1)]
        (refused, *_), _, _ = select(held, [], [], TIMEOUT)
        head, _, body = everything(refused).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 429 ")
        assert b"connection: close" in head
        assert b"this client sends too much at a time" in body
        assert served.client.post("/api/positions", json=SHORT, headers=OTHER).status_code == 200


def test_a_body_that_does_not_come_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.01)
    sent: list[Message] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        pytest.fail("the request has not come")

    async def receive() -> Message:
        await asyncio.sleep(TIMEOUT)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "path": "/api/positions", "headers": [(b"host", b"localhost"), (b"content-length", b"9")]}
    asyncio.run(Guard(application, Clients(ClientLimits()), Hosts())(scope, receive, send))
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


def test_bodies_of_refused_requests_are_taken_within_bounds() -> None:
    number, taken = 1000, 0

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        pytest.fail("the request is too large")

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b"12345", "more_body": False}

    async def send(message: Message) -> None:
        pass

    guarded = Guard(application, Clients(ClientLimits(body=1, requests=number)), Hosts())
    scope = {"type": "http", "path": "/api/positions", "headers": [(b"host", b"localhost"), (b"content-length", b"5")]}

    async def ask_often() -> None:
        for _ in range(number):
            await guarded(scope, receive, send)

    asyncio.run(ask_often())
    # Ten bytes at once, then one a second.
    assert 2 <= taken < number / 2


class TestOtherSites:
    """A page of another site reaches nothing, whatever it lets its name lead to."""

    @pytest.mark.parametrize("path", ["/api/games", "/", "/static/main.js"])
    def test_a_name_that_is_not_this_servers_is_refused(self, server: Served, path: str) -> None:
        answer = server.client.get(path, headers={"Host": "evil.example:8000"})
        assert (answer.status_code, answer.json()) == (
            421,
            {"error": "no host 'evil.example:8000' is served here (see boardwright serve --help)"},
        )

    @pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]:8000", "192.0.2.7:80"])
    def test_names_of_this_machine_and_addresses_are_not(self, server: Served, host: str) -> None:
        assert server.client.get("/api/health", headers={"Host": host}).status_code == 200

    def test_its_owner_may_allow_more(self, serve: Callable[..., Served]) -> None:
        served = serve("--allow-host", "board.example.org")
        hosts = ("board.example.org", "BOARD.example.org:443", "example.org")
        statuses = [served.client.get("/", headers={"Host": host}).status_code for host in hosts]
        assert statuses == [200, 200, 421]
        everybody = serve("--allow-host", "*")
        assert everybody.client.get("/", headers={"Host": "example.org"}).status_code == 200

    @pytest.mark.parametrize(
        ("more", "status"),
        [
            ("Host: evil.example", 421),
            ("Host: localhost\r\nOrigin: http://evil.example", 403),
            ("Host: localhost\r\nOrigin: http://[", 403),
            ("Host: localhost\r\nOrigin: http://[::1", 403),
            ("Host: localhost\r\nOrigin: null", 403),
            ("Host: localhost\r\nOrigin: http://localhost", 101),
        ],
    )
    def test_no_socket_is_opened_for_it(self, serve: Callable[..., Served], more: str, status: int) -> None:
        served = serve()
        url = urlsplit(served.address)
        key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        upgrade = f"GET /api/analysis HTTP/1.1\r\n{more}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}\r\n\r\n"
        with socket.create_connection((url.hostname or "", url.port or 0), TIMEOUT) as connection:
            connection.sendall(upgrade.encode())
            assert connection.recv(1 << 16).startswith(f"HTTP/1.1 {status} ".encode())
        # It is no failure of the server's.
        assert served.stop() == "exit status 0\n"
