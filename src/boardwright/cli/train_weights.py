"""``boardwright train`` for games without a core: the weights of their evaluation."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from boardwright.arena.matches import play_match
from boardwright.arena.results import MatchResult
from boardwright.cli.html_output import page_file
from boardwright.cli.inputs import write_file
from boardwright.cli.json_output import print_json
from boardwright.cli.program import interrupted
from boardwright.cli.tables import elo_text
from boardwright.cli.terminal import bar, interruption
from boardwright.engine.python_search.weights import (
    SUFFIX,
    Weights,
    default_weights,
    find_weights,
    is_weights_file,
    keep_earlier,
    weights_file,
)
from boardwright.errors import BoardwrightError, quoted
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.paths import expanded
from boardwright.training.fit_options import WEIGHTS_FIT, FitOptions
from boardwright.training.page import training_page

if TYPE_CHECKING:
    from boardwright.training.weights_generations import LearnedWeights

MATCH_NODES = 200
EVEN = 0.5


def train_weights(game: AnyGame, options: argparse.Namespace) -> int | None:
    """Run the command for a game without a core."""
    _require_options(game, options)
    fit_options = fit_options_of(options, WEIGHTS_FIT)
    file = _file(game, options.to)
    page = None if options.page is None else page_file(options.page)
    if page is not None and page.resolve() == file.resolve():
        raise BoardwrightError(f"--to and --page are the same file {quoted(str(page))}: expected different files")
    is_own = file.resolve() == weights_file(game).resolve()
    if is_own and not options.games:
        raise BoardwrightError("--games 0 leaves no match to decide by: expected some games, or another file with --to")
    own = _own_weights(game)
    with interruption() as stop, TemporaryDirectory() as folder:
        matches = _Matches(game, options, Path(folder), stop)
        learned, best = _learn(game, options, fit_options, matches, stop)
        accepted = best is not None and matches.accepts(best.weights, own)
        stopped = stop()
    if learned:
        earlier = keep_earlier(file) if accepted and is_own else None
        is_written = accepted or not is_own
        if is_written:
            (best or learned[-1]).weights.write(file)
        if page is not None:
            write_file(str(page), training_page(game, learned), replace=True)
        if options.json:
            places = {"weights": file if is_written else None, "earlier": earlier}
            print_json({"accepted": accepted} | {name: path and str(path) for name, path in places.items()})
        else:
            print(_verdict(game, file if is_written else None, earlier, accepted=accepted))
            if page is not None:
                print(f"page written to {page}")
    return interrupted(as_json=options.json) if stopped else None


def _verdict(game: AnyGame, written: Path | None, earlier: Path | None, *, accepted: bool) -> str:
    """Say what became of the weights, and which ones the engine uses from now on."""
    own = weights_file(game)
    better = "better" if accepted else "not shown to be better"
    if written is not None and written.resolve() == own.resolve():
        return f"{better}: weights written to {own}" + (f", the earlier ones kept in {earlier}" if earlier else "")
    where = f"weights written to {written}" if written else "the new weights are dropped"
    kept = f"{own} is unchanged" if own.exists() else "the game keeps its default weights"
    return f"{better}: {where}, and {kept}"


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
    if name is not None and "," in name:
        raise BoardwrightError(
            f"the file {quoted(name)} cannot be used in a player specification: expected a name without a comma"
        )
    name = name or str(file)
    require_writable(file, name)
    if file.exists() and not is_weights_file(file):
        raise BoardwrightError(f"the file {quoted(name)} cannot be written: it exists and does not hold weights")
    return file


def _own_weights(game: AnyGame) -> Weights | None:
    """Return the weights that the game has so far; None if it has none that fit."""
    with suppress(BoardwrightError):
        return find_weights(game)
    return None


@dataclass(frozen=True, slots=True)
class _Matches:
    """The matches that decide whether weights are better: a score above 50%."""

    game: AnyGame
    options: argparse.Namespace
    folder: Path
    stop: Callable[[], bool]

    def accepts(self, new: Weights, own: Weights | None) -> bool:
        """Whether weights win the final matches against the default ones, and against those that the game has."""
        rivals = {"the default weights": default_weights(self.game)}
        if own is not None:
            rivals["the game's own weights"] = own
        scores = [self.score(whom, new, rival, self.options.seed) for whom, rival in rivals.items() if not self.stop()]
        return bool(self.options.games) and all(score > EVEN for score in scores) and not self.stop()

    def score(self, whom: str, new: Weights, rival: Weights, seed: int) -> float:
        """Play a match, print it, and return its score."""
        if not self.options.games:
            return EVEN
        players = []
        for name, weights in ("new", new), ("rival", rival):
            file = self.folder / f"{name}{SUFFIX}"
            weights.write(file)
            players.append(f"engine:nodes={MATCH_NODES},weights={file}")
        result = play_match(
            self.game, players, games=self.options.games, seed=seed, jobs=self.options.threads, stop=self.stop
        )
        if result.games:
            print_comparison(whom, result, as_json=self.options.json)
        return result.score


def _learn(
    game: AnyGame, options: argparse.Namespace, fit_options: FitOptions, matches: _Matches, stop: Callable[[], bool]
) -> tuple[list[LearnedWeights], LearnedWeights | None]:
    """Return what was learned from each generation, and the best of it."""
    from boardwright.training.weights_generations import FULL, QUICK, learn_weights

    generations = QUICK if options.quick else FULL
    finished: list[LearnedWeights] = []

    def is_better(learned: LearnedWeights, best: Weights) -> bool:
        finished.append(learned)
        if options.json:
            print_json(learned.to_json())
        else:
            print(f"{learned.title}  {learned.summary}", flush=True)
        whom = "the best weights so far" if best.games else "the default weights"
        return not options.games or matches.score(whom, learned.weights, best, options.seed + len(finished)) > EVEN

    def on_game(number: int, games: int) -> None:
        before = sum(generation.games for generation in generations[:number])
        advance(before + games, f"generation {number + 1} of {len(generations)}")

    with (
        open_executor(options.threads, options.ray) as executor,
        bar(sum(generation.games for generation in generations)) as advance,
    ):
        best = learn_weights(
            game,
            generations,
            fit_options,
            result_weight=options.result_weight,
            executor=executor,
            is_better=is_better,
            on_game=on_game,
            stop=stop,
        )
    return finished, best


def print_comparison(whom: str, result: MatchResult, *, as_json: bool) -> None:
    """Print the result of a match after a training."""
    if as_json:
        print_json(result.summary())
        return
    print(
        f"against {whom}: {result.score:.1%}, won {result.won}, drawn {result.drawn}, lost {result.lost}, "
        f"Elo {elo_text(result.elo)}",
        flush=True,
    )
