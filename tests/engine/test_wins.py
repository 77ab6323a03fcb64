"""Wins that brute force has proved: each is found within a second, with its exact distance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright import find_game
from boardwright.core import core_names
from boardwright.engine import Engine
from boardwright.engine.bitbases import materials_of

WINS: list[dict[str, Any]] = [
    win for path in sorted((Path(__file__).parent / "wins").glob("*.json")) for win in json.loads(path.read_text())
]
WINS_WITH_BITBASES = [win for win in WINS if materials_of(find_game(win["game"]))]
SECOND_OF_NODES = 4_000_000
"""What a second is worth on a quiet machine: tests must not fail for the speed of a busy one."""


def named(win: dict[str, Any]) -> str:
    return f"{win['game']}-{win['distance']}-{win['position']}"


def test_every_game_has_its_wins() -> None:
    games = [find_game(win["game"]).full_name for win in WINS]
    assert {name: games.count(name) >= 10 for name in core_names()} == dict.fromkeys(core_names(), True)
    for name in {name.partition(":")[0] for name in core_names()}:
        assert sum(game.partition(":")[0] == name for game in games) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("win", WINS, ids=named)
def test_a_proved_win_is_found_with_its_distance(win: dict[str, Any]) -> None:
    game = find_game(win["game"])
    position = game.parse_position(win["position"])
    # Bitbases tell that an ending is won, not in how many moves.
    found = Engine(game, hash_mb=64, endings="off").search(position, nodes=SECOND_OF_NODES)
    assert str(found.score) == f"win in {win['distance']}"


@pytest.mark.slow
@pytest.mark.parametrize("win", WINS_WITH_BITBASES, ids=named)
def test_a_proved_win_is_found_with_bitbases(win: dict[str, Any]) -> None:
    game = find_game(win["game"])
    position = game.parse_position(win["position"])
    found = Engine(game, hash_mb=64).search(position, nodes=SECOND_OF_NODES)
    assert str(found.score) in {f"win in {win['distance']}", "won ending"}
