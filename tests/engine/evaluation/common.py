"""What every learned evaluation must keep, whatever its features."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from boardwright import find_game
from boardwright.core import core_of, new_weights
from boardwright.engine.weights import shipped_weights
from boardwright.explore import random_positions
from boardwright.game import AnyGame

MAX_HALF = 32767


def open_positions(game: AnyGame, number: int) -> list[Any]:
    """So many positions of random games that are not finished."""
    going_on = (position for position in random_positions(game, Random(3)) if game.outcome(position) is None)
    return list(islice(going_on, number))


def check_same_worth(name: str, image: Callable[[Any], Any], positions: int) -> None:
    """A position and its image, in which the sides may be changed, are worth the same to the side to move."""
    game = find_game(name)
    core, weights = core_of(game), new_weights(shipped_weights(game).halves)
    seen = open_positions(game, positions)
    worth, worth_of_images = (
        core.evaluate(core.pack(each), weights).reshape(-1, 4)
        for each in (seen, [image(position) for position in seen])
    )
    assert len(set(worth[:, 0].tolist())) > 100
    for position, one, other in zip(seen, worth.tolist(), worth_of_images.tolist(), strict=True):
        assert one == other, game.format_position(position)


def check_features(name: str, positions: int) -> None:
    """Features have the numbers they may have, and both halves of their sum stay within two bytes."""
    game = find_game(name)
    core, weights = core_of(game), shipped_weights(game)
    offsets, numbers, times, phases = core.list_features(core.pack(open_positions(game, positions)))
    assert 0 <= min(numbers) <= max(numbers) < core.features
    assert 0 <= min(phases) <= max(phases) <= 64
    for half in (weights.early, weights.late):
        for begin, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
            total = sum(
                half[number] * count for number, count in zip(numbers[begin:end], times[begin:end], strict=True)
            )
            assert abs(total) <= MAX_HALF
