"""The interface of record formats, and the formats of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from typing import IO, ClassVar, Generic

from boardwright.errors import InvalidRecord
from boardwright.game import Game, M, P
from boardwright.manifest import load
from boardwright.played_game import PlayedGame


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


DEFAULT_FORMATS = {"text": "boardwright.records.text:TextRecord"}


def record_formats(game: Game[P, M]) -> Mapping[str, RecordFormat[P, M]]:
    """Return the record formats of a game besides JSON, by name: its own, or the text record."""
    return {name: load(form)(game) for name, form in (game.manifest.record_formats or DEFAULT_FORMATS).items()}
