"""The messages of DamExchange, version 1, and their exact texts.

>>> parse_message("M001228190123")
MoveMade(seconds=12, origin=28, target=19, captured=(23,))
>>> format_message(GameEnd(Reason.DRAWN))
'E20'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar

from boardwright.errors import BoardwrightError, quoted
from boardwright.games.draughts.notation import START, format_position, format_squares, parse_position, position_of
from boardwright.games.draughts.rules import BIT, SQUARES, Move, Position, numbers
from boardwright.parse_numbers import read_whole_number
from boardwright.texts import counted
from boardwright.views import Side

LONGEST = 127
"""The maximum length of a message."""
VERSION = 1
NAME_SIZE = 32
MAX_TERM = 999
"""The largest number of minutes or moves in a request."""
COLOURS = "WZ"
"""White and black: the protocol is Dutch."""
LETTERS = "wzWZ"
"""White man, black man, white king, black king, in the order of ``PIECES``."""
EMPTY = "e"
MAX_PIECES = 20
"""The maximum number of pieces per side, and of captures in a move."""


class BadMessage(BoardwrightError):
    """A text that is not a message, or a message that cannot be written."""


class Acceptance(IntEnum):
    """Whether a game is accepted, and why not."""

    YES = 0
    OTHER_VERSION = 1
    NOT_THIS_GAME = 2
    NO_GAME = 3


class Reason(IntEnum):
    """Why the sender ends a game."""

    UNKNOWN = 0
    I_LOSE = 1
    DRAWN = 2
    I_WIN = 3


class TakeBack(IntEnum):
    """Whether moves are taken back."""

    YES = 0
    NEVER = 1
    NOT_NOW = 2


class Fields:
    """The fields of a message's text after its letter, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._at = 1

    def take(self, what: str, size: int) -> str:
        """Read the next characters."""
        field = self.text[self._at : self._at + size]
        self._at += size
        if len(field) < size:
            raise self._error(what, field, counted(size, "character"))
        return field

    def number(self, what: str, size: int, least: int = 0, most: int | None = None) -> int:
        """Read a number of ``digits`` digits."""
        field = self.take(what, size)
        number = read_whole_number(field, least, most)
        if number is None:
            raise self._error(what, field, f"digits from {least:0{size}} to {10**size - 1 if most is None else most}")
        return number

    def index(self, what: str, letters: str) -> int:
        """Read a character; return its index among some letters."""
        field = self.take(what, 1)
        if field not in letters:
            raise self._error(what, field, f"one of {letters}")
        return letters.index(field)

    def name(self) -> str:
        """Read the name of a program, padded with spaces."""
        return self.take("the name", NAME_SIZE).rstrip(" ")

    def position(self) -> Position:
        """Read the side to move, and the contents of the squares from 1 to 50."""
        to_move = self.index("the side to move", COLOURS)
        return position_of([self.index(f"square {square}", LETTERS + EMPTY) for square in SQUARES], to_move)

    def rest(self) -> str:
        """Read the rest."""
        rest = self.text[self._at :]
        self._at = len(self.text)
        return rest

    def end(self) -> None:
        """Check that nothing is left."""
        rest = self.rest()
        if rest:
            raise self._error("what follows", rest, "nothing")

    def _error(self, what: str, value: str, expected: str) -> BadMessage:
        return BadMessage(f"the message {quoted(self.text, 24)}: {what} is {quoted(value, 24)}: expected {expected}")


class Message(ABC):
    """A message from one program to the other."""

    letter: ClassVar[str]

    @classmethod
    @abstractmethod
    def read(cls, fields: Fields) -> Message:
        """Parse the fields of the message."""

    @abstractmethod
    def body(self) -> str:
        """Return the text after the letter."""


@dataclass(frozen=True, slots=True)
class GameRequest(Message):
    """A request for a game; ``colour`` is the side of the program that receives it.

    Each side has ``minutes`` for the game, which may be ended after ``moves`` moves each; 0: no such limit. Without a
    ``position`` it begins at the start.
    """

    letter = "R"
    name: str
    colour: Side
    minutes: int
    moves: int
    position: Position | None = None
    version: int = VERSION

    @property
    def terms(self) -> str:
        """The conditions of the game, for people."""
        time = counted(self.minutes, "minute") if self.minutes else "no clock"
        moves = f", {counted(self.moves, 'move')}" if self.moves else ""
        start = parse_position(START)
        position = self.position or start
        return f"{time}{moves}, from {'the start' if position == start else format_position(position)}"

    @classmethod
    def read(cls, fields: Fields) -> GameRequest:
        version = fields.number("the version", 2)
        name, colour = fields.name(), fields.index("the colour", COLOURS)
        minutes, moves = fields.number("the number of minutes", 3), fields.number("the number of moves", 3)
        position = fields.position() if fields.index("the kind of position", "AB") else None
        return cls(name, colour, minutes, moves, position, version)

    def body(self) -> str:
        text = f"{self.version:02}{self.name:{NAME_SIZE}}{COLOURS[self.colour]}{self.minutes:03}{self.moves:03}"
        if self.position is None:
            return f"{text}A"
        return f"{text}B{COLOURS[self.position.to_move]}{format_squares(self.position, LETTERS, EMPTY)}"


@dataclass(frozen=True, slots=True)
class GameAnswer(Message):
    """The answer to a request."""

    letter = "A"
    name: str
    acceptance: Acceptance

    @classmethod
    def read(cls, fields: Fields) -> GameAnswer:
        return cls(fields.name(), Acceptance(fields.index("the answer", "0123")))

    def body(self) -> str:
        return f"{self.name:{NAME_SIZE}}{self.acceptance:d}"


@dataclass(frozen=True, slots=True)
class MoveMade(Message):
    """A move, the seconds that it took, and the squares of what it takes, in any order."""

    letter = "M"
    seconds: int
    origin: int
    target: int
    captured: tuple[int, ...] = ()

    @classmethod
    def of(cls, move: Move, seconds: float) -> MoveMade:
        """Return the message of a move.

        >>> MoveMade.of(Move(28, 19, BIT[23]), 12.3)
        MoveMade(seconds=12, origin=28, target=19, captured=(23,))
        """
        return cls(min(round(seconds), 9999), move.origin, move.target, tuple(numbers(move.captured)))

    @property
    def move(self) -> Move:
        """Return the move, legal or not."""
        return Move(self.origin, self.target, sum(BIT[square] for square in self.captured))

    @classmethod
    def read(cls, fields: Fields) -> MoveMade:
        seconds = fields.number("the time", 4)
        origin, target = (fields.number(f"the square {which}", 2, 1, SQUARES[-1]) for which in ("from", "to"))
        count = fields.number("the number of captured pieces", 2, 0, MAX_PIECES)
        captured = [fields.number("a captured piece", 2, 1, SQUARES[-1]) for _ in range(count)]
        if len(set(captured)) < count:
            raise BadMessage(f"the message {quoted(fields.text)} takes a piece twice: expected every square once")
        return cls(seconds, origin, target, tuple(captured))

    def body(self) -> str:
        captured = "".join(f"{square:02}" for square in self.captured)
        return f"{self.seconds:04}{self.origin:02}{self.target:02}{len(self.captured):02}{captured}"


@dataclass(frozen=True, slots=True)
class GameEnd(Message):
    """The game is over; with ``last``, no other game is wanted. It is answered by the same kind of message."""

    letter = "E"
    reason: Reason
    last: bool = False

    @classmethod
    def read(cls, fields: Fields) -> GameEnd:
        return cls(Reason(fields.index("the reason", "0123")), bool(fields.index("the stop code", "01")))

    def body(self) -> str:
        return f"{self.reason:d}{self.last:d}"


@dataclass(frozen=True, slots=True)
class Chat(Message):
    """Chat text for people."""

    letter = "C"
    text: str

    @classmethod
    def of(cls, text: str) -> Chat:
        """Return chat text fit to be sent: plain characters, cut to the maximum length.

        >>> Chat.of("Grüße")
        Chat(text='Gr??e')
        """
        return cls(plain(text)[: LONGEST - 1])

    @classmethod
    def read(cls, fields: Fields) -> Chat:
        return cls(fields.rest())

    def body(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class BackRequest(Message):
    """A request to take moves back, to a side's move of the given number."""

    letter = "B"
    number: int
    colour: Side

    @classmethod
    def read(cls, fields: Fields) -> BackRequest:
        return cls(fields.number("the move", 3), fields.index("the side to move", COLOURS))

    def body(self) -> str:
        return f"{self.number:03}{COLOURS[self.colour]}"


@dataclass(frozen=True, slots=True)
class BackAnswer(Message):
    """The answer to a request to take back."""

    letter = "K"
    answer: TakeBack

    @classmethod
    def read(cls, fields: Fields) -> BackAnswer:
        return cls(TakeBack(fields.index("the answer", "012")))

    def body(self) -> str:
        return f"{self.answer:d}"


KINDS: dict[str, type[Message]] = {
    kind.letter: kind for kind in (GameRequest, GameAnswer, MoveMade, GameEnd, Chat, BackRequest, BackAnswer)
}


def parse_message(text: str) -> Message:
    """Parse a message, without the NUL that ends it on the wire."""
    if len(text) > LONGEST or not text.isascii() or "\0" in text:
        raise BadMessage(f"the message {quoted(text, 24)}: expected at most {LONGEST} characters from 1 to 127")
    kind = KINDS.get(text[:1])
    if kind is None:
        raise BadMessage(f"the message {quoted(text, 24)}: expected one that begins with {', '.join(KINDS)}")
    fields = Fields(text)
    message = kind.read(fields)
    fields.end()
    return message


def format_message(message: Message) -> str:
    """The text of a message: the exact inverse of :func:`parse_message`."""
    text = message.letter + message.body()
    if parse_message(text) != message:
        raise BadMessage(f"{message} cannot be sent: its text {quoted(text, 24)} has another meaning")
    return text


def plain(text: str) -> str:
    """Return a text as ASCII without control characters, as the protocol and people can read it."""
    return "".join(character if character.isascii() and character.isprintable() else "?" for character in text)
