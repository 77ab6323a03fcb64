"""Write the man pages of the command line from its parsers: ``python docs/man.py FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from argparse_manpage.manpage import Manpage

from boardwright.cli import ENVIRONMENT, EXIT_STATUS, command_names, parser_of
from boardwright.cli.commands import load
from boardwright.cli.options import Parser
from boardwright.version import __version__


def pages() -> dict[str, str]:
    """Return the text of each page by its file name."""
    parsers = [_overview(), *map(parser_of, command_names())]
    written = {f"{parser.prog.replace(' ', '-')}.1": _page(parser) for parser in parsers}
    written["boardwright.1"] += _section("EXIT STATUS", EXIT_STATUS) + _section("ENVIRONMENT", ENVIRONMENT)
    return written


def _section(title: str, rows: dict[str, str]) -> str:
    return f".SH {title}\n" + "".join(f".TP\n.B {name}\n{about}\n" for name, about in rows.items())


def _overview() -> Parser:
    parser = Parser(prog="boardwright", usage="%(prog)s COMMAND ...", add_help=False)
    parser.description = "rules, players and tools for abstract board games"
    commands = parser.add_argument_group("commands", "Each one has a page of its own, such as boardwright-match(1).")
    for name in command_names():
        commands.add_argument(name, help=load(name).ABOUT)
    return parser


def _page(parser: Parser) -> str:
    data = {"date": __version__, "project_name": "Boardwright", "manual_title": "Boardwright"}
    page = Manpage(parser, data | {"description": parser.description})
    page.prog = parser.prog.replace(" ", "-")
    if parser.more_help:
        page.add_section("Notes", ">", f".nf\n{parser.more_help().strip()}\n.fi")
    return str(page)


def main(folder: str) -> None:
    for name, text in pages().items():
        Path(folder, name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
