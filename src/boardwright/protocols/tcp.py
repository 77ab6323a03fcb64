"""TCP connections to other programs, with timeouts and clear errors."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

from boardwright.errors import BoardwrightError, Disconnected, quoted, reason_of
from boardwright.parse_numbers import HIGHEST_PORT, read_whole_number

CHUNK = 1 << 16
CONNECT_TIMEOUT = 10.0
SEND_TIMEOUT = 10.0
BACKLOG = 1024
"""Maximum number of pending connections: all students of a course may connect at once."""
KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 6}
"""TCP keepalive: idle seconds before the first probe, seconds between probes, number of probes."""


class Wire:
    """Connection with a timeout for every call; failures raise :class:`Disconnected` with the peer's name."""

    def __init__(self, connection: socket.socket, name: str) -> None:
        self.name = name
        self._socket = connection
        keep_alive(connection)
        with suppress(OSError):
            # Messages are small and the peer waits for them.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @classmethod
    def connect(cls, host: str, port: int, seconds: float = CONNECT_TIMEOUT) -> Wire:
        """Connect to a server."""
        name = format_address((host, port))
        try:
            return cls(socket.create_connection((host, port), timeout=seconds), name)
        except (OSError, UnicodeError) as error:
            raise Disconnected(f"cannot connect to {quoted(name)}: {reason_of(error)}") from error

    def fileno(self) -> int:
        """Return the file descriptor, for selectors."""
        return self._socket.fileno()

    def send(self, data: bytes, seconds: float = SEND_TIMEOUT) -> None:
        """Send all data, or raise after a timeout."""
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(data)
        except TimeoutError as error:
            raise Disconnected(f"{self.name} does not read what it is sent") from error
        except OSError as error:
            raise Disconnected(f"{self.name} is gone: {reason_of(error)}") from error

    def receive(self, seconds: float) -> bytes | None:
        """Return the next chunk of data; None if nothing arrives within ``seconds``."""
        try:
            # A timeout of 0 would make the socket non-blocking.
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
        """Close the connection."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        raise BoardwrightError(
            f"cannot listen on {quoted(format_address((host, port)))}: {reason_of(error)}"
        ) from error


def keep_alive(connection: socket.socket) -> None:
    """Enable TCP keepalive, to detect peers that vanish without closing, such as a machine without power."""
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in KEEPALIVE.items():
            # Not every system has all of them.
            if hasattr(socket, name):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def format_address(address: tuple[Any, ...] | None) -> str:
    """Format the address of a socket, as :func:`read_address` parses it; None is the address of a closed one.

    >>> format_address(("127.0.0.1", 5555)), format_address(("::1", 5555, 0, 0)), format_address(None)
    ('127.0.0.1:5555', '[::1]:5555', 'a disconnected client')
    """
    if not address:
        return "a disconnected client"
    host, port = address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def read_address(text: str, port: int) -> tuple[str, int]:
    """Parse ``HOST``, ``HOST:PORT`` or ``[HOST]:PORT``; ``port`` is the default.

    >>> read_address("localhost", 27531), read_address("[::1]:5555", 27531)
    (('localhost', 27531), ('::1', 5555))
    """
    host, colon, number = text.rpartition(":") if not text.endswith("]") else (text, "", "")
    if not colon or (":" in host and not host.startswith("[")):
        host, number = text, str(port)
    parsed_port = read_whole_number(number, 1, HIGHEST_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or parsed_port is None:
        raise BoardwrightError(f"{quoted(text)} is not a valid address: expected HOST or HOST:PORT")
    return host, parsed_port
