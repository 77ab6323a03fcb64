"""Margrites behind the contract: views, stages, and what a match and a player ask."""

from __future__ import annotations

from random import Random

import pytest

from boardwright.check import programs_of
from boardwright.errors import InvalidPosition
from boardwright.games.margrites import Margrites
from boardwright.games.margrites.course import GameState
from boardwright.render import svg
from boardwright.views import Exit, Piece, Stage

GAME = Margrites()
CHAIN = GameState.from_setup("b3,f4,g4", "f6,g5,h4,h5", -1).position


def piece(side: int, square: str) -> Piece:
    return Piece("piece", side, (square,), "bw"[side])


def test_the_board_has_its_exits_and_home_ranks() -> None:
    board = GAME.view(GAME.start()).board
    assert (board.columns, board.rows, len(board.squares)) == (9, 8, 72)
    assert board.exits == (Exit("B++", "top"), Exit("W++", "bottom"))
    homes = {square.name for square in board.squares if square.terrain == "home"}
    assert homes == {file + rank for file in "abcdefghi" for rank in "1278"}


def test_a_view_shows_pieces_steps_left_and_score() -> None:
    view = GAME.view(GAME.parse_position("9/w8/9/9/4b4/9/9/9 b 3 e4<e3 1(2)-3(4)"))
    assert view.pieces == (piece(0, "e4"), piece(1, "a7"))
    assert view.to_move == 0
    assert view.notes == (("steps left", "3"), ("score", "1(2)-3(4)"))


def test_a_picture_shows_flowers_in_place_of_letters() -> None:
    picture = svg(GAME.view(GAME.start()), sides=GAME.sides, glyphs=GAME.glyphs)
    assert 'font-weight="700"' not in picture
    assert picture.count(GAME.glyphs["piece"]) == 16


def test_a_chain_shows_one_stage_for_each_wave() -> None:
    shown = GAME.move_view(CHAIN, GAME.parse_move(CHAIN, "f6>f5"))
    assert shown.paths == (("f6", "f5"),)
    assert shown.stages == (
        Stage("move", (piece(1, "f6"),), (piece(1, "f5"),)),
        Stage("capture", (piece(0, "g4"),), ()),
        Stage("capture", (piece(0, "f4"),), ()),
    )


def test_a_wave_of_both_sides_is_one_stage() -> None:
    position = GameState.from_setup("d4,e3", "c5,e5").position
    stages = GAME.move_view(position, GAME.parse_move(position, "e3>f4")).stages
    assert stages[1:] == (Stage("capture", (piece(0, "d4"), piece(1, "e5")), ()),)


def test_a_scoring_step_ends_in_the_exit() -> None:
    position = GameState.from_setup("e8,c3", "d1").position
    shown = GAME.move_view(position, GAME.parse_move(position, "e8>B++"))
    assert shown.paths == (("e8", "B++"),)
    assert shown.stages == (Stage("score", (piece(0, "e8"),), ()),)


def test_only_captures_and_scores_are_progress() -> None:
    assert GAME.is_progress(CHAIN, GAME.parse_move(CHAIN, "f6>f5"))
    assert not GAME.is_progress(CHAIN, GAME.parse_move(CHAIN, "f6>f7"))
    position = GameState.from_setup("e8,c3", "d1").position
    assert GAME.is_progress(position, GAME.parse_move(position, "e8>B++"))


def test_positions_repeat_at_the_start_of_a_turn_only() -> None:
    start = GAME.start()
    assert GAME.repetition_key(start) == start
    assert GAME.repetition_key(GAME.play(start, GAME.legal_moves(start)[0])) is None


def test_the_side_to_move_stays_within_a_turn() -> None:
    position = GAME.start()
    sides = []
    for _ in range(9):
        sides.append(GAME.side_to_move(position))
        position = GAME.play(position, GAME.legal_moves(position)[0])
    assert sides == [0, 0, 0, 0, 1, 1, 1, 1, 0]


def test_a_turn_given_away_begins_anew() -> None:
    start = GAME.start()
    moved = GAME.play(start, GAME.parse_move(start, "e1>d1"))
    assert (
        GAME.format_position(GAME.with_side_to_move(moved, 0)) == "4w4/1wwwwwww1/9/9/9/9/1bbbbbbb1/3b5 b 4 - 0(0)-0(0)"
    )
    assert (
        GAME.format_position(GAME.with_side_to_move(moved, 1)) == "4w4/1wwwwwww1/9/9/9/9/1bbbbbbb1/3b5 w 4 - 0(0)-0(0)"
    )
    trapping = GameState.from_setup(["i4"], ["h4", "i2", "i6"], -1).position
    with pytest.raises(InvalidPosition, match="black has no legal step and passes"):
        GAME.with_side_to_move(trapping, 0)


def test_estimates_favour_points_then_captures_then_the_way_gone() -> None:
    level = GAME.parse_position("4w4/9/9/9/9/9/9/4b4 b")
    assert GAME.estimate(level) == GAME.estimate(GAME.start()) == 0
    ahead = GAME.estimate(GAME.parse_position("4w4/9/9/9/4b4/9/9/9 b"))
    captured = GAME.estimate(GAME.parse_position("4w4/9/9/9/9/9/9/4b4 b 4 - 0(1)-0(0)"))
    scored = GAME.estimate(GAME.parse_position("4w4/9/9/9/9/9/9/4b4 b 4 - 1(0)-0(0)"))
    assert 0 < ahead < captured < scored < 1
    assert GAME.estimate(GAME.parse_position("4w4/9/9/9/9/9/9/4b4 b 4 - 0(0)-9(0)")) == -1


def test_the_checked_program_lists_the_steps() -> None:
    case = programs_of(GAME)["moves"].case(CHAIN, Random(1))
    assert case.arguments == (GAME.format_position(CHAIN),)
    assert len(case.answer) == len(GAME.legal_moves(CHAIN))
    assert list(case.answer) == sorted(case.answer)
