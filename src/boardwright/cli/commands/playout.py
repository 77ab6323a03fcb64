"""``boardwright playout``."""

from __future__ import annotations

import argparse
import json
from random import Random

from boardwright.cli.arguments import add_count, add_game, add_json, add_position, add_seed
from boardwright.cli.inputs import read_position
from boardwright.cli.terminal import progress
from boardwright.explore import Playouts, random_match
from boardwright.registry import find_game

ABOUT = "random games: results, lengths, branching"
COMMAND_FOLLOWS = False


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser, batch=False)
    add_count(parser, "--games", "games")
    add_seed(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    position = read_position(game, options.position, strict=options.strict)
    playouts = Playouts()
    for number in progress(range(options.games), "random games", options.games):
        playouts.add(random_match(game, Random(f"{options.seed} {number}"), position))
    summary = playouts.summary(game.sides)
    if options.json:
        print(json.dumps({"game": game.full_name, "seed": options.seed, **summary}))
        return
    rows = [("games", str(playouts.games))]
    rows += [(name, _share(n, playouts.games)) for name, n in summary["results"].items()]
    rows += [(f"plies, {name}", str(n)) for name, n in summary["plies"].items()]
    rows += [(f"moves to choose from, {name}", str(n)) for name, n in summary["branching"].items()]
    rows += [(ending, _share(n, playouts.games)) for ending, n in summary["endings"].items()]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")


def _share(count: int, total: int) -> str:
    return f"{count} ({count / total:.1%})"
