"""Numbers in texts from outside."""

from __future__ import annotations

import re

DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


LARGEST = 10**18 - 1
"""No whole number that is read is larger."""


def bound(number: float, limit: float) -> str:
    """The words for what a number must stay below, where it is too large; none where that was not the trouble.

    >>> bound(1e12, 1_000_000), bound(-1, 1_000_000)
    (' below 1000000', '')
    """
    return f" below {limit:.0f}" if number >= limit else ""


def read_whole_number(text: str, least: int, most: int | None = None) -> int | None:
    """The number a text of digits stands for; None where it is none, or out of its range.

    >>> read_whole_number("12", 1), read_whole_number("-1", 1), read_whole_number("7", 1, 6)
    (12, None, None)
    """
    # More digits than any range has are refused unread: Python limits their conversion.
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))):
        return None
    number = int(text)
    return number if number >= least and (most is None or number <= most) else None


def read_number(text: str, least: float, most: float) -> float | None:
    """The number a decimal text stands for; None where it is none, or out of its range.

    >>> read_number("0.5", 0, 1), read_number("1e-2", 0, 1), read_number("nan", 0, 1), read_number("2", 0, 1)
    (0.5, 0.01, None, None)
    """
    number = float(text) if DECIMAL.fullmatch(text) else float("nan")
    return number if least <= number <= most else None
