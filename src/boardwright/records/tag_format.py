"""Formats that write a game as tags, then its moves: what they share, and where they differ."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import IO, ClassVar

from boardwright.errors import InvalidRecord
from boardwright.game import Game, M, Outcome, P, RecordFormat
from boardwright.played_game import Match
from boardwright.records.reader import read_games
from boardwright.records.tree import UNKNOWN, annotated_game
from boardwright.records.writer import write_game


def tag_format_of(game: Game[P, M]) -> TagFormat[P, M] | None:
    """The first format of a game that has room for comments and variations; None where it has no such one."""
    return next((form for form in game.record_formats.values() if isinstance(form, TagFormat)), None)


class TagFormat(RecordFormat[P, M]):
    """A format of tags and moves, in which comments, variations and glyphs may stand."""

    title: ClassVar[str]
    """What errors call it."""
    pattern: ClassVar[re.Pattern[str]]
    """What its tokens are, by :func:`boardwright.records.tokens.token_pattern`."""
    start_tag: ClassVar[str]
    """The tag that holds the first position, where it is not the usual one."""
    scores: ClassVar[tuple[str, str, str]]
    """The results: the first side wins, the second one, a draw."""
    results: ClassVar[Mapping[str, str]]
    """By any way to write it, the result as the format counts."""
    example: ClassVar[str]
    """A move to show, behind the words "a move"."""

    @property
    @abstractmethod
    def game(self) -> Game[P, M]:
        """The game that is played."""

    @abstractmethod
    def parse_move(self, position: P, text: str) -> M:
        """The legal move of a token."""

    @abstractmethod
    def format_move(self, position: P, move: M) -> str:
        """The token of a move."""

    @abstractmethod
    def with_own_tags(self, tags: Mapping[str, str], match: Match[P, M]) -> dict[str, str]:
        """The tags with those set that follow from the match."""

    def tagged(self, name: str, value: str) -> TagFormat[P, M]:
        """The format in which a game goes on behind a tag; one that it cannot have raises."""
        return self

    def lacking(self, tags: Mapping[str, str]) -> tuple[str, str] | None:
        """A tag that wants another one beside it, and what is said of that; None where all is there."""
        return None

    def reason(self, tags: Mapping[str, str]) -> str | None:
        """Why the game ended, where the format tells."""
        return None

    def first(self, tags: Mapping[str, str]) -> P:
        """The position before the first move."""
        text = tags.get(self.start_tag)
        return self.game.parse_position(text) if text else self.game.start()

    def score(self, outcome: Outcome | None) -> str:
        """The result of an outcome."""
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
