"""The state of a contest in a file, from which it continues after an interruption.

The file is a log of JSON lines to which only whole lines are added: first the settings of the contest, then every pair
as soon as its games are over. A line that a killed process left unfinished is dropped. The statistics are computed from
the pairs again, so that they cannot differ from those of a contest without an interruption.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from boardwright.arena.pairs import PairReport
from boardwright.arena.results import GameReport
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.paths import expanded

if TYPE_CHECKING:
    from types import TracebackType

FORMAT, VERSION_OF_FORMAT = "boardwright contest", 1


class ContestState:
    """The log of one contest; a file that does not exist is created.

    ``settings`` must be those with which the contest began: other ones would give other games.
    """

    def __init__(self, path: str | Path, settings: Mapping[str, Any]) -> None:
        self.path = expanded(path)
        self._places: dict[tuple[int, int], int] = {}
        self.saved: list[str] = []
        """The files of games of the contest."""
        # As they are read: tuples have become lists.
        header = json.loads(json.dumps({"format": FORMAT, "version": VERSION_OF_FORMAT, **settings}))
        try:
            self._file: IO[bytes] = self.path.open("a+b")
            _lock(self._file, path)
            self._read(header)
        except OSError as error:
            raise BoardwrightError(f"the state {quoted(str(path))} cannot be used: {reason_of(error)}") from error
        except BaseException:
            with suppress(AttributeError):
                self._file.close()
            raise

    def _read(self, header: Mapping[str, Any]) -> None:
        whole = 0
        self._file.seek(0)
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break
            entry = self._parsed(line, number)
            if number == 1:
                self._compare(header, entry)
            elif "saved" in entry:
                self.saved = entry["saved"]
            else:
                self._places[entry["match"], entry["pair"]] = whole
            whole += len(line)
        self._file.truncate(whole)
        if not whole:
            self._write(header)

    def _parsed(self, line: bytes, number: int) -> Any:
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        wanted = (("format",),) if number == 1 else (("saved",), ("match", "pair", "games"))
        if not isinstance(entry, dict) or not any(all(name in entry for name in names) for names in wanted):
            raise BoardwrightError(
                f"the file {quoted(str(self.path))}, line {number}, is not the state of a contest: "
                "expected a new file, or one that boardwright has written"
            )
        return entry

    def _compare(self, header: Mapping[str, Any], found: Mapping[str, Any]) -> None:
        for name in (*header, *found):
            if header.get(name) != found.get(name):
                raise BoardwrightError(
                    f"the state {quoted(str(self.path))} is of another contest: its {name} is "
                    f"{quoted(_shown(found.get(name)))}, not {quoted(_shown(header.get(name)))}"
                )

    def places(self) -> frozenset[tuple[int, int]]:
        """Return the finished pairs, by the numbers of their match and their own."""
        return frozenset(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def pair(self, place: tuple[int, int]) -> PairReport:
        """Return a finished pair, by the numbers of its match and of the pair."""
        self._file.seek(self._places[place])
        entry = json.loads(self._file.readline())
        return PairReport(*place, [GameReport.from_json(data) for data in entry["games"]])

    def add_pair(self, pair: PairReport) -> None:
        """Add a finished pair."""
        games = [report.to_json() for report in pair.games]
        self._places[pair.match, pair.number] = self._write({"match": pair.match, "pair": pair.number, "games": games})

    def add_saved(self, paths: Sequence[Path]) -> None:
        """Note the files of games, to which they are written again when the contest continues."""
        names = [str(path) for path in paths]
        if names != self.saved:
            self.saved = names
            self._write({"saved": names})

    def _write(self, entry: Mapping[str, Any]) -> int:
        """Append a line and return where it begins."""
        self._file.seek(0, 2)
        place = self._file.tell()
        self._file.write(json.dumps(entry).encode() + b"\n")
        self._file.flush()
        return place

    def __enter__(self) -> ContestState:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _lock(file: IO[bytes], path: str | Path) -> None:
    """Take the file for this process alone, where the system can; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BoardwrightError(f"the state {quoted(str(path))} is in use by another process") from error


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
