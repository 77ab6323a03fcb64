"""Names typed by users: case-insensitive lookup, and suggestions for misspelled ones."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST_GUESSED = 100
"""Longer texts get no suggestion."""


def find_name(text: str, names: Iterable[str]) -> str | None:
    """Return the name that equals a text, ignoring case, in its own spelling; None if there is none.

    >>> find_name("Congo", ["turm", "congo"]), find_name("chess", ["turm", "congo"])
    ('congo', None)
    """
    known = list(names)
    wanted = text.casefold()
    return text if text in known else next((name for name in known if name.casefold() == wanted), None)


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return a hint to the name most similar to a text, to be appended to the text; "" if there is none.

    >>> did_you_mean("cogno", ["turm", "congo"]), did_you_mean("chess", ["turm", "congo"])
    (' (did you mean congo?)', '')
    """
    from difflib import get_close_matches

    by_case = {name.casefold(): name for name in names}
    close = get_close_matches(text.casefold(), by_case, n=1) if len(text) <= LONGEST_GUESSED else []
    return f" (did you mean {by_case[close[0]]}?)" if close else ""
