"""Training of the weights of a game without a core, over generations of self-play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boardwright.engine.python_search.features import LEGAL_MOVES, Features
from boardwright.engine.python_search.weights import Weights, default_weights
from boardwright.errors import BoardwrightError
from boardwright.executors.executor import Executor, SerialExecutor
from boardwright.game import AnyGame
from boardwright.training.fit_options import Epoch, FitOptions
from boardwright.training.generation import Generation, play_blocks
from boardwright.training.weights_fit import Example, fit_weights
from boardwright.training.weights_selfplay import BLOCK_GAMES, TrainingGame, selfplay_jobs

# More nodes teach little more than more games.
QUICK = (Generation(160, 30, 40), Generation(160, 60, 60))
FULL = (Generation(400, 50, 120), Generation(600, 100, 240), Generation(600, 200, 360))
RESULT_WEIGHT = 0.6
"""The share of the results in the targets; the rest is the win probability by the search."""
LEAST_MOBILITY = 3
"""The least weight of the number of legal moves that is worth counting them, in hundredths."""
VALIDATION_SHARE = 0.1
"""The share of the games, the last ones of a generation, that is for validation, not for training."""


@dataclass(frozen=True, slots=True)
class LearnedWeights:
    """The result of training on the games of one generation, and of those before it."""

    weights: Weights
    generation: Generation
    games: int
    """The games of this generation."""
    positions: int
    """The positions that were trained on."""
    epochs: tuple[Epoch, ...]

    @property
    def title(self) -> str:
        """What it was learned from."""
        return f"{self.games} games of {self.generation.nodes} nodes per move"

    @property
    def summary(self) -> str:
        """What was learned, in figures."""
        last = self.epochs[-1]
        return (
            f"{self.positions} positions, {len(self.weights.values)} weights, "
            f"loss {last.loss:.4f}, validation loss {last.validation_loss:.4f}"
        )

    def to_json(self) -> dict[str, object]:
        """Return the figures as plain data."""
        last = self.epochs[-1]
        return {
            "games": self.games,
            "nodes": self.generation.nodes,
            "positions": self.positions,
            "features": len(self.weights.values),
            "loss": last.loss,
            "validation_loss": last.validation_loss,
        }


def learn_weights(
    game: AnyGame,
    generations: Sequence[Generation],
    options: FitOptions,
    *,
    result_weight: float | None = None,
    executor: Executor | None = None,
    on_game: Callable[[int, int], None] = lambda generation, games: None,
    is_better: Callable[[LearnedWeights, Weights], bool] = lambda learned, best: True,
    stop: Callable[[], bool] = lambda: False,
) -> LearnedWeights | None:
    """Train the weights of a game over generations, and return the best ones; None if the default ones are.

    Each generation plays with the best weights so far, the first one with the default ones. ``is_better`` decides for
    every result whether its weights replace them. The other options are those of
    :func:`boardwright.training.generations.learn`: without time limits, the same ones give the same weights on any
    executor.
    """
    share = RESULT_WEIGHT if result_weight is None else result_weight
    layout = Features(game).layout
    best = default_weights(game)
    training: list[Example] = []
    found: LearnedWeights | None = None
    total = 0
    for number, generation in enumerate(generations):

        def on_block(blocks: int, number: int = number) -> None:
            on_game(number, blocks * BLOCK_GAMES)

        blocks = range(-(-generation.games // BLOCK_GAMES))
        jobs = selfplay_jobs(game, best, generation.nodes, options.seed + number, blocks)
        played = play_blocks(jobs, executor or SerialExecutor(), generation.seconds, on_block, stop)
        if stop():
            break
        games = [each for block in played for each in block]
        held_back = max(round(VALIDATION_SHARE * len(games)), 1)
        training += _examples(games[:-held_back], share)
        if not training:
            raise BoardwrightError(
                f"the games of {game.full_name} have no positions to learn from: expected longer ones"
            )
        values, epochs = fit_weights(training, _examples(games[-held_back:], share), options)
        total += len(games)
        weights = Weights(game.full_name, layout, _without_idle_mobility(values), total, len(training))
        learned = LearnedWeights(weights, generation, len(games), len(training), tuple(epochs))
        if is_better(learned, best):
            found, best = learned, weights
    return found


def _without_idle_mobility(values: dict[str, int]) -> dict[str, int]:
    """Leave out small weights of the numbers of legal moves: to count them at every leaf takes time."""
    return {
        name: weight
        for name, weight in values.items()
        if not name.endswith(LEGAL_MOVES) or abs(weight) >= LEAST_MOBILITY
    }


def _examples(games: Sequence[TrainingGame], share: float) -> list[Example]:
    return [
        Example(sample.features, share * each.result + (1 - share) * sample.win_probability)
        for each in games
        for sample in each.samples
    ]
