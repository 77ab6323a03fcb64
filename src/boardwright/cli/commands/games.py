"""``boardwright games``."""

from __future__ import annotations

import argparse

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json
from boardwright.registry import installed_games

ABOUT = "list the games"


def declare(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    for game in installed_games():
        if options.json:
            print_json({"name": game.name, "title": game.title, "variants": game.variants, "sides": game.sides})
        else:
            variants = f" (variants: {', '.join(game.variants)})" if len(game.variants) > 1 else ""
            print(f"{game.name:<10} {game.title}{variants}")
