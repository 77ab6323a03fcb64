"""``boardwright tune``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_game, add_json, add_number, add_seed, add_threads, whole_number
from boardwright.cli.program import INTERRUPTED, interrupted
from boardwright.cli.tables import elo_text
from boardwright.cli.terminal import bar, interruption
from boardwright.registry import find_game

if TYPE_CHECKING:
    from boardwright.core import SearchParam

ABOUT = "tune the search parameters of a game by SPSA over fast matches"

PRINTED = 20
"""How many times the values are printed over all iterations."""


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--params",
        metavar="NAMES",
        default="",
        help="search parameters to tune, separated by commas (default: all numeric parameters in use)",
    )
    add_number(parser, "--nodes", whole_number(1), 2000, "nodes per move")
    add_number(parser, "--pairs", whole_number(1), 20, "pairs of games per iteration")
    add_number(parser, "--iterations", whole_number(1), 200, "iterations")
    add_number(
        parser, "--games", whole_number(0), 1000, "games of the final match, tuned against default values; 0 for none"
    )
    add_seed(parser)
    add_threads(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    from boardwright.arena.tuning import initialisers, nearest, play_core_match, tunable, tune

    game = find_game(options.game)
    params = tunable(game, [name for name in options.params.split(",") if name])
    defaults = {each.name: each.default for each in params}
    values: Mapping[str, float] = defaults
    if not options.json:
        print(_text(0, params, values), flush=True)
    with interruption() as stop, bar(options.iterations) as advance:
        steps = tune(
            game,
            params,
            iterations=options.iterations,
            pairs=options.pairs,
            nodes=options.nodes,
            seed=options.seed,
            threads=options.threads,
            stop=stop,
        )
        for number, values in enumerate(steps, 1):
            advance(number, "tuning")
            if options.json:
                print_json({"iteration": number, "values": values})
            elif number == options.iterations or number % max(options.iterations // PRINTED, 1) == 0:
                print(_text(number, params, values), flush=True)
        tuned = nearest(values)
        line = initialisers(params, tuned)
        if options.games and not stop():
            # Other openings than those of the iterations.
            result = play_core_match(
                game,
                tuned,
                defaults,
                pairs=(options.games + 1) // 2,
                nodes=options.nodes,
                seed=-1 - options.seed,
                threads=options.threads,
                stop=stop,
            )
            if not options.json:
                print(
                    f"tuned against default: {result.score:.1%}, won {result.won}, drawn {result.drawn}, "
                    f"lost {result.lost}, Elo {elo_text(result.elo)}"
                    if sum(result.pairs)
                    else "no pair of games was finished"
                )
            elif sum(result.pairs):
                print_json(
                    {
                        "won": result.won,
                        "drawn": result.drawn,
                        "lost": result.lost,
                        "pairs": list(result.pairs),
                        "elo": result.elo.to_json(),
                    }
                )
        if options.json:
            found = {"params": tuned, "initialisers": line}
            print_json({"game": game.full_name, **found, "complete": not stop()})
        else:
            print(f"for a trial: engine:params={'/'.join(f'{name}={value}' for name, value in tuned.items())}")
            print(f"for eval.hpp: {line}")
        if not stop():
            return None
        return INTERRUPTED if options.json else interrupted()


def _text(number: int, params: Sequence[SearchParam], values: Mapping[str, float]) -> str:
    return f"{number:>5}  " + "  ".join(f"{each.name} {values[each.name]:.4g}" for each in params)
