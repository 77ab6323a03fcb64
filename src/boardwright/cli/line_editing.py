"""The lines that a user types in the console, with history and completion if prompt_toolkit is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from boardwright.cli.console import Console
from boardwright.errors import reason_of
from boardwright.paths import data_folder


def run_console(console: Console) -> None:
    """Feed the console from standard input until it is done, with line editing on a terminal."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        console.interactive = True
        console.greet()
        lines = _edited_lines(console)
    else:
        lines = (line.rstrip("\r\n") for line in sys.stdin)
    for line in lines:
        try:
            console.execute(line)
        except KeyboardInterrupt:
            if not console.interactive:
                raise
        sys.stdout.flush()
        if console.done:
            break


def _edited_lines(console: Console) -> Iterator[str]:
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import FileHistory, InMemoryHistory
    except ImportError:
        yield from _typed_lines(console)
        return
    history: FileHistory | InMemoryHistory = InMemoryHistory()
    folder = data_folder()
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            history = FileHistory(str(folder / "console-history"))
        except OSError as error:
            print(f"the command history is not saved: {reason_of(error)}")
    session: PromptSession[str] = PromptSession(history=history)
    while True:
        try:
            completer = WordCompleter(console.completions(), sentence=True)
            yield session.prompt(console.prompt(), completer=completer)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _typed_lines(console: Console) -> Iterator[str]:
    while True:
        try:
            yield input(console.prompt())
        except KeyboardInterrupt:
            print()
        except EOFError:
            return
