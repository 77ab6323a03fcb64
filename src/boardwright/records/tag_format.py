"""The syntax of formats that write a game as tags, then moves: what they share, and the points where they differ."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic

from boardwright.game import Game, M, Outcome, P
from boardwright.played_game import PlayedGame

UNKNOWN = "*"
"""The result of a game that is not over."""


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
        if outcome is None:
            return UNKNOWN
        return self.scores[2 if outcome.winner is None else outcome.winner]
