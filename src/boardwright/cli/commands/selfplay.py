"""``boardwright selfplay``."""

from __future__ import annotations

import argparse
import re
import sys

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_game, add_json, add_number, add_seed, add_workers, whole_number
from boardwright.cli.program import INTERRUPTED
from boardwright.cli.terminal import bar, interruption, size_text
from boardwright.core import MAX_RANDOM_PLIES
from boardwright.engine.limits import MAX_NODES
from boardwright.engine.network import read_network, shipped_network
from boardwright.errors import BoardwrightError, quoted
from boardwright.executors import open_executor
from boardwright.paths import expanded
from boardwright.registry import find_game
from boardwright.texts import counted
from boardwright.training.sample_files import BLOCK_GAMES
from boardwright.training.selfplay_jobs import RANDOM_PLIES, play_into, settings_of

ABOUT = "play games of the engine against itself into a file, for training"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--to",
        metavar="FILE",
        required=True,
        help="file for the games; one that exists, with the same settings, is continued until it holds --games",
    )
    add_number(parser, "--games", whole_number(1), 1000, f"games in the file, rounded up to blocks of {BLOCK_GAMES}")
    add_number(parser, "--nodes", whole_number(1, MAX_NODES), 1000, "nodes per move")
    add_number(
        parser,
        "--random-plies",
        whole_number(0, MAX_RANDOM_PLIES),
        RANDOM_PLIES,
        "start each game after up to this number of random moves",
    )
    parser.add_argument("--network", metavar="FILE", help="network of the players (default: the game's own), or zero")
    parser.add_argument(
        "--shard",
        metavar="K/N",
        default="1/1",
        help="play only blocks K, K+N, ... of the games; --games counts the games of this file (default: 1/1)",
    )
    add_seed(parser)
    add_workers(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    shard, shards = _shard(options.shard)
    network = shipped_network(game) if options.network is None else read_network(game, options.network)
    settings = settings_of(
        game,
        network,
        nodes=options.nodes,
        random_plies=options.random_plies,
        seed=options.seed,
        shard=shard,
        shards=shards,
    )
    file = expanded(options.to)
    with (
        open_executor(options.threads, options.ray) as executor,
        interruption() as stop,
        bar(options.games) as advance,
    ):
        games = play_into(
            file, game, network, settings, options.games, executor, lambda done: advance(done, "games"), stop
        )
        stopped = stop()
    size = file.stat().st_size
    if options.json:
        written = {"file": str(file), "games": games, "bytes": size}
        print_json({"game": game.full_name, **written, "complete": not stopped})
    else:
        print(f"{counted(games, 'game')} of {game.full_name} in {file}, {size_text(size)}")
        if stopped:
            print("interrupted: run the same command to continue", file=sys.stderr)
    return INTERRUPTED if stopped else None


def _shard(text: str) -> tuple[int, int]:
    """Parse K/N, and count the parts from 0."""
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise BoardwrightError(f"--shard {quoted(text)}: expected K/N with K from 1 to N")
    return int(found[1]) - 1, int(found[2])
