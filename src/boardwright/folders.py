"""Where the package keeps what it makes for its user."""

from __future__ import annotations

import os
from pathlib import Path

ELSEWHERE = "BOARDWRIGHT_DATA"
"""The environment's word for another folder than the system's usual one."""


def data_folder() -> Path | None:
    """The user's folder for the console's history and the endings; None without the package that knows."""
    if elsewhere := os.environ.get(ELSEWHERE):
        return Path(elsewhere)
    try:
        from platformdirs import user_data_path
    except ImportError:
        return None
    return user_data_path("boardwright", appauthor=False)
