"""``boardwright turm-server``."""

from __future__ import annotations

import argparse
import asyncio
import sys

from boardwright.cli.options import add_listening, add_saving, seconds, seconds_or_none, whole_number
from boardwright.games.turm.protocols.messages import GAME, INCREMENT, PORT, SECONDS
from boardwright.games.turm.protocols.server import CourseServer
from boardwright.protocols.ending import interruptible
from boardwright.protocols.log import Log
from boardwright.records.archive import kept

ABOUT = "run a server for Turm & Wächter games by the course's protocol"


def declare(parser: argparse.ArgumentParser) -> None:
    add_listening(parser, PORT)
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=SECONDS,
        metavar="S",
        help=f"time per side and game in seconds (default: {SECONDS:g})",
    )
    parser.add_argument(
        "--increment",
        type=seconds_or_none,
        default=INCREMENT,
        metavar="S",
        help=f"increment per move in seconds (default: {INCREMENT:g})",
    )
    parser.add_argument(
        "--games", type=whole_number(0), default=0, metavar="N", help="exit after N games; 0: never (default: 0)"
    )
    add_saving(parser)


def run(options: argparse.Namespace) -> None:
    with Log(sys.stdout) as log, kept(options.save, GAME, log.say) as archive, interruptible():
        server = CourseServer(
            log.say, seconds=options.seconds, increment=options.increment, games=options.games, archive=archive
        )
        asyncio.run(server.serve(options.host, options.port))
