"""SPSA finds the maximum of noisy functions; tuning plays games and reports parameters that the core accepts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from tests.json_schemas import json_lines
from tests.running import Run

from boardwright import BoardwrightError, find_game
from boardwright.arena import tuning
from boardwright.arena.spsa import Variable, spsa
from boardwright.arena.tuning import CoreMatch, initialisers, play_core_match, tunable, tune
from boardwright.core import core_of
from boardwright.engine import Engine
from boardwright.game import AnyGame

TURM = find_game("turm:castle")


@pytest.mark.parametrize("seed", range(5))
def test_spsa_finds_the_maximum_of_a_noisy_function(seed: int) -> None:
    noise = Random(seed)

    def height(point: Mapping[str, float]) -> float:
        return -((point["x"] - 70) ** 2 / 400 + (point["y"] - 2) ** 2)

    def compare(first: Mapping[str, float], second: Mapping[str, float]) -> float:
        return height(first) - height(second) + noise.gauss(0, 0.5)

    variables = [Variable("x", 100, 5, 1, 1000), Variable("y", 4, 0.5, 0, 20)]
    *_, last = spsa(variables, compare, iterations=2000, gain=0.05, random=Random(seed))
    assert abs(last["x"] - 70) < 6
    assert abs(last["y"] - 2) < 0.6


def test_spsa_stays_within_the_ranges() -> None:
    seen: list[float] = []

    def compare(first: Mapping[str, float], second: Mapping[str, float]) -> float:
        seen.extend((first["x"], second["x"]))
        return 50 * (first["x"] - second["x"])

    *_, last = spsa([Variable("x", 8, 3, 0, 10)], compare, iterations=50, gain=1, random=Random(1))
    assert last["x"] == 10
    assert min(seen) >= 0
    assert max(seen) <= 10


def test_without_a_difference_nothing_moves() -> None:
    *_, last = spsa([Variable("x", 8, 3, 0, 10)], lambda *_: 0.0, iterations=20, gain=1, random=Random(1))
    assert last == {"x": 8}


@pytest.mark.parametrize(("start", "best"), [(220, 120), (220, 300)])
def test_tuning_moves_towards_the_winner(monkeypatch: pytest.MonkeyPatch, start: int, best: int) -> None:
    """The games are replaced: the nearer a value is to the best one, the more it wins."""

    def match(game: AnyGame, first: dict[str, int], second: dict[str, int], **_: object) -> CoreMatch:
        assert all(isinstance(value, int) for point in (first, second) for value in point.values())
        margin = abs(second["lmr_divisor"] - best) - abs(first["lmr_divisor"] - best)
        won = min(max(20 + margin // 4, 0), 40)
        return CoreMatch(won, 0, 40 - won, (40 - won, 0, 0, 0, won))

    monkeypatch.setattr(tuning, "play_core_match", match)
    param = core_of(TURM).params["lmr_divisor"]._replace(default=start)
    *_, last = tune(TURM, [param], iterations=200, pairs=20, nodes=1, seed=1)
    assert abs(last["lmr_divisor"] - best) < abs(start - best) / 3


def test_tuning_plays_games() -> None:
    params = tunable(TURM, ["lmr_divisor", "futility_margin"])
    values = list(tune(TURM, params, iterations=3, pairs=8, nodes=200, seed=1))
    assert len(values) == 3
    assert values == list(tune(TURM, params, iterations=3, pairs=8, nodes=200, seed=1))
    assert values[-1] != {each.name: each.default for each in params}


def test_a_match_of_equal_parameters_is_even_and_repeats() -> None:
    results = [play_core_match(TURM, {}, {}, pairs=20, nodes=100, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]
    assert 0.3 < results[0].score < 0.7


def test_the_parameters_to_tune() -> None:
    names = [each.name for each in tunable(TURM)]
    assert "lmr_divisor" in names
    assert "check_extension" not in names
    chosen = tunable(TURM, ["lmr_divisor", "futility_margin"])
    # In the order of the members, whatever the order of the names.
    assert initialisers(chosen, {"lmr_divisor": 200, "futility_margin": 70}) == (
        ".futility_margin = 70, .lmr_divisor = 200"
    )
    with pytest.raises(BoardwrightError, match="unknown search parameter 'lmr'"):
        tunable(TURM, ["lmr"])


def test_the_command_prints_values_a_match_and_a_line_to_paste(boardwright: Run) -> None:
    options = ["--nodes", "50", "--pairs", "2", "--iterations", "3", "--games", "4", "--params", "futility_margin"]
    lines = boardwright("tune", "turm:castle", *options).stdout.splitlines()
    assert lines[0] == "    0  futility_margin 80"
    assert len(lines) == 7
    assert lines[4].startswith("tuned against default: ")
    assert lines[5].startswith("for a trial: engine:params=futility_margin=")
    assert lines[6].startswith("for eval.hpp: .futility_margin = ")
    told = json_lines("tune", boardwright("tune", "turm:castle", *options, "--json").stdout)
    assert [each["iteration"] for each in told[:3]] == [1, 2, 3]
    assert told[3]["won"] + told[3]["drawn"] + told[3]["lost"] == 4
    assert list(told[4]["params"]) == ["futility_margin"]
    assert told[4]["complete"] is True


def test_a_margin_is_tuned_only_where_it_is_used() -> None:
    names = {name: [each.name for each in tunable(find_game(name))] for name in ("turm", "draughts")}
    assert "singular_margin" in names["draughts"]
    assert "singular_margin" not in names["turm"]
    assert {"futility_margin", "lmr_divisor"} <= set(names["turm"])


def test_the_parameters_of_null_moves_belong_to_the_games_that_make_them() -> None:
    reductions = {"null_move_base", "null_move_divisor"}
    for name in ("turm", "congo", "cabeza"):
        assert reductions <= {each.name for each in tunable(find_game(name))}
    for name in ("draughts", "margrites"):
        game = find_game(name)
        assert not reductions & {each.name for each in tunable(game)}
        with pytest.raises(BoardwrightError, match="unknown search parameter 'null_move_base'"):
            Engine(game, params={"null_move_base": 4})
        # Those behind them have not changed places.
        results = [
            Engine(game, hash_mb=1, params=params).search(game.start(), depth=7).nodes
            for params in ({}, {"iir_depth": core_of(game).params["iir_depth"].default}, {"iir_depth": 2})
        ]
        assert results[0] == results[1]
        assert results[1] != results[2]
