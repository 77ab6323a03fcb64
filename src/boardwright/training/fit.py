"""Fit a network to positions and their targets: Adam on the binary cross-entropy, then rounding to integers."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import cos, isfinite, log, pi
from pathlib import Path
from typing import Any

from boardwright.core import Core, Words, new_network
from boardwright.errors import BoardwrightError
from boardwright.game import M, P
from boardwright.installing import needs
from boardwright.training.arrays import Array, Arrays, Floats, NumpyArrays
from boardwright.training.checkpoints import Checkpoint, damaged_checkpoint, read_checkpoint, write_checkpoint
from boardwright.training.fit_options import Epoch, FitOptions
from boardwright.training.model import MAX_NUMBER, Model, PositionData

with needs("training", extra="train"):
    import numpy as np

VALIDATION_SHARE = 0.05
"""The share of positions, from the last games, that is for validation, not for training."""
MAX_BATCH = 1 << 14
"""Positions evaluated at once."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted network: its integers, the loss after each epoch, and what the rounding to integers has changed.

    ``rounded_loss`` is the loss of the integers on the validation positions, by the evaluation of the core;
    ``largest_sum`` the largest absolute sum of a hidden unit in any position, which fits into 16 bits.
    """

    numbers: array[int]
    epochs: tuple[Epoch, ...]
    rounded_loss: float
    largest_sum: int


class Adam:
    """The Adam optimiser with decoupled weight decay."""

    FIRST, SECOND, TINY = 0.9, 0.999, 1e-8

    def __init__(self, parameters: dict[str, Array]) -> None:
        self.parameters = parameters
        self.means = {name: parameter * 0 for name, parameter in parameters.items()}
        self.squares = {name: parameter * 0 for name, parameter in parameters.items()}
        self.steps = 0

    def step(self, gradients: dict[str, Array], rate: float, decay: float) -> None:
        """Move the parameters against their gradients."""
        self.steps += 1
        warm = (1 - self.SECOND**self.steps) ** 0.5 / (1 - self.FIRST**self.steps)
        for name, gradient in gradients.items():
            mean, square, parameter = self.means[name], self.squares[name], self.parameters[name]
            mean *= self.FIRST
            mean += (1 - self.FIRST) * gradient
            square *= self.SECOND
            square += (1 - self.SECOND) * gradient * gradient
            parameter -= rate * warm * mean / (square**0.5 + self.TINY) + rate * decay * parameter


def fit(
    core: Core[P, M],
    positions: Words,
    targets: Floats,
    options: FitOptions,
    arrays: Arrays | None = None,
    *,
    checkpoint: Path | None = None,
    on_epoch: Callable[[Epoch], None] = lambda epoch: None,
    stop: Callable[[], bool] = lambda: False,
) -> Fit | None:
    """Fit a network to targets from 0 (lost by the side to move) to 1 (won).

    The learning rate falls to zero along a cosine. ``checkpoint`` is saved after each epoch, and continued if it
    exists. ``stop`` is polled after each batch and ends the fit early, with the parameters after the last whole epoch;
    None if there is none.
    """
    arrays = arrays or NumpyArrays()
    try:
        return _fit(core, positions, targets, options, arrays, checkpoint, on_epoch, stop)
    except arrays.out_of_memory as error:
        raise BoardwrightError(
            f"the {arrays.processor} has not enough memory for batches of {options.batch} of {len(targets)} positions: "
            "expected a smaller --batch, or fewer SAMPLES"
        ) from error


def _fit(
    core: Core[P, M],
    positions: Words,
    targets: Floats,
    options: FitOptions,
    arrays: Arrays,
    checkpoint: Path | None,
    on_epoch: Callable[[Epoch], None],
    stop: Callable[[], bool],
) -> Fit | None:
    fitting = _Fitting(PositionData(core, positions, targets), options, arrays)
    if checkpoint is not None:
        settings = {"game": core.game.full_name, "layout": core.layout.version} | fitting.settings()
        if (found := read_checkpoint(checkpoint, settings)) is not None:
            try:
                fitting.restore(found)
            except (KeyError, TypeError, ValueError, OverflowError) as error:
                raise damaged_checkpoint(checkpoint) from error
    while len(fitting.epochs) < options.epochs and not stop():
        if not fitting.run_epoch(stop):
            break
        on_epoch(fitting.epochs[-1])
        if checkpoint is not None and not stop():
            write_checkpoint(checkpoint, settings, fitting.saved())
    if not fitting.epochs:
        return None
    numbers = fitting.model.numbers(core.scale)
    largest = fitting.largest_sum()
    if largest > MAX_NUMBER:
        raise BoardwrightError(
            f"the weights are too large for 16 bits ({largest}, limit {MAX_NUMBER}): "
            "expected a larger --decay or a smaller --rate"
        )
    validation = positions[fitting.fitted * core.words :]
    return Fit(
        numbers,
        tuple(fitting.epochs),
        loss_by_core(core, numbers, options.hidden, validation, targets[fitting.fitted :]),
        largest,
    )


def loss_by_core(core: Core[P, M], numbers: array[int], hidden: int, positions: Words, targets: Floats) -> float:
    """Return the mean loss of the integers of a network on positions, 0 without any."""
    if not len(targets):
        return 0.0
    network = new_network(numbers.tobytes(), core.layout.features, core.layout.first_input, hidden)
    scores = core.evaluate(positions, network).reshape(-1, 4)[:, 0]
    logits = scores * (log(10) / core.scale)
    return float((np.logaddexp(0, logits) - targets * logits).mean())


class _Fitting:
    """A fit in progress."""

    def __init__(self, data: PositionData, options: FitOptions, arrays: Arrays) -> None:
        self.data = data
        self.options = options
        self.arrays = arrays
        self.model = Model(arrays, data.layout, options.hidden, options.seed)
        self.adam = Adam(self.model.parameters)
        self.random = np.random.default_rng(options.seed)
        self.epochs: list[Epoch] = []
        self.fitted = max(1, round(len(data) * (1 - VALIDATION_SHARE)))
        self.batches = max(1, self.fitted // options.batch)
        """Batches in an epoch."""
        self.indices, self.counts, self.shares, self.targets = map(
            arrays.array, (data.indices, data.counts, data.shares, data.targets)
        )

    def run_epoch(self, stop: Callable[[], bool]) -> bool:
        """Make a pass over the training positions, in random order; if it is stopped, undo it and return False."""
        before = {name: self.arrays.numpy(values).copy() for name, values in self.model.parameters.items()}
        size, model = self.options.batch, self.model
        batches = self.batches
        order = self.random.permutation(self.fitted)
        losses = []
        for first in range(0, batches * size, size):
            chosen = self.arrays.array(order[first : first + size])
            targets = self.targets[chosen]
            inputs = model.batch(self.indices[chosen], self.counts[chosen])
            rate = self.options.rate * (1 + cos(pi * self.adam.steps / (self.options.epochs * batches))) / 2
            gradients, logits = model.gradients(inputs, self.shares[chosen], targets)
            self.adam.step(gradients, rate, self.options.decay)
            model.limit()
            losses.append(model.loss(logits, targets))
            if first + size < batches * size and stop():
                for name, values in before.items():
                    model.parameters[name][:] = self.arrays.array(values)
                return False
        loss = sum(map(float, losses)) / len(losses)
        validation_loss = self.validation_loss()
        if not (isfinite(loss) and isfinite(validation_loss)):
            raise BoardwrightError(
                f"the training diverges: the loss of epoch {len(self.epochs) + 1} is not finite, "
                "expected a smaller --rate"
            )
        self.epochs.append(Epoch(len(self.epochs) + 1, loss, validation_loss))
        return True

    def validation_loss(self) -> float:
        """Return the mean loss of the validation positions, 0 without any."""
        total = 0.0
        for part in self._parts(self.fitted):
            inputs = self.model.batch(self.indices[part], self.counts[part])
            logits = self.model.forward(inputs, self.shares[part])[0]
            total += float(self.model.loss(logits, self.targets[part])) * (part.stop - part.start)
        return total / max(len(self.data) - self.fitted, 1)

    def largest_sum(self) -> int:
        """Return the largest absolute sum of a hidden unit in any position."""
        return max(
            self.model.largest_sum(self.model.batch(self.indices[part], self.counts[part])) for part in self._parts(0)
        )

    def _parts(self, first: int) -> list[slice]:
        end = len(self.data)
        return [slice(at, min(at + MAX_BATCH, end)) for at in range(first, end, MAX_BATCH)]

    def settings(self) -> dict[str, Any]:
        """Return what must be the same for a checkpoint to be continued."""
        checksum = zlib.crc32(self.data.targets.data, zlib.crc32(self.data.indices.data))
        return asdict(self.options) | {"positions": len(self.data), "checksum": f"{checksum:08x}"}

    def saved(self) -> Checkpoint:
        """Return the state."""
        arrays = {name: self.arrays.numpy(values) for name, values in self._named().items()}
        state = {
            "steps": self.adam.steps,
            "random": self.random.bit_generator.state,
            "epochs": [asdict(epoch) for epoch in self.epochs],
        }
        return Checkpoint(arrays, state)

    def restore(self, checkpoint: Checkpoint) -> None:
        """Continue from a state; raise KeyError, TypeError or ValueError if it is not one of this fit."""
        epochs = [Epoch(**epoch) for epoch in checkpoint.state["epochs"]]
        steps = len(epochs) * self.batches
        if checkpoint.state["steps"] != steps or [epoch.number for epoch in epochs] != [*range(1, len(epochs) + 1)]:
            raise ValueError("the epochs do not fit the steps")
        if not all(isfinite(loss) for epoch in epochs for loss in (epoch.loss, epoch.validation_loss)):
            raise ValueError("a loss is not finite")
        named = self._named()
        if named.keys() != checkpoint.arrays.keys():
            raise ValueError("the names of the arrays are others")
        for name, values in checkpoint.arrays.items():
            if values.shape != tuple(named[name].shape) or values.dtype != np.float32 or not np.isfinite(values).all():
                raise ValueError(f"the array {name} has another shape or type, or is not finite")
            named[name][:] = self.arrays.array(values)
        self.random.bit_generator.state = checkpoint.state["random"]
        self.adam.steps, self.epochs = steps, epochs

    def _named(self) -> dict[str, Array]:
        """Return the arrays of the state, by name."""
        groups = {"parameters": self.model.parameters, "means": self.adam.means, "squares": self.adam.squares}
        return {f"{group}.{name}": values for group, named in groups.items() for name, values in named.items()}
