"""``boardwright playout``."""

from __future__ import annotations

import argparse

from boardwright.cli.inputs import read_position
from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_count, add_game, add_json, add_position, add_python, add_seed, add_workers
from boardwright.cli.program import INTERRUPTED
from boardwright.cli.terminal import bar, interruption
from boardwright.core import find_core
from boardwright.executors import open_executor
from boardwright.explore import Playouts
from boardwright.game import AnyGame, Game, M, P
from boardwright.registry import find_game
from boardwright.study.playout_jobs import playout_jobs
from boardwright.texts import share_text

ABOUT = "play random games: results, lengths, branching factor"
MOST_ENDINGS = 12
"""The number of endings that are listed, the most frequent ones."""


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser, batch=False)
    add_count(parser, "--games", "games")
    add_seed(parser)
    add_workers(parser)
    add_python(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    position = read_position(game, options.position, strict=options.strict)
    playouts = _played(options, game, position)
    complete = playouts.games == options.games
    if options.json:
        summary = playouts.summary(game.sides)
        print_json({"game": game.full_name, "seed": options.seed, **summary, "complete": complete})
    else:
        _print_table(game, playouts)
    return None if complete else INTERRUPTED


def _played(options: argparse.Namespace, game: Game[P, M], position: P) -> Playouts:
    python = options.python or find_core(game) is None
    # The core has its own threads, and usually finishes before worker processes would have started.
    threads = options.threads if not python and options.ray is None else 1
    jobs = playout_jobs(game, position, options.games, options.seed, python=python, threads=threads)
    processes = options.threads if python and options.threads > 1 else 0
    playouts = Playouts()
    with open_executor(processes, options.ray) as executor, interruption() as stop, bar(options.games) as advance:
        for block in executor.map(jobs, stop):
            playouts.add_all(block)
            advance(playouts.games, "random games")
    return playouts


def _print_table(game: AnyGame, playouts: Playouts) -> None:
    summary = playouts.summary(game.sides)
    rows = [("games", str(playouts.games))]
    rows += [(name, share_text(n, playouts.games)) for name, n in summary["results"].items()]
    rows += [(f"plies, {name}", str(n)) for name, n in summary["plies"].items()]
    rows += [(f"moves to choose from, {name}", str(n)) for name, n in summary["branching"].items()]
    endings = list(summary["endings"].items())
    if len(endings) > MOST_ENDINGS:
        # Where a score decides, nearly every game ends in words of its own.
        rest = endings[MOST_ENDINGS:]
        endings = [*endings[:MOST_ENDINGS], (f"{len(rest)} other endings", sum(n for _, n in rest))]
    rows += [(ending, share_text(n, playouts.games)) for ending, n in endings]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")
