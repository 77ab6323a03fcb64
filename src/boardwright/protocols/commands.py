"""Servers of line commands: base class and main loop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import TextIO

from boardwright.conformance import game_failure
from boardwright.errors import BoardwrightError, quoted
from boardwright.protocols.lines import LONGEST_LINE, read_lines


class CommandServer(ABC):
    """Executes commands until it is ``done``; a bad command is reported in one line and changes nothing."""

    done = False

    @abstractmethod
    def _execute(self, line: str) -> None:
        """Execute one line; a bad one raises and changes nothing."""

    @abstractmethod
    def _write_error(self, message: str) -> None:
        """Write an error message, which is one line."""

    def _quit(self, _: object) -> None:
        self.done = True

    def execute(self, line: str) -> None:
        """Execute one line and report its error, if any."""
        try:
            self._execute(line)
        except (BoardwrightError, MemoryError) as error:
            self.report_error(error)
        except Exception as error:
            failure = game_failure(error)
            if failure is None:
                raise
            self.report_error(failure)

    def report_error(self, error: Exception | str) -> None:
        """Report an error in one line."""
        message = "there is not enough memory" if isinstance(error, MemoryError) else str(error)
        self._write_error(" ".join(message.split()) or type(error).__name__)

    def finish(self) -> None:  # noqa: B027 (most servers complete each command before the next)
        """Complete running work after the last command."""

    def close(self) -> None:  # noqa: B027 (most servers hold no resources)
        """Stop running work at once."""


def answer_all(server: CommandServer, commands: TextIO) -> None:
    """Execute commands until the server is done, the input ends, or the output is closed (OSError)."""
    try:
        for line in read_lines(commands):
            if line is None:
                server.report_error(f"the line is longer than {LONGEST_LINE} characters")
            else:
                server.execute(line)
            if server.done:
                return
        server.finish()
    finally:
        server.close()


def run_command(line: str, commands: Mapping[str, Callable[[str], None]], with_argument: Collection[str]) -> None:
    """Call the command that a line names with the rest of the line; an empty line does nothing.

    >>> run_command(" go depth 5", {"go": print}, ("go",))
    depth 5
    """
    name, argument = (*line.split(maxsplit=1), "", "")[:2]
    if not name:
        return
    if name not in commands:
        raise BoardwrightError(f"unknown command {quoted(name)}: expected {', '.join(commands)}")
    if argument and name not in with_argument:
        raise BoardwrightError(f"{name} takes no argument: found {quoted(argument.strip())}")
    commands[name](argument.strip())
