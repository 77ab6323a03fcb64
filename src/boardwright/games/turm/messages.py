"""What the course's server and its clients tell each other: JSON texts in a row, with nothing between them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from boardwright.errors import BoardwrightError, quoted
from boardwright.game import Outcome
from boardwright.games.turm.game import Turm
from boardwright.games.turm.rules import Position
from boardwright.views import Side

PORT = 5555
SECONDS, INCREMENT = 120.0, 0.01
GAME = Turm("castle")
GET = "get"
TURNS = "rb"
"""How the protocol writes the sides."""
LONGEST = 4096
"""No message has more bytes."""
MAX_DEPTH = 8
BLANKS = b" \t\r\n"
BEGINNINGS = (b'"', b"{", b"[")
NO_STONES = re.compile("[rb]0")
"""What the course's server leaves where a whole tower has taken a guard."""


class BadMessage(BoardwrightError):
    """Bytes that are no message, behind which no other one can be found."""


class Messages:
    """Messages out of bytes that come in pieces of any size; never more than one is kept.

    >>> messages = Messages()
    >>> list(messages.read(b'"get" "A7-'))
    ['get']
    >>> list(messages.read(b'B7-1"{"end": false}'))
    ['A7-B7-1', {'end': False}]
    """

    def __init__(self) -> None:
        self._begun = bytearray()
        self._depth = 0
        self._in_string = self._escaped = False

    def read(self, data: bytes) -> Iterator[object]:
        """The messages that end in these bytes; what is none raises once it is reached."""
        for byte in data:
            if self._begun or byte not in BLANKS:
                self._begun.append(byte)
                self._notice(byte)
                if self._depth <= 0 and not self._in_string:
                    text, self._begun, self._depth = bytes(self._begun), bytearray(), 0
                    yield _value(text)

    def _notice(self, byte: int) -> None:
        """Follow where strings and objects begin and end; everything else is told by the JSON reader."""
        if self._in_string:
            if not self._escaped and byte == ord('"'):
                self._in_string = False
            self._escaped = byte == ord("\\") and not self._escaped
        elif byte == ord('"'):
            self._in_string = True
        else:
            self._depth += (byte in b"{[") - (byte in b"}]")
        if len(self._begun) > LONGEST or self._depth > MAX_DEPTH:
            size = f"{LONGEST} bytes, none nested deeper than {MAX_DEPTH}"
            raise BadMessage(f"{_shown(self._begun)} does not end: expected messages of at most {size}")


def _value(text: bytes) -> object:
    try:
        return json.loads(text.decode())
    except ValueError as error:
        # A word such as null may be JSON, but never a message.
        wrong = "is no JSON text" if text[:1] in BEGINNINGS else "begins no message"
        raise BadMessage(f"{_shown(text)} {wrong}: expected a string or an object") from error


def _shown(text: bytes | bytearray) -> str:
    return quoted(text.decode(errors="replace"))


class State(NamedTuple):
    """How a game stands, as the server told one of its sides; ``left`` is the side's time in seconds, if it was told.

    ``outcome`` is how the game ended where the server says it, which the course's does not.
    """

    board: str
    both_connected: bool
    left: float | None
    end: bool
    outcome: Outcome | None
    turn: Side | None = None
    """The side to move, where it is told beside the board."""

    @property
    def position(self) -> Position:
        """What is on the board; a board that cannot be read raises."""
        position = GAME.parse_position(NO_STONES.sub("1", self.board))
        return position if self.turn is None else replace(position, to_move=self.turn)


def format_state(state: State) -> bytes:
    """The state as the server sends it.

    >>> format_state(State("7/7/7/7/3RG3/7/BG6 r", True, 119.5, False, None, turn=0))
    b'{"board": "7/7/7/7/3RG3/7/BG6 r", "turn": "r", "bothConnected": true, "time": 119500, "end": false}'
    """
    told: dict[str, object] = {
        "board": state.board,
        "turn": None if state.turn is None else TURNS[state.turn],
        "bothConnected": state.both_connected,
        "time": int(1000 * max(0.0, state.left or 0.0)),
        "end": state.end,
    }
    if state.outcome is not None:
        winner, reason = state.outcome
        told |= {"winner": None if winner is None else TURNS[winner], "reason": reason}
    return json.dumps(told).encode()


def read_state(message: object) -> State:
    """The state that a server sent: only its board must be there, and what is more than we know is left out."""
    if not isinstance(message, Mapping) or not isinstance(message.get("board"), str):
        raise BadMessage(f"{quoted(json.dumps(message))} is no state of a game: expected an object with a board")
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
    """Half a second is 500 or 500.0; anything else is no time."""
    if isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool) and abs(milliseconds) < 1e12:
        return milliseconds / 1000
    return None


def _outcome(message: Mapping[str, object]) -> Outcome | None:
    winner, reason = message.get("winner"), message.get("reason")
    if not isinstance(reason, str) or (winner is not None and _side(winner) is None):
        return None
    # It will be shown: what others send must not steer a terminal.
    return Outcome(_side(winner), reason if reason.isprintable() else ascii(reason))
