"""Formats that write a game as tags, then moves: their common part, and the points where they differ."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import IO, ClassVar

from boardwright.errors import InvalidRecord
from boardwright.game import Game, M, Outcome, P
from boardwright.played_game import Match
from boardwright.records.reader import read_games
from boardwright.records.record_format import RecordFormat, record_formats
from boardwright.records.tree import UNKNOWN, annotated_game
from boardwright.records.writer import write_game


def tag_format_of(game: Game[P, M]) -> TagFormat[P, M] | None:
    """Return the first format of a game that supports comments and variations; None if it has none."""
    return next((form for form in record_formats(game).values() if isinstance(form, TagFormat)), None)


class TagFormat(RecordFormat[P, M]):
    """A format of tags and moves, with comments, variations and glyphs."""

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
    def with_own_tags(self, tags: Mapping[str, str], match: Match[P, M]) -> dict[str, str]:
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
        if outcome is None:
            return UNKNOWN
        return self.scores[2 if outcome.winner is None else outcome.winner]

    def read(
        self, stream: IO[str] | IO[bytes], *, on_error: Callable[[InvalidRecord], None] | None = None
    ) -> Iterator[Match[P, M]]:
        for game in read_games(self, stream, on_error=on_error):
            try:
                match = game.match()
            except InvalidRecord as error:
                if on_error is None:
                    raise
                on_error(error)
            else:
                yield match

    def write(self, match: Match[P, M], tags: Mapping[str, str], stream: IO[str]) -> None:
        write_game(annotated_game(self, match, tags), stream)
