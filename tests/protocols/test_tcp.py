"""Connections to other programs, and the addresses they are at."""

from __future__ import annotations

import socket

import pytest

from boardwright.errors import BoardwrightError, Disconnected
from boardwright.protocols.tcp import Wire, read_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost", ("localhost", 5555)),
        ("localhost:1", ("localhost", 1)),
        ("10.0.0.1:65535", ("10.0.0.1", 65535)),
        ("::1", ("::1", 5555)),
        ("[::1]", ("::1", 5555)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_an_address_is_read(text: str, address: tuple[str, int]) -> None:
    assert read_address(text, 5555) == address


@pytest.mark.parametrize("text", ["", ":80", "host:", "host:0", "host:65536", "host:x", "[]:80", "host: 80"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BoardwrightError, match="is not a valid address: expected HOST or HOST:PORT"):
        read_address(text, 5555)


def test_what_is_sent_comes_and_silence_is_none() -> None:
    ours, theirs = socket.socketpair()
    wire = Wire(ours, "the peer")
    assert wire.receive(0.01) is None
    theirs.sendall(b"hello")
    assert wire.receive(5) == b"hello"
    wire.send(b"well")
    assert theirs.recv(10) == b"well"
    theirs.close()
    with pytest.raises(Disconnected, match="the peer closed the connection"):
        wire.receive(5)
    wire.close()
    with pytest.raises(Disconnected, match="the peer is gone"):
        wire.send(b"x")


def test_a_peer_that_reads_nothing_is_given_up() -> None:
    ours, theirs = socket.socketpair()
    wire = Wire(ours, "the peer")
    with pytest.raises(Disconnected, match="the peer does not read what it is sent"):
        wire.send(bytes(50_000_000), seconds=0.05)
    theirs.close()
    wire.close()


def test_where_nobody_listens_there_is_no_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(Disconnected, match=f"cannot connect to '127.0.0.1:{port}'"):
        Wire.connect("127.0.0.1", port, seconds=5)
