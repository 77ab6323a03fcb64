"""``boardwright play``."""

from __future__ import annotations

import argparse
import sys

from boardwright.cli.console import Console
from boardwright.cli.inputs import read_position
from boardwright.cli.line_editing import run_console
from boardwright.cli.options import add_position, whole_number
from boardwright.cli.terminal import print_diagram
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.registry import find_game, installed_games

ABOUT = "play and analyse in an interactive console"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="name, NAME:VARIANT, or path of a Python file; without it, choose from a list",
    )
    add_position(parser, batch=False)
    parser.add_argument("--seed", type=whole_number(0), metavar="S", help="random seed of the engine")


def run(options: argparse.Namespace) -> None:
    game = _chosen() if options.game is None else find_game(options.game)
    if game is not None:
        position = read_position(game, options.position, strict=options.strict)
        run_console(Console(game, position, seed=options.seed, strict=options.strict))


def _chosen() -> AnyGame | None:
    """Show the games and let the user choose one; None at ``quit`` or the end of input."""
    games = installed_games()
    names = [game.name for game in games]
    for game in games:
        print(f"{game.title} ({game.name})")
        print_diagram(game.view(game.start()), game.sides)
        print()
    while True:
        print(f"Which game? {', '.join(names)}, or quit: ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            return None
        if line.strip():
            try:
                return find_game(line.strip())
            except BoardwrightError as error:
                print(f"error: {error}")
