"""The other end of a DamExchange connection, which says what a test wants it to say."""

from __future__ import annotations

import socket
from types import TracebackType

TIMEOUT = 60.0
NAME = "Tester".ljust(32)
REQUEST = f"R01{NAME}Z005000A"
"""White for the tester, five minutes."""


def request(colour: str = "Z", *, minutes: int = 5, moves: int = 0, position: str = "A", version: str = "01") -> str:
    """A request; ``colour`` is that of the one who is asked."""
    return f"R{version}{NAME}{colour}{minutes:03}{moves:03}{position}"


class Raw:
    """Texts over a connection, without any knowledge of what they mean."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        connection.settimeout(TIMEOUT)
        self._half = b""

    @classmethod
    def connect(cls, port: int) -> Raw:
        return cls(socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT))

    def __enter__(self) -> Raw:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def say(self, *texts: str) -> None:
        """Send some messages, in one piece."""
        self.socket.sendall(b"".join(text.encode() + b"\0" for text in texts))

    def hear(self) -> str:
        """The next message; nothing where the connection has ended."""
        while b"\0" not in self._half:
            try:
                piece = self.socket.recv(4096)
            except ConnectionError:
                piece = b""
            if not piece:
                return ""
            self._half += piece
        text, self._half = self._half.split(b"\0", 1)
        return text.decode()

    def hear_all(self) -> list[str]:
        """What comes until the connection ends."""
        return list(iter(self.hear, ""))
