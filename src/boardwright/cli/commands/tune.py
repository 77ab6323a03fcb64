"""``boardwright tune``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from boardwright.arena.matches import play_match
from boardwright.cli.json_output import print_json
from boardwright.cli.match_options import elo_text
from boardwright.cli.options import add_game, add_json, add_number, add_ray, add_seed, add_threads, whole_number
from boardwright.cli.program import interrupted
from boardwright.cli.terminal import bar, interruption
from boardwright.errors import BoardwrightError, quoted
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.paths import expanded
from boardwright.registry import find_game

if TYPE_CHECKING:
    from boardwright.training.generations import Generation, Learned

ABOUT = "train the evaluation weights of a game by self-play"

MATCH_NODES = 2000


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--quick", action="store_true", help="short training run, under five minutes")
    parser.add_argument("--to", metavar="FILE", help="file for the weights (default: ./GAME-weights.bin)")
    add_number(
        parser,
        "--games",
        whole_number(0),
        40,
        "games in each of the two final matches: against zero weights, and against the current weights",
    )
    add_seed(parser)
    workers = parser.add_mutually_exclusive_group()
    add_threads(workers)
    add_ray(workers)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    from boardwright.training.generations import FULL, QUICK, learn

    file = _file(options.to or f"{game.full_name.replace(':', '-')}-weights.bin")
    generations = QUICK if options.quick else FULL

    def on_learned(learned: Learned) -> None:
        learned.weights.write(file)
        if options.json:
            print_json(_data(learned, file))
        else:
            print(_text(learned), flush=True)

    with (
        open_executor(options.threads, options.ray) as executor,
        interruption() as stop,
        bar(sum(generation.games for generation in generations)) as advance,
    ):
        learned = learn(
            game,
            generations,
            seed=options.seed,
            executor=executor,
            on_game=lambda number, done: advance(*_progress(generations, number, done)),
            on_learned=on_learned,
            stop=stop,
        )
        stopped = stop()
    if learned is not None:
        if not options.json:
            print(f"weights written to {file}")
        if not stopped:
            _compare(game, file, options)
    return interrupted(as_json=options.json) if stopped else None


def _file(name: str) -> Path:
    """Return the path of the weights; raise before the first game if it cannot be written."""
    file = expanded(name)
    if "," in name:
        raise BoardwrightError(
            f"the file {quoted(name)} cannot be used in a player specification: expected a name without a comma"
        )
    if file.is_dir() or not file.parent.is_dir():
        reason = "it is a folder" if file.is_dir() else "there is no such folder"
        raise BoardwrightError(f"the file {quoted(name)} cannot be written: {reason}")
    return file


def _progress(generations: tuple[Generation, ...], number: int, done: int) -> tuple[int, str]:
    before = sum(generation.games for generation in generations[:number])
    return before + done, f"generation {number + 1} of {len(generations)}"


def _text(learned: Learned) -> str:
    generation = learned.generation
    return (
        f"{learned.games} games of {generation.nodes} nodes per move  {learned.positions} positions  "
        f"loss {learned.loss:.4f}, on held-out games {learned.held_back_loss:.4f}"
    )


def _data(learned: Learned, file: Path) -> dict[str, object]:
    return {
        "games": learned.games,
        "nodes": learned.generation.nodes,
        "positions": learned.positions,
        "loss": learned.loss,
        "held_back_loss": learned.held_back_loss,
        "weights": str(file),
    }


def _compare(game: AnyGame, file: Path, options: argparse.Namespace) -> None:
    """Play matches of the new weights against zero weights and against the game's current weights."""
    player = f"engine:nodes={MATCH_NODES}"
    for whom, weights in (("weights of zero", ",weights=zero"), ("the game's own weights", "")):
        if options.games:
            result = play_match(
                game,
                (f"{player},weights={file}", player + weights),
                games=options.games,
                seed=options.seed,
                jobs=options.threads,
            )
            if options.json:
                print_json(result.summary())
                continue
            print(
                f"against {whom}: {result.score:.1%}, won {result.won}, drawn {result.drawn}, lost {result.lost}, "
                f"Elo {elo_text(result.elo)}"
            )
