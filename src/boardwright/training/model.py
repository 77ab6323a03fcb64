"""The network as it is trained: with floating-point parameters and their gradients.

The gradients are written out, because a network with one hidden layer needs few lines and so runs on NumPy and on
PyTorch alike.
"""

from __future__ import annotations

from array import array
from math import log
from typing import Any

from boardwright.core import PHASES, Core, FeatureLayout, Words
from boardwright.game import M, P
from boardwright.installing import needs
from boardwright.training.arrays import Array, Arrays, Floats

with needs("training", extra="train"):
    import numpy as np

ACTIVATION_ONE = 255
OUTPUT_STEPS = 16
"""The units of the core: the integer of a full activation, and output weights per hundredth (``core/network.hpp``)."""
MAX_NUMBER = 32767
MAX_ROW = 1.98
"""The largest weight of an input, so that 64 inputs fit into the 16 bits of a sum."""
CHUNK = 1 << 18
"""Positions whose features are listed at once."""


class PositionData:
    """The features of positions as padded rows of indices and counts, with phases and targets."""

    def __init__(self, core: Core[P, M], positions: Words, targets: Floats) -> None:
        self.layout = core.layout
        self.scale = core.scale
        self.targets = targets
        words = core.words
        parts = [
            core.list_features(positions[first * words : (first + CHUNK) * words])
            for first in range(0, len(targets), CHUNK)
        ]
        width = max(int(np.diff(offsets).max()) for offsets, _, _, _ in parts)
        # The index behind the last feature pads the rows; its count is zero.
        self.indices = np.full((len(targets), width), self.layout.features, dtype=np.int32)
        self.counts = np.zeros((len(targets), width), dtype=np.int8)
        self.shares = np.empty(len(targets), dtype=np.float32)
        row = 0
        for offsets, numbers, times, phases in parts:
            starts = offsets.astype(np.int64)
            lengths = np.diff(starts)
            rows = np.repeat(np.arange(len(lengths)), lengths) + row
            columns = np.arange(len(numbers)) - np.repeat(starts[:-1], lengths)
            self.indices[rows, columns] = numbers
            self.counts[rows, columns] = np.clip(times, -127, 127)
            self.shares[row : row + len(lengths)] = phases / np.float32(PHASES)
            row += len(lengths)

    def __len__(self) -> int:
        return len(self.targets)


class Model:
    """A network with floating-point parameters on one device; its output is a logit for the side to move."""

    def __init__(self, arrays: Arrays, layout: FeatureLayout, hidden: int, seed: int) -> None:
        self.arrays = arrays
        self.layout = layout
        self.hidden = hidden
        random = np.random.default_rng(seed)
        inputs = layout.features - layout.first_input

        def normal(spread: float, *shape: int) -> Array:
            return arrays.array(random.normal(0, spread, shape).astype(np.float32))

        # One more row of zeros for the padding.
        self.parameters: dict[str, Array] = {
            "linear": normal(0, layout.features + 1, 2),
            "rows": normal(0.1, 2 * inputs + 1, hidden),
            "bias": normal(0.1, hidden) + 0.3,
            "output": normal(0.1, hidden, 2),
        }
        self.parameters["rows"][2 * inputs] = 0

    def batch(self, indices: Array, counts: Array) -> tuple[Any, Any]:
        """Return the inputs of the linear part and of the hidden layer."""
        first, last = self.layout.first_input, self.layout.features
        linear = self.arrays.inputs(indices, counts, last + 1)
        hidden = (indices >= first) & (indices < last)
        rows = (2 * (indices - first) + (counts < 0)) * hidden + 2 * (last - first) * ~hidden
        return linear, self.arrays.inputs(rows, abs(counts) * hidden, 2 * (last - first) + 1)

    def forward(self, inputs: tuple[Any, Any], shares: Array) -> tuple[Array, Array, Array]:
        """Return the logits, and the sums and clipped sums of the hidden layer, which the gradient needs."""
        linear, rows = inputs
        sums = rows.times(self.parameters["rows"]) + self.parameters["bias"]
        clipped = sums.clip(0, 1)
        both = linear.times(self.parameters["linear"]) + (clipped * clipped) @ self.parameters["output"]
        return both[:, 0] * shares + both[:, 1] * (1 - shares), sums, clipped

    def gradients(self, inputs: tuple[Any, Any], shares: Array, targets: Array) -> tuple[dict[str, Array], Array]:
        """Return the gradients of the mean loss, and the logits."""
        linear, rows = inputs
        logits, sums, clipped = self.forward(inputs, shares)
        slopes = (self.arrays.sigmoid(logits) - targets) / len(targets)
        # Of the two halves of the output, middlegame and endgame.
        both = self.arrays.columns(slopes * shares, slopes * (1 - shares))
        inside = (sums > 0) & (sums < 1)
        units = (both @ self.parameters["output"].T) * (2 * clipped * inside)
        return {
            "linear": linear.gradient(both),
            "rows": rows.gradient(units),
            "bias": units.sum(0),
            "output": (clipped * clipped).T @ both,
        }, logits

    def limit(self) -> None:
        """Clip the weights of the inputs to what the integers of the core can hold."""
        self.parameters["rows"][:] = self.parameters["rows"].clip(-MAX_ROW, MAX_ROW)

    def loss(self, logits: Array, targets: Array) -> Array:
        """Return the mean binary cross-entropy, a number on the device: to copy it would wait for the device."""
        return (self.arrays.softplus(logits) - targets * logits).mean()

    def numbers(self, scale: int) -> array[int]:
        """Round the parameters to the integers of the core."""
        unit = scale / log(10)
        values = {name: self.arrays.numpy(parameter) for name, parameter in self.parameters.items()}
        linear = values["linear"][: self.layout.features] * unit
        parts = [linear[:, 0], linear[:, 1]]
        if self.hidden:
            output = values["output"] * unit * OUTPUT_STEPS
            parts += [values["rows"][:-1] * ACTIVATION_ONE, values["bias"] * ACTIVATION_ONE, output[:, 0], output[:, 1]]
        return array("h", np.concatenate([_rounded(part).ravel() for part in parts]).astype(np.int16).tobytes())

    def largest_sum(self, inputs: tuple[Any, Any]) -> int:
        """Return the largest absolute sum of a hidden unit, with the integers of the core."""
        if not self.hidden:
            return 0
        # Sums of integers below 2**24 are exact.
        rows, bias = (
            self.arrays.array(_rounded(self.arrays.numpy(self.parameters[name]) * ACTIVATION_ONE))
            for name in ("rows", "bias")
        )
        return int(abs(inputs[1].times(rows) + bias).max())


def _rounded(values: Floats) -> Floats:
    return np.clip(np.rint(values), -MAX_NUMBER, MAX_NUMBER)
