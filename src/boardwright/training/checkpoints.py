"""Checkpoints of a fit: everything that continues it, saved after each epoch.

A checkpoint is a NumPy archive: arrays by name, and a line of JSON with the settings of the fit, which must be the
same when it continues.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.installing import needs

with needs("training", extra="train"):
    import numpy as np

STATE = "state"
VERSION = 2


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a fit after an epoch: arrays (parameters, moments), and the rest as JSON values."""

    arrays: Mapping[str, Any]
    state: Mapping[str, Any]


def write_checkpoint(path: Path, settings: Mapping[str, Any], checkpoint: Checkpoint) -> None:
    """Replace the file at once, so that an interruption leaves the one before."""
    header = json.dumps({"version": VERSION, "settings": dict(settings), "state": dict(checkpoint.state)})
    partial = path.with_name(f"{path.name}.partial")
    try:
        with partial.open("wb") as file:
            arrays: dict[str, Any] = {STATE: np.frombuffer(header.encode(), dtype=np.uint8), **checkpoint.arrays}
            np.savez(file, **arrays)
        partial.replace(path)
    except OSError as error:
        raise BoardwrightError(f"the checkpoint {quoted(str(path))} cannot be written: {reason_of(error)}") from error


def read_checkpoint(path: Path, settings: Mapping[str, Any]) -> Checkpoint | None:
    """Return the checkpoint of a file, None if there is no file; raise if its settings differ."""
    if not path.exists():
        return None
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop(STATE).tobytes())
        version, found, state = header["version"], header["settings"], header["state"]
    except OSError as error:
        raise BoardwrightError(f"the checkpoint {quoted(str(path))} cannot be read: {reason_of(error)}") from error
    except (AttributeError, EOFError, KeyError, TypeError, ValueError, RecursionError, zipfile.BadZipFile) as error:
        raise damaged_checkpoint(path) from error
    if not (isinstance(found, dict) and isinstance(state, dict)):
        raise damaged_checkpoint(path)
    expected, found = ({"version": version} | dict(each) for version, each in ((VERSION, settings), (version, found)))
    for name in expected | found:
        if name not in expected or name not in found or expected[name] != found[name]:
            wanted = f"{name} {expected[name]}" if name in expected else f"no {name}"
            raise BoardwrightError(
                f"the checkpoint {quoted(str(path))} is of another fit: expected {wanted}, "
                f"found {found.get(name, 'none')}"
            )
    return Checkpoint(arrays, state)


def damaged_checkpoint(path: Path) -> BoardwrightError:
    """Return the error for a file that is no checkpoint, or holds not all of it."""
    return BoardwrightError(f"the file {quoted(str(path))} is not a checkpoint of boardwright train, or is damaged")
