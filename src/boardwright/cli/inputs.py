"""Input and output of commands: positions from arguments, files or standard input, and files named by the user."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TextIO

from boardwright.cli.json_output import error_data, json_text
from boardwright.errors import BoardwrightError, print_warning, quoted, reason_of
from boardwright.game import AnyGame

BATCH = "-"
START = "start"
SOME_BAD = 1


def variants_of(game: AnyGame, name: str) -> list[AnyGame]:
    """Return the game for a name that the user gave with its variant; without one, the game in all its variants."""
    return [game] if name.endswith(f":{game.variant}") else [type(game)(variant) for variant in game.variants]


def read_position(game: AnyGame, text: str | None, *, strict: bool) -> Any:
    """Return the position of an argument: none or ``start``, ``@FILE``, or the text itself."""
    if text is None or text == START:
        return game.start()
    if text == BATCH:
        raise BoardwrightError("this command takes one position: expected its text, not '-'")
    if text.startswith("@"):
        text = read_file(text[1:])
    return parse_position(game, text, strict=strict)


def parse_position(game: AnyGame, text: str, *, strict: bool) -> Any:
    """Parse a position; repairs of lenient parsing are printed as warnings."""
    if strict:
        return game.parse_position(text)
    position, repairs = game.repair_position(text)
    for repair in repairs:
        print_warning(repair)
    return position


@contextmanager
def _named(name: str, done: str) -> Iterator[None]:
    """Raise errors of a file named by the user with its name and the reason."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason_of(error)
        raise BoardwrightError(f"the file {quoted(name)} cannot be {done}: {reason}") from error


def read_file(name: str) -> str:
    """Return the text of a file named by the user."""
    from pathlib import Path

    with _named(name, "read"):
        return Path(name).expanduser().read_text(encoding="utf-8-sig")


def open_file(name: str) -> BinaryIO:
    """Open a file named by the user, for incremental reading."""
    from pathlib import Path

    with _named(name, "read"):
        return Path(name).expanduser().open("rb")


def write_file(name: str, text: str, *, replace: bool) -> None:
    """Write a file named by the user; an existing one is overwritten only if ``replace`` is true."""
    from pathlib import Path

    with _named(name, "written"), Path(name).expanduser().open("w" if replace else "x", encoding="utf-8") as file:
        file.write(text)


@contextmanager
def output(name: str | None) -> Iterator[TextIO]:
    """Open the output of a command: standard output, or a new file, which is removed if an error leaves it empty."""
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
    """Print one answer per line of standard input; a bad line gives its error, and the next one follows."""
    status = 0
    for line in sys.stdin:
        try:
            print(answer(line.rstrip("\r\n")), flush=True)
        except BoardwrightError as error:
            print(json_text(error_data(error)) if json_errors else f"error: {error}", flush=True)
            status = SOME_BAD
    return status
