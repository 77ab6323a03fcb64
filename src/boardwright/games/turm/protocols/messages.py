"""The messages of the course's server and its clients: JSON texts in a row, without separators."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from boardwright.errors import BoardwrightError, quoted
from boardwright.game import Outcome, Termination
from boardwright.games.turm.game import Turm
from boardwright.games.turm.rules import Position
from boardwright.views import Side

PORT = 5555
SECONDS, INCREMENT = 120.0, 0.01
GAME = Turm("castle")
GET = "get"
TURNS = "rb"
"""The protocol's names of the sides."""
LONGEST = 4096
"""The maximum size of a message in bytes."""
MAX_DEPTH = 8
BLANKS = b" \t\r\n"
BEGINNINGS = (b'"', b"{", b"[")
NO_STONES = re.compile("[rb]0")
"""What the course's server writes where a whole tower has captured a guard."""


class BadMessage(BoardwrightError):
    """Bytes that are not a message; no message after them can be found."""


class Messages:
    """Splits bytes that arrive in chunks of any size into messages; at most one is buffered.

    >>> messages = Messages()
    >>> list(messages.read(b'"get" "A7-'))
    ['get']
    >>> list(messages.read(b'B7-1"{"end": false}'))
    ['A7-B7-1', {'end': False}]
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._depth = 0
        self._in_string = self._escaped = False

    def read(self, data: bytes) -> Iterator[object]:
        """Yield the messages that end in these bytes; invalid bytes raise once they are reached."""
        for byte in data:
            if self._buffer or byte not in BLANKS:
                self._buffer.append(byte)
                self._track(byte)
                if self._depth <= 0 and not self._in_string:
                    text, self._buffer, self._depth = bytes(self._buffer), bytearray(), 0
                    yield _value(text)

    def _track(self, byte: int) -> None:
        """Track the beginnings and ends of strings and objects; the JSON parser reports everything else."""
        if self._in_string:
            if not self._escaped and byte == ord('"'):
                self._in_string = False
            self._escaped = byte == ord("\\") and not self._escaped
        elif byte == ord('"'):
            self._in_string = True
        else:
            self._depth += (byte in b"{[") - (byte in b"}]")
        if len(self._buffer) > LONGEST or self._depth > MAX_DEPTH:
            size = f"{LONGEST} bytes, none nested deeper than {MAX_DEPTH}"
            raise BadMessage(f"{_quoted(self._buffer)} does not end: expected messages of at most {size}")


def _value(text: bytes) -> object:
    try:
        return json.loads(text.decode())
    except ValueError as error:
        # A word such as null may be JSON, but is never a message.
        problem = "is not JSON" if text[:1] in BEGINNINGS else "does not start a message"
        raise BadMessage(f"{_quoted(text)} {problem}: expected a string or an object") from error


def _quoted(text: bytes | bytearray) -> str:
    return quoted(text.decode(errors="replace"))


class State(NamedTuple):
    """The state of a game, as the server sent it to a side; ``left`` is the side's time in seconds, if sent.

    ``outcome`` is how the game ended if the server says so, which the course's does not.
    """

    board: str
    both_connected: bool
    left: float | None
    end: bool
    outcome: Outcome | None
    turn: Side | None = None
    """The side to move, if it is sent beside the board."""

    @property
    def position(self) -> Position:
        """The position on the board; a board that cannot be parsed raises."""
        position = GAME.parse_position(NO_STONES.sub("1", self.board))
        return position if self.turn is None else replace(position, to_move=self.turn)


def format_state(state: State) -> bytes:
    """Format the state as the server sends it.

    >>> format_state(State("7/7/7/7/3RG3/7/BG6 r", True, 119.5, False, None, turn=0))
    b'{"board": "7/7/7/7/3RG3/7/BG6 r", "turn": "r", "bothConnected": true, "time": 119500, "end": false}'
    """
    fields: dict[str, object] = {
        "board": state.board,
        "turn": None if state.turn is None else TURNS[state.turn],
        "bothConnected": state.both_connected,
        "time": int(1000 * max(0.0, state.left or 0.0)),
        "end": state.end,
    }
    if state.outcome is not None:
        winner, reason = state.outcome.winner, state.outcome.reason
        fields |= {"winner": None if winner is None else TURNS[winner], "reason": reason}
    return json.dumps(fields).encode()


def read_state(message: object) -> State:
    """Parse the state that a server sent: only its board is required, and unknown fields are ignored."""
    if not isinstance(message, Mapping) or not isinstance(message.get("board"), str):
        raise BadMessage(f"{quoted(json.dumps(message))} is not the state of a game: expected an object with a board")
    return State(
        message["board"],
        bool(message.get("bothConnected", True)),
        _seconds(message.get("time")),
        bool(message.get("end", False)),
        _outcome(message),
        _side(message.get("turn")),
    )


def _side(turn: object) -> Side | None:
    return TURNS.index(turn) if isinstance(turn, str) and turn in (*TURNS,) else None


def _seconds(milliseconds: object) -> float | None:
    """Half a second is 500 or 500.0; anything else is not a valid time."""
    if isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool) and abs(milliseconds) < 1e12:
        return milliseconds / 1000
    return None


def _outcome(message: Mapping[str, object]) -> Outcome | None:
    winner, reason = message.get("winner"), message.get("reason")
    if not isinstance(reason, str) or (winner is not None and _side(winner) is None):
        return None
    # It will be displayed: text from outside must not control a terminal.
    return Outcome(_side(winner), reason if reason.isprintable() else ascii(reason), Termination.ADJUDICATION)
