"""The lines of Hub: a command, and arguments that have values or are flags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from boardwright.errors import BoardwrightError, quoted

PART = re.compile(r'\s*([^\s="]+)(?:\s*=\s*("[^"]*"|[^\s="]+))?(?=\s|$)')
PLAIN = re.compile(r'[^\s="]+')
"""A value that needs no quotes."""


class Message(NamedTuple):
    """A command, "" for an empty line, and its arguments in order; a flag has an empty value."""

    command: str
    arguments: Mapping[str, str]


def parse_message(line: str) -> Message:
    """Parse a line.

    >>> parse_message('pos  pos=We moves="32-28 19-23" start')
    Message(command='pos', arguments={'pos': 'We', 'moves': '32-28 19-23', 'start': ''})
    """
    parts = _parts(line)
    if not parts:
        return Message("", {})
    (command, value), *rest = parts
    if value is not None:
        raise BoardwrightError(f"the line begins with {quoted(f'{command}={value}')}: expected a command")
    arguments: dict[str, str] = {}
    for name, value in rest:
        if name in arguments:
            raise BoardwrightError(f"{command} has {quoted(name)} twice: expected it once")
        arguments[name] = value or ""
    return Message(command, arguments)


def _parts(line: str) -> list[tuple[str, str | None]]:
    """Return the names of a line with their values."""
    line = line.strip()
    parts = []
    at = 0
    while at < len(line):
        part = PART.match(line, at)
        if part is None:
            expected = "a closing quote" if line.count('"', at) % 2 else 'NAME, NAME=VALUE or NAME="VALUE"'
            raise BoardwrightError(f"the line goes on with {quoted(line[at:].strip())}: expected {expected}")
        parts.append((part[1], None if part[2] is None else part[2].strip('"')))
        at = part.end()
    return parts


def format_message(command: str, arguments: Mapping[str, object]) -> str:
    """Format a line; a double quote cannot be written, and becomes a single one.

    >>> format_message("done", {"move": "32-28", "note": "well played", "country": ""})
    'done move=32-28 note="well played" country=""'
    """
    return " ".join([command, *(f"{name}={_value(str(value))}" for name, value in arguments.items())])


def _value(text: str) -> str:
    if PLAIN.fullmatch(text):
        return text
    return '"{}"'.format(text.replace('"', "'"))
