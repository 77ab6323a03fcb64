"""The games of a match in files: our own records, one a line, and the game's other formats beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import IO, Any

from boardwright.folders import expanded
from boardwright.game import BoardwrightError, quoted
from boardwright.match import Match
from boardwright.registry import AnyGame

EXTENSION = ".jsonl"
LATER = 1000


class Archive:
    """Files of one name in one folder, to which games are added as they are finished.

    >>> from tempfile import TemporaryDirectory
    >>> from boardwright import find_game
    >>> with TemporaryDirectory() as folder, Archive(folder, find_game("draughts"), datetime(2024, 5, 1)) as archive:
    ...     [path.name for path in archive.paths]
    ['draughts-20240501-000000.jsonl', 'draughts-20240501-000000.pdn']
    """

    def __init__(self, folder: str | Path, game: AnyGame, began: datetime) -> None:
        place = expanded(folder)
        endings = {"": EXTENSION, **{name: form.extension for name, form in game.record_formats.items()}}
        stem = f"{game.full_name.replace(':', '-')}-{began:%Y%m%d-%H%M%S}"
        try:
            place.mkdir(parents=True, exist_ok=True)
            free = _free_name(place, stem, endings.values())
            self.files: dict[str, IO[str]] = {
                name: (place / f"{free}{ending}").open("x", encoding="utf-8") for name, ending in endings.items()
            }
        except OSError as error:
            raise BoardwrightError(f"games cannot be saved in {quoted(str(folder))}: {error.strerror}") from error

    @property
    def paths(self) -> list[Path]:
        """The files, ours first."""
        return [Path(file.name) for file in self.files.values()]

    def add_match(self, match: Match[Any, Any], names: tuple[str, str], tags: Mapping[str, str], **more: Any) -> None:
        """Write a match, the name of who moves first in front; ``more`` is for our own record alone."""
        players = dict(zip(match.game.sides, names, strict=True))
        self.add({**match.record(), "players": players, **more}, texts_of(match, names, tags))

    def add(self, record: Mapping[str, Any], texts: Mapping[str, str]) -> None:
        """Write a game, its record and its texts in the other formats, and leave nothing of it in memory."""
        for name, file in self.files.items():
            file.write(texts[name] if name else json.dumps(record) + "\n")
            file.flush()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *error: object) -> None:
        for file in self.files.values():
            file.close()


@contextmanager
def kept(folder: str | Path | None, game: AnyGame) -> Iterator[Archive | None]:
    """An archive in a folder for the games that begin now; none where there is no folder."""
    if folder is None:
        yield None
        return
    with Archive(folder, game, datetime.now()) as archive:
        yield archive


def texts_of(match: Match[Any, Any], names: tuple[str, str], tags: Mapping[str, str]) -> dict[str, str]:
    """A match in the other formats that its game has, by their names."""
    # A tag is one line, whatever the command of a player may be.
    players = {side.title(): " ".join(name.split()) for side, name in zip(match.game.sides, names, strict=True)}
    texts = {}
    for name, form in match.game.record_formats.items():
        stream = StringIO()
        form.write(match, {**tags, **players}, stream)
        texts[name] = stream.getvalue()
    return texts


def _free_name(place: Path, stem: str, endings: Iterable[str]) -> str:
    """The stem, numbered where another match of the same second has it already."""
    names = [stem, *(f"{stem}-{number}" for number in range(2, LATER))]
    return next(name for name in names if not any((place / f"{name}{ending}").exists() for ending in endings))
