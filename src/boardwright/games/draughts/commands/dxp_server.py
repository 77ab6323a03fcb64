"""``boardwright dxp-server``."""

from __future__ import annotations

import argparse
from contextlib import closing

from boardwright.cli.options import add_listening, add_number, seconds, whole_number
from boardwright.games.draughts.commands.dxp_options import add_options, our_side
from boardwright.games.draughts.protocols.dxp import PORT
from boardwright.games.draughts.protocols.dxp.remote_game import LONGEST_MOVE
from boardwright.games.draughts.protocols.dxp.server import Server
from boardwright.protocols.signals import interruptible
from boardwright.protocols.tcp import listen

ABOUT = "accept games from other draughts programs by DamExchange (DXP), one at a time"


def declare(parser: argparse.ArgumentParser) -> None:
    add_listening(parser, PORT)
    parser.add_argument("--games", type=whole_number(1), metavar="N", help="exit after N games")
    add_number(
        parser,
        "--longest-move",
        seconds,
        LONGEST_MOVE,
        "a client that takes longer than S seconds for a move loses",
        "S",
    )
    add_options(parser)


def run(options: argparse.Namespace) -> None:
    with (
        our_side(options) as ours,
        closing(Server(listen(options.host, options.port), ours, options.longest_move)) as server,
        interruptible(),
    ):
        server.serve(options.games)
