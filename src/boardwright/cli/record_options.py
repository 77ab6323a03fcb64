"""Options and input of the commands on record files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from boardwright.cli.inputs import SOME_BAD, open_file
from boardwright.cli.json_output import error_data, print_json
from boardwright.cli.options import whole_number
from boardwright.errors import BoardwrightError, quoted
from boardwright.records.files import StoredGame, read_records
from boardwright.registry import find_game


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option --rules, for records of games that are not installed."""
    parser.add_argument(
        "--rules",
        metavar="GAME",
        help="Python file that defines the game; records name installed games themselves",
    )


def add_number(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the option --game, which selects a game of a file."""
    parser.add_argument(
        "--game", type=whole_number(1), metavar="N", help=f"number of the game in the file (default: {default})"
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the option --output."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE, which must not exist yet, instead of standard output"
    )


class Numbered(NamedTuple):
    """A game of a file, its number there, and whether more games follow."""

    stored: StoredGame
    number: int
    more: bool


class Recorded:
    """The games of several record files; an error in one game is reported, and the others are still read."""

    def __init__(self, files: Sequence[str], options: argparse.Namespace) -> None:
        self.files = files
        self.game = None if options.rules is None else find_game(options.rules)
        self.as_json = "json" in options and options.json
        self.status = 0

    def __iter__(self) -> Iterator[StoredGame]:
        for file in self.files:
            stored = None
            with open_file(file) as stream:
                for stored in read_records(stream, file, self.game, on_error=partial(self.report_error, file)):
                    yield stored
            if stored is None and not self.status:
                raise _without_games(file)

    def report_error(self, file: str, error: BoardwrightError) -> None:
        """Report an error in a game."""
        if self.as_json:
            print_json(error_data(f"{file}: {error}"))
        else:
            print(f"error: {file}: {error}", file=sys.stderr)
        self.status = SOME_BAD

    def number(self, number: int) -> Numbered:
        """Return the game with that number, counted from 1 in the file; errors in other games are ignored."""
        (file,) = self.files
        count, result = 0, None

        def skip(error: BoardwrightError) -> None:
            nonlocal count
            count += 1
            if count == number:
                raise BoardwrightError(f"{file}: {error}") from error

        with open_file(file) as stream:
            for stored in read_records(stream, file, self.game, on_error=skip):
                count += 1
                if count == number:
                    result = stored
                elif result is not None:
                    break
        if result is not None:
            return Numbered(result, number, count > number)
        if not count:
            raise _without_games(file)
        raise BoardwrightError(f"the file {quoted(file)} holds no game {number}: expected at most {count}")


def _without_games(file: str) -> BoardwrightError:
    return BoardwrightError(f"the file {quoted(file)} holds no game")
