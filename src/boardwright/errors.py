"""The package's errors, and helpers for their messages."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from boardwright.texts import TextTemplates, TranslatableText


class BoardwrightError(ValueError):
    """Base of all errors that input from outside can cause."""


class UnknownGame(BoardwrightError):
    """No game of that name, variant, file or entry point."""


class InvalidPosition(BoardwrightError):
    """A string that is not a position of the game."""


class InvalidMove(BoardwrightError):
    """A text that is not a move in any position: the syntax is wrong."""


class InvalidLessons(BoardwrightError):
    """A file of lessons that cannot be used; the message names the lesson and what was expected."""


class IllegalMove(BoardwrightError):
    """A move that the rules forbid in this position; ``rule`` says which one, with a ``code`` and ``arguments``."""

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(f"{quoted(move)} is illegal: {rule}")
        self.move = move
        self.rule = TranslatableText(rule)
        self.code, self.arguments = self.rule.code, self.rule.arguments


COMMON_REFUSALS = TextTemplates(
    over="the game is over, {outcome}",
    not_legal="it is not among the {moves} legal moves",
    not_legal_action="it is not among the {actions:legal action}",
    other_side="the {piece} on {square} belongs to {owner}, and {side} is to move",
    several_paths="several moves end on {square}: choose the squares along the way too",
    opponents_piece="the piece on {square} is the opponent's",
    empty="{square} is empty",
    occupied="{square} is not empty",
    blocked="the path is blocked on {square}",
    both="{first}; {second}",
    every_move="every move breaks a rule; for example, {example}",
)
"""The refusals that games share."""


def joined(rules: Iterable[str]) -> TranslatableText | None:
    """Join refusals in one short sentence, each once; None if there are none.

    >>> print(joined(["the path is blocked on 44", "the path is blocked on 45", "the path is blocked on 44"]))
    the path is blocked on 44; the path is blocked on 45
    >>> print(joined(["a pawn stands on c2", "a pawn stands on d2", "a pawn stands on e2"]))
    every move breaks a rule; for example, a pawn stands on c2
    """
    different = [TranslatableText(rule) for rule in dict.fromkeys(rules)]
    if len(different) > 2:
        return COMMON_REFUSALS("every_move", example=different[0])
    if len(different) == 2:
        return COMMON_REFUSALS("both", first=different[0], second=different[1])
    return different[0] if different else None


class AmbiguousMove(BoardwrightError):
    """A text that fits several legal moves; ``candidates`` holds their full texts."""

    def __init__(self, move: str, candidates: Sequence[str]) -> None:
        super().__init__(f"{quoted(move)} is ambiguous: write one of {', '.join(candidates)}")
        self.move = move
        self.candidates = tuple(candidates)


class Disconnected(BoardwrightError):
    """A program has ended, or the connection to another one is lost, or nothing is read there."""


class InvalidRecord(BoardwrightError):
    """A record that does not describe a legal game."""


class BrokenGame(UserWarning):
    """An installed game that cannot be loaded."""


def print_warning(message: object) -> None:
    """Print a warning on standard error, as all programs of the package do."""
    print(f"warning: {message}", file=sys.stderr)


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
