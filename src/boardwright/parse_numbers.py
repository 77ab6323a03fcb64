"""Parsing numbers from outside."""

from __future__ import annotations

import re

from boardwright.errors import BoardwrightError, quoted

DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


LARGEST = 10**18 - 1
"""The largest whole number that is accepted."""

HIGHEST_PORT = 65535


def bound(number: float, limit: float) -> str:
    """Return the words for an upper bound if the number exceeds it, else "".

    >>> bound(1e12, 1_000_000), bound(-1, 1_000_000)
    (' below 1000000', '')
    """
    return f" below {limit:.0f}" if number >= limit else ""


def read_whole_number(text: str, least: int, most: int | None = None) -> int | None:
    """Parse a text of digits; None if it is not a whole number in the range.

    >>> read_whole_number("12", 1), read_whole_number("-1", 1), read_whole_number("7", 1, 6)
    (12, None, None)
    """
    # Reject more digits than any range has: Python limits the conversion of long texts.
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))):
        return None
    number = int(text)
    return number if number >= least and (most is None or number <= most) else None


def require_whole_number(what: str, text: str, least: int, most: int) -> int:
    """Parse a whole number in a range; the error names ``what`` it is.

    >>> require_whole_number("depth", "12", 1, 100)
    12
    """
    number = read_whole_number(text, least, most)
    if number is None:
        raise BoardwrightError(f"{what} {quoted(text)}: expected a whole number from {least} to {most}")
    return number


def read_number(text: str, least: float, most: float) -> float | None:
    """Parse a decimal number; None if it is not one in the range.

    >>> read_number("0.5", 0, 1), read_number("1e-2", 0, 1), read_number("nan", 0, 1), read_number("2", 0, 1)
    (0.5, 0.01, None, None)
    """
    number = float(text) if DECIMAL.fullmatch(text) else float("nan")
    return number if least <= number <= most else None
