"""Where the package keeps what it makes for its user."""

from __future__ import annotations

import os
from pathlib import Path

from boardwright.errors import BoardwrightError, quoted

ELSEWHERE = "BOARDWRIGHT_DATA"
"""The environment's word for another folder than the system's usual one."""


def expanded(name: str | Path) -> Path:
    """The path that a user named, who may write ~ for a home folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise BoardwrightError(f"there is no user for {quoted(str(name))}: expected a path") from error


def data_folder() -> Path | None:
    """The user's folder for the console's history and the endings; None without the package that knows."""
    if elsewhere := os.environ.get(ELSEWHERE):
        return Path(elsewhere)
    try:
        from platformdirs import user_data_path
    except ImportError:
        return None
    return user_data_path("boardwright", appauthor=False)
