"""A TCP connection to another program, whatever that program does."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

from boardwright.cli.options import HIGHEST_PORT
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.parse_numbers import read_whole_number

CHUNK = 1 << 16
PATIENCE_TO_CONNECT = 10.0
PATIENCE_TO_SEND = 10.0
BACKLOG = 1024
"""So many connections may wait to be taken: a whole course may come at once."""
KEEPING_ALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 6}
"""After so many seconds of silence the system looks whether the other side is there, so often, so many times."""


class Disconnected(BoardwrightError):
    """The other side is gone, or does not take what it is sent."""


class Wire:
    """A connection on which every call ends in time; what goes wrong is a :class:`Disconnected` that names it."""

    def __init__(self, connection: socket.socket, name: str) -> None:
        self.name = name
        self._socket = connection
        keep_alive(connection)
        with suppress(OSError):
            # A message is small and waited for.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @classmethod
    def connect(cls, host: str, port: int, seconds: float = PATIENCE_TO_CONNECT) -> Wire:
        """A connection to a server."""
        name = format_address((host, port))
        try:
            return cls(socket.create_connection((host, port), timeout=seconds), name)
        except (OSError, UnicodeError) as error:
            raise Disconnected(f"there is no connection to {quoted(name)}: {reason_of(error)}") from error

    def fileno(self) -> int:
        """What selectors know the connection by."""
        return self._socket.fileno()

    def send(self, data: bytes, seconds: float = PATIENCE_TO_SEND) -> None:
        """Send all of it, or fail in time."""
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(data)
        except TimeoutError as error:
            raise Disconnected(f"{self.name} does not read what it is sent") from error
        except OSError as error:
            raise Disconnected(f"{self.name} is gone: {reason_of(error)}") from error

    def receive(self, seconds: float) -> bytes | None:
        """What has come, one piece of it; None where nothing comes in so many seconds."""
        try:
            # A timeout of 0 would mean not to wait at all, also for what is on its way.
            self._socket.settimeout(max(seconds, 0.001))
            data = self._socket.recv(CHUNK)
        except TimeoutError:
            return None
        except OSError as error:
            raise Disconnected(f"{self.name} is gone: {reason_of(error)}") from error
        if not data:
            raise Disconnected(f"{self.name} closed the connection")
        return data

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for connections."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        raise BoardwrightError(
            f"nobody can listen at {quoted(format_address((host, port)))}: {reason_of(error)}"
        ) from error


def keep_alive(connection: socket.socket) -> None:
    """Let the system find out about another side that has vanished without a word, such as a machine without power."""
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in KEEPING_ALIVE.items():
            # Not every system has them all.
            if hasattr(socket, name):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def format_address(address: tuple[Any, ...] | None) -> str:
    """The address of a socket, as :func:`read_address` reads it; None is that of one that is gone.

    >>> format_address(("127.0.0.1", 5555)), format_address(("::1", 5555, 0, 0)), format_address(None)
    ('127.0.0.1:5555', '[::1]:5555', 'somebody who is gone')
    """
    if not address:
        return "somebody who is gone"
    host, port = address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def read_address(text: str, port: int) -> tuple[str, int]:
    """The host and port of ``HOST``, ``HOST:PORT`` or ``[HOST]:PORT``; ``port`` where none is named.

    >>> read_address("localhost", 27531), read_address("[::1]:5555", 27531)
    (('localhost', 27531), ('::1', 5555))
    """
    host, colon, number = text.rpartition(":") if not text.endswith("]") else (text, "", "")
    if not colon or (":" in host and not host.startswith("[")):
        host, number = text, str(port)
    found = read_whole_number(number, 1, HIGHEST_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or found is None:
        raise BoardwrightError(f"{quoted(text)} is no address: expected HOST or HOST:PORT")
    return host, found
