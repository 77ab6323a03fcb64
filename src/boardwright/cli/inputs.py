"""Positions from the command line: as an argument, from a file, or one a line from standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, BinaryIO

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
        return Path(name).expanduser().read_text(encoding="utf-8-sig")
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise BoardwrightError(f"the file {quoted(name)} cannot be read: {reason}") from error


def open_file(name: str) -> BinaryIO:
    """A file that a user named, to be read bit by bit."""
    from pathlib import Path

    try:
        return Path(name).expanduser().open("rb")
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BoardwrightError(f"the file {quoted(name)} cannot be read: {reason}") from error


def write_file(name: str, text: str, *, replace: bool) -> None:
    """Write a file that a user named; an existing one only where ``replace`` says so."""
    from pathlib import Path

    try:
        path = Path(name).expanduser()
        with path.open("w" if replace else "x", encoding="utf-8") as file:
            file.write(text)
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BoardwrightError(f"the file {quoted(name)} cannot be written: {reason}") from error


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
