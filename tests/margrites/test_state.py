"""The asked-for state: a mutable face over the frozen position."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardwright.errors import BoardwrightError, InvalidPosition
from boardwright.games.margrites import Margrites
from boardwright.games.margrites.course import Color, Coord, GameState, Goal, apply_step, coord_at, square_at

GAME = Margrites()


def test_the_fields_of_a_state() -> None:
    state = GameState.from_setup([(3, 4)], [(1, 0)])
    assert state == GameState(state.board, 1, 4, {}, {1: 0, -1: 0}, {1: 0, -1: 0})
    assert [len(row) for row in state.board] == [9] * 8
    assert (state.board[3][4], state.board[1][0]) == (1, -1)
    assert sum(abs(cell) for row in state.board for cell in row) == 2
    assert GameState.from_setup(["e5"], ["a7"], to_move=-1).to_move == -1


def test_coordinates_count_from_rank_8_and_file_a() -> None:
    assert (coord_at("a8"), coord_at("i1"), coord_at("e5")) == ((0, 0), (7, 8), (3, 4))
    assert (Color.BLACK, Color.WHITE, Color.EMPTY) == (1, -1, 0)
    assert (Goal.BLACK, Goal.WHITE) == ("B++", "W++")
    for wrong in ("e9", "", (8, 0), (0, 9), (-1, 0)):
        with pytest.raises(BoardwrightError, match="is not a square"):
            square_at(wrong)
    with pytest.raises(BoardwrightError, match="is off the board"):
        coord_at("B++")


def test_a_set_up_may_be_of_any_size_and_place_and_does_not_pass() -> None:
    state = GameState.from_setup({(4, 8)}, ["h4", "i2", Coord(2, 8)])
    assert (state.to_move, state.moves_left) == (1, 4)
    assert GameState.from_setup([], []).board == [[0] * 9] * 8


@pytest.mark.parametrize(
    ("black", "white", "to_move", "message"),
    [
        (["e5", "e5"], ["a7"], 1, "two pieces on e5"),
        (["e5"], [(3, 4)], 1, "two pieces on e5"),
        (["e9"], ["a7"], 1, "'e9' is not a square"),
        ([(8, 0)], ["a7"], 1, r"'\(8, 0\)' is not a square"),
        (["B++"], ["a7"], 1, "off the board"),
        ("e5-d5", ["a7"], 1, "not a row of squares"),
        (["e5"], ["a7"], 0, "'0' is to move: expected"),
    ],
)
def test_set_ups_that_cannot_stand_are_refused(black: Any, white: Any, to_move: int, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message):
        GameState.from_setup(black, white, to_move)


def test_a_clone_shares_nothing() -> None:
    state = apply_step(GameState.from_setup(["e4"], ["a8"]), ("e4", "e5"))
    copy = state.clone()
    assert copy == state
    copy.board[0][0] = 0
    copy.start_squares.clear()
    copy.score[1] = copy.captures[-1] = 5
    assert state.board[0][0] == -1
    assert state.start_squares == {(3, 4): (4, 4)}
    assert (state.score, state.captures) == ({1: 0, -1: 0}, {1: 0, -1: 0})


def test_a_serialized_state_is_plain_data() -> None:
    state = apply_step(GameState.from_setup(["e4"], ["a8"]), ("e4", "e5"))
    data = state.serialize()
    assert json.loads(json.dumps(data)) == data
    assert data == {
        "board": state.board,
        "to_move": 1,
        "moves_left": 3,
        "start_squares": {"e5": "e4"},
        "score": {"black": 0, "white": 0},
        "captures": {"black": 0, "white": 0},
    }


def test_a_state_and_its_position_are_two_sides_of_one_thing() -> None:
    position = GAME.play(GAME.start(), GAME.legal_moves(GAME.start())[0])
    state = GameState.from_position(position)
    assert state.position == position
    state.position = GAME.start()
    assert state == GameState.from_position(GAME.start())


def test_pieces_that_have_not_moved_may_stand_among_the_start_squares() -> None:
    state = GameState.from_setup(["e4"], ["a8"])
    state.start_squares = {Coord(4, 4): Coord(4, 4)}
    assert apply_step(state, ("e4", "e5")).start_squares == {(3, 4): (4, 4)}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("board", [[0] * 9] * 7, "expected a board of 8 rows of 9"),
        ("board", [[2] * 9] * 8, r"expected 0, \+1 and -1 on the board"),
        ("board", None, "the state is damaged"),
        ("to_move", 0, "'0' is to move"),
        ("moves_left", 5, "5 moves left: expected 0 to 4"),
        ("start_squares", {(0, 0): (0, 1)}, "expected a piece of the side to move on each square of start_squares"),
        ("score", {}, "the state is damaged"),
    ],
)
def test_a_damaged_state_is_refused(field: str, value: object, message: str) -> None:
    state = GameState.from_setup(["e4"], ["a8"])
    setattr(state, field, value)
    with pytest.raises(InvalidPosition, match=message):
        assert state.position
