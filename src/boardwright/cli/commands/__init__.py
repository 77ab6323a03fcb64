"""The commands, one module each, with its description, arguments and implementation."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Protocol, cast

from boardwright.errors import BoardwrightError, quoted
from boardwright.names import did_you_mean

NAMES = (
    "games",
    "show",
    "moves",
    "apply",
    "perft",
    "playout",
    "positions",
    "new",
    "check",
    "core",
    "search",
    "bitbase",
    "bench",
    "match",
    "gauntlet",
    "tournament",
    "balance",
    "puzzles",
    "selfplay",
    "train",
    "tune",
    "play",
    "serve",
    "site",
    "replay",
    "annotate",
    "convert",
    "protocol",
    "doctor",
    "schema",
    "completion",
    "course",
)


class Command(Protocol):
    """Interface of a command module, in this package or for a protocol."""

    ABOUT: str

    def declare(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""

    def run(self, options: argparse.Namespace) -> int | None:
        """Run the command and return the exit status, None for 0."""


def load(name: str) -> Command:
    """Return the command with a name: one of ``NAMES``, or one of a protocol."""
    if name in NAMES:
        return cast("Command", import_module(f"boardwright.cli.commands.{name}"))
    from boardwright.protocol_registry import declared_commands

    declared = declared_commands()
    if name not in declared:
        names = (*NAMES, *sorted(declared))
        raise BoardwrightError(
            f"unknown command {quoted(name)}{did_you_mean(name, names)}: expected one of {', '.join(names)}"
        )
    return cast("Command", import_module(declared[name]))
