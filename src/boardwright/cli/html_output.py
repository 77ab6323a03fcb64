"""HTML pages that commands write: checking the file and opening the page."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.study.report import HEAD, is_page


def page_file(name: str) -> Path:
    """Return the path for a page; raise early if it cannot be written, before any work is done."""
    try:
        file = Path(name).expanduser()
        obstacle = _obstacle(file)
    except (OSError, RuntimeError, ValueError) as error:
        obstacle = reason_of(error)
    if obstacle:
        raise BoardwrightError(f"the file {quoted(name)} cannot be written: {obstacle}")
    return file


def _obstacle(file: Path) -> str:
    """Return why a page cannot be written to a file, "" if it can; only earlier pages and empty files are replaced."""
    if not file.parent.is_dir():
        return "there is no such folder"
    if file.is_dir():
        return "it is a folder"
    if not os.access(file if os.access(file, os.F_OK) else file.parent, os.W_OK):
        return "it is write-protected"
    if not file.is_file():
        return ""
    with file.open(encoding="utf-8", errors="replace") as stream:
        head = stream.read(HEAD)
    return "" if not head or is_page(head) else "it exists and is not a page of boardwright"


def show_page(file: Path) -> None:
    """Open a page in the browser."""
    import webbrowser

    if not webbrowser.open(file.resolve().as_uri()):
        print("warning: there is no browser to show the page", file=sys.stderr)
