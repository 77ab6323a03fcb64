"""``boardwright search``."""

from __future__ import annotations

import argparse

from boardwright.cli.inputs import BATCH, for_each_line, read_position
from boardwright.cli.json_output import json_text, print_json
from boardwright.cli.options import (
    add_game,
    add_hash,
    add_json,
    add_limits,
    add_position,
    add_seed,
    add_threads,
    limits_of,
    whole_number,
)
from boardwright.cli.search_output import effort_text, result_text, value_text
from boardwright.cli.terminal import interruption
from boardwright.engine.bitbases import AUTO
from boardwright.engine.players import best_player
from boardwright.engine.result import AnySearchResult
from boardwright.engine.search import DEFAULT_HASH
from boardwright.played_game import PlayedGame
from boardwright.registry import find_game

ABOUT = "search for the best move, with its score and principal variation"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    add_limits(parser)
    parser.add_argument(
        "--multipv",
        type=whole_number(1, 100),
        default=1,
        metavar="K",
        help="number of best variations to search (default: 1); for batch input (-) shown with --json only",
    )
    add_threads(parser, 1)
    add_hash(parser, DEFAULT_HASH)
    add_seed(parser)
    parser.add_argument(
        "--endings", default=AUTO, metavar="WHERE", help="bitbases: auto, off, or a folder (default: auto)"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game, limits = find_game(options.game), limits_of(options)
    player = best_player(
        game, threads=options.threads, hash_mb=options.hash, seed=options.seed, endings=options.endings
    )
    player.multipv = options.multipv

    def one_line(line: str) -> str:
        position = read_position(game, line, strict=options.strict)
        result = player.choose(PlayedGame(game, position), limits)
        return json_text(result.to_json(game)) if options.json else result_text(game, result)

    def show(result: AnySearchResult) -> None:
        if options.json:
            print_json(result.to_json(game))
            return
        for each in result.variations:
            depth = f"depth {result.depth:>2}  {value_text(each)}  {effort_text(result)}"
            print(f"{depth}  line {' '.join(each.texts(game))}", flush=True)

    if options.position == BATCH:
        return for_each_line(one_line, json_errors=options.json)
    position = read_position(game, options.position, strict=options.strict)
    with interruption() as stop:
        result = player.choose(PlayedGame(game, position), limits, on_info=show, stop=stop)
    if not options.json:
        print(f"bestmove {game.format_move(position, result.move)}")
    return None
