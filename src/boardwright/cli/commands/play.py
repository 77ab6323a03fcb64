"""``boardwright play``."""

from __future__ import annotations

import argparse

from boardwright.cli.arguments import add_game, add_position
from boardwright.cli.console import Console
from boardwright.cli.inputs import read_position
from boardwright.cli.terminal import converse
from boardwright.registry import find_game

ABOUT = "the console: play, look, search"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--seed", type=int, metavar="S", help="make the player repeatable")


def run(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    position = read_position(game, options.position, strict=options.strict)
    converse(Console(game, position, seed=options.seed, strict=options.strict))
