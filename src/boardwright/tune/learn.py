"""From nothing to weights: games of the search against itself, a fit, better games, a better fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from boardwright.core import core_of, finish, new_weights
from boardwright.engine.weights import Weights, zero_weights
from boardwright.game import BoardwrightError
from boardwright.registry import AnyGame
from boardwright.tune.fit import fit

RANDOM_PLIES = 10
SPREAD = 100.0
TRUST = 0.2
RESULT_SHARE = 0.6
"""How much of a target is the result of the game; the rest is what the search thought, once it knows something."""


@dataclass(frozen=True, slots=True)
class Generation:
    """So many games of so many nodes a move."""

    games: int
    nodes: int


QUICK = (Generation(4_000, 200), Generation(8_000, 400))
FULL = (Generation(20_000, 200), Generation(40_000, 400), Generation(60_000, 1_000), Generation(60_000, 2_000))


@dataclass(frozen=True, slots=True)
class Learned:
    """What a generation has taught."""

    generation: Generation
    weights: Weights
    positions: int
    loss: float
    held_back_loss: float


def learn(
    game: AnyGame,
    generations: Sequence[Generation],
    *,
    start: Weights | None = None,
    seed: int = 1,
    threads: int = 1,
    random_plies: int = RANDOM_PLIES,
    on_game: Callable[[int, int], None] = lambda generation, games: None,
    on_learned: Callable[[Learned], None] = lambda learned: None,
) -> Learned:
    """Learn the weights of a game, from weights that know nothing unless others are given.

    The same generations, seed and start give the same weights, however many threads play.
    """
    core = core_of(game)
    if not core.features:
        raise BoardwrightError(f"{game.full_name} has no features to learn weights for")
    weights = start or zero_weights(game)
    ignorant = start is None
    kept: list[tuple[Any, npt.NDArray[np.float32]]] = []
    learned = None
    for number, generation in enumerate(generations):
        job = core.start_selfplay(
            game.start(),
            games=generation.games,
            nodes=generation.nodes,
            random_plies=random_plies,
            weights=new_weights(weights.halves),
            seed=seed + number,
            threads=threads,
        )
        finish(job, on_wait=lambda number=number, job=job: on_game(number, job.done))
        positions, scores, results = core.samples(job)
        targets = (results / np.float32(2)).astype(np.float32)
        if not ignorant:
            thought = 1 / (1 + 10.0 ** (-scores / core.scale))
            targets = (RESULT_SHARE * targets + (1 - RESULT_SHARE) * thought).astype(np.float32)
        ignorant = False
        # What the generation before played is still worth hearing; the first one knew nothing.
        kept = [*(kept[-1:] if number > 1 else []), (positions, targets)]
        found = fit(
            core,
            np.concatenate([words for words, _ in kept]),
            np.concatenate([wanted for _, wanted in kept]),
            spread=SPREAD,
            trust=TRUST,
        )
        weights = Weights(game.full_name, found.early, found.late)
        learned = Learned(generation, weights, len(targets), found.loss, found.held_back_loss)
        on_learned(learned)
    if learned is None:
        raise BoardwrightError("there is nothing to learn from: expected a generation of games")
    return learned
