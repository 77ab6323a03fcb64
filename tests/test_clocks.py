"""The clocks of a match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.clocks import Clocks
from boardwright.errors import BoardwrightError


class Time:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_only_the_running_clock_goes_down() -> None:
    time = Time()
    clocks = Clocks((60, 30), now=time)
    assert clocks.running is None
    time.now += 5
    assert (clocks.left(0), clocks.left(1)) == (60, 30)
    clocks.start(1)
    time.now += 5
    assert (clocks.left(0), clocks.left(1)) == (60, 25)
    assert clocks.stop() == 5
    time.now += 5
    assert (clocks.left(0), clocks.left(1), clocks.stop()) == (60, 25, 0)


def test_a_move_gets_its_increment_but_not_after_the_time_is_over() -> None:
    time = Time()
    clocks = Clocks(10, increment=1, now=time)
    clocks.start(0)
    time.now += 4
    assert clocks.press(1) == 4
    assert clocks.left(0) == 7
    time.now += 11
    assert clocks.flag == 1
    clocks.press(0)
    assert clocks.left(1) == -1


def test_a_side_that_moves_again_has_its_clock_go_on() -> None:
    time = Time()
    clocks = Clocks(10, now=time)
    clocks.start(0)
    time.now += 3
    clocks.press(0)
    time.now += 3
    assert (clocks.left(0), clocks.left(1), clocks.running) == (4, 10, 0)


def test_what_are_no_clocks_is_refused() -> None:
    with pytest.raises(BoardwrightError, match="expected the seconds of two sides"):
        Clocks((1, 2, 3))


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 50))), st.integers(0, 5))
def test_no_second_is_lost(presses: list[tuple[int, int]], increment: int) -> None:
    time = Time()
    clocks = Clocks(1_000_000, increment=increment, now=time)
    clocks.start(0)
    for side, seconds in presses:
        time.now += seconds
        assert clocks.press(side) == seconds
    spent = sum(seconds for _, seconds in presses)
    assert clocks.left(0) + clocks.left(1) == 2_000_000 - spent + increment * len(presses)
