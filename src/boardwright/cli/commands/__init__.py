"""The commands, one module each: what it is about, its arguments, and what it does."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Protocol, cast

NAMES = (
    "games",
    "show",
    "moves",
    "apply",
    "perft",
    "playout",
    "positions",
    "check",
    "search",
    "bitbase",
    "bench",
    "match",
    "gauntlet",
    "balance",
    "tune",
    "play",
    "ugi",
    "doctor",
)


class Command(Protocol):
    """What a module of this package offers."""

    ABOUT: str
    COMMAND_FOLLOWS: bool

    def declare(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""

    def run(self, options: argparse.Namespace) -> int | None:
        """Do it; the exit status, None for 0."""


def load(name: str) -> Command:
    """The command of a name in ``NAMES``."""
    return cast("Command", import_module(f"boardwright.cli.commands.{name}"))
