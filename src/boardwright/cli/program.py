"""How every program of the package meets a terminal: one clear line for whatever goes wrong."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable
from typing import NoReturn, TextIO

from boardwright.game import BoardwrightError, Repaired

BAD_INPUT = 2
INTERRUPTED = 130


def run(main: Callable[[list[str]], int | None]) -> NoReturn:
    """Call ``main`` with the program's arguments and exit with the status it returns (None: 0)."""
    sys.exit(guarded(lambda: main(sys.argv[1:])))


def guarded(work: Callable[[], int | None]) -> int:
    """The exit status of ``work``; errors of ours become one line on standard error."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    with warnings.catch_warnings():
        warnings.simplefilter("always", Repaired)
        warnings.showwarning = _show_warning
        try:
            status = work() or 0
            sys.stdout.flush()
            return status
        except BoardwrightError as error:
            return complain(str(error))
        except RecursionError:
            return complain("the position is too deep to search: expected a smaller depth")
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
            return INTERRUPTED
        except BrokenPipeError:
            # The reader has gone; what is left in the buffer must not raise again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except (OSError, MemoryError) as error:
            return complain(str(error) or type(error).__name__)


def complain(message: str) -> int:
    """Print one line on standard error; the exit status of bad input."""
    print(f"error: {message}", file=sys.stderr)
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
