"""The program at the other end of a connection: messages instead of bytes, with chat and take-backs handled."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import TypeAlias

from boardwright.errors import BoardwrightError, Disconnected, quoted
from boardwright.games.draughts.protocols.dxp.messages import (
    LONGEST,
    BackAnswer,
    BackRequest,
    Chat,
    Message,
    TakeBack,
    format_message,
    parse_message,
    plain,
)
from boardwright.protocols.tcp import SEND_TIMEOUT, Wire
from boardwright.version import __version__

OnEvent: TypeAlias = Callable[[str], None]
"""Receives one line for every event."""

OUR_NAME = f"Boardwright {__version__}"
END = b"\0"
COURTESY_TIMEOUT = 0.001
"""The timeout of messages sent out of courtesy, in seconds: they must not delay a game."""
PAUSE = 0.05
"""The pause between two messages in a row: some programs take everything that arrives at once for one message."""
MAX_IDLE = 100
"""The maximum number of messages in a row that do not belong to a game."""
GREETING = "Good day. I am a program, and read nothing but moves."


class PeerDisconnected(Disconnected):
    """The connection to the other side is lost; the message says why."""


class Peer:
    """The other side of a connection.

    Chat is logged and answered once, and requests to take back are refused automatically; what remains are the
    messages about games. Only the messages of the last received chunk are buffered.
    """

    def __init__(self, wire: Wire, log: OnEvent) -> None:
        self.name = wire.name
        self.failure: PeerDisconnected | None = None
        self._wire = wire
        self._log = log
        self._received: deque[bytes] = deque()
        self._partial = b""
        self._idle = 0
        self._was_greeted = False
        self._sent_at = 0.0

    def fileno(self) -> int:
        """The file number, for selectors."""
        return self._wire.fileno()

    def send(self, message: Message, seconds: float = SEND_TIMEOUT) -> None:
        """Send a message, or raise on a timeout."""
        try:
            self._wire.send(format_message(message).encode("ascii") + END, seconds)
        except Disconnected as error:
            raise self._fail(str(error)) from error
        self._sent_at = monotonic()

    def send_apart(self, message: Message) -> None:
        """Send a message that cannot be taken for a part of the previous one."""
        sleep(max(0.0, self._sent_at + PAUSE - monotonic()))
        self.send(message)

    def receive(self, seconds: float) -> Message | None:
        """Return the next message about a game; None if there is none within ``seconds``."""
        deadline = monotonic() + seconds
        while (message := self.next()) is None:
            if not self._read_chunk(max(0.0, deadline - monotonic())):
                return None
        return message

    def next(self) -> Message | None:
        """Return the next message about a game among those received."""
        if self.failure is not None:
            raise self.failure
        while self._received:
            text = self._received.popleft().decode("ascii", errors="replace").replace("\ufffd", "?")
            try:
                message = parse_message(text)
            except BoardwrightError as error:
                raise self._fail(f"{self.name} sent an invalid message: {error}") from error
            self._idle += 1
            if self._idle > MAX_IDLE:
                raise self._fail(f"{self.name} talks without end")
            if not self._handled(message):
                return message
        return None

    def put_back(self, message: Message) -> None:
        """Put a message back as the next one."""
        self._received.appendleft(format_message(message).encode("ascii"))

    def reset_idle(self) -> None:
        """Note that the last message was a sensible part of a game."""
        self._idle = 0

    def close(self, message: str = "") -> None:
        """Close the connection, with a last chat message."""
        if message:
            with suppress(PeerDisconnected):
                self.send(Chat.of(message), COURTESY_TIMEOUT)
        self._wire.close()

    def _read_chunk(self, seconds: float) -> bool:
        """Read a chunk from the other side; return whether there was one."""
        try:
            chunk = self._wire.receive(seconds)
        except Disconnected as error:
            raise self._fail(str(error)) from error
        if chunk is None:
            return False
        self._sent_at = 0.0
        *whole, self._partial = (self._partial + chunk).split(END)
        self._received.extend(whole)
        if max(map(len, (*whole, self._partial))) > LONGEST:
            raise self._fail(f"{self.name} sends a message of more than {LONGEST} characters")
        return True

    def _handled(self, message: Message) -> bool:
        """Whether a message does not belong to a game; then it has been answered."""
        if isinstance(message, Chat):
            self._log(f"{self.name} says {quoted(plain(message.text), LONGEST)}")
            # Only once: two programs that answer each other would never stop.
            if not self._was_greeted:
                self._was_greeted = True
                self.send(Chat.of(GREETING), COURTESY_TIMEOUT)
        elif isinstance(message, BackRequest):
            self._log(f"{self.name} asks to go back to move {message.number}: refused")
            self.send(BackAnswer(TakeBack.NEVER), COURTESY_TIMEOUT)
        return isinstance(message, Chat | BackRequest | BackAnswer)

    def _fail(self, why: str) -> PeerDisconnected:
        self.failure = PeerDisconnected(why)
        return self.failure
