"""Texts in English with a code and arguments, by which they can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

PLAIN = "text"
"""The code of texts that have none of their own."""


class TranslatableText(str):
    """A text in English, with a stable code and arguments by which it can be translated.

    A text without a code of its own has the code "text". Arguments can be translatable texts themselves.

    >>> TextTemplates(blocked="the path is blocked on {square}")("blocked", square="D5").data
    {'code': 'blocked', 'arguments': {'square': 'D5'}}
    """

    __slots__ = ("arguments", "code")
    code: str
    arguments: Mapping[str, Any]

    def __new__(cls, text: str, code: str = PLAIN, arguments: Mapping[str, Any] | None = None) -> TranslatableText:
        if isinstance(text, TranslatableText):
            return text
        translatable = super().__new__(cls, text)
        translatable.code, translatable.arguments = code, arguments or {}
        return translatable

    @property
    def data(self) -> dict[str, Any]:
        """The code and the arguments as plain data for JSON."""
        return {"code": self.code, "arguments": {name: _plain(value) for name, value in self.arguments.items()}}


def _plain(value: Any) -> Any:
    """Return an argument as plain data."""
    if isinstance(value, TranslatableText):
        return {"text": str(value), **value.data}
    return [_plain(each) for each in value] if isinstance(value, list) else value


class TextTemplates(dict[str, str]):
    """Templates of translatable texts by code; a call fills one in.

    The format spec of a field is a noun to count, ``spelled`` to write a number as a word, or the separator of a list.

    >>> refuse = TextTemplates(far="{n:stone} cannot go {n:spelled}", shared="it lands on {squares: and }")
    >>> refuse("far", n=2), refuse("shared", squares=["D4", "D5"])
    ('2 stones cannot go two', 'it lands on D4 and D5')
    """

    def __call__(self, code: str, **arguments: Any) -> TranslatableText:
        return TranslatableText(_FORMATTER.vformat(self[code], (), arguments), code, arguments)


class _Formatter(Formatter):
    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, list):
            return spec.join(value)
        if spec == "spelled":
            return count_word(value)
        return counted(value, spec) if spec else str(value)


_FORMATTER = _Formatter()


def counted(number: int, noun: str) -> str:
    """
    >>> counted(1, "rank"), counted(8, "rank")
    ('1 rank', '8 ranks')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def count_word(count: int) -> str:
    """
    >>> count_word(3), count_word(13)
    ('three', '13')
    """
    return COUNTS[count] if count < len(COUNTS) else str(count)


def share_text(count: int, total: int) -> str:
    """Format a count with its share of a total.

    >>> share_text(3, 8)
    '3 (37.5%)'
    """
    return f"{count} ({count / max(total, 1):.1%})"
