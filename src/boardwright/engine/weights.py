"""The trained weights of a game's evaluation, and their files.

A file begins with a line of JSON that names the game and the number of features. The rest is
zlib-compressed: little-endian 16-bit integers, the middlegame weights and then the endgame weights.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from dataclasses import dataclass
from pathlib import Path

from boardwright.core import core_of
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame
from boardwright.manifest import file_beside

FORMAT = 1
MAX_WEIGHT = 500
"""The largest weight: the sum over all features of a position must fit into 16 bits."""
ZERO = "zero"
"""The name of all-zero weights."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Two weights for each feature of a game's evaluation: middlegame (``early``) and endgame (``late``)."""

    game: str
    early: array[int]
    late: array[int]

    @property
    def halves(self) -> bytes:
        """The weights as the core reads them."""
        return self.early.tobytes() + self.late.tobytes()

    def write(self, path: Path) -> None:
        """Write the weights to a file."""
        head = {"boardwright": "weights", "format": FORMAT, "game": self.game, "features": len(self.early)}
        numbers = array("h", self.early + self.late)
        if sys.byteorder == "big":
            numbers.byteswap()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(json.dumps(head).encode() + b"\n" + zlib.compress(numbers.tobytes(), 9))


def zero_weights(game: AnyGame) -> Weights:
    """Return weights that are all zero."""
    none = array("h", bytes(2 * core_of(game).features))
    return Weights(game.full_name, none, none)


def shipped_weights(game: AnyGame) -> Weights:
    """Return the weights that are shipped with a game; zero weights if its evaluation has no features."""
    if not core_of(game).features:
        return zero_weights(game)
    path = file_beside(type(game), game.manifest.weights) / f"{game.full_name.replace(':', '-')}.bin"
    return _parsed(game, path.read_bytes(), str(path))


def read_weights(game: AnyGame, name: str) -> Weights:
    """Read weights from a file, or return zero weights for the name ``zero``."""
    if name == ZERO:
        return zero_weights(game)
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise BoardwrightError(f"the weights {quoted(name)} cannot be read: {reason_of(error)}") from error
    return _parsed(game, data, name)


def _parsed(game: AnyGame, data: bytes, name: str) -> Weights:
    head, _, packed = data.partition(b"\n")
    expected = {
        "boardwright": "weights",
        "format": FORMAT,
        "game": game.full_name,
        "features": core_of(game).features,
    }
    try:
        header = json.loads(head)
        unpacker = zlib.decompressobj()
        halves = array("h", unpacker.decompress(packed, 4 * core_of(game).features + 1))
        if not unpacker.eof:
            raise ValueError("too short, or too long")
    except (ValueError, RecursionError, zlib.error) as error:
        raise BoardwrightError(
            f"the file {quoted(name)} holds no weights: expected those of {game.full_name}"
        ) from error
    features = expected["features"]
    if header != expected or len(halves) != 2 * core_of(game).features:
        raise BoardwrightError(
            f"the file {quoted(name)} does not fit: expected weights of {game.full_name} for {features} features"
        )
    if sys.byteorder == "big":
        halves.byteswap()
    if halves and max(max(halves), -min(halves)) > MAX_WEIGHT:
        raise BoardwrightError(f"the file {quoted(name)} holds too large weights: expected {MAX_WEIGHT} at most")
    return Weights(game.full_name, halves[: len(halves) // 2], halves[len(halves) // 2 :])
