"""Training over generations: self-play games, a fit, better games, a better fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from boardwright.core import Words, core_of
from boardwright.engine.network import Network, new_network_of, zero_network
from boardwright.errors import BoardwrightError, quoted
from boardwright.executors.executor import Executor, SerialExecutor
from boardwright.game import AnyGame
from boardwright.installing import needs
from boardwright.training.arrays import Arrays, Floats
from boardwright.training.fit import Fit, fit
from boardwright.training.fit_options import Epoch, FitOptions
from boardwright.training.generation import Generation, play_blocks
from boardwright.training.sample_files import BLOCK_GAMES, read_sample_file
from boardwright.training.selfplay_jobs import selfplay_jobs, settings_of

with needs("training", extra="train"):
    import numpy as np


# The first games are played by a network of zeros: they are long and teach little, so there are few.
QUICK = (Generation(600, 100, 30), Generation(4_000, 200, 60), Generation(8_000, 400, 90))
FULL = (
    Generation(1_000, 200),
    Generation(10_000, 300),
    Generation(30_000, 500),
    Generation(60_000, 1_000),
)


@dataclass(frozen=True, slots=True)
class Learned:
    """The result of training on one generation, or on files of games (without a generation)."""

    network: Network
    positions: int
    fit: Fit
    games: int = 0
    generation: Generation | None = None
    files: tuple[Path, ...] = ()

    @property
    def title(self) -> str:
        """What it was learned from."""
        if self.generation is None:
            return ", ".join(file.name for file in self.files)
        return f"{self.games} games of {self.generation.nodes} nodes per move"

    @property
    def summary(self) -> str:
        """What was learned, in figures."""
        return (
            f"{self.positions} positions, {self.network.hidden} hidden units, "
            f"validation loss {self.epochs[-1].validation_loss:.4f}, {self.fit.rounded_loss:.4f} after rounding"
        )

    @property
    def epochs(self) -> tuple[Epoch, ...]:
        """The loss after each pass over the positions."""
        return self.fit.epochs


def learn(
    game: AnyGame,
    generations: Sequence[Generation],
    options: FitOptions,
    *,
    result_weight: float | None = None,
    executor: Executor | None = None,
    arrays: Arrays | None = None,
    on_game: Callable[[int, int], None] = lambda generation, games: None,
    on_learned: Callable[[Learned], None] = lambda learned: None,
    stop: Callable[[], bool] = lambda: False,
) -> Learned | None:
    """Train a network of a game over generations, starting from a network of zeros.

    The seed of the options is that of the games too. ``result_weight`` is the share of the results in the targets (by
    default the game's own); the first generation learns from results alone. ``executor`` runs the games (by default
    this process). ``on_game`` receives the generation and its number of finished games, ``on_learned`` the result of
    each generation; ``stop`` is polled, and ends the training with the last result. The same generations without time
    limits and the same options give the same network on any executor.
    """
    _require_features(game)
    share = core_of(game).result_weight if result_weight is None else result_weight
    network = zero_network(game)
    training_sets: list[tuple[Words, Floats]] = []
    learned: Learned | None = None
    for number, generation in enumerate(generations):
        settings = settings_of(game, network, nodes=generation.nodes, seed=options.seed + number)
        jobs = selfplay_jobs(game, network, settings, range(-(-generation.games // BLOCK_GAMES)))

        def on_block(blocks: int, number: int = number) -> None:
            on_game(number, blocks * BLOCK_GAMES)

        records = play_blocks(jobs, executor or SerialExecutor(), generation.seconds, on_block, stop)
        if stop():
            break
        # The scores of a network of zeros mean nothing.
        latest = training_set(game, b"".join(records), share if number else 1.0)
        # Keep the games of the previous generation too, except those played with a network of zeros.
        training_sets = [*(training_sets[-1:] if number > 1 else []), latest]
        fitted = fit(core_of(game), *_joined(training_sets), options, arrays, stop=stop)
        # A network that is trained in part is better than none, but not than that of the generation before.
        if fitted is None or (learned is not None and len(fitted.epochs) < options.epochs):
            break
        network = new_network_of(game, options.hidden, fitted.numbers)
        learned = Learned(network, len(latest[1]), fitted, len(records) * BLOCK_GAMES, generation)
        on_learned(learned)
    return learned


def learn_from_files(
    game: AnyGame,
    files: Iterable[Path],
    options: FitOptions,
    *,
    result_weight: float | None = None,
    arrays: Arrays | None = None,
    checkpoint: Path | None = None,
    on_epoch: Callable[[Epoch], None] = lambda epoch: None,
    stop: Callable[[], bool] = lambda: False,
) -> Learned | None:
    """Train a network of a game on files of self-play games; see :func:`boardwright.training.fit.fit`."""
    _require_features(game)
    core = core_of(game)
    share = core.result_weight if result_weight is None else result_weight
    files = tuple(files)
    expected = f"{game.full_name}, layout {core.layout.version}"
    sets = []
    for path in files:
        settings, records = read_sample_file(path)
        found = f"{settings.game}, layout {settings.layout}"
        if found != expected:
            raise BoardwrightError(f"the file {quoted(str(path))} holds games of {found}: expected {expected}")
        sets.append(training_set(game, records, share))
    positions, targets = _joined(sets)
    fitted = fit(core, positions, targets, options, arrays, checkpoint=checkpoint, on_epoch=on_epoch, stop=stop)
    if fitted is None:
        return None
    return Learned(new_network_of(game, options.hidden, fitted.numbers), len(targets), fitted, files=files)


def training_set(game: AnyGame, records: bytes, result_weight: float) -> tuple[Words, Floats]:
    """Return the positions of recorded games and their targets.

    A target is ``result_weight`` times the result of the game, plus the rest times the win probability by the search.
    """
    core = core_of(game)
    try:
        positions, scores, results = core.read_games(records)
    except ValueError as error:
        raise BoardwrightError(f"the games cannot be read: {error}; expected games of {game.full_name}") from error
    chances = 1 / (1 + 10.0 ** (-scores / core.scale))
    return positions, (result_weight * results / 2 + (1 - result_weight) * chances).astype(np.float32)


def _require_features(game: AnyGame) -> None:
    if not core_of(game).layout.features:
        raise BoardwrightError(f"{game.full_name} has nothing to learn: expected a game whose evaluation has features")


def _joined(sets: Sequence[tuple[Words, Floats]]) -> tuple[Words, Floats]:
    positions = np.concatenate([words for words, _ in sets])
    targets = np.concatenate([wanted for _, wanted in sets])
    if not len(targets):
        raise BoardwrightError("there are no quiet positions to learn from: expected more games")
    return positions, targets
