"""``boardwright train`` for games without a core: the weights of their evaluation."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from boardwright.arena.matches import play_match
from boardwright.arena.results import MatchResult
from boardwright.cli.html_output import page_file
from boardwright.cli.inputs import write_file
from boardwright.cli.json_output import print_json
from boardwright.cli.match_options import elo_text
from boardwright.cli.program import interrupted
from boardwright.cli.terminal import bar, interruption
from boardwright.engine.python_search.weights import (
    DEFAULT,
    Weights,
    find_weights,
    is_weights_file,
    weights_file,
)
from boardwright.errors import BoardwrightError, quoted
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.paths import expanded
from boardwright.training.fit_options import WEIGHTS_FIT, FitOptions
from boardwright.training.page import training_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardwright.training.weights_generations import LearnedWeights

MATCH_NODES = 200


def train_weights(game: AnyGame, options: argparse.Namespace) -> int | None:
    """Run the command for a game without a core."""
    _require_options(game, options)
    fit_options = fit_options_of(options, WEIGHTS_FIT)
    file = _file(game, options.to)
    page = None if options.page is None else page_file(options.page)
    if page is not None and page.resolve() == file.resolve():
        raise BoardwrightError(f"--to and --page are the same file {quoted(str(page))}: expected different files")
    own = _own_weights(game)
    with interruption() as stop:
        finished = _learn(game, options, fit_options, file, stop)
        stopped = stop()
    if finished:
        if page is not None:
            write_file(str(page), training_page(game, finished), replace=True)
        if not options.json:
            print(f"weights written to {file}" + (f", page to {page}" if page else ""))
        if not stopped:
            _compare(game, file, own, options)
    return interrupted(as_json=options.json) if stopped else None


def fit_options_of(options: argparse.Namespace, default: FitOptions) -> FitOptions:
    """Return the options of the fit, with defaults for those that are not given."""
    names = ("hidden", "epochs", "batch", "rate", "decay", "seed")
    return replace(default, **{name: value for name in names if (value := getattr(options, name)) is not None})


def require_writable(file: Path, name: str) -> None:
    """Raise if a file cannot be replaced."""
    if file.is_dir() or not file.parent.is_dir():
        reason = "it is a folder" if file.is_dir() else "there is no such folder"
    elif not os.access(file.parent, os.W_OK):
        reason = "its folder is write-protected"
    elif file.exists() and not os.access(file, os.R_OK | os.W_OK):
        reason = "it is write-protected"
    else:
        return
    raise BoardwrightError(f"the file {quoted(name)} cannot be written: {reason}")


def _require_options(game: AnyGame, options: argparse.Namespace) -> None:
    """Refuse the options that are for networks."""
    given = {
        "SAMPLES": options.samples,
        "--hidden": options.hidden,
        "--checkpoint": options.checkpoint,
        "--device cuda": options.device == "cuda",
    }
    for name, value in given.items():
        if value:
            raise BoardwrightError(f"{game.full_name} has no core, which {name} needs: expected train without it")


def _file(game: AnyGame, name: str | None) -> Path:
    """Return the path of the weights; raise before the first game if it cannot be written."""
    file = weights_file(game) if name is None else expanded(name)
    name = name or str(file)
    if "," in name:
        raise BoardwrightError(
            f"the file {quoted(name)} cannot be used in a player specification: expected a name without a comma"
        )
    require_writable(file, name)
    if file.exists() and not is_weights_file(file):
        raise BoardwrightError(f"the file {quoted(name)} cannot be written: it exists and does not hold weights")
    return file


def _own_weights(game: AnyGame) -> Weights | None:
    """Return the weights that the game has so far; None if it has none that fit."""
    with suppress(BoardwrightError):
        return find_weights(game)
    return None


def _learn(
    game: AnyGame, options: argparse.Namespace, fit_options: FitOptions, file: Path, stop: Callable[[], bool]
) -> list[LearnedWeights]:
    from boardwright.training.weights_generations import FULL, QUICK, learn_weights

    generations = QUICK if options.quick else FULL
    finished: list[LearnedWeights] = []

    def on_learned(learned: LearnedWeights) -> None:
        finished.append(learned)
        learned.weights.write(file)
        if options.json:
            print_json(learned.to_json() | {"weights": str(file)})
        else:
            print(f"{learned.title}  {learned.summary}", flush=True)

    def on_game(number: int, games: int) -> None:
        before = sum(generation.games for generation in generations[:number])
        advance(before + games, f"generation {number + 1} of {len(generations)}")

    with (
        open_executor(options.threads, options.ray) as executor,
        bar(sum(generation.games for generation in generations)) as advance,
    ):
        learn_weights(
            game,
            generations,
            fit_options,
            result_weight=options.result_weight,
            executor=executor,
            on_game=on_game,
            on_learned=on_learned,
            stop=stop,
        )
    return finished


def _compare(game: AnyGame, file: Path, own: Weights | None, options: argparse.Namespace) -> None:
    """Play matches of the new weights against the default ones, and against those that the game had before."""
    if not options.games:
        return
    with TemporaryDirectory() as folder:
        rivals = {"the default weights": DEFAULT}
        if own is not None:
            before = Path(folder) / "own.weights.json"
            own.write(before)
            rivals["the game's own weights"] = str(before)
        for whom, weights in rivals.items():
            player = f"engine:nodes={MATCH_NODES}"
            result = play_match(
                game,
                (f"{player},weights={file}", f"{player},weights={weights}"),
                games=options.games,
                seed=options.seed,
                jobs=options.threads,
            )
            print_comparison(whom, result, as_json=options.json)


def print_comparison(whom: str, result: MatchResult, *, as_json: bool) -> None:
    """Print the result of a match after a training."""
    if as_json:
        print_json(result.summary())
        return
    print(
        f"against {whom}: {result.score:.1%}, won {result.won}, drawn {result.drawn}, lost {result.lost}, "
        f"Elo {elo_text(result.elo)}"
    )
