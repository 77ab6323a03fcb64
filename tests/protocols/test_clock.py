"""How long a move may take when the clock is for the whole game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright import find_game
from boardwright.engine import Limits, SearchResult, read_player
from boardwright.engine.result import Variation
from boardwright.engine.time_management import EXPECTED_MOVES, MARGIN, TimeManager, maximum_seconds, optimum_seconds
from boardwright.played_game import PlayedGame

seconds = st.floats(0.0, 10_000.0)


@given(seconds, seconds, st.none() | st.integers(0, 200))
def test_a_move_takes_some_time_and_never_all_that_is_left(left: float, increment: float, moves: int | None) -> None:
    assert 0 < optimum_seconds(left, increment, moves) < max(left, 0.001)


@given(st.floats(1.0, 10_000.0), st.integers(1, 200))
def test_the_moves_to_go_keep_the_time_and_use_most_of_it(left: float, moves: int) -> None:
    clock = left
    for to_go in range(moves, 0, -1):
        clock -= optimum_seconds(clock, 0.0, to_go)
    assert 0 < clock <= MARGIN + left / 10


@given(seconds, seconds, st.integers(1, 200))
def test_more_time_or_fewer_moves_give_no_less(left: float, more: float, moves: int) -> None:
    here = optimum_seconds(left, 0.0, moves)
    assert optimum_seconds(left + more, 0.0, moves) >= here
    assert optimum_seconds(left, more, moves) >= here
    assert optimum_seconds(left, 0.0, moves + 1) <= here


def test_a_game_on_increments_alone_lasts() -> None:
    clock = 1.0
    for _ in range(1000):
        clock += 0.1 - optimum_seconds(clock, 0.1)
        assert clock > MARGIN
    assert optimum_seconds(60.0) < 60.0 / EXPECTED_MOVES + 0.001


@given(seconds, seconds, st.none() | st.integers(1, 200))
def test_a_hard_move_never_takes_all_that_is_left(left: float, increment: float, moves: int | None) -> None:
    optimum = optimum_seconds(left, increment, moves)
    assert optimum <= maximum_seconds(optimum, left, moves) < max(left, 0.001)


def found(move: int, win: float, seconds: float) -> SearchResult[int]:
    return SearchResult((Variation((move,), (), win),), 1, 1, seconds)


def heard(*depths: SearchResult[int]) -> list[bool]:
    """Whether it is enough, when each depth is finished."""
    time = 0.0
    time_manager, enough = TimeManager(1.0, now=lambda: time), []
    for depth in depths:
        time = depth.seconds
        time_manager.update(depth)
        enough.append(time_manager.enough)
    return enough


def test_a_depth_that_does_not_end_is_not_waited_for() -> None:
    time = 0.0
    time_manager = TimeManager(1.0, now=lambda: time)
    for _ in range(5):
        time_manager.update(found(1, 0.5, 0.1))
    assert not time_manager.enough
    time = 0.6
    assert time_manager.enough


def test_a_steady_move_takes_half_its_time() -> None:
    assert heard(*(found(1, 0.5, seconds) for seconds in (0.1, 0.2, 0.3, 0.4, 0.6))) == [False] * 4 + [True]


def test_a_move_that_changes_or_gets_worse_takes_longer() -> None:
    assert heard(found(1, 0.5, 0.1), found(2, 0.5, 1.5), found(2, 0.5, 1.6)) == [False, False, True]
    assert heard(found(1, 0.5, 0.1), found(1, 0.4, 1.5), found(1, 0.4, 1.6)) == [False, False, True]


def test_the_only_move_takes_no_time() -> None:
    draughts = find_game("draughts")
    played = PlayedGame(draughts, draughts.parse_position("W:W28,48,47,49:B22,1,2,3"))
    assert len(played.legal_moves()) == 1
    thought = read_player("engine", draughts).choose(played, Limits(time=600.0, optimum=200.0))
    assert thought.seconds < 60


@pytest.mark.parametrize("player", ["engine:time=100", "mcts:time=100"])
def test_the_only_move_takes_no_time_where_each_move_has_a_fixed_one(player: str) -> None:
    draughts = find_game("draughts")
    played = PlayedGame(draughts, draughts.parse_position("W:W28,48,47,49:B22,1,2,3"))
    found = read_player(player, draughts).choose(played, to_play=True)
    assert found.move == played.legal_moves()[0]
    assert found.seconds < 50


def test_an_analysis_of_the_only_move_has_all_its_time() -> None:
    draughts = find_game("draughts")
    played = PlayedGame(draughts, draughts.parse_position("W:W28,48,47,49:B22,1,2,3"))
    assert read_player("engine:time=0.2", draughts).choose(played).seconds >= 0.2
