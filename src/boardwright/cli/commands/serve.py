"""``boardwright serve``."""

from __future__ import annotations

import argparse
from functools import reduce

from boardwright.cli.options import whole_number
from boardwright.installing import needs

ABOUT = "the board in the browser: play, watch, analyse"
COMMAND_FOLLOWS = False


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=whole_number(0, 65535), default=8000, metavar="P", help="the port (8000)")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which the server is called too (* any)",
    )
    parser.add_argument("--database", metavar="URL", help="where matches are kept (a SQLite file of the user's)")
    parser.add_argument("--open", action="store_true", help="open the page in a browser, if there is one")
    parser.add_argument("--game", action="append", default=[], metavar="FILE", help="offer the game of a file too")
    parser.add_argument(
        "--processes", type=whole_number(2, 256), metavar="N", help="how many processes think (as many as cores)"
    )
    parser.add_argument(
        "--keep", type=whole_number(1), metavar="DAYS", help="forget matches that nobody changed for so long (never)"
    )
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=N", help="what a client may have, such as sockets=100"
    )


def run(options: argparse.Namespace) -> None:
    with needs("the server", extra="web"):
        from boardwright.web.rate_limits import Limits, with_limit
        from boardwright.web.serve import Settings, serve
    serve(
        Settings(
            host=options.host,
            port=options.port,
            database=options.database,
            games=options.game,
            hosts=options.allow_host,
            limits=reduce(with_limit, options.limit, Limits()),
            processes=options.processes,
            keep_days=options.keep,
            open_page=options.open,
        )
    )
