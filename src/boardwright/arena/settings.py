"""Settings of an option: ``NAME=VALUE`` pairs, separated by commas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from boardwright.errors import BoardwrightError, quoted
from boardwright.names import did_you_mean


def read_settings(
    text: str,
    known: Mapping[str, Callable[[str], Any]],
    *,
    required: Collection[str] = (),
    flags: Collection[str] = (),
    example: str,
) -> dict[str, Any]:
    """Parse settings by the functions of their names; ``flags`` are names without a value.

    >>> read_settings("movecount=3,twosided", {"movecount": int}, flags=["twosided"], example="movecount=3")
    {'movecount': 3, 'twosided': True}
    """
    given: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if name in flags and not equals:
            given[name] = True
            continue
        if name not in known or not equals:
            hint = did_you_mean(name, [*known, *flags])
            names = ", ".join([*(f"{each}=" for each in known), *flags])
            raise BoardwrightError(f"{quoted(part)}{hint}: expected {names}, such as {example}")
        if name in given:
            raise BoardwrightError(f"{name} is set twice: expected it once")
        try:
            given[name] = known[name](value)
        except BoardwrightError as error:
            raise BoardwrightError(f"{name}={error}") from error
    missing = [f"{name}=" for name in required if name not in given]
    if missing:
        raise BoardwrightError(f"{quoted(text)} lacks {' and '.join(missing)}: expected something such as {example}")
    return given
