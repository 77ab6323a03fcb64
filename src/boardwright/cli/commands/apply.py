"""``boardwright apply``."""

from __future__ import annotations

import argparse

from boardwright.cli.inputs import BATCH, for_each_line, read_position
from boardwright.cli.json_output import json_text, position_data
from boardwright.cli.options import add_game, add_json, add_strict
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import Position
from boardwright.registry import find_game

ABOUT = "play moves and print the resulting position and outcome"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "position",
        metavar="POSITION",
        help="position text, @FILE, or start; - reads lines of POSITION<TAB>MOVE from standard input",
    )
    parser.add_argument("moves", metavar="MOVE", nargs="*", help="moves to play, in order")
    add_strict(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)

    def after(position: Position, moves: list[str]) -> tuple[str, ...]:
        for text in moves:
            move = game.parse_move(position, text, strict=options.strict)
            position = game.successor(position, move)
        if options.json:
            return (json_text(position_data(game, position)),)
        return game.format_position(position), game.format_outcome(game.outcome(position))

    def answer(line: str) -> str:
        fields = line.split("\t")
        if len(fields) != 2:
            raise BoardwrightError(f"{quoted(line)} has {len(fields)} fields: expected POSITION<TAB>MOVE")
        return "\t".join(after(read_position(game, fields[0], strict=options.strict), fields[1:]))

    if options.position == BATCH:
        if options.moves:
            raise BoardwrightError(
                f"{quoted(options.moves[0])} is unexpected: with - the moves are read from standard input"
            )
        return for_each_line(answer, json_errors=options.json)
    if not options.moves:
        raise BoardwrightError("no move given: expected POSITION MOVE...")
    print(*after(read_position(game, options.position, strict=options.strict), options.moves), sep="\n")
    return None
