"""Files of self-play games, from which networks are trained.

A file begins with a line of JSON that says how the games were played. Blocks of games follow, each with its number,
its length and a checksum. A block depends only on the settings of the first line and on its number, so that an
interrupted run continues behind the last whole block, and shards can be played anywhere. ``core/selfplay.hpp``
describes the records of the games, ``core/standalone.cpp`` writes the same files without Python.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, get_type_hints

from boardwright.errors import BoardwrightError, quoted, reason_of

SUFFIX = ".games"
BLOCK_GAMES = 20
"""Games in a block."""
_BLOCK = struct.Struct("<4sIII")
_MAGIC = b"BLK1"
_START = b'{"boardwright": "games", '
MAX_HEADER = 1000
MAX_BLOCKS = 1 << 32
"""The numbers of blocks are below this."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the games of a file were played.

    ``network`` is the checksum of the network. A file is shard ``shard`` of ``shards``: it holds the blocks whose
    number modulo ``shards`` is ``shard``.
    """

    game: str
    layout: int
    nodes: int
    random_plies: int
    seed: int
    network: str
    shard: int = 0
    shards: int = 1

    def header(self) -> bytes:
        """Return the first line of a file."""
        return json.dumps({"boardwright": "games", "format": 1} | asdict(self)).encode() + b"\n"

    def in_words(self) -> dict[str, str]:
        """Return the settings for messages, shards counted from 1."""
        named = {name.replace("_", " "): quoted(str(value)).strip("'") for name, value in asdict(self).items()}
        return named | {"shard": f"{self.shard + 1}/{named.pop('shards')}"}

    def numbers(self, first: int, end: int) -> range:
        """Return the numbers of the blocks of the file from one index to another."""
        return range(self.shard + first * self.shards, self.shard + end * self.shards, self.shards)


class SampleFile:
    """A file of self-play games that is being written; an existing one with the same settings is continued."""

    def __init__(self, path: Path, settings: Settings) -> None:
        """Open the file and drop a last block that was not written completely; raise if another one is damaged."""
        self.path = path
        self.blocks = 0
        """The number of blocks in the file."""
        try:
            self._file: BinaryIO = path.open("r+b" if path.exists() else "w+b")
            try:
                if header := self._file.readline(MAX_HEADER):
                    _require_same(path, header, settings)
                else:
                    self._file.write(settings.header())
                end = self._file.tell()
                for _, payload in _blocks(self._file, path, settings):
                    self.blocks += 1
                    end += _BLOCK.size + len(payload)
            except BoardwrightError:
                self._file.close()
                raise
            self._file.seek(end)
            self._file.truncate()
        except OSError as error:
            raise BoardwrightError(f"the file {quoted(str(path))} cannot be written: {reason_of(error)}") from error

    def append(self, number: int, records: bytes | bytearray) -> None:
        """Append the games of one block."""
        try:
            self._file.write(_BLOCK.pack(_MAGIC, number, len(records), zlib.crc32(records)) + records)
            self._file.flush()
        except OSError as error:
            reason = reason_of(error)
            raise BoardwrightError(f"the file {quoted(str(self.path))} cannot be written: {reason}") from error
        self.blocks += 1

    def close(self) -> None:
        self._file.close()


def read_sample_file(path: Path) -> tuple[Settings, bytes]:
    """Return the settings of a file and the records of its games.

    A last block that was not written completely is ignored; any other damage raises an error.
    """
    try:
        with path.open("rb") as file:
            settings = _read_header(path, file.readline(MAX_HEADER))
            records = b"".join(payload for _, payload in _blocks(file, path, settings))
            if not records:
                raise BoardwrightError(f"the file {quoted(str(path))} holds no complete block of games")
            return settings, records
    except OSError as error:
        raise BoardwrightError(f"the file {quoted(str(path))} cannot be read: {reason_of(error)}") from error


def _require_same(path: Path, header: bytes, settings: Settings) -> None:
    """Raise if a file that is to be continued is not of self-play, or has other settings."""
    if not header.startswith(_START):
        wrong = "exists and is not a self-play file: expected another name"
        raise BoardwrightError(f"the file {quoted(str(path))} {wrong}")
    found, expected = _read_header(path, header).in_words(), settings.in_words()
    other = [name for name in expected if found[name] != expected[name]]
    if other:
        texts = (", ".join(f"{name} {words[name]}" for name in other) for words in (expected, found))
        raise BoardwrightError(
            f"the file {quoted(str(path))} holds games with other settings: expected {', found '.join(texts)}"
        )


def _read_header(path: Path, line: bytes) -> Settings:
    """Read the first line of a file."""
    try:
        header = json.loads(line)
        kind = header.pop("boardwright"), header.pop("format")
        settings = Settings(**header)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise BoardwrightError(f"the file {quoted(str(path))} holds no self-play games") from error
    if kind != ("games", 1):
        raise BoardwrightError(f"the file {quoted(str(path))} has another format: expected games, format 1")
    _check_types(path, settings)
    return settings


def _check_types(path: Path, settings: Settings) -> None:
    types = get_type_hints(Settings)
    wrong = [name for name, value in asdict(settings).items() if type(value) is not types[name]]
    if wrong or not 0 <= settings.shard < settings.shards:
        raise BoardwrightError(f"the file {quoted(str(path))} is damaged: expected settings of games in its first line")


def _blocks(file: BinaryIO, path: Path, settings: Settings) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers and records of the blocks, except a last one that runs past the end of the file."""
    index = 0
    while len(head := file.read(_BLOCK.size)) == _BLOCK.size:
        magic, number, length, checksum = _BLOCK.unpack(head)
        expected, following = settings.numbers(index, index + 2)
        if magic != _MAGIC:
            raise _damaged(path, index, f"it starts with {quoted(magic.decode('latin-1'))}, expected 'BLK1'")
        if number != expected:
            raise _damaged(path, index, f"its number is {number}, expected {expected}")
        payload = file.read(length)
        if len(payload) < length:
            # A wrong length must not hide the blocks that follow.
            if following < MAX_BLOCKS and _MAGIC + following.to_bytes(4, "little") in payload:
                raise _damaged(path, index, "its length is wrong")
            return
        if zlib.crc32(payload) != checksum:
            raise _damaged(path, index, "its checksum is wrong")
        yield number, payload
        index += 1


def _damaged(path: Path, index: int, reason: str) -> BoardwrightError:
    return BoardwrightError(f"the file {quoted(str(path))} is damaged at block {index + 1}: {reason}")
