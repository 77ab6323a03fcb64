"""How long a move may take when the clock is for the whole game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boardwright.engine.clock import EXPECTED_MOVES, MARGIN, seconds_for_move

seconds = st.floats(0.0, 10_000.0)


@given(seconds, seconds, st.none() | st.integers(0, 200))
def test_a_move_takes_some_time_and_never_all_that_is_left(left: float, increment: float, moves: int | None) -> None:
    assert 0 < seconds_for_move(left, increment, moves) < max(left, 0.001)


@given(st.floats(1.0, 10_000.0), st.integers(1, 200))
def test_the_moves_to_go_keep_the_time_and_use_most_of_it(left: float, moves: int) -> None:
    clock = left
    for to_go in range(moves, 0, -1):
        clock -= seconds_for_move(clock, 0.0, to_go)
    assert 0 < clock <= MARGIN + left / 10


@given(seconds, seconds, st.integers(1, 200))
def test_more_time_or_fewer_moves_give_no_less(left: float, more: float, moves: int) -> None:
    here = seconds_for_move(left, 0.0, moves)
    assert seconds_for_move(left + more, 0.0, moves) >= here
    assert seconds_for_move(left, more, moves) >= here
    assert seconds_for_move(left, 0.0, moves + 1) <= here


def test_a_game_on_increments_alone_lasts() -> None:
    clock = 1.0
    for _ in range(1000):
        clock += 0.1 - seconds_for_move(clock, 0.1)
        assert clock > MARGIN
    assert seconds_for_move(60.0) < 60.0 / EXPECTED_MOVES + 0.001
