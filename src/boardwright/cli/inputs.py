"""Positions from the command line: as an argument, from a file, or one a line from standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from boardwright.game import BoardwrightError, quoted
from boardwright.registry import AnyGame

BATCH = "-"
START = "start"
SOME_BAD = 1


def read_position(game: AnyGame, text: str | None, *, strict: bool) -> Any:
    """The position an argument stands for: nothing or ``start``, ``@FILE``, or the text itself."""
    if text is None or text == START:
        return game.start()
    if text == BATCH:
        raise BoardwrightError("this command takes one position: expected its text, not '-'")
    if text.startswith("@"):
        text = read_file(text[1:])
    return game.parse_position(text, strict=strict)


def read_file(name: str) -> str:
    """The text of a file that a user named."""
    from pathlib import Path

    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise BoardwrightError(f"the file {quoted(name)} cannot be read: {reason}") from error


def write_file(name: str, text: str, *, replace: bool) -> None:
    """Write a file that a user named, in one piece; an existing one only where ``replace`` says so."""
    from pathlib import Path
    from tempfile import NamedTemporaryFile

    path = Path(name)
    part = None
    try:
        if not replace and path.exists():
            raise FileExistsError(None, "it exists already, expected a new name")
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            part = Path(file.name)
            file.write(text)
        # A temporary file is private; this one gets the rights that any new file would have.
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except (OSError, ValueError) as error:
        if part is not None:
            part.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BoardwrightError(f"the file {quoted(name)} cannot be written: {reason}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def for_each_line(answer: Callable[[str], str], *, json_errors: bool = False) -> int:
    """Write one line for each line of standard input; a bad one gives its error and the rest goes on."""
    status = 0
    for line in sys.stdin:
        try:
            print(answer(line.rstrip("\r\n")), flush=True)
        except BoardwrightError as error:
            print(_as_json(error) if json_errors else f"error: {error}", flush=True)
            status = SOME_BAD
    return status


def _as_json(error: BoardwrightError) -> str:
    import json

    return json.dumps({"error": str(error)})
