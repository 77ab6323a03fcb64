"""Record formats of tags and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import IO

from boardwright.errors import InvalidRecord
from boardwright.game import Game, M, P
from boardwright.played_game import PlayedGame
from boardwright.records.reader import read_games
from boardwright.records.record_format import RecordFormat, TagFormat, record_formats
from boardwright.records.tree import annotated_game
from boardwright.records.writer import write_game


class TaggedRecord(TagFormat[P, M], RecordFormat[P, M]):
    """A record format of tags and moves."""

    def read(
        self, stream: IO[str] | IO[bytes], *, on_error: Callable[[InvalidRecord], None] | None = None
    ) -> Iterator[PlayedGame[P, M]]:
        for game in read_games(self, stream, on_error=on_error):
            try:
                played = game.to_played_game()
            except InvalidRecord as error:
                if on_error is None:
                    raise
                on_error(error)
            else:
                yield played

    def write(self, played: PlayedGame[P, M], tags: Mapping[str, str], stream: IO[str]) -> None:
        write_game(annotated_game(self, played, tags), stream)


def tag_format_of(game: Game[P, M]) -> TaggedRecord[P, M] | None:
    """Return the first format of a game that supports comments and variations; None if it has none."""
    return next((form for form in record_formats(game).values() if isinstance(form, TaggedRecord)), None)
