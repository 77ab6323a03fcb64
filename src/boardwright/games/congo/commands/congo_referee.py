"""``boardwright congo-referee``: games between two programs that play in the course's tournament."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime

from boardwright.arena.pairs import MatchSetup, play_between, report_game
from boardwright.arena.play import MARGIN, MoveStats
from boardwright.arena.results import GameReport
from boardwright.cli.inputs import parse_position
from boardwright.cli.options import add_number, add_saving, seconds, seconds_or_zero, whole_number
from boardwright.engine.limits import Limits
from boardwright.engine.players import read_player
from boardwright.errors import BoardwrightError, quoted
from boardwright.games.congo.game import Congo
from boardwright.games.congo.protocols.player import MAX_MEMORY
from boardwright.games.congo.rules import Move, Position
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.records.archive import open_archive

ABOUT = "referee Congo games between two programs of the course's tournament"

MEMORY = 6
"""The memory that the tournament allows, in gigabytes."""
LONGEST_NAME = 120


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "programs",
        metavar="PROGRAM",
        nargs=2,
        help="command line of the program, in quotes",
    )
    add_number(parser, "--seconds", seconds, 1.0, "time per move in seconds", "S")
    add_number(
        parser,
        "--margin",
        seconds_or_zero,
        MARGIN,
        "seconds over its time per move after which a program loses the game",
        "S",
    )
    add_number(parser, "--games", whole_number(1), 2, "number of games, with colours swapped after each")
    parser.add_argument(
        "--position", metavar="FEN", help="position to start each game from (default: the start position)"
    )
    parser.add_argument(
        "--variant",
        choices=Congo.variants,
        default=Congo.variants[0],
        help=f"variant of the game (default: {Congo.variants[0]})",
    )
    add_number(
        parser,
        "--memory",
        whole_number(0, MAX_MEMORY),
        MEMORY,
        "memory limit (address space) of each program in GB; 0: no limit",
        "GB",
    )
    add_saving(parser)


def run(options: argparse.Namespace) -> None:
    game = Congo(options.variant)
    start = game.start() if options.position is None else parse_position(game, options.position, strict=False)
    over = game.outcome(start)
    if over is not None:
        raise BoardwrightError(f"there is nothing to play: the game is over, {game.format_outcome(over)}")
    settings = f"time={options.seconds:g}" + (f",memory={options.memory}" if options.memory else "")
    first, second = (f"congo:{settings}:{program}" for program in options.programs)
    for player in (first, second):
        # A program that cannot run at all is reported before the first game.
        read_player(player, game).close()
    tags = {"Event": "Congo tournament", "Date": f"{datetime.now():%Y.%m.%d}"}
    contest = MatchSetup(game, (first, second), Limits(time=options.seconds), 0, tags, options.margin)
    names = [quoted(program, LONGEST_NAME) for program in options.programs]
    points = 0.0
    with open_archive(options.save, game) as archive:
        for number in range(options.games):
            report = _referee(contest, number, PlayedGame(game, start), names)
            points += report.points
            if archive is not None:
                archive.add(report.record, report.texts)
    print(f"score: {names[0]} {points:g}, {names[1]} {options.games - points:g}")
    for path in archive.paths if archive else ():
        print(f"saved in {path}")


def _referee(
    contest: MatchSetup, number: int, played_game: PlayedGame[Position, Move], names: Sequence[str]
) -> GameReport:
    """Play a game and log its moves."""
    pair, first = divmod(number, 2)
    print(f"game {number + 1}: white {names[first]}, black {names[1 - first]}", "moves:", sep="\n", end="", flush=True)
    played = play_between(contest, pair, first, played_game, on_move=_print_move)
    print(f"\n{played_game.game.format_outcome(played_game.outcome)}", flush=True)
    return report_game(contest, pair, first, played)


def _print_move(played_game: AnyPlayedGame, stats: MoveStats) -> None:
    print(f" {played_game.game.format_move(played_game.positions[-2], played_game.moves[-1])}", end="", flush=True)
