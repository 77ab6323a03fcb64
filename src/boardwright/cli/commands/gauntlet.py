"""``boardwright gauntlet``."""

from __future__ import annotations

import argparse

from boardwright.arena.results import MatchResult
from boardwright.cli.json_output import print_json
from boardwright.cli.match_options import PLAYERS, add_contest, gauntlet_lines, play_contest, status_of
from boardwright.cli.terminal import interruption
from boardwright.engine.players import read_player
from boardwright.errors import BoardwrightError
from boardwright.executors import open_executor
from boardwright.registry import find_game

ABOUT = "play one player against several others"


def declare(parser: argparse.ArgumentParser) -> None:
    add_contest(parser)
    parser.add_argument(
        "players", metavar="PLAYER", nargs="+", help=f"the player, then its opponents; each is {PLAYERS}"
    )


def run(options: argparse.Namespace) -> int | None:
    one, *others = options.players
    if not others:
        raise BoardwrightError("a gauntlet is one player against others: expected at least two players")
    game = find_game(options.game)
    for player in dict.fromkeys(options.players):
        read_player(player, game).close()
    results: list[MatchResult] = []
    with open_executor(options.jobs, options.ray) as place, interruption() as stop:
        for number, other in enumerate(others, 1):
            title = f"{number}/{len(others)} {other}  "
            try:
                results.append(play_contest(options, (one, other), place, stop, title=title))
            except BoardwrightError as error:
                if not results:
                    raise
                results.append(MatchResult(game.full_name, (one, other), crashes=[str(error)], complete=False))
            if not results[-1].complete:
                break
    if options.json:
        print_json({"player": one, "game": game.full_name, "matches": [result.summary() for result in results]})
    else:
        print("\n".join(gauntlet_lines(results)))
    return status_of(*results)
