"""``boardwright show``."""

from __future__ import annotations

import argparse

from boardwright.cli.inputs import read_position, write_file
from boardwright.cli.json_output import position_data, print_json
from boardwright.cli.options import add_game, add_json, add_position
from boardwright.cli.terminal import print_diagram
from boardwright.game import Game, M, P
from boardwright.registry import find_game

ABOUT = "show a position as a diagram, or write a picture with --svg FILE"
STANDARD_OUTPUT = "-"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser, batch=False)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", metavar="FILE", help="write an SVG picture to FILE instead (- for standard output)")
    add_json(form)


def run(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    position = read_position(game, options.position, strict=options.strict)
    if options.svg is not None:
        from boardwright.render import position_svg

        picture = position_svg(game, position)
        if options.svg == STANDARD_OUTPUT:
            print(picture)
        else:
            write_file(options.svg, picture, replace=True)
    elif options.json:
        print_json(_data(game, position))
    else:
        print_diagram(game.view(position), game.sides)
        print("", game.format_position(position), game.status(position), sep="\n")


def _data(game: Game[P, M], position: P) -> dict[str, object]:
    view = game.view(position)
    return {
        **position_data(game, position),
        "pieces": [{**piece._asdict(), "side": game.sides[piece.side]} for piece in view.pieces],
        "notes": dict(view.notes),
    }
