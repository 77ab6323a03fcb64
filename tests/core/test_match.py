"""Matches of the core: pairs from one opening, the same for the same seed, and won by the stronger engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from boardwright import BoardwrightError, find_game
from boardwright.core import MAX_HASH, MatchEngine, core_names, core_of, finish
from boardwright.engine import Engine
from boardwright.engine.network import shipped_network

if TYPE_CHECKING:
    from boardwright.core._core import MatchTotals

TURM = find_game("turm:castle")


def engine(name: str, **options: Any) -> MatchEngine:
    return MatchEngine(shipped_network(find_game(name)).compiled(), **options)


def played(name: str, first: MatchEngine, second: MatchEngine, **options: Any) -> MatchTotals:
    game = find_game(name)
    job = core_of(game).start_match(game.start(), first, second, **{"random_plies": 8, "pairs": 10} | options)
    finish(job)
    return job.totals


@pytest.mark.parametrize("name", core_names())
def test_every_game_counts_as_one_of_its_pair(name: str) -> None:
    totals = played(name, engine(name, nodes=300), engine(name, nodes=100), pairs=6)
    assert sum(totals["pairs"]) == 6
    assert totals["won"] + totals["drawn"] + totals["lost"] == 12
    half_points = sum(points * pairs for points, pairs in enumerate(totals["pairs"]))
    assert half_points == 2 * totals["won"] + totals["drawn"]
    for (moves, nodes, depths), limit in zip(totals["searched"], (300, 100), strict=True):
        assert depths >= moves > 0
        assert nodes <= moves * limit * 2


def test_more_nodes_win_from_either_seat() -> None:
    strong, weak = engine("turm:castle", nodes=2000), engine("turm:castle", nodes=100)
    there = played("turm:castle", strong, weak)
    back = played("turm:castle", weak, strong)
    assert there["won"] > 2 * there["lost"]
    assert back["lost"] > 2 * back["won"]


def test_a_match_by_nodes_does_not_depend_on_the_threads() -> None:
    first, second = engine("turm:castle", nodes=200), engine("turm:castle", nodes=200, params={"lmr_divisor": 150})
    results = [played("turm:castle", first, second, seed=3, threads=threads) for threads in (1, 2)]
    assert results[0] == results[1]
    assert results[0] != played("turm:castle", first, second, seed=4)


def test_a_table_without_memory_ends_the_match_with_an_error() -> None:
    with pytest.raises(MemoryError):
        played("turm:castle", engine("turm:castle", nodes=10, hash_mb=MAX_HASH), engine("turm:castle", nodes=10))


def test_a_match_by_time_ends() -> None:
    totals = played("turm:castle", engine("turm:castle", seconds=0.001), engine("turm:castle", nodes=10), pairs=1)
    assert sum(totals["pairs"]) == 1


def test_a_stopped_match_counts_no_interrupted_pair() -> None:
    many = engine("draughts", nodes=10**9)
    game = find_game("draughts")
    job = core_of(game).start_match(game.start(), many, many, pairs=100, random_plies=4)
    job.stop()
    assert job.wait(60)
    assert sum(job.totals["pairs"]) == 0


@pytest.mark.parametrize(
    ("params", "complaint"),
    [
        ({"futility_margn": 3}, r"unknown search parameter 'futility_margn' \(did you mean futility_margin\?\)"),
        ({"lmr_divisor": 1}, "the search parameter lmr_divisor is 1: expected from 50 to 2000"),
    ],
)
def test_wrong_parameters_are_told_in_one_line(params: dict[str, int], complaint: str) -> None:
    with pytest.raises(BoardwrightError, match=complaint):
        Engine(TURM, params=params)
    with pytest.raises(BoardwrightError, match=complaint):
        played("turm:castle", engine("turm:castle", nodes=9, params=params), engine("turm:castle", nodes=9))


def test_a_match_needs_limits() -> None:
    with pytest.raises(ValueError, match="expected nodes or seconds per move"):
        played("turm:castle", engine("turm:castle"), engine("turm:castle", nodes=9))


@pytest.mark.parametrize("name", core_names())
def test_every_parameter_has_its_default_within_its_range(name: str) -> None:
    params = core_of(find_game(name)).params
    assert len(params) > 10
    for each in params.values():
        assert each.low <= each.default <= each.high


def test_parameters_change_the_search_and_the_defaults_do_not() -> None:
    start = TURM.start()
    defaults = {name: each.default for name, each in core_of(TURM).params.items()}
    found = Engine(TURM, hash_mb=1).search(start, nodes=20_000)
    same = Engine(TURM, hash_mb=1, params=defaults).search(start, nodes=20_000)
    other = Engine(TURM, hash_mb=1, params={"lmr_divisor": 1000, "futility_depth": 0}).search(start, nodes=20_000)
    assert (same.depth, same.pv, same.score) == (found.depth, found.pv, found.score)
    assert other.depth < found.depth
