"""Notices that work may take long: commands show them, the library alone is silent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_receivers: list[Callable[[str], None]] = []


def give_notice(text: str) -> None:
    """Pass one line to the command that runs, if one does."""
    for receive in _receivers[-1:]:
        receive(text)


@contextmanager
def notices_to(receive: Callable[[str], None]) -> Iterator[None]:
    """Pass the notices of the work meanwhile to a function.

    >>> with notices_to(print):
    ...     give_notice("compiling mine.hpp, once after each change ...")
    compiling mine.hpp, once after each change ...
    """
    _receivers.append(receive)
    try:
        yield
    finally:
        _receivers.remove(receive)
