"""Entry point of all programs of the package: exit status, one-line errors, robust standard streams."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NoReturn, TextIO

from boardwright.cli.json_output import error_data, print_json
from boardwright.errors import BoardwrightError, BrokenGame, in_words, print_warning
from boardwright.notices import notices_to

BAD_INPUT = 2
INTERRUPTED = 130


def run(main: Callable[[list[str]], int | None]) -> NoReturn:
    """Call ``main`` with the program's arguments and exit with the status it returns (None: 0)."""
    sys.exit(guarded(lambda: main(sys.argv[1:])))


def guarded(work: Callable[[], int | None], *, as_json: bool = False) -> int:
    """Return the exit status of ``work``; our errors become one line on standard error, or JSON on standard output."""
    _prepare_streams()
    with warnings.catch_warnings(), notices_to(_print_notice):
        warnings.simplefilter("always", BrokenGame)
        warnings.showwarning = lambda message, *_: print_warning(message)
        try:
            status = work() or 0
            sys.stdout.flush()
            return status
        except BoardwrightError as error:
            return print_error(str(error), as_json=as_json)
        except KeyboardInterrupt:
            return interrupted(as_json=as_json)
        except BrokenPipeError:
            _give_up_output()
            return 0
        except Exception as error:
            message = _explained(error)
            if message is None:
                raise
            status = print_error(message, as_json=as_json)
            if isinstance(error, (OSError, MemoryError)):
                _give_up_output()
            return status


def _print_notice(text: str) -> None:
    """Show a notice to a person who waits; programs that read standard error get errors and warnings only."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


def _explained(error: Exception) -> str | None:
    """Return an error as text for the user; None for a bug of the package, which gets a traceback."""
    # Imported late: every command loads this module, and most never need it.
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
    """Make the standard streams accept any input byte, any output character, and being closed."""
    sys.stdin = sys.stdin or _null("r")
    sys.stdout = sys.stdout or _null("w")
    sys.stderr = sys.stderr or _null("w")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _null(mode: Literal["r", "w"]) -> TextIO:
    """Open the null device for the lifetime of the process; without pathlib, which would slow the start."""
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123


def _give_up_output() -> None:
    """Redirect a broken standard output to the null device, so that its buffer does not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def interrupted(*, as_json: bool = False) -> int:
    """Report that the user has interrupted the command, and return its exit status."""
    if as_json:
        print_error("interrupted", as_json=True)
    else:
        print("interrupted", file=sys.stderr)
    return INTERRUPTED


def print_error(message: str, *, as_json: bool = False) -> int:
    """Print one line on standard error, or an object on standard output, and return the exit status of bad input."""
    if as_json:
        try:
            print_json(error_data(message))
            return BAD_INPUT
        except OSError:
            _give_up_output()
    with suppress(OSError):
        print(f"error: {message}", file=sys.stderr, flush=True)
    return BAD_INPUT
