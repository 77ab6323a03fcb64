"""A TCP connection to another program, whatever that program does."""

from __future__ import annotations

import socket
from contextlib import suppress

from boardwright.game import BoardwrightError, quoted
from boardwright.numerals import read_whole_number

CHUNK = 1 << 16
PATIENCE_TO_CONNECT = 10.0
PATIENCE_TO_SEND = 10.0
HIGHEST_PORT = 65535


class Disconnected(BoardwrightError):
    """The other side is gone, or does not take what it is sent."""


class Wire:
    """A connection on which every call ends in time; what goes wrong is a :class:`Disconnected` that names it."""

    def __init__(self, connection: socket.socket, name: str) -> None:
        self.name = name
        self._socket = connection
        with suppress(OSError):
            # A message is small and waited for.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @classmethod
    def connect(cls, host: str, port: int, seconds: float = PATIENCE_TO_CONNECT) -> Wire:
        """A connection to a server."""
        name = f"{host}:{port}"
        try:
            return cls(socket.create_connection((host, port), timeout=seconds), name)
        except (OSError, UnicodeError) as error:
            raise Disconnected(f"there is no connection to {quoted(name)}: {error}") from error

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
            raise Disconnected(f"{self.name} is gone: {error}") from error

    def receive(self, seconds: float) -> bytes | None:
        """What has come, one piece of it; None where nothing comes in so many seconds."""
        try:
            # A timeout of 0 would mean not to wait at all, also for what is on its way.
            self._socket.settimeout(max(seconds, 0.001))
            data = self._socket.recv(CHUNK)
        except TimeoutError:
            return None
        except OSError as error:
            raise Disconnected(f"{self.name} is gone: {error}") from error
        if not data:
            raise Disconnected(f"{self.name} closed the connection")
        return data

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


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
