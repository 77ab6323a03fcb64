"""Validation errors on one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardwright.errors import quoted

OUTSIDE = ("body", "query", "path", "header")
NO_JSON = "json_invalid"


def first_error(errors: Sequence[Any], what: str) -> str:
    """Describe the first error that pydantic found in one line.

    >>> first_error([{"type": "missing", "loc": ("body", "seats"), "msg": "Field required", "input": {}}], "the body")
    "the body has no 'seats': expected one"
    >>> wrong = {"type": "greater_than", "loc": ("body", "clock", "seconds"), "input": -1}
    >>> first_error([{**wrong, "msg": "Input should be greater than 0"}], "the body")
    "the body's 'clock.seconds' is -1: input should be greater than 0"
    """
    error = errors[0]
    if error["type"] == NO_JSON:
        return f"{what} is not JSON: {error.get('ctx', {}).get('error', 'expected an object')}"
    place = ".".join(str(part) for part in error["loc"] if part not in OUTSIDE)
    if error["type"] == "missing":
        return f"{what} has no {quoted(place)}: expected one" if place else f"{what} is missing: expected one"
    message = error["msg"][:1].lower() + error["msg"][1:]
    found = quoted(error["input"]) if isinstance(error["input"], str) else quoted(repr(error["input"]))[1:-1]
    return f"{what}'s {quoted(place)} is {found}: {message}" if place else f"{what} is {found}: {message}"
