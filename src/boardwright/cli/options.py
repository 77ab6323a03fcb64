"""Options shared by several commands, and the argument parser."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from boardwright.errors import BoardwrightError, quoted
from boardwright.names import did_you_mean
from boardwright.parse_numbers import HIGHEST_PORT, LARGEST, bound, read_whole_number

if TYPE_CHECKING:
    from boardwright.engine.limits import Limits

T = TypeVar("T")

FOLDER = "boardwright-matches"
LONGEST = 1e9
"""Upper bound for options in seconds."""


class Parser(argparse.ArgumentParser):
    """Argument parser that raises :class:`BoardwrightError`, which is printed as one line."""

    more_help: Callable[[], str] | None = None
    """Makes the end of the help, if that takes time; called only when the help is printed."""

    def format_help(self) -> str:
        return super().format_help() + (self.more_help() if self.more_help else "")

    def read(self, arguments: list[str]) -> argparse.Namespace:
        """Parse the arguments; options may stand anywhere among them."""
        options, unknown = self.parse_known_intermixed_args(arguments)
        if unknown:
            names = (word.partition("=")[0] for word in unknown if word.startswith("-"))
            hint = did_you_mean(next(names, ""), self._option_string_actions) or self._number_hint(unknown[0])
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options

    def _number_hint(self, word: str) -> str:
        """Return a hint to the only numeric option, for a number without an option."""
        flags = [
            action.option_strings[0] for action in self._actions if action.option_strings and action.metavar == "N"
        ]
        return f" (did you mean {flags[0]} {word}?)" if word.isdecimal() and len(flags) == 1 else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            hint = did_you_mean(value, action.choices)
            raise argparse.ArgumentError(action, f"{quoted(value)}{hint}: expected {' or '.join(action.choices)}")

    def error(self, message: str) -> NoReturn:
        # argparse takes a value that starts with a dash for an option.
        joined = ", joined by = if it starts with a dash" if message.endswith("expected one argument") else ""
        raise BoardwrightError(f"{message}{joined} (see {self.prog} --help)")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument GAME."""
    parser.add_argument("game", metavar="GAME", help="name, NAME:VARIANT, or path of a Python file that defines a game")


def add_position(parser: argparse.ArgumentParser, *, batch: bool = True) -> None:
    """Add the argument POSITION and --strict; ``batch``: whether - reads many positions."""
    many = "; - reads one position per line from standard input" if batch else ""
    parser.add_argument(
        "position", metavar="POSITION", nargs="?", help=f"position text, @FILE, or start (default: start){many}"
    )
    add_strict(parser)


def add_strict(parser: argparse.ArgumentParser) -> None:
    """Add the option --strict."""
    parser.add_argument("--strict", action="store_true", help="reject malformed input instead of repairing it")


def add_json(parser: argparse._ActionsContainer) -> None:
    """Add the option --json."""
    parser.add_argument("--json", action="store_true", help="print results and errors as JSON")


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option --seed."""
    add_number(parser, "--seed", whole_number(0), 0, "random seed; the same seed gives the same result", "S")


def add_threads(parser: argparse._ActionsContainer, default: int | None = None) -> None:
    """Add the option --threads; the default is one per CPU core."""
    from boardwright.core import MAX_THREADS

    _add_parallel(parser, ["--threads"], "threads", MAX_THREADS, default)


def add_jobs(
    parser: argparse._ActionsContainer, what: str, default: int | None = None, *, alias: str | None = None
) -> None:
    """Add the option --jobs, and another name of it; the default is one per CPU core."""
    names = ["--jobs"] if alias is None else ["--jobs", alias]
    _add_parallel(parser, names, f"{what} in parallel", 1024, default)


def _add_parallel(
    parser: argparse._ActionsContainer, names: list[str], of_what: str, most: int, default: int | None
) -> None:
    parser.add_argument(
        *names,
        type=whole_number(1, most),
        default=default or os.cpu_count() or 1,
        metavar="N",
        help=f"number of {of_what} (default: {default or 'one per CPU core'})",
    )


def add_ray(parser: argparse._ActionsContainer) -> None:
    """Add the option --ray."""
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="run on a Ray cluster: HOST:PORT, auto (the cluster running on this machine), "
        "or local (start a small one here)",
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options --threads and --ray, of which one may be given."""
    workers = parser.add_mutually_exclusive_group()
    add_threads(workers)
    add_ray(workers)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the search limits --time, --depth and --nodes."""
    from boardwright.core import MAX_DEPTH

    parser.add_argument(
        "--time", type=seconds, metavar="S", help="time limit per position in seconds (default: 1 if no limit is given)"
    )
    parser.add_argument("--depth", type=whole_number(1, MAX_DEPTH), metavar="N", help="maximum depth in plies")
    parser.add_argument("--nodes", type=whole_number(1), metavar="N", help="node limit")


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the search limits of the options; one second if there are none."""
    from boardwright.engine.limits import DEFAULT_TIME, Limits

    return Limits(options.time, options.depth, options.nodes) or Limits(DEFAULT_TIME)


def add_hash(parser: argparse.ArgumentParser, default: int) -> None:
    """Add the option --hash of a search."""
    from boardwright.core import MAX_HASH

    add_number(parser, "--hash", whole_number(1, MAX_HASH), default, "transposition table size in MB", "MB")


def add_strength(parser: argparse.ArgumentParser) -> None:
    """Add the options of our player: --time or --level, --threads and --hash."""
    from boardwright.engine.players import LEVELS
    from boardwright.engine.search import DEFAULT_HASH

    strength = parser.add_mutually_exclusive_group()
    strength.add_argument(
        "--time", type=seconds, metavar="S", help="time limit per move in seconds, even if the clock allows more"
    )
    strength.add_argument(
        "--level",
        type=whole_number(1, len(LEVELS)),
        metavar="N",
        help=f"playing strength, from 1 (weakest) to {len(LEVELS)}",
    )
    add_threads(parser, 1)
    add_hash(parser, DEFAULT_HASH)


def add_listening(parser: argparse.ArgumentParser, port: int) -> None:
    """Add the options --host and --port of a server."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to listen on (default: 127.0.0.1); 0.0.0.0 for all interfaces",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, HIGHEST_PORT),
        default=port,
        metavar="PORT",
        help=f"port to listen on (default: {port}); 0 for any free port",
    )


def add_server(parser: argparse.ArgumentParser, port: int) -> None:
    """Add the arguments HOST and PORT of a client."""
    parser.add_argument("host", metavar="HOST", help="address of the server: HOST or HOST:PORT")
    parser.add_argument(
        "port",
        metavar="PORT",
        nargs="?",
        type=whole_number(1, HIGHEST_PORT),
        default=port,
        help=f"its port (default: {port})",
    )


def add_saving(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add the options --save and --no-save: ``save`` is the folder for records, or None. Return their group."""
    saving = parser.add_mutually_exclusive_group()
    saving.add_argument(
        "--save", default=FOLDER, metavar="FOLDER", help=f"folder for the game records (default: ./{FOLDER})"
    )
    saving.add_argument("--no-save", dest="save", action="store_const", const=None, help="do not save game records")
    return saving


def add_python(parser: argparse.ArgumentParser) -> None:
    """Add the option --python."""
    parser.add_argument("--python", action="store_true", help="use the Python rules instead of the core")


def add_count(parser: argparse.ArgumentParser, flag: str, of_what: str) -> None:
    """Add an option for a count."""
    add_number(parser, flag, whole_number(1), 100, f"number of {of_what}")


def add_number(
    parser: argparse._ActionsContainer,
    flag: str,
    kind: Callable[[str], float],
    default: float,
    about: str,
    metavar: str = "N",
) -> None:
    """Add a numeric option, whose help names the default."""
    help_text = f"{about} (default: {default if isinstance(default, int) else f'{default:g}'})"
    parser.add_argument(flag, type=kind, default=default, metavar=metavar, help=help_text)


def argument(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return an argparse type of a function whose errors name what was expected."""

    def parsed(text: str) -> T:
        try:
            return parse(text)
        except BoardwrightError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parsed


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for whole numbers in a range."""

    def parse(text: str) -> int:
        number = read_whole_number(text, least, most)
        if number is None:
            highest = LARGEST if most is None and len(text) > len(str(LARGEST)) and text.isdigit() else most
            span = f", {least} or more" if highest is None else f" from {least} to {highest}"
            raise argparse.ArgumentTypeError(f"{quoted(text)}: expected a whole number{span}")
        return number

    return parse


def seconds(text: str) -> float:
    """Parse a positive number of seconds (argparse type)."""
    return _seconds(text, "a positive number of seconds", zero=False)


def seconds_or_zero(text: str) -> float:
    """Parse a number of seconds, 0 included (argparse type)."""
    return _seconds(text, "0 seconds or more", zero=True)


def _seconds(text: str, expected: str, *, zero: bool) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not (0 < number < LONGEST or (zero and number == 0)):
        raise argparse.ArgumentTypeError(f"{quoted(text)}: expected {expected}{bound(number, LONGEST)}")
    return number
