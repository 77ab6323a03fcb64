"""What every learned evaluation must keep, whatever its features."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise
from random import Random
from typing import Any

import numpy as np
from tests.networks import random_network

from boardwright import find_game
from boardwright.core import core_of
from boardwright.engine.network import Network, shipped_network
from boardwright.explore import random_positions
from boardwright.game import AnyGame

MAX_SUM = 32767


def open_positions(game: AnyGame, number: int) -> list[Any]:
    """So many positions of random games that are not finished."""
    going_on = (position for position in random_positions(game, Random(3)) if game.outcome(position) is None)
    return list(islice(going_on, number))


def check_same_worth(name: str, image: Callable[[Any], Any], positions: int) -> None:
    """A position and its image, in which the sides may be changed, are worth the same to the side to move."""
    game = find_game(name)
    core, seen = core_of(game), open_positions(game, positions)
    packed, images = core.pack(seen), core.pack(image(position) for position in seen)
    for network in (shipped_network(game), random_network(game, 16)):
        worth, worth_of_images = (core.evaluate(each, network.compiled()).reshape(-1, 4) for each in (packed, images))
        assert len(set(worth[:, 0].tolist())) > 100
        for position, one, other in zip(seen, worth.tolist(), worth_of_images.tolist(), strict=True):
            assert one == other, game.format_position(position)


def check_features(name: str, positions: int) -> None:
    """Features have the numbers they may have, and no sum of a hidden unit leaves its 16 bits."""
    game = find_game(name)
    core = core_of(game)
    packed = core.pack(open_positions(game, positions))
    _, numbers, _, phases = core.list_features(packed)
    assert 0 <= min(numbers) <= max(numbers) < core.layout.features
    assert 0 <= min(phases) <= max(phases) <= 64
    assert largest_sum(game, packed, shipped_network(game)) <= MAX_SUM


def largest_sum(game: AnyGame, packed: Any, network: Network) -> int:
    """Return the largest absolute sum of a hidden unit in some positions."""
    offsets, features, counts, _ = core_of(game).list_features(packed)
    hidden, inputs = network.hidden, network.features - network.first_input
    if not hidden:
        return 0
    numbers = np.array(network.numbers[2 * network.features :], dtype=np.int64)
    rows, bias = numbers[: 2 * inputs * hidden].reshape(-1, hidden), numbers[2 * inputs * hidden :][:hidden]
    largest = 0
    for begin, end in pairwise(offsets.tolist()):
        feature, count = features[begin:end] - network.first_input, counts[begin:end]
        feature, count = feature[feature >= 0], count[feature >= 0]
        sums = (rows[2 * feature + (count < 0)] * abs(count)[:, None]).sum(0) + bias
        largest = max(largest, int(abs(sums).max()))
    return largest
