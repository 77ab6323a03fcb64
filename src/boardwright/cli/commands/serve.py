"""``boardwright serve``."""

from __future__ import annotations

import argparse
from functools import reduce

from boardwright.cli.options import add_number, whole_number
from boardwright.installing import needs

ABOUT = "run the web server: play, watch and analyse in the browser"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)"
    )
    add_number(parser, "--port", whole_number(0, 65535), 8000, "port to listen on", "P")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another host name that clients may use for the server (* for any)",
    )
    parser.add_argument(
        "--database", metavar="URL", help="database URL (default: an SQLite file in the user's data folder)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="also offer the game defined in a Python file"
    )
    parser.add_argument(
        "--processes",
        type=whole_number(2, 256),
        metavar="N",
        help="number of engine processes (default: one per CPU core)",
    )
    parser.add_argument(
        "--keep", type=whole_number(1), metavar="DAYS", help="delete games after DAYS without a change (default: never)"
    )
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=N", help="limit per client, such as sockets=100"
    )


def run(options: argparse.Namespace) -> None:
    with needs("the server", extra="web"):
        from boardwright.web.rate_limits import ClientLimits, with_limit
        from boardwright.web.serve import Settings, serve
    serve(
        Settings(
            host=options.host,
            port=options.port,
            database=options.database,
            games=options.game,
            hosts=options.allow_host,
            limits=reduce(with_limit, options.limit, ClientLimits()),
            processes=options.processes,
            keep_days=options.keep,
            open_page=options.open,
        )
    )
