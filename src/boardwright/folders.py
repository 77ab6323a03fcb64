"""Where the package keeps what it makes for its user."""

from __future__ import annotations

from pathlib import Path


def data_folder() -> Path | None:
    """The user's folder for the console's history and the endings; None without the package that knows."""
    try:
        from platformdirs import user_data_path
    except ImportError:
        return None
    return user_data_path("boardwright", appauthor=False)
