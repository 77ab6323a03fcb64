"""``boardwright search``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

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
from boardwright.engine.mcts import Mcts
from boardwright.engine.result import SearchResult
from boardwright.engine.search import DEFAULT_HASH, Engine, can_search
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
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
    game = find_game(options.game)
    search = _searcher(options, game)
    if options.position == BATCH:
        return for_each_line(lambda line: _one_line(options, game, search, line), json_errors=options.json)
    position = read_position(game, options.position, strict=options.strict)

    def show(result: SearchResult[Any]) -> None:
        if options.json:
            print_json(result.to_json(game))
            return
        for each in result.variations:
            texts = " ".join(each.texts(game))
            depth = f"depth {result.depth:>2}  {value_text(each)}  {effort_text(result)}"
            print(f"{depth}  line {texts}", flush=True)

    with interruption() as stop:
        result = search(position, on_info=show, stop=stop)
    if not options.json:
        print(f"bestmove {game.format_move(position, result.move)}")
    return None


def _one_line(options: argparse.Namespace, game: AnyGame, search: Searcher, line: str) -> str:
    result = search(read_position(game, line, strict=options.strict))
    return json_text(result.to_json(game)) if options.json else result_text(game, result)


Searcher = Callable[..., SearchResult[Any]]


def _searcher(options: argparse.Namespace, game: AnyGame) -> Searcher:
    """Return the search for the options: the engine's, or MCTS for games without a core."""
    limits = limits_of(options)
    if can_search(game):
        engine = Engine(game, threads=options.threads, hash_mb=options.hash, seed=options.seed, endings=options.endings)
        return partial(engine.search, limits=limits, multipv=options.multipv)
    if limits.time is None and limits.nodes is None:
        raise BoardwrightError(f"{game.full_name} has no evaluation to search by depth: expected --time or --nodes")
    return partial(Mcts(game, seed=options.seed).search, limits=limits, multipv=options.multipv)
