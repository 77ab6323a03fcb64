"""Positions from the command line: as an argument, from a file, or one a line from standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TextIO

from boardwright.cli.json_output import error_data, json_text
from boardwright.errors import BoardwrightError, quoted, reason_of
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


@contextmanager
def _named(name: str, done: str) -> Iterator[None]:
    """Say of a file that a user named why it cannot be read or written."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        reason = "it is no UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason_of(error)
        raise BoardwrightError(f"the file {quoted(name)} cannot be {done}: {reason}") from error


def read_file(name: str) -> str:
    """The text of a file that a user named."""
    from pathlib import Path

    with _named(name, "read"):
        return Path(name).expanduser().read_text(encoding="utf-8-sig")


def open_file(name: str) -> BinaryIO:
    """A file that a user named, to be read bit by bit."""
    from pathlib import Path

    with _named(name, "read"):
        return Path(name).expanduser().open("rb")


def write_file(name: str, text: str, *, replace: bool) -> None:
    """Write a file that a user named; an existing one only where ``replace`` says so."""
    from pathlib import Path

    with _named(name, "written"), Path(name).expanduser().open("w" if replace else "x", encoding="utf-8") as file:
        file.write(text)


@contextmanager
def output(name: str | None) -> Iterator[TextIO]:
    """Where a command writes to: a new file, which is not left behind empty by an error, or standard output."""
    from pathlib import Path

    if name is None:
        yield sys.stdout
        return
    with _named(name, "written"):
        path = Path(name).expanduser()
        file = path.open("x", encoding="utf-8")
    with file:
        try:
            yield file
        except BaseException:
            if not file.tell():
                path.unlink()
            raise


def for_each_line(answer: Callable[[str], str], *, json_errors: bool = False) -> int:
    """Write one line for each line of standard input; a bad one gives its error and the rest goes on."""
    status = 0
    for line in sys.stdin:
        try:
            print(answer(line.rstrip("\r\n")), flush=True)
        except BoardwrightError as error:
            print(json_text(error_data(error)) if json_errors else f"error: {error}", flush=True)
            status = SOME_BAD
    return status
