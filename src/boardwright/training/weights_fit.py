"""Fit the weights of features to positions and their targets: logistic regression by Adam, in plain Python.

A few hundred features and some ten thousand positions need no NumPy: a pass over them takes a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, exp, log, pi
from operator import mul
from random import Random

from boardwright.engine.python_search.scores import MAX_EVALUATION, SCALE
from boardwright.training.fit_options import Epoch, FitOptions

UNIT = SCALE / log(10)
"""Hundredths of the game's unit for a weight of one in the exponent."""
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8
"""The constants of Adam."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position to learn from: its features by their counts, and the target for the first side, from 0 to 1."""

    features: Mapping[str, int]
    target: float


Row = tuple[tuple[int, ...], tuple[int, ...], float]


def fit_weights(
    training: Sequence[Example], validation: Sequence[Example], options: FitOptions
) -> tuple[dict[str, int], list[Epoch]]:
    """Return the weights in hundredths by feature, and the loss after each epoch."""
    names = sorted({name for example in training for name in example.features})
    numbers = {name: number for number, name in enumerate(names)}
    rows, held_back = ([_row(example, numbers) for example in examples] for examples in (training, validation))
    weights = [0.0] * len(names)
    means, squares = weights[:], weights[:]
    random = Random(options.seed)
    epochs = []
    batches = -(-len(rows) // options.batch)
    steps = 0
    for number in range(1, options.epochs + 1):
        random.shuffle(rows)
        total = 0.0
        for start in range(0, len(rows), options.batch):
            batch = rows[start : start + options.batch]
            gradient, loss = _gradient(weights, batch)
            total += loss
            rate = options.rate * 0.5 * (1 + cos(pi * steps / (batches * options.epochs)))
            steps += 1
            warm = (1 - SECOND**steps) ** 0.5 / (1 - FIRST**steps)
            for i, slope in enumerate(gradient):
                slope /= len(batch)
                means[i] += (1 - FIRST) * (slope - means[i])
                squares[i] += (1 - SECOND) * (slope * slope - squares[i])
                weights[i] -= rate * (warm * means[i] / (squares[i] ** 0.5 + TINY) + options.decay * weights[i])
        epochs.append(Epoch(number, total / max(len(rows), 1), mean_loss(weights, held_back)))
    limit = MAX_EVALUATION
    whole = (max(-limit, min(round(weight * UNIT), limit)) for weight in weights)
    return {name: weight for name, weight in zip(names, whole, strict=True) if weight}, epochs


def mean_loss(weights: Sequence[float], rows: Sequence[Row]) -> float:
    """Return the mean binary cross-entropy of the win probabilities."""
    return _gradient(weights, rows)[1] / max(len(rows), 1)


def _row(example: Example, numbers: Mapping[str, int]) -> Row:
    known = [(numbers[name], count) for name, count in example.features.items() if name in numbers]
    return tuple(number for number, _ in known), tuple(count for _, count in known), example.target


def _gradient(weights: Sequence[float], rows: Sequence[Row]) -> tuple[list[float], float]:
    """Return the sums of the gradients and of the losses."""
    gradient = [0.0] * len(weights)
    loss = 0.0
    weight = weights.__getitem__
    for indices, counts, target in rows:
        exponent = sum(map(mul, map(weight, indices), counts))
        exponent = max(-30.0, min(exponent, 30.0))
        chance = 1 / (1 + exp(-exponent))
        loss -= target * log(chance) + (1 - target) * log(1 - chance)
        error = chance - target
        for index, count in zip(indices, counts, strict=True):
            gradient[index] += error * count
    return gradient, loss
