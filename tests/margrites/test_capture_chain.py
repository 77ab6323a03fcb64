"""Captures: one wave or several, of one side or of both, and whom they are credited to."""

from __future__ import annotations

import pytest

from boardwright.errors import InvalidPosition
from boardwright.games.margrites import Margrites
from boardwright.games.margrites.course import (
    GameState,
    apply_step,
    coord_at,
    format_state,
    format_turn,
    legal_steps,
    resolve_captures,
)
from boardwright.games.margrites.notation import names_of
from boardwright.games.margrites.rules import waves_after

GAME = Margrites()


def waves(state: GameState, step: str) -> list[tuple[list[str], list[str]]]:
    position = state.position
    move = GAME.parse_move(position, step)
    return [(names_of(black), names_of(white)) for black, white in waves_after(position, move)]


def test_a_chain_takes_wave_after_wave() -> None:
    state = GameState.from_setup("b3,f4,g4", "f6,g5,h4,h5", -1)
    assert waves(state, "f6>f5") == [(["g4"], []), (["f4"], [])]
    after = apply_step(state, ("f6", "f5"))
    assert format_state(after) == "9/9/9/5www1/7w1/1b7/9/9 w 3 f5<f6 0(0)-0(2)"
    assert format_turn(state, [("f6", "f5")]) == "f6>f5(xg4, xf4)"


def test_a_piece_that_takes_and_is_taken_at_once_is_a_martyr() -> None:
    state = GameState.from_setup("d5,e5", "d3,f4,f5,f6", -1)
    steps = legal_steps(state)
    assert len(steps) == 24
    assert (coord_at("d3"), coord_at("d4")) not in steps
    assert waves(state, "d3>e4") == [(["e5"], [])]


def test_a_wave_takes_pieces_of_both_sides_together() -> None:
    state = GameState.from_setup("d4,e3", "c5,e5")
    assert len(legal_steps(state)) == 11
    assert waves(state, "e3>f4") == [(["d4"], ["e5"])]
    after = apply_step(state, ("e3", "f4"))
    assert after.captures == {1: 1, -1: 1}
    assert format_turn(state, [("e3", "f4")]) == "e3>f4(xd4, xe5)"


def test_a_moved_ally_that_is_lost_later_in_the_turn_leaves_the_origins() -> None:
    state = GameState.from_setup("c3,d4", "e5,e6,a8")
    state = apply_step(state, ("c3", "c4"))
    state = apply_step(state, ("d4", "d5"))
    assert state.start_squares == {coord_at("c4"): coord_at("c3"), coord_at("d5"): coord_at("d4")}
    state = apply_step(state, ("c4", "b3"))
    assert state.start_squares == {coord_at("b3"): coord_at("c3")}
    assert state.captures == {1: 0, -1: 1}


def test_resolve_captures_works_in_place_and_leaves_the_turn_alone() -> None:
    state = GameState.from_setup("b3,f4,g4", "g5,h4,h5,i8", -1)
    state.board[3][5] = -1
    assert resolve_captures(state) is None  # type: ignore[func-returns-value]
    assert format_state(state) == "8w/9/9/5www1/7w1/1b7/9/9 w 4 - 0(0)-0(2)"


def test_resolve_captures_of_a_stable_board_changes_nothing() -> None:
    state = GameState.from_position(GAME.start())
    before = state.clone()
    resolve_captures(state)
    assert state == before


def test_an_unstable_set_up_is_refused_or_resolved_on_load() -> None:
    black, white = "b3,f4,g4", "f5,g5,h4,h5"
    with pytest.raises(InvalidPosition, match="unstable, g4 can be captured"):
        GameState.from_setup(black, white)
    state = GameState.from_setup(black, white, resolve=True)
    assert format_state(state) == "9/9/9/5www1/7w1/1b7/9/9 b 4 - 0(0)-0(2)"
