"""Networks for tests: random ones, and the evaluation of a network in plain Python."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from random import Random

from boardwright.core import PHASES, core_of
from boardwright.engine.network import Network, new_network_of, numbers_of
from boardwright.game import AnyGame

ACTIVATION_ONE, ACTIVATION_SHIFT, OUTPUT_SHIFT = 255, 8, 12


def random_network(game: AnyGame, hidden: int, seed: int = 1, most: int = 200) -> Network:
    """Return a network of random numbers up to a magnitude."""
    layout, random = core_of(game).layout, Random(seed)
    size = numbers_of(layout.features, layout.first_input, hidden)
    return new_network_of(game, hidden, array("h", random.choices(range(-most, most + 1), k=size)))


def reference_score(network: Network, features: Iterable[tuple[int, int]], phase: int) -> int:
    """Return the output of a network for features with their counts, before a game's own correction."""
    numbers, hidden, inputs = network.numbers, network.hidden, network.features - network.first_input
    rows = 2 * network.features
    bias = rows + 2 * inputs * hidden
    sums = list(numbers[bias : bias + hidden])
    early = late = 0
    for feature, count in features:
        early += count * numbers[feature]
        late += count * numbers[network.features + feature]
        if feature >= network.first_input:
            row = rows + (2 * (feature - network.first_input) + (count < 0)) * hidden
            sums = [total + abs(count) * numbers[row + unit] for unit, total in enumerate(sums)]
    outputs = [0, 0]
    for unit, total in enumerate(sums):
        # Sums wrap around at 16 bits.
        clipped = min(max((total + 0x8000) % 0x10000 - 0x8000, 0), ACTIVATION_ONE)
        for half in (0, 1):
            outputs[half] += (clipped * clipped >> ACTIVATION_SHIFT) * numbers[bias + (1 + half) * hidden + unit]
    return tapered(early, late, phase) + tapered(outputs[0] >> OUTPUT_SHIFT, outputs[1] >> OUTPUT_SHIFT, phase)


def tapered(early: int, late: int, phase: int) -> int:
    """Return the blend of both halves, rounded towards zero."""
    blended = early * phase + late * (PHASES - phase)
    return abs(blended) // PHASES * (1 if blended > 0 else -1)
