"""What a game says about itself in its docstrings."""

from __future__ import annotations

import inspect
import re
import sys

from boardwright.game import AnyGame, Game

DOCTEST = re.compile(r"^ *>>> .*\n?(?: *\S.*\n?)*", re.MULTILINE)


def summary(game: AnyGame) -> str:
    """Return the first sentence of a game's docstring; "" if it has none.

    >>> from boardwright import find_game
    >>> summary(find_game("examples/breakthrough.py"))
    'A race of pawns, invented by Dan Troyka in 2000.'
    """
    paragraph, *_ = docstring_of(type(game)).split("\n\n")
    return re.split(r"(?<=[.!?])\s", " ".join(paragraph.split()), maxsplit=1)[0]


def docstring_of(kind: type[AnyGame]) -> str:
    """Return the docstring of a class, its module or a base class, without doctests."""
    for base in kind.__mro__[: kind.__mro__.index(Game)]:
        for text in (base.__doc__, sys.modules[base.__module__].__doc__):
            docstring = DOCTEST.sub("", inspect.cleandoc(text or "")).strip()
            if docstring:
                return docstring
    return ""
