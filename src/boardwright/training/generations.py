"""Training over generations: self-play games, a fit, better games, a better fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from time import monotonic
from typing import Any

from boardwright.core import core_of
from boardwright.engine.weights import Weights, zero_weights
from boardwright.errors import BoardwrightError
from boardwright.executors.executor import Executor, SerialExecutor
from boardwright.executors.jobs import Job
from boardwright.game import AnyGame
from boardwright.installing import needs
from boardwright.training.fit import fit
from boardwright.training.selfplay_jobs import Samples, selfplay_jobs

with needs(__name__, extra="tune"):
    import numpy as np
    import numpy.typing as npt

RANDOM_PLIES = 10
TRUST = 0.2


@dataclass(frozen=True, slots=True)
class Generation:
    """The self-play of one generation: the number of games, nodes per move, and a time limit in seconds."""

    games: int
    nodes: int
    seconds: float = inf


# The first games are played with zero weights: they are long and teach little, so there are few.
QUICK = (Generation(300, 100, 40), Generation(1_500, 200, 50), Generation(3_000, 400, 60))
FULL = (
    Generation(600, 200),
    Generation(3_000, 300),
    Generation(4_000, 500),
    Generation(6_000, 700),
    Generation(10_000, 1_000),
    Generation(12_000, 1_000),
)


@dataclass(frozen=True, slots=True)
class Learned:
    """The result of training on one generation."""

    generation: Generation
    weights: Weights
    games: int
    positions: int
    loss: float
    held_back_loss: float


def learn(
    game: AnyGame,
    generations: Sequence[Generation],
    *,
    start: Weights | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    random_plies: int = RANDOM_PLIES,
    on_game: Callable[[int, int], None] = lambda generation, games: None,
    on_learned: Callable[[Learned], None] = lambda learned: None,
    stop: Callable[[], bool] = lambda: False,
) -> Learned | None:
    """Train the weights of a game, starting from zero weights unless ``start`` is given.

    ``executor`` runs the games (None: this process). ``on_game`` receives the generation and its number of finished
    games, ``on_learned`` the result of each generation; ``stop`` is polled, and ends the training with the last
    result. The same generations without time limits, seed and start give the same weights on any executor.
    """
    core = core_of(game)
    if not core.features:
        raise BoardwrightError(f"{game.full_name} has nothing to learn: expected a game whose evaluation has features")
    weights = start or zero_weights(game)
    first_trained = int(start is None)
    """The first generation whose games are not played with zero weights."""
    training_sets: list[tuple[Any, npt.NDArray[np.float32]]] = []
    learned: Learned | None = None
    for number, generation in enumerate(generations):
        jobs = selfplay_jobs(
            game,
            generation.games,
            nodes=generation.nodes,
            random_plies=random_plies,
            weights=weights.halves,
            seed=seed + number,
        )
        games, samples = _play(jobs, executor or SerialExecutor(), generation.seconds, partial(on_game, number), stop)
        if stop():
            break
        positions, scores, results, left, sides = core.samples(samples)
        chances = np.full(len(scores), 0.5) if number < first_trained else 1 / (1 + 10.0 ** (-scores / core.scale))
        targets = td_targets(chances, results / 2, left, sides, core.training.result_weight, core.training.td_lambda)
        # Keep the games of the previous generation too, except those played with zero weights.
        training_sets = [*(training_sets[-1:] if number > first_trained else []), (positions, targets)]
        fitted = fit(
            core,
            np.concatenate([words for words, _ in training_sets]),
            np.concatenate([wanted for _, wanted in training_sets]),
            spread=core.training.prior_sigma,
            trust=TRUST,
        )
        weights = Weights(game.full_name, fitted.early, fitted.late)
        learned = Learned(generation, weights, games, len(targets), fitted.loss, fitted.held_back_loss)
        on_learned(learned)
    return learned


def _play(
    jobs: Iterable[Job[tuple[int, Samples]]],
    executor: Executor,
    seconds: float,
    on_game: Callable[[int], None],
    stop: Callable[[], bool],
) -> tuple[int, list[Samples]]:
    """Run the jobs for up to ``seconds``, but at least the first one; return the number of games and their samples."""
    end = monotonic() + seconds
    played: list[int] = []
    samples: list[Samples] = []
    for games, batch in executor.map(jobs, lambda: stop() or (bool(played) and monotonic() > end)):
        played.append(games)
        samples.append(batch)
        on_game(sum(played))
    return sum(played), samples


def td_targets(
    chances: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
    left: npt.NDArray[np.uint16],
    sides: npt.NDArray[np.uint8],
    result_weight: float,
    td_lambda: float,
) -> npt.NDArray[np.float32]:
    """Training targets of positions, each for its side to move: a mixture of game results and TD(lambda) returns.

    The return of the last position of a game is its result; that of any other is ``td_lambda`` times the return of the
    next position, plus the rest times the next position's win probability by the search.

    >>> game = np.array([0.5, 0.4]), np.array([1.0, 0.0]), np.array([2, 1]), np.array([0, 1])
    >>> td_targets(*game, 0.0, 0.9).tolist()
    [0.9599999785423279, 0.0]
    >>> td_targets(*game, 0.5, 0.0).tolist()
    [0.800000011920929, 0.0]
    """
    # From the first side's point of view, as sides need not alternate.
    chances = np.where(sides, 1 - chances, chances)
    results = np.where(sides, 1 - results, results)
    targets = results.copy()
    is_last = np.append(left[1:] >= left[:-1], True)
    for at in range(len(targets) - 2, -1, -1):
        if not is_last[at]:
            targets[at] = td_lambda * targets[at + 1] + (1 - td_lambda) * chances[at + 1]
    targets = result_weight * results + (1 - result_weight) * targets
    return np.where(sides, 1 - targets, targets).astype(np.float32)
