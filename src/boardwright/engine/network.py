"""Evaluation networks and their files.

A file begins with a line of text, such as ``boardwright network 1 turm:castle layout=1 features=964 hidden=32
start=1,0,2f crc32=0a1b2c3d``. Little-endian 16-bit integers follow, in the order of ``core/network.hpp``; the checksum
is theirs. The words of the start position, in hexadecimal, are for ``core/standalone.cpp``, which has no Python rules.
"""

from __future__ import annotations

import re
import sys
import zlib
from array import array
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.core import HIDDEN_SIZES, core_of, new_network
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame
from boardwright.manifest import file_beside
from boardwright.paths import expanded

if TYPE_CHECKING:
    from boardwright.core._core import Network as CoreNetwork

SUFFIX = ".network"
ZERO = "zero"
"""The name of the network that evaluates every position as level."""
HEADER = re.compile(
    rb"boardwright network 1 (?P<game>[^ ]+) layout=(?P<layout>\d{1,9}) features=(?P<features>\d{1,9})"
    rb" hidden=(?P<hidden>\d{1,9})( start=(?P<start>[0-9a-f,]+))? crc32=(?P<crc32>[0-9a-f]{8})"
)
HEAD = b"boardwright network "
"""The first bytes of every file, of any version."""
MAX_HEADER = 500


@dataclass(frozen=True, slots=True)
class Network:
    """A trained network of a game: the version of its features, the number of hidden units, and all its numbers.

    ``start`` holds the words of the game's packed start position.
    """

    game: str
    layout: int
    features: int
    first_input: int
    hidden: int
    numbers: array[int]
    start: tuple[int, ...] = ()

    @property
    def checksum(self) -> str:
        """The CRC-32 of the numbers, in hexadecimal."""
        return f"{zlib.crc32(_little_endian(self.numbers).tobytes()):08x}"

    def compiled(self) -> CoreNetwork:
        """Return the network as the core uses it."""
        return new_network(self.numbers.tobytes(), self.features, self.first_input, self.hidden)

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        words = ",".join(f"{word:x}" for word in self.start)
        header = (
            f"boardwright network 1 {self.game} layout={self.layout} features={self.features} hidden={self.hidden} "
            f"start={words} crc32={self.checksum}\n"
        )
        return header.encode() + _little_endian(self.numbers).tobytes()

    def write(self, path: Path) -> None:
        """Write the network to a file; replace it at once, so that an interruption leaves the one before."""
        target = path.resolve()
        partial = target.with_name(f"{target.name}.partial")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists() and not target.is_file():
                # A device such as /dev/null must not be replaced by a file.
                target.write_bytes(self.to_bytes())
                return
            partial.write_bytes(self.to_bytes())
            partial.replace(target)
        except OSError as error:
            raise BoardwrightError(f"the network {quoted(str(path))} cannot be written: {reason_of(error)}") from error
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)


def numbers_of(features: int, first_input: int, hidden: int) -> int:
    """Return the number of integers of a network."""
    return 2 * features + hidden * (2 * (features - first_input) + 3)


def new_network_of(game: AnyGame, hidden: int, numbers: array[int]) -> Network:
    """Return a network of a game from its numbers."""
    core = core_of(game)
    layout = core.layout
    start = tuple(core.packing.pack(game.start()))
    return Network(game.full_name, layout.version, layout.features, layout.first_input, hidden, numbers, start)


def zero_network(game: AnyGame) -> Network:
    """Return a network whose output is always zero."""
    return new_network_of(game, 0, array("h", bytes(4 * core_of(game).layout.features)))


def shipped_network(game: AnyGame) -> Network:
    """Return the network that is shipped with a game; the zero network if its evaluation has no features."""
    if not core_of(game).layout.features:
        return zero_network(game)
    path = network_file(game)
    return _parsed(game, path.read_bytes(), str(path))


def network_file(game: AnyGame) -> Path:
    """Return the file of the network that is shipped with a game; it exists if the evaluation has features."""
    return file_beside(type(game), game.manifest.networks) / f"{game.full_name.replace(':', '-')}{SUFFIX}"


def read_network(game: AnyGame, name: str) -> Network:
    """Read a network from a file, or return the zero network for the name ``zero``."""
    if name == ZERO:
        return zero_network(game)
    if not name:
        raise BoardwrightError("the network has no name: expected a file, or zero")
    try:
        with expanded(name).open("rb") as file:
            # No network of the game is larger.
            layout = core_of(game).layout
            most = numbers_of(layout.features, layout.first_input, max(HIDDEN_SIZES))
            data = file.read(MAX_HEADER + 2 * most)
    except OSError as error:
        raise BoardwrightError(f"the network {quoted(name)} cannot be read: {reason_of(error)}") from error
    return _parsed(game, data, name)


def _parsed(game: AnyGame, data: bytes, name: str) -> Network:
    line, _, payload = data.partition(b"\n")
    header = HEADER.fullmatch(line)
    if header is None:
        raise BoardwrightError(f"the file {quoted(name)} is not a network file for {game.full_name}")
    layout = core_of(game).layout
    found = header["game"].decode(errors="replace"), int(header["layout"]), int(header["features"])
    expected = game.full_name, layout.version, layout.features
    if found != expected:
        raise BoardwrightError(
            f"the file {quoted(name)} does not fit: it is a network of {_layout_text(*found)}, "
            f"expected {_layout_text(*expected)}"
        )
    hidden = int(header["hidden"])
    size = 2 * numbers_of(layout.features, layout.first_input, hidden)
    if hidden not in HIDDEN_SIZES or len(payload) != size or zlib.crc32(payload) != int(header["crc32"], 16):
        raise BoardwrightError(
            f"the file {quoted(name)} is damaged: expected {size} bytes after its first line, with its checksum"
        )
    return new_network_of(game, hidden, _little_endian(array("h", payload)))


def _layout_text(game: str, version: int, features: int) -> str:
    return f"{game}, layout {version} of {features} features"


def _little_endian(numbers: array[int]) -> array[int]:
    """Convert from or to the byte order of files."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
