"""Terminal features: colours, progress bars and single keys if available, plain text otherwise."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from boardwright.protocols.signals import signal_handler, termination_signals
from boardwright.views import View

if TYPE_CHECKING:
    from boardwright.core._core import Job

T = TypeVar("T")

WATCH_SECONDS = 0.05
PATIENCE = 1.0
"""How many seconds after the first Ctrl-C another one counts: some programs pass on what the terminal has sent too."""


def print_diagram(view: View, sides: tuple[str, str]) -> None:
    """Print a board, in colour if standard output is a terminal and rich is installed."""
    from boardwright.render import styled_diagram, text_diagram

    if sys.stdout.isatty():
        try:
            from rich.console import Console as Rich
            from rich.text import Text
        except ImportError:
            pass
        else:
            Rich(highlight=False).print(Text.assemble(*styled_diagram(view, sides)))
            return
    print(text_diagram(view))


def printable(text: str) -> str:
    """Replace control characters in untrusted text, so that it cannot control the terminal.

    >>> printable("a \x1b[2J b")
    'a �[2J b'
    """
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def size_text(size: int) -> str:
    """Format a number of bytes.

    >>> size_text(2600), size_text(2_800_000)
    ('2.6 kB', '2.8 MB')
    """
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"


def progress(items: Iterable[T], title: str, total: int) -> Iterator[T]:
    """Iterate over items, with a progress bar if standard error is a terminal and rich is installed."""
    if not sys.stderr.isatty():
        return iter(items)
    try:
        from rich.console import Console as Rich
        from rich.progress import track
    except ImportError:
        return iter(items)
    return iter(track(items, title, total, console=Rich(stderr=True), transient=True))


def watch(job: Job, title: str) -> bool:
    """Wait for a job of the core, with a progress bar on a terminal; Ctrl-C stops it. Return whether it finished."""
    with interruption() as stop, bar(job.total) as advance:
        while not job.wait(WATCH_SECONDS):
            advance(job.done, title)
            if stop():
                job.stop()
    return job.done == job.total


@contextmanager
def bar(total: int) -> Iterator[Callable[[int, str], None]]:
    """Yield a function that updates a progress bar, shown if standard error is a terminal and rich is installed."""
    if sys.stderr.isatty():
        try:
            from rich.console import Console as Rich
            from rich.progress import Progress
        except ImportError:
            pass
        else:
            with Progress(console=Rich(stderr=True), transient=True) as progress_bar:
                task = progress_bar.add_task("", total=total)
                yield lambda done, title: progress_bar.update(task, completed=done, description=title)
            return
    yield lambda done, title: None


@contextmanager
def interruption(*, to_end: bool = True) -> Iterator[Callable[[], bool]]:
    """Replace the Ctrl-C handler; yield a function that returns whether Ctrl-C was typed.

    ``to_end``: whether the program ends when interrupted. Then termination signals count too, unless they are
    ignored, as under ``nohup``.

    Another Ctrl-C, a second later, raises KeyboardInterrupt: the code of a game may never end.
    """
    received: list[float] = []
    numbers = [signal.SIGINT, *(termination_signals() if to_end else ())]

    def receive(number: int, frame: FrameType | None) -> None:
        received.append(monotonic())
        if number == signal.SIGINT and received[-1] - received[0] > PATIENCE:
            raise KeyboardInterrupt

    with signal_handler(numbers, receive):
        yield lambda: bool(received)


ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}


@contextmanager
def typed_keys() -> Iterator[Iterator[str]]:
    """Yield keys as they are typed, without waiting for Enter; arrow keys are words such as ``left``.

    On systems without termios, each character of a line is a key.
    """
    try:
        import termios
        import tty
    except ImportError:
        yield (key for line in sys.stdin for key in line)
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield _keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys(terminal: int) -> Iterator[str]:
    import os

    while data := os.read(terminal, 1024):
        text = data.decode("utf-8", "replace")
        while text:
            if text[:2] in ("\x1b[", "\x1bO") and text[2:3] in ARROWS:
                yield ARROWS[text[2]]
                text = text[3:]
            else:
                yield text[0]
                text = text[1:]
