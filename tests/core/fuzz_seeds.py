"""Positions for the fuzzer of the core: a line each, the game's name and the words."""

from __future__ import annotations

from itertools import islice
from random import Random

from tests.core.setups import SETUPS

from boardwright import find_game
from boardwright.core import core_names, core_of
from boardwright.explore import random_positions

PLAYED = 300
SET_UP = 200

if __name__ == "__main__":
    for name in core_names():
        game = find_game(name)
        packing = core_of(game).packing
        for position in islice(random_positions(game, Random(name)), PLAYED):
            print(name, *packing.pack(position))
        for position in islice(SETUPS[game.name](game, Random(name)), SET_UP):
            print(name, *packing.pack(position))
