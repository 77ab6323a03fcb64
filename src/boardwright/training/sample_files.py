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
from typing import BinaryIO

from boardwright.errors import BoardwrightError, quoted, reason_of

SUFFIX = ".games"
BLOCK_GAMES = 20
"""Games in a block."""
_BLOCK = struct.Struct("<4sIII")
_MAGIC = b"BLK1"
_START = b'{"boardwright": "games", '
MAX_HEADER = 1000


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


class SampleFile:
    """A file of self-play games that is being written; an existing one with the same settings is continued."""

    def __init__(self, path: Path, settings: Settings) -> None:
        """Open the file and drop a block that was not written completely."""
        self.path = path
        self.blocks = 0
        """The number of blocks in the file."""
        try:
            self._file: BinaryIO = path.open("r+b" if path.exists() else "w+b")
            header = settings.header()
            found = self._file.readline(MAX_HEADER)
            if not found:
                self._file.write(header)
            elif not found.startswith(_START):
                self._file.close()
                raise BoardwrightError(f"the file {quoted(str(path))} holds no self-play games: expected another file")
            elif found != header:
                self._file.close()
                raise BoardwrightError(
                    f"the file {quoted(str(path))} holds games with other settings: expected "
                    f"{header.decode().strip()}, found {found.decode(errors='replace').strip()}"
                )
            end = self._file.tell()
            for _, payload in _blocks(self._file):
                self.blocks += 1
                end += _BLOCK.size + len(payload)
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
    """Return the settings of a file and the records of its games; an unfinished last block is ignored."""
    try:
        with path.open("rb") as file:
            line = file.readline(MAX_HEADER)
            try:
                header = json.loads(line)
                kind = header.pop("boardwright"), header.pop("format")
                settings = Settings(**header)
            except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
                raise BoardwrightError(f"the file {quoted(str(path))} holds no self-play games") from error
            if kind != ("games", 1):
                raise BoardwrightError(f"the file {quoted(str(path))} has another format: expected games, format 1")
            records = b"".join(payload for _, payload in _blocks(file))
            if not records:
                raise BoardwrightError(f"the file {quoted(str(path))} holds no complete block of games")
            return settings, records
    except OSError as error:
        raise BoardwrightError(f"the file {quoted(str(path))} cannot be read: {reason_of(error)}") from error


def _blocks(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers and records of blocks, up to the first one that is not complete."""
    while len(head := file.read(_BLOCK.size)) == _BLOCK.size:
        magic, number, length, checksum = _BLOCK.unpack(head)
        if magic != _MAGIC:
            return
        payload = file.read(length)
        if len(payload) != length or zlib.crc32(payload) != checksum:
            return
        yield number, payload
