"""Turns: how long they last, who passes, and what a whole turn must be."""

from __future__ import annotations

import pytest

from boardwright.errors import IllegalMove
from boardwright.games.margrites import Margrites
from boardwright.games.margrites.course import (
    GameState,
    Step,
    apply_step,
    format_state,
    is_terminal,
    legal_steps,
    legal_turn_exists,
    parse_state,
    play_turn,
    square_at,
    square_name,
    winner,
)

GAME = Margrites()
FULL = "/".join(["wwwwwwwww"] * 4 + ["bbbbbbbbb"] * 4)
"""A board without an empty square, on which neither side can step."""


def steps(text: str) -> list[Step]:
    return [(origin, target) for origin, target in (step.split(">") for step in text.split("; "))]


def texts(state: GameState) -> list[str]:
    return sorted(f"{square_name(square_at(a))}>{square_name(square_at(b))}" for a, b in legal_steps(state))


def test_a_turn_has_four_steps_by_any_pieces() -> None:
    state = GameState.from_setup(["c2", "e2"], ["a8", "c8"])
    for number, step in enumerate(steps("c2>c3; e2>e3; c3>c4; e3>e4"), 1):
        assert (state.to_move, state.moves_left) == (1, 5 - number)
        state = apply_step(state, step)
    assert (state.to_move, state.moves_left, state.start_squares) == (-1, 4, {})


def test_play_turn_is_the_same_as_its_steps() -> None:
    turn = steps("b2>b3; b3>b4; c2>c3; e1>d1")
    state = GameState.from_position(GAME.start())
    after = state
    for step in turn:
        after = apply_step(after, step)
    assert play_turn(state, turn) == after
    assert format_state(after) == "4w4/1wwwwwww1/9/9/1b7/2b6/3bbbbb1/3b5 w 4 - 0(0)-0(0)"


def test_play_turn_raises_unless_its_steps_end_the_turn() -> None:
    state = GameState.from_setup(["c2"], ["a8"])
    for turn in ([], steps("c2>c3; c3>c4")):
        with pytest.raises(IllegalMove, match="a player must step while one is legal"):
            play_turn(state, turn)


def test_play_turn_raises_when_its_steps_go_beyond_the_turn() -> None:
    state = GameState.from_setup(["c2"], ["a8"])
    with pytest.raises(IllegalMove, match="'step 5' is illegal: the turn has ended before it"):
        play_turn(state, steps("c2>c3; c3>c4; c4>c5; c5>c6; c6>c7"))


def test_play_turn_names_the_rule_that_a_step_breaks() -> None:
    with pytest.raises(IllegalMove, match="'c3>c2' is illegal: start square"):
        play_turn(GameState.from_setup(["c2"], ["a8"]), steps("c2>c3; c3>c2"))


def test_a_game_that_ends_in_mid_turn_ends_the_turn() -> None:
    state = GameState.from_setup(["e7"], ["a7"])
    after = play_turn(state, steps("e7>e8; e8>B++"))
    assert format_state(after) == "9/w8/9/9/9/9/9/9 b 2 - 1(0)-0(0)"
    assert (is_terminal(after), winner(after)) == (True, 1)
    with pytest.raises(IllegalMove, match="the game is over"):
        play_turn(after, [])


def test_the_last_step_of_a_game_leaves_side_and_steps_the_movers() -> None:
    after = play_turn(GameState.from_setup(["e5"], ["a7"]), steps("e5>e6; e6>e7; e7>e8; e8>B++"))
    assert format_state(after) == "9/w8/9/9/9/9/9/9 b 0 - 1(0)-0(0)"
    assert parse_state(format_state(after)) == after


def test_a_game_won_by_capture_keeps_no_origins() -> None:
    state = GameState.from_setup(["a1"], ["a3", "c1", "h8"], -1)
    state = apply_step(state, ("h8", "h7"))
    state = apply_step(state, ("a3", "a2"))
    state = apply_step(state, ("c1", "b1"))
    assert format_state(state) == "9/7w1/9/9/9/9/w8/1w7 w 1 - 0(0)-0(1)"


def test_trapped_at_the_start_the_turn_passes() -> None:
    state = GameState.from_setup(["i4"], ["h4", "i2", "i6"])
    assert (legal_steps(state), legal_turn_exists(state), is_terminal(state)) == ([], False, False)
    assert winner(state) is None
    passed = play_turn(state, [])
    assert (passed.to_move, passed.moves_left, passed.board) == (-1, 4, state.board)
    with pytest.raises(IllegalMove, match="the turn has ended before it"):
        play_turn(state, steps("h4>h5"))


def test_a_parsed_position_with_a_stuck_side_is_settled() -> None:
    position = GAME.parse_position("9/9/8w/9/7wb/9/8w/9 b 4 - 0(0)-0(0)")
    assert GAME.format_position(position) == "9/9/8w/9/7wb/9/8w/9 w 4 - 0(0)-0(0)"


def test_trapped_in_mid_turn_the_turn_ends() -> None:
    state = GameState.from_setup(["i1"], ["g1", "h2", "i4"])
    assert texts(state) == ["i1>i2"]
    after = apply_step(state, ("i1", "i2"))
    assert format_state(after) == "9/9/9/9/8w/9/7wb/6w2 w 4 - 0(0)-0(0)"
    assert play_turn(state, steps("i1>i2")) == after
    assert parse_state("9/9/9/9/8w/9/7wb/6w2 b 3 i2<i1 0(0)-0(0)") == after


def test_a_pass_belongs_to_the_step_that_ends_the_turn_before() -> None:
    state = GameState.from_setup(["i4"], ["a8", "h4", "i2", "i6"], -1)
    turn = steps("a8>a7; a7>a6; a6>a5; a5>a4")
    after = play_turn(state, turn)
    assert format_state(after) == "9/9/8w/9/w6wb/9/8w/9 w 4 - 0(0)-0(0)"
    with pytest.raises(IllegalMove, match="'step 5' is illegal: the turn has ended before it"):
        play_turn(state, [*turn, ("a4", "a3")])


def test_both_sides_stuck_ends_the_game_on_points_then_captures() -> None:
    state = parse_state(f"{FULL} w 4 - 0(0)-0(0)")
    assert (legal_steps(state), is_terminal(state), winner(state)) == ([], True, 0)
    assert (state.to_move, state.moves_left) == (-1, 4)
    reason = "both sides are stuck, equal on points and captures"
    assert GAME.format_outcome(GAME.outcome(state.position)) == f"draw: {reason}"
    state.captures = {1: 1, -1: 2}
    assert winner(state) == -1
    state.score = {1: 1, -1: 0}
    assert winner(state) == 1
    with pytest.raises(IllegalMove, match="the game is over"):
        play_turn(state, [])
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.parse_move(GAME.parse_position(f"{FULL} w"), "a5>a4")


def test_both_sides_stuck_leaves_side_and_steps_as_they_are() -> None:
    for turn in ("b 0", "b 3", "w 2", "w 4"):
        text = f"{FULL} {turn} - 0(0)-0(0)"
        assert GAME.format_position(GAME.parse_position(text)) == text


def test_a_state_without_moves_left_is_at_the_end_of_its_turn() -> None:
    state = GameState.from_setup(["c2"], ["a8"])
    state.moves_left = 0
    assert not legal_turn_exists(state)
    assert not is_terminal(state)
    with pytest.raises(IllegalMove, match="no step is left in this turn"):
        apply_step(state, ("c2", "c3"))
    assert play_turn(state, []).to_move == -1
