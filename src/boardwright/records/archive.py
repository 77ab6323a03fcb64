"""Saving games to files: JSON records, one per line, and the game's other formats beside them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame
from boardwright.paths import expanded
from boardwright.played_game import AnyPlayedGame
from boardwright.records.record_format import record_formats

EXTENSION = ".jsonl"
LATER = 1000


class Archive:
    """Files of one name in a folder, to which finished games are appended; the first game creates them.

    The files ``again`` of the same games, if they are in this folder, are written again instead.

    >>> from tempfile import TemporaryDirectory
    >>> from boardwright import find_game
    >>> with TemporaryDirectory() as folder, Archive(folder, find_game("draughts"), datetime(2024, 5, 1)) as archive:
    ...     archive.add({"moves": []}, {"pdn": "*"})
    ...     [path.name for path in archive.paths]
    ['draughts-20240501-000000.jsonl', 'draughts-20240501-000000.pdn']
    """

    def __init__(self, folder: str | Path, game: AnyGame, began: datetime, *, again: Sequence[str] = ()) -> None:
        self.folder = expanded(folder)
        self._endings = {"": EXTENSION, **{name: form.extension for name, form in record_formats(game).items()}}
        self._stem = f"{game.full_name.replace(':', '-')}-{began:%Y%m%d-%H%M%S}"
        self._files: dict[str, IO[str]] = {}
        self._again = [Path(path) for path in again if Path(path).parent == self.folder]
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Fail before the first game is played if games cannot be saved.
            TemporaryFile(dir=self.folder).close()
        except OSError as error:
            raise BoardwrightError(f"games cannot be saved in {quoted(str(folder))}: {reason_of(error)}") from error

    @property
    def paths(self) -> list[Path]:
        """The files, JSON first; none before the first game."""
        return [Path(file.name) for file in self._files.values()]

    def add_match(
        self,
        played: AnyPlayedGame,
        names: tuple[str, str],
        report: Callable[[str], None],
        *,
        event: str,
        number: int,
        **more: object,
    ) -> None:
        """Save a game; the names begin with the player who moves first; ``more`` is for the JSON record only.

        If it cannot be written, ``report`` receives a line: a server continues without.
        """
        players = dict(zip(played.game.sides, names, strict=True))
        tags = {"Event": event, "Date": f"{datetime.now():%Y.%m.%d}", "Round": str(number)}
        record = {**played.record(), "players": players, "round": str(number), **more}
        try:
            self.add(record, texts_of(played, names, tags))
        except OSError as error:
            report(f"game {number}: cannot be saved: {reason_of(error)}")

    def add(self, record: Mapping[str, object], texts: Mapping[str, str]) -> None:
        """Append a game, its record and its texts in the other formats, keeping nothing in memory."""
        self._files = self._files or self._new_files()
        for name, file in self._files.items():
            file.write(texts[name] if name else json.dumps(record) + "\n")
            file.flush()

    def _new_files(self) -> dict[str, IO[str]]:
        """Open new files, with a number in their names if another match of the same second has taken the name."""
        if self._again:
            by_ending = {ending: name for name, ending in self._endings.items()}
            return {by_ending[path.suffix]: path.open("w", encoding="utf-8") for path in self._again}
        taken = {path.stem for path in self.folder.glob(f"{self._stem}*")}
        names = [self._stem, *(f"{self._stem}-{number}" for number in range(2, LATER))]
        free = next(name for name in names if name not in taken)
        return {
            name: (self.folder / f"{free}{ending}").open("x", encoding="utf-8")
            for name, ending in self._endings.items()
        }

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *error: object) -> None:
        for file in self._files.values():
            file.close()


class GamesFile(Archive):
    """One file for games; its ending selects the format."""

    def __init__(self, path: str | Path, game: AnyGame, *, again: Sequence[str] = ()) -> None:
        self.path = expanded(path)
        super().__init__(self.path.parent, game, datetime.now(), again=again)
        ending = self.path.suffix.lower()
        names = [name for name, known in self._endings.items() if known == ending]
        if not names:
            expected = f"expected a name that ends in {' or '.join(self._endings.values())}"
            raise BoardwrightError(f"games of {game.full_name} cannot be saved in {quoted(str(path))}: {expected}")
        self._name, self._mode = names[0], "w" if str(self.path) in again else "x"
        if self._mode == "x" and self.path.exists():
            raise BoardwrightError(f"the file {quoted(str(path))} exists: expected a new one for the games")

    @property
    def paths(self) -> list[Path]:
        return [self.path]

    def _new_files(self) -> dict[str, IO[str]]:
        return {self._name: self.path.open(self._mode, encoding="utf-8")}


def open_archive(
    folder: str | Path | None, game: AnyGame, report: Callable[[str], None] = lambda line: None
) -> AbstractContextManager[Archive | None]:
    """Open an archive in a folder for the games that begin now, and report it; None without a folder."""
    if folder is None:
        return nullcontext()
    archive = Archive(folder, game, datetime.now())
    report(f"saving games in {archive.folder}")
    return archive


def texts_of(played: AnyPlayedGame, names: tuple[str, str], tags: Mapping[str, str]) -> dict[str, str]:
    """Return a played game in the other formats of its game, by their names."""
    # A tag is one line, whatever the command of a player contains.
    players = {side.title(): " ".join(name.split()) for side, name in zip(played.game.sides, names, strict=True)}
    return {name: form.text(played, {**tags, **players}) for name, form in record_formats(played.game).items()}
