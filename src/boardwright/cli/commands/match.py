"""``boardwright match``."""

from __future__ import annotations

import argparse

from boardwright.arena.statistics import Sprt
from boardwright.cli.json_output import print_json
from boardwright.cli.match_options import PLAYERS, add_contest, match_lines, play_contest, status_of
from boardwright.cli.terminal import interruption
from boardwright.errors import BoardwrightError, quoted
from boardwright.executors import open_executor

ABOUT = "play a match between two players: score, Elo, statistics of the games"


def declare(parser: argparse.ArgumentParser) -> None:
    add_contest(parser)
    parser.add_argument("players", metavar="PLAYER", nargs=2, help=PLAYERS)
    parser.add_argument(
        "--sprt",
        type=_elo_pair,
        metavar="ELO0,ELO1",
        help="stop when a sequential probability ratio test accepts one of these differences in logistic Elo, "
        "with 5%% error rates; for example --sprt=-5,0",
    )


def run(options: argparse.Namespace) -> int | None:
    with open_executor(options.jobs, options.ray) as place, interruption() as stop:
        result = play_contest(options, tuple(options.players), place, stop, sprt=options.sprt)
    if options.json:
        print_json(result.summary())
    else:
        print("\n".join(match_lines(result)))
    return status_of(result)


def _elo_pair(text: str) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
        return Sprt(elo0, elo1)
    except BoardwrightError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{quoted(text)}: expected two numbers, such as 0,5") from error
