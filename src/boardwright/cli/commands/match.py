"""``boardwright match``."""

from __future__ import annotations

import argparse

from boardwright.arena.matches import match_of
from boardwright.arena.sprt import Sprt
from boardwright.arena.standings import Schedule
from boardwright.cli.contest_tables import match_lines
from boardwright.cli.json_output import print_json
from boardwright.cli.match_options import NAMED_PLAYERS, add_contest, play_contest, status_of
from boardwright.cli.options import argument

ABOUT = "play a match between two players: score, Elo, statistics of the games"


def declare(parser: argparse.ArgumentParser) -> None:
    add_contest(parser)
    parser.add_argument("players", metavar="PLAYER", nargs=2, help=NAMED_PLAYERS)
    parser.add_argument(
        "--sprt",
        type=argument(Sprt.parse),
        metavar="ELO0,ELO1",
        help="stop when a sequential probability ratio test accepts one of these differences in Elo, such as "
        "--sprt=-5,0; in full elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic, where the model may be normalized too",
    )


def run(options: argparse.Namespace) -> int | None:
    result = play_contest(options, Schedule.MATCH, sprt=options.sprt)
    match = match_of(result)
    if options.json:
        print_json(match.summary())
    else:
        print("\n".join(match_lines(match)))
    return status_of(result, options.resume)
