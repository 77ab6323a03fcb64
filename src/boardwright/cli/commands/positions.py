"""``boardwright positions``."""

from __future__ import annotations

import argparse
from itertools import islice
from random import Random

from boardwright.cli.json_output import json_text, position_data
from boardwright.cli.options import add_count, add_game, add_json, add_seed
from boardwright.explore import random_positions
from boardwright.registry import find_game

ABOUT = "print random positions, one per line, as test data"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_count(parser, "--count", "positions")
    add_seed(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    for position in islice(random_positions(game, Random(options.seed)), options.count):
        print(json_text(position_data(game, position)) if options.json else game.format_position(position))
