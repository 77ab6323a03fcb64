"""Servers of line commands: base class and main loop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import TextIO

from boardwright.conformance import game_failure
from boardwright.errors import BoardwrightError, quoted
from boardwright.protocols.lines import LONGEST_LINE, read_lines


class CommandServer(ABC):
    """Executes commands until it is ``done``; a bad command is reported in one line and changes nothing."""

    done = False

    @abstractmethod
    def _obey(self, line: str) -> None:
        """Execute one line; a bad one raises and changes nothing."""

    @abstractmethod
    def _tell_complaint(self, words: str) -> None:
        """Send an error message, which is one line."""

    def execute(self, line: str) -> None:
        """Execute one line and report its error, if any."""
        try:
            self._obey(line)
        except (BoardwrightError, MemoryError) as error:
            self.complain(error)
        except Exception as error:
            failure = game_failure(error)
            if failure is None:
                raise
            self.complain(failure)

    def complain(self, error: Exception | str) -> None:
        """Report an error in one line."""
        words = "there is not enough memory" if isinstance(error, MemoryError) else str(error)
        self._tell_complaint(" ".join(words.split()) or type(error).__name__)

    def finish(self) -> None:  # noqa: B027 (most servers complete each command before the next)
        """Complete running work after the last command."""

    def close(self) -> None:  # noqa: B027 (most servers hold no resources)
        """Stop running work at once."""


def answer_all(server: CommandServer, commands: TextIO) -> None:
    """Execute commands until the server is done, the input ends, or the output is closed (OSError)."""
    try:
        for line in read_lines(commands):
            if line is None:
                server.complain(f"the line is longer than {LONGEST_LINE} characters")
            else:
                server.execute(line)
            if server.done:
                return
        server.finish()
    finally:
        server.close()


def split_command(line: str, names: Collection[str], with_argument: Collection[str]) -> tuple[str, str]:
    """Return the command of a line and its argument, each empty if missing.

    >>> split_command(" go depth 5", ("go", "quit"), ("go",))
    ('go', 'depth 5')
    """
    name, argument = (*line.split(maxsplit=1), "", "")[:2]
    if name and name not in names:
        raise BoardwrightError(f"unknown command {quoted(name)}: expected {', '.join(names)}")
    if argument and name not in with_argument:
        raise BoardwrightError(f"{name} takes no argument: found {quoted(argument.strip())}")
    return name, argument.strip()
