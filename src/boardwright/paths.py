"""The user's folders."""

from __future__ import annotations

import os
from pathlib import Path

from boardwright.errors import BoardwrightError, quoted

ELSEWHERE = "BOARDWRIGHT_DATA"
"""The environment variable that overrides the data folder."""


CACHE = "BOARDWRIGHT_CACHE"
"""The environment variable that overrides the folder of what can be made again."""


def expanded(name: str | Path) -> Path:
    """Expand ~ in a path from the user."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise BoardwrightError(f"there is no user for {quoted(str(name))}: expected a path") from error


def data_folder() -> Path | None:
    """Return the user's folder for the console history and bitbases; None if platformdirs is not installed."""
    if elsewhere := os.environ.get(ELSEWHERE):
        return Path(elsewhere)
    try:
        from platformdirs import user_data_path
    except ImportError:
        return None
    return user_data_path("boardwright", appauthor=False)


def cache_folder() -> Path:
    """Return the user's folder for what can be made again, such as compiled headers."""
    for name in (CACHE, ELSEWHERE):
        if elsewhere := os.environ.get(name):
            return Path(elsewhere)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base and Path(base).is_absolute() else expanded("~/.cache")) / "boardwright"
