"""How every program of the package meets a terminal: one clear line for whatever goes wrong."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NoReturn, TextIO

from boardwright.cli.json_output import error_data, print_json
from boardwright.errors import BoardwrightError, BrokenGame, Repaired, in_words

BAD_INPUT = 2
INTERRUPTED = 130


def run(main: Callable[[list[str]], int | None]) -> NoReturn:
    """Call ``main`` with the program's arguments and exit with the status it returns (None: 0)."""
    sys.exit(guarded(lambda: main(sys.argv[1:])))


def guarded(work: Callable[[], int | None], *, as_json: bool = False) -> int:
    """The exit status of ``work``; errors of ours become one line on standard error, or JSON on standard output."""
    _prepare_streams()
    with warnings.catch_warnings():
        for category in (BrokenGame, Repaired):
            warnings.simplefilter("always", category)
        warnings.showwarning = _show_warning
        try:
            status = work() or 0
            sys.stdout.flush()
            return status
        except BoardwrightError as error:
            return complain(str(error), as_json=as_json)
        except KeyboardInterrupt:
            if as_json:
                complain("interrupted", as_json=True)
            else:
                print("interrupted", file=sys.stderr)
            return INTERRUPTED
        except BrokenPipeError:
            _give_up_output()
            return 0
        except Exception as error:
            words = _explained(error)
            if words is None:
                raise
            status = complain(words, as_json=as_json)
            if isinstance(error, (OSError, MemoryError)):
                _give_up_output()
            return status


def _explained(error: Exception) -> str | None:
    """What an error means to the user; None for a programming error of the package, which is a traceback."""
    # Loaded only where it is needed: every command starts with this module.
    from boardwright.conformance import game_failure

    failure = game_failure(error)
    if failure is not None:
        return str(failure)
    if isinstance(error, RecursionError):
        return "the position is too deep to search: expected a smaller depth"
    if isinstance(error, (OSError, MemoryError)):
        return in_words(error)
    return None


def _prepare_streams() -> None:
    """No byte of input and no character of output is an error, and neither is a closed stream."""
    sys.stdin = sys.stdin or _null("r")
    sys.stdout = sys.stdout or _null("w")
    sys.stderr = sys.stderr or _null("w")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _null(mode: Literal["r", "w"]) -> TextIO:
    """The null device, open as long as the process lives; without pathlib, which a quick start does not load."""
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123


def _give_up_output() -> None:
    """What is left in the buffer of a standard output that takes no more must not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, *, as_json: bool = False) -> int:
    """Print one line on standard error, or an object on standard output; the exit status of bad input."""
    if as_json:
        try:
            print_json(error_data(message))
            return BAD_INPUT
        except OSError:
            _give_up_output()
    with suppress(OSError):
        print(f"error: {message}", file=sys.stderr, flush=True)
    return BAD_INPUT


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    print(f"warning: {message}", file=sys.stderr)
