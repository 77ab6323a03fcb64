"""Openings from files: positions one per line, or the first moves of recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Self

from boardwright.arena.openings import CANDIDATE_HASH, Opening, imbalance
from boardwright.arena.settings import read_settings
from boardwright.engine.search import Engine
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame
from boardwright.parse_numbers import read_number, read_whole_number
from boardwright.paths import expanded
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.records.files import JSON_EXTENSIONS, read_records
from boardwright.records.record_format import record_formats
from boardwright.records.text import TextRecord

SEQUENTIAL, RANDOM = "sequential", "random"
COMMENT = "#"
OPERATION = ";"
"""What follows on a line is not part of the position: EPD has operations, other lists have comments."""
MOST = 10**9
HALF = 0.5
LONGEST_PATH = 200


@dataclass(frozen=True, slots=True)
class OpeningFile:
    """A file of openings, and which of them are played in which order.

    ``plies`` is how many moves of a recorded game are played, by default all; ``start`` the number of the first
    opening; ``balance`` the largest distance of an opening's win probability from one half, by a short search.
    """

    path: str
    order: str = SEQUENTIAL
    plies: int | None = None
    start: int = 1
    balance: float | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``FILE[,order=random][,plies=N][,start=N][,balance=P]``.

        >>> OpeningFile.parse("book.pdn,order=random,plies=8")
        OpeningFile(path='book.pdn', order='random', plies=8, start=1, balance=None)
        """
        path, *settings = text.split(",")
        if not path:
            raise BoardwrightError("the opening file has no name: expected FILE, such as book.txt,order=random")
        known = {"order": _order, "plies": _count, "start": _count, "balance": _balance}
        example = "book.txt,order=random,plies=8"
        return cls(path, **(read_settings(",".join(settings), known, example=example) if settings else {}))

    def read(self, game: AnyGame) -> OpeningBook:
        """Read all openings; anything wrong in the file is an error with its line."""
        path = expanded(self.path)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BoardwrightError(f"{_file_words(self)} cannot be read: {reason_of(error)}") from error
        read = self._of_games if _holds_games(path, data, game) else self._of_positions
        try:
            found = list(dict.fromkeys(read(game, data)))
        except BoardwrightError as error:
            raise BoardwrightError(f"{_file_words(self)}, {error}") from error
        if len(found) < self.start:
            held = f"it holds {len(found)} in which the game is not over"
            raise BoardwrightError(f"{_file_words(self)}: {held}, expected at least {self.start}")
        return OpeningBook(self, game, found[self.start - 1 :], sha256(data).hexdigest())

    def _of_positions(self, game: AnyGame, data: bytes) -> Iterator[Opening]:
        for number, line in enumerate(data.decode("utf-8-sig", errors="replace").splitlines(), 1):
            text = line.partition(OPERATION)[0].strip()
            if not text or text.startswith(COMMENT):
                continue
            try:
                opening = Opening.of(PlayedGame(game, game.parse_position(text, strict=False)))
                outcome = opening.played(game).outcome
            except BoardwrightError as error:
                raise BoardwrightError(f"line {number}: {error}") from error
            if outcome is not None:
                raise BoardwrightError(f"line {number}: the game is over, {game.format_outcome(outcome)}")
            yield opening

    def _of_games(self, game: AnyGame, data: bytes) -> Iterator[Opening]:
        for stored in read_records(BytesIO(data), self.path, game):
            begun = _begun(stored.played, self.plies)
            if begun.outcome is None:
                yield Opening.of(begun)


@dataclass(frozen=True, slots=True)
class OpeningBook:
    """The openings of a file."""

    file: OpeningFile
    game: AnyGame
    openings: list[Opening]
    digest: str
    """The hash of the file's content: it shows whether the file has changed."""

    def played(self, seed: int) -> Iterator[AnyPlayedGame]:
        """Yield the openings without end, in the order of the file or in one that the seed gives.

        Once all were played, they come again, in another order if that is random.
        """
        random = Random(f"opening file {seed}")
        engine: Engine[Any, Any] = Engine(self.game, hash_mb=CANDIDATE_HASH)
        accepted, balance = self.openings, self.file.balance
        while True:
            ordered = random.sample(accepted, len(accepted)) if self.file.order == RANDOM else accepted
            found = []
            for opening in ordered:
                played = opening.played(self.game)
                if balance is None or imbalance(played, engine) <= balance:
                    found.append(opening)
                    yield played
            if not found:
                none = f"none of its {len(accepted)} openings is balanced within {balance:g}"
                raise BoardwrightError(f"{_file_words(self.file)}: {none}, expected a larger number")
            accepted, balance = found, None

    def to_json(self) -> dict[str, object]:
        """Return what decides which openings are played, as plain data."""
        file = self.file
        return {
            "file": file.path,
            "sha256": self.digest,
            "order": file.order,
            "plies": file.plies,
            "start": file.start,
            "balance": file.balance,
        }


def _file_words(file: OpeningFile) -> str:
    return f"the opening file {quoted(file.path, LONGEST_PATH)}"


def _begun(played: AnyPlayedGame, plies: int | None) -> AnyPlayedGame:
    """Return the game after its first moves, without the result of the file."""
    begun: AnyPlayedGame = PlayedGame(played.game, played.positions[0])
    for move in played.moves[:plies]:
        if begun.outcome is not None:
            break
        begun.play(move)
    return begun


def _holds_games(path: Path, data: bytes, game: AnyGame) -> bool:
    """Whether a file holds recorded games: by its ending, and a text file by its first tag or comment."""
    ending = path.suffix.lower()
    if ending == TextRecord.extension:
        return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"[", b"{", b"%"))
    return ending in JSON_EXTENSIONS or any(form.extension == ending for form in record_formats(game).values())


def _order(text: str) -> str:
    if text not in (SEQUENTIAL, RANDOM):
        raise BoardwrightError(f"{quoted(text)}: expected {SEQUENTIAL} or {RANDOM}")
    return text


def _count(text: str) -> int:
    number = read_whole_number(text, 1, MOST)
    if number is None:
        raise BoardwrightError(f"{quoted(text)}: expected a whole number, 1 or more")
    return number


def _balance(text: str) -> float:
    number = read_number(text, 0, HALF)
    if number is None:
        raise BoardwrightError(f"{quoted(text)}: expected a number from 0 to {HALF:g}")
    return number
