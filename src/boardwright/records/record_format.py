"""The interface of record formats, the syntax of those with tags and moves, and the formats of a game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from typing import IO, ClassVar, Generic

from boardwright.errors import InvalidRecord
from boardwright.game import Game, M, Outcome, P, Termination
from boardwright.manifest import load
from boardwright.played_game import PlayedGame

UNKNOWN = "*"
"""The result of a game that is not over."""


class RecordFormat(ABC, Generic[P, M]):
    """A file format for records of a game, besides JSON."""

    extension: ClassVar[str]
    """The file name extension, with the dot."""

    @abstractmethod
    def read(
        self, stream: IO[str] | IO[bytes], *, on_error: Callable[[InvalidRecord], None] | None = None
    ) -> Iterator[PlayedGame[P, M]]:
        """Yield the games of a file; a bad one raises, or is passed to ``on_error`` and skipped.

        What a file holds beyond the played game can be kept in ``PlayedGame.origin``, for :meth:`write`.
        """

    @abstractmethod
    def write(self, played: PlayedGame[P, M], tags: Mapping[str, str], stream: IO[str]) -> None:
        """Write one game with its tags: players, event, date."""

    def text(self, played: PlayedGame[P, M], tags: Mapping[str, str]) -> str:
        """Return the text of one game."""
        stream = StringIO()
        self.write(played, tags, stream)
        return stream.getvalue()


class TagFormat(ABC, Generic[P, M]):
    """The syntax of a format of tags and moves, with comments, variations and glyphs."""

    title: ClassVar[str]
    """Its name in error messages."""
    pattern: ClassVar[re.Pattern[str]]
    """The pattern of its tokens, by :func:`boardwright.records.tokens.token_pattern`."""
    start_tag: ClassVar[str]
    """The tag of the first position, if that is not the start position."""
    scores: ClassVar[tuple[str, str, str]]
    """The results: the first side wins, the second one, a draw."""
    results: ClassVar[Mapping[str, str]]
    """By any accepted notation, the canonical result."""
    example: ClassVar[str]
    """An example of a move, after the words "a move"."""

    @property
    @abstractmethod
    def game(self) -> Game[P, M]:
        """The game of the format."""

    @abstractmethod
    def parse_move(self, position: P, text: str) -> M:
        """Parse the legal move of a token."""

    @abstractmethod
    def format_move(self, position: P, move: M) -> str:
        """Format a move as a token."""

    @abstractmethod
    def with_own_tags(self, tags: Mapping[str, str], played: PlayedGame[P, M]) -> dict[str, str]:
        """Return the tags, with those set that follow from the played game."""

    def tagged(self, name: str, value: str) -> TagFormat[P, M]:
        """Return the format that applies after a tag; an invalid tag raises."""
        return self

    def lacking(self, tags: Mapping[str, str]) -> tuple[str, str] | None:
        """Return a tag that requires another one, and the error message; None if nothing is missing."""
        return None

    def reason(self, tags: Mapping[str, str]) -> str | None:
        """Return the reason of the end, if the format has it."""
        return None

    def first(self, tags: Mapping[str, str]) -> P:
        """Return the position before the first move."""
        text = tags.get(self.start_tag)
        return self.game.parse_position(text) if text else self.game.start()

    def score(self, outcome: Outcome | None) -> str:
        """Return the result of an outcome."""
        if outcome is None or outcome.termination is Termination.ABORTED:
            return UNKNOWN
        return self.scores[2 if outcome.winner is None else outcome.winner]


DEFAULT_FORMATS = {"text": "boardwright.records.text:TextRecord"}


def record_formats(game: Game[P, M]) -> Mapping[str, RecordFormat[P, M]]:
    """Return the record formats of a game besides JSON, by name: its own, or the text record."""
    return {name: load(form)(game) for name, form in (game.manifest.record_formats or DEFAULT_FORMATS).items()}
