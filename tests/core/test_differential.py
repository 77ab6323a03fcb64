"""The core against the reference, on random play of every game and variant and on nasty set-ups.

The number of positions compared is printed for each game; too few are a failure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from tests.core.differential import compare_stream, nasty_positions, positions_of_play
from tests.running import SUMMARY

from boardwright import find_game
from boardwright.core import core_names
from boardwright.registry import BUILT_IN

Tell: TypeAlias = Callable[[str, object], None]
ENOUGH = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("name", core_names())
def test_random_play_is_the_same_in_the_core(name: str, record_property: Tell) -> None:
    compared = compare_stream(name, positions_of_play(find_game(name), name), ENOUGH)
    record_property(SUMMARY, f"{name}: {compared} positions of random play compared with the core")
    assert compared >= ENOUGH


@pytest.mark.parametrize("enough", [ENOUGH // 40, pytest.param(ENOUGH // 10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", core_names())
def test_nasty_set_ups_are_the_same_in_the_core(name: str, enough: int, record_property: Tell) -> None:
    compared = compare_stream(name, nasty_positions(find_game(name), name), enough)
    record_property(SUMMARY, f"{name}: {compared} nasty set-ups compared with the core")
    assert compared >= enough


def test_every_built_in_game_has_a_core() -> None:
    assert {name.partition(":")[0] for name in core_names()} == set(BUILT_IN)
