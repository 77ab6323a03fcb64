"""The command line: ``boardwright``, also ``python -m boardwright``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from boardwright.cli.commands import NAMES, load
from boardwright.cli.options import Parser
from boardwright.cli.program import guarded

ENVIRONMENT = {
    "BOARDWRIGHT_DATA": "the folder of the user's data: games of the server, history of the console, bitbases",
    "BOARDWRIGHT_CACHE": "the folder of what can be made again, such as compiled headers",
    "BOARDWRIGHT_TRACEBACK": "if set, errors in the code of your own game are printed with their traceback",
    "CXX": "the compiler of the core and of headers; without it, the first of g++, clang++ and c++",
}
"""The environment variables that commands use, for the reference."""
EXIT_STATUS = {
    "0": "everything was done",
    "1": "the work was done in part, or found a difference: one of several lines was bad, a check failed",
    "2": "bad input: one line on standard error says what was expected",
    "130": "ended by Ctrl-C",
}
"""The exit statuses of commands, for the reference."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    own = given[: given.index("--")] if "--" in given else given
    return guarded(lambda: _dispatch(given), as_json="--json" in own)


def _dispatch(arguments: list[str]) -> int | None:
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(overview())
        return None
    if arguments[0] in ("-V", "--version"):
        from boardwright.version import __version__

        print(f"boardwright {__version__}")
        return None
    name, *rest = arguments
    command = load(name)
    parser = parser_of(name)
    # For these commands, what follows -- is another program's command line; otherwise argparse handles --.
    end = rest.index("--") if "--" in rest and getattr(command, "COMMAND_FOLLOWS", False) else len(rest)
    try:
        options = parser.read(rest[:end])
    except SystemExit as exited:
        # argparse exits after printing a command's help.
        return exited.code if isinstance(exited.code, int) else 0
    options.tail = rest[end + 1 :]
    return command.run(options)


def parser_of(name: str) -> Parser:
    """Return the argument parser of a command."""
    command = load(name)
    parser = Parser(prog=f"boardwright {name}", description=command.ABOUT, allow_abbrev=False)
    command.declare(parser)
    return parser


def whole_parser() -> Parser:
    """Return one argument parser with all commands, for what describes the whole command line."""
    parser = Parser(prog="boardwright", description="Play, analyse and design abstract board games.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in command_names():
        command = load(name)
        command.declare(commands.add_parser(name, help=command.ABOUT, description=command.ABOUT))
    return parser


def command_names() -> list[str]:
    """Return the names of all commands, those of the games last."""
    from boardwright.protocol_registry import declared_commands

    return [*NAMES, *sorted(declared_commands())]


def overview() -> str:
    """Return the help of the whole program."""
    names = command_names()
    width = max(map(len, names))
    lines = [f"  {name:<{width}} {load(name).ABOUT}" for name in names]
    return "\n".join(
        [
            "usage: boardwright COMMAND ...",
            "",
            *lines,
            "",
            "GAME is a name (see boardwright games), NAME:VARIANT, or the path of a Python file that defines a game.",
            "POSITION is a position's text, @FILE, or start (the default); - reads one per line from standard input.",
            "Run boardwright help COMMAND for the options of a command.",
        ]
    )
