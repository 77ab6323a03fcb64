"""``boardwright turm-server``."""

from __future__ import annotations

import argparse
import asyncio
import sys

from boardwright.cli.options import add_listening, add_number, add_saving, seconds, seconds_or_zero, whole_number
from boardwright.games.turm.protocols.messages import GAME, INCREMENT, PORT, SECONDS
from boardwright.games.turm.protocols.server import CourseServer
from boardwright.protocols.log import Log
from boardwright.protocols.signals import interruptible
from boardwright.records.archive import open_archive

ABOUT = "run a server for Turm & Wächter games by the course's protocol"


def declare(parser: argparse.ArgumentParser) -> None:
    add_listening(parser, PORT)
    add_number(parser, "--seconds", seconds, SECONDS, "time of each side for the whole game, in seconds", "S")
    add_number(parser, "--increment", seconds_or_zero, INCREMENT, "increment per move in seconds", "S")
    add_number(parser, "--games", whole_number(0), 0, "exit after N games; 0: never")
    add_saving(parser)


def run(options: argparse.Namespace) -> None:
    with Log(sys.stdout) as log, open_archive(options.save, GAME, log.write) as archive, interruptible():
        server = CourseServer(
            log.write, seconds=options.seconds, increment=options.increment, games=options.games, archive=archive
        )
        asyncio.run(server.serve(options.host, options.port))
