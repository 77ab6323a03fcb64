"""Weights of the evaluation of a game without a core, and their files.

A file is JSON that a person can read: the game, the layout of its features, how many games they were learned from, and
the weight of each feature in hundredths of the game's unit. It lies beside the game: ``NAME.weights.json`` beside
``NAME.py``.
"""

from __future__ import annotations

import inspect
import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from boardwright.engine.python_search.features import TO_MOVE, Features
from boardwright.engine.python_search.profile import profile_of
from boardwright.engine.python_search.scores import MAX_EVALUATION
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame
from boardwright.manifest import file_beside
from boardwright.paths import expanded

SUFFIX = ".weights.json"
FORMAT = "boardwright weights"
VERSION = 1
DEFAULT = "default"
"""The name of the weights that every game has."""
MAX_BYTES = 16 << 20
DEFAULT_TEMPO = 10


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a game's features by name, and the self-play that they were learned from."""

    game: str
    layout: str
    values: Mapping[str, int]
    games: int = 0
    positions: int = 0

    def to_json(self) -> str:
        """Return the content of a file."""
        data = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "layout": self.layout,
            "games": self.games,
            "positions": self.positions,
            "weights": dict(sorted(self.values.items())),
        }
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"

    def write(self, path: Path) -> None:
        """Write the weights to a file; replace it at once, so that an interruption leaves the one before."""
        target = path.resolve()
        partial = target.with_name(f"{target.name}.partial")
        try:
            partial.write_text(self.to_json(), encoding="utf-8")
            partial.replace(target)
        except OSError as error:
            raise BoardwrightError(f"the weights {quoted(str(path))} cannot be written: {reason_of(error)}") from error
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)


def default_weights(game: AnyGame) -> Weights:
    """Return the weights of a game that has learned nothing: its pieces count by their moves and heights."""
    features: Features[Any, Any] = Features(game)
    values = {TO_MOVE: DEFAULT_TEMPO}
    for kind, value in profile_of(game).values.items():
        values |= dict.fromkeys(features.kind_features(kind), value)
    return Weights(game.full_name, features.layout, values)


def weights_file(game: AnyGame) -> Path:
    """Return the path of the weights beside a game; each of several variants has its own."""
    stem = Path(inspect.getfile(type(game))).stem
    variant = f"-{game.variant}" if len(game.variants) > 1 else ""
    return file_beside(type(game), f"{stem}{variant}{SUFFIX}")


def keep_earlier(path: Path) -> Path | None:
    """Copy a file that is about to be replaced to a free name beside it, and return that; None if there is no file."""
    if not path.is_file():
        return None
    stem = path.name.removesuffix(SUFFIX)
    copies = (path.with_name(f"{stem}.weights.{number}.json") for number in count(1))
    copy = next(copy for copy in copies if not copy.exists())
    try:
        shutil.copyfile(path, copy)
    except OSError as error:
        raise BoardwrightError(f"the weights {quoted(str(path))} cannot be kept: {reason_of(error)}") from error
    return copy


def find_weights(game: AnyGame) -> Weights | None:
    """Return the weights beside a game; None if there are none."""
    path = weights_file(game)
    return _read(game, path, str(path)) if path.is_file() else None


def read_weights(game: AnyGame, name: str) -> Weights:
    """Read weights from a file, or return the default ones for the name ``default``."""
    if name == DEFAULT:
        return default_weights(game)
    if not name:
        raise BoardwrightError(f"the weights have no name: expected a file, or {DEFAULT}")
    return _read(game, expanded(name), name)


def _read(game: AnyGame, path: Path, name: str) -> Weights:
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES)
    except OSError as error:
        raise BoardwrightError(f"the weights {quoted(name)} cannot be read: {reason_of(error)}") from error
    data = _parsed(text)
    if data is None:
        raise BoardwrightError(f"the file {quoted(name)} holds no weights: expected JSON with '{FORMAT}', {VERSION}")
    layout = Features(game).layout
    found = f"{data.get('game')}, layout {data.get('layout')}"
    expected = f"{game.full_name}, layout {layout}"
    if found != expected:
        raise BoardwrightError(
            f"the file {quoted(name)} does not fit: it holds weights of {quoted(found)}, expected {quoted(expected)}"
        )
    values = data.get("weights")
    if not isinstance(values, dict) or not all(map(_is_weight, values.values())):
        raise BoardwrightError(
            f"the file {quoted(name)} is damaged: expected whole numbers up to {MAX_EVALUATION} as weights, by feature"
        )
    return Weights(game.full_name, layout, values, _count(data, "games"), _count(data, "positions"))


def is_weights_file(path: Path) -> bool:
    """Whether a file holds weights, of whatever game."""
    try:
        return path.is_file() and _parsed(path.read_bytes()[:MAX_BYTES]) is not None
    except OSError:
        return False


def _parsed(text: bytes) -> dict[str, Any] | None:
    """Return the content of a file of weights; None if it is something else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_weights = isinstance(data, dict) and (data.get("format"), data.get("version")) == (FORMAT, VERSION)
    return data if is_weights else None


def _is_weight(value: object) -> bool:
    return type(value) is int and abs(value) <= MAX_EVALUATION


def _count(data: Mapping[str, object], name: str) -> int:
    value = data.get(name)
    return value if isinstance(value, int) else 0
