"""``boardwright search``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
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
    whole_number,
)
from boardwright.cli.search_output import as_data, told, worth
from boardwright.cli.terminal import interruption
from boardwright.engine.bitbases import AUTO
from boardwright.engine.mcts import Mcts
from boardwright.engine.players import DEFAULT_TIME
from boardwright.engine.result import SearchResult, variation_texts
from boardwright.engine.search import DEFAULT_HASH, Engine, can_search
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame, Game, M, P
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
    if options.time is None and options.depth is None and options.nodes is None:
        options.time = DEFAULT_TIME
    search = _searcher(options, game)
    if options.position == BATCH:
        return for_each_line(lambda line: _one_line(options, game, search, line), json_errors=options.json)
    position = read_position(game, options.position, strict=options.strict)
    show = _print_json if options.json else _print_depth
    with interruption() as stop:
        found = search(position, lambda found: show(game, position, found), stop)
    if options.json:
        print(_final_json(game, position, found))
    else:
        print(f"bestmove {game.format_move(position, found.move)}")
    return None


def _one_line(options: argparse.Namespace, game: AnyGame, search: Searcher, line: str) -> str:
    position = read_position(game, line, strict=options.strict)
    found = search(position, None, lambda: False)
    return _final_json(game, position, found) if options.json else told(game, position, found)


Searcher = Callable[[Any, Callable[[SearchResult[Any]], None] | None, Callable[[], bool]], SearchResult[Any]]


def _searcher(options: argparse.Namespace, game: AnyGame) -> Searcher:
    """Return the search for the options: the engine's, or MCTS for games without a core."""
    if can_search(game):
        engine = Engine(game, threads=options.threads, hash_mb=options.hash, seed=options.seed, endings=options.endings)
        return lambda position, on_info, stop: engine.search(
            position,
            time=options.time,
            depth=options.depth,
            nodes=options.nodes,
            multipv=options.multipv,
            on_info=on_info,
            stop=stop,
        )
    mcts = Mcts(game, seed=options.seed)

    def by_random_games(
        position: Any, on_info: Callable[[SearchResult[Any]], None] | None, stop: Callable[[], bool]
    ) -> SearchResult[Any]:
        if options.time is None and options.nodes is None:
            raise BoardwrightError(f"{game.full_name} has no evaluation to search by depth: expected --time or --nodes")

        def shown(found: SearchResult[Any]) -> SearchResult[Any]:
            return SearchResult(found.lines[: options.multipv], found.depth, found.nodes, found.seconds)

        watch = None if on_info is None else lambda found: on_info(shown(found))
        limits = {"time": options.time, "visits": options.nodes, "depth": options.depth}
        return shown(mcts.search(position, **limits, on_info=watch, stop=stop))

    return by_random_games


def _print_depth(game: Game[P, M], position: P, found: SearchResult[Any]) -> None:
    for line in found.lines:
        texts = " ".join(variation_texts(game, position, line.moves))
        print(
            f"depth {found.depth:>2}  {worth(line)}  nodes {found.nodes}  time {found.seconds:.3f} s  line {texts}",
            flush=True,
        )


def _print_json(game: Game[P, M], position: P, found: SearchResult[Any]) -> None:
    print_json(as_data(game, position, found))


def _final_json(game: Game[P, M], position: P, found: SearchResult[Any]) -> str:
    return json_text({**as_data(game, position, found), "bestmove": game.format_move(position, found.move)})
