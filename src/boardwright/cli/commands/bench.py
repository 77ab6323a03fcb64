"""``boardwright bench``."""

from __future__ import annotations

import argparse

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json, add_number, whole_number
from boardwright.core import core_missing, is_compiled
from boardwright.engine.bench import NODES, SIGNATURE, searched_games, signature

ABOUT = "search fixed positions of every game: speed, and a signature of the search"


def declare(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--nodes", whole_number(1), NODES, "nodes per position")
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    if not is_compiled():
        raise core_missing()
    games = []
    for one in searched_games(options.nodes):
        games.append(one)
        if not options.json:
            print(
                f"{one.game.full_name:<16} {one.nodes:>10} nodes  depth {one.depth:4.1f}  "
                f"{one.nodes / one.seconds / 1e6:5.2f} Mnps  {one.signature:08x}",
                flush=True,
            )
    nodes, seconds = sum(one.nodes for one in games), sum(one.seconds for one in games)
    found = signature(games)
    # The signature is known for the default only.
    expected = SIGNATURE if options.nodes == NODES else None
    if options.json:
        data = {
            one.game.full_name: {
                "nodes": one.nodes,
                "depth": round(one.depth, 2),
                "seconds": round(one.seconds, 4),
                "signature": f"{one.signature:08x}",
            }
            for one in games
        }
        sums = {"nodes": nodes, "seconds": round(seconds, 4)}
        print_json({"games": data, **sums, "signature": found, "expected": expected})
    else:
        print(f"{'all':<16} {nodes:>10} nodes  {'':10}  {nodes / max(seconds, 1e-9) / 1e6:5.2f} Mnps")
        verdict = "" if expected is None else ", as expected" if found == expected else f": expected {expected}"
        print(f"signature {found}{verdict}")
