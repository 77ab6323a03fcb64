"""``boardwright playout``."""

from __future__ import annotations

import argparse
import json
import os
from random import Random
from typing import Any

from boardwright.arguments import add_count, add_game, add_json, add_position, add_python, add_seed, add_threads
from boardwright.cli.inputs import read_position
from boardwright.cli.program import INTERRUPTED
from boardwright.cli.terminal import progress, watch
from boardwright.core import Core, find_core
from boardwright.explore import Playouts, random_match
from boardwright.registry import AnyGame, find_game

ABOUT = "random games: results, lengths, branching"
COMMAND_FOLLOWS = False


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser, batch=False)
    add_count(parser, "--games", "games")
    add_seed(parser)
    add_threads(parser, os.cpu_count() or 1)
    add_python(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    position = read_position(game, options.position, strict=options.strict)
    core = None if options.python else find_core(game)
    playouts, whole = (
        _by_core(options, core, position) if core is not None else (_by_rules(options, game, position), True)
    )
    if options.json:
        print(json.dumps({"game": game.full_name, "seed": options.seed, **playouts.summary(game.sides)}))
    else:
        _print_table(game, playouts)
    return None if whole else INTERRUPTED


def _by_core(options: argparse.Namespace, core: Core[Any, Any], position: Any) -> tuple[Playouts, bool]:
    job = core.start_playouts(position, options.games, options.seed, threads=options.threads)
    whole = watch(job, "random games")
    totals = job.totals
    playouts = Playouts(
        totals["games"],
        totals["plies"],
        totals["shortest"],
        totals["longest"],
        totals["choices"],
        totals["most_choices"],
    )
    for kind, reason, games in totals["endings"]:
        playouts.add_ending(core.game, core.read_outcome(kind, reason), games)
    return playouts, whole


def _by_rules(options: argparse.Namespace, game: AnyGame, position: Any) -> Playouts:
    playouts = Playouts()
    for number in progress(range(options.games), "random games", options.games):
        playouts.add(random_match(game, Random(f"{options.seed} {number}"), position))
    return playouts


def _print_table(game: AnyGame, playouts: Playouts) -> None:
    summary = playouts.summary(game.sides)
    rows = [("games", str(playouts.games))]
    rows += [(name, _share(n, playouts.games)) for name, n in summary["results"].items()]
    rows += [(f"plies, {name}", str(n)) for name, n in summary["plies"].items()]
    rows += [(f"moves to choose from, {name}", str(n)) for name, n in summary["branching"].items()]
    rows += [(ending, _share(n, playouts.games)) for ending, n in summary["endings"].items()]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")


def _share(count: int, total: int) -> str:
    return f"{count} ({count / max(total, 1):.1%})"
