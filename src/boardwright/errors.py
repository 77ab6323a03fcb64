"""The package's errors, and helpers for their messages."""

from __future__ import annotations

import sys
from collections.abc import Sequence


class BoardwrightError(ValueError):
    """Base of all errors that input from outside can cause."""


class UnknownGame(BoardwrightError):
    """No game of that name, variant, file or entry point."""


class InvalidPosition(BoardwrightError):
    """A text that is not a position of the game."""


class InvalidMove(BoardwrightError):
    """A text that is not a move in any position: the syntax is wrong."""


class IllegalMove(BoardwrightError):
    """A move that the rules forbid in this position; ``rule`` says which one."""

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(f"{quoted(move)} is illegal: {rule}")
        self.move = move
        self.rule = rule


class AmbiguousMove(BoardwrightError):
    """A text that fits several legal moves; ``candidates`` holds their full texts."""

    def __init__(self, move: str, candidates: Sequence[str]) -> None:
        super().__init__(f"{quoted(move)} is ambiguous: write one of {', '.join(candidates)}")
        self.move = move
        self.candidates = tuple(candidates)


class InvalidRecord(BoardwrightError):
    """A record that does not describe a legal game."""


class BrokenGame(UserWarning):
    """An installed game that cannot be loaded."""


def print_warning(message: object) -> None:
    """Print a warning on standard error, as all programs of the package do."""
    print(f"warning: {message}", file=sys.stderr)


def counted(number: int, noun: str) -> str:
    """
    >>> counted(1, "rank"), counted(8, "rank")
    ('1 rank', '8 ranks')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def quoted(text: str, limit: int = 60) -> str:
    """Quote a text for an error message: one line, printable, cut when long.

    >>> quoted("A1-B1")
    "'A1-B1'"
    >>> quoted("x" * 1_000_000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'... (1000000 characters)"
    """
    shown = ascii(text[:limit]) if not text[:limit].isprintable() else repr(text[:limit])
    return shown if len(text) <= limit else f"{shown}... ({len(text)} characters)"


def reason_of(error: BaseException) -> str:
    """Return the message of an error, without the number of a system error.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "games.pdn"))
    'No such file or directory'
    >>> reason_of(MemoryError())
    'MemoryError'
    """
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__


def in_words(error: BaseException) -> str:
    """Return the same with the file name, if the error has one.

    >>> in_words(FileNotFoundError(2, "No such file or directory", "games.pdn"))
    "'games.pdn': No such file or directory"
    """
    named = getattr(error, "filename", None) if isinstance(error, OSError) else None
    return reason_of(error) if named is None else f"{quoted(str(named))}: {reason_of(error)}"


def one_line(error: BaseException) -> str:
    """Return the same on one line, whatever the error's message holds.

    >>> one_line(ValueError("two\\nlines"))
    'two lines'
    """
    return " ".join(in_words(error).split())


def described(error: BaseException) -> str:
    """Format an error as Python does, on one line.

    >>> described(KeyError("a9")), described(ValueError("two\\nlines")), described(AssertionError())
    ("KeyError: 'a9'", 'ValueError: two lines', 'AssertionError')
    """
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
