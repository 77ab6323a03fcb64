"""``boardwright tournament``."""

from __future__ import annotations

import argparse

from boardwright.arena.standings import Schedule
from boardwright.cli.match_options import NAMED_PLAYERS, add_contest, print_tournament

ABOUT = "play a round robin of several players: crosstable, ratings, failures"


def declare(parser: argparse.ArgumentParser) -> None:
    add_contest(parser)
    parser.add_argument("players", metavar="PLAYER", nargs="+", help=f"the players; each is {NAMED_PLAYERS}")


def run(options: argparse.Namespace) -> int | None:
    return print_tournament(options, Schedule.ROUND_ROBIN)
