"""Positions and moves of international draughts as renderers and players see them."""

import pytest

from boardwright.errors import InvalidPosition, UnknownGame
from boardwright.games.draughts import Draughts
from boardwright.render import svg
from boardwright.views import Piece, Stage

GAME = Draughts()


def test_the_board_has_the_fifty_dark_squares() -> None:
    board = GAME.view(GAME.start()).board
    assert [square.name for square in board.squares] == [str(n) for n in range(1, 51)]
    assert {square.terrain for square in board.squares} == {"dark"}
    assert all((square.x + square.y) % 2 == 0 for square in board.squares)
    assert (board.columns, board.rows) == (10, 10)
    assert board.column_labels == board.row_labels == tuple("0123456789")


def test_pieces_carry_the_letters_of_the_board_text() -> None:
    assert GAME.view(GAME.parse_position("B:W50,K41:B1,K10")).pieces == (
        Piece("man", 1, ("1",), "b"),
        Piece("king", 1, ("10",), "B"),
        Piece("king", 0, ("41",), "K"),
        Piece("man", 0, ("50",), "w"),
    )


def test_a_picture_shows_men_bare_and_kings_crowned() -> None:
    picture = svg(GAME.view(GAME.parse_position("B:W50,K41:B1,K10")), sides=GAME.sides, glyphs=GAME.glyphs)
    assert picture.count(GAME.glyphs["king"]) == 2
    assert 'font-weight="700"' not in picture


def test_all_taken_pieces_leave_together_when_the_capture_ends() -> None:
    position = GAME.parse_position("W:W15:B9,K10")
    shown = GAME.move_view(position, GAME.parse_move(position, "15x13"))
    assert shown.paths == (("15", "4", "13"),)
    assert shown.stages == (
        Stage("move", (Piece("man", 0, ("15",), "w"),), (Piece("man", 0, ("4",), "w"),)),
        Stage("move", (Piece("man", 0, ("4",), "w"),), (Piece("man", 0, ("13",), "w"),)),
        Stage("capture", (Piece("man", 1, ("9",), "b"), Piece("king", 1, ("10",), "B")), ()),
    )


def test_a_man_is_crowned_in_a_stage_of_its_own() -> None:
    position = GAME.parse_position("B:W1:B45")
    shown = GAME.move_view(position, GAME.parse_move(position, "45-50"))
    assert shown.stages == (
        Stage("move", (Piece("man", 1, ("45",), "b"),), (Piece("man", 1, ("50",), "b"),)),
        Stage("promote", (Piece("man", 1, ("50",), "b"),), (Piece("king", 1, ("50",), "B"),)),
    )


def test_every_route_of_a_move_can_be_clicked() -> None:
    position = GAME.parse_position("W:WK47:B14,19,29,31,42")
    paths = [GAME.move_view(position, move).paths for move in GAME.legal_moves(position)]
    assert paths == [
        (("47", "33", "24", "13", "36"), ("47", "38", "24", "13", "36")),
        (("47", "33", "20", "9", "36"), ("47", "38", "20", "9", "36")),
    ]


@pytest.mark.parametrize(
    ("text", "move", "progress"),
    [
        ("W:W31-50:B1-20", "32-28", False),
        ("W:W28:B22", "28x17", True),
        ("W:W6:B50", "6-1", True),
        ("W:WK6:B50", "6-1", False),
    ],
)
def test_captures_and_crownings_are_progress(text: str, move: str, progress: bool) -> None:
    position = GAME.parse_position(text)
    assert GAME.is_progress(position, GAME.parse_move(position, move)) is progress


@pytest.mark.parametrize(
    ("text", "estimate"),
    [
        ("W:W31-50:B1-20", 0.0),
        ("W:W31-50:B1-19", 0.125),
        ("W:W31:BK1", -0.25),
        ("W:WK31-50:B1", 1.0),
        ("W:W:BK1-20", -1.0),
    ],
)
def test_the_estimate_counts_men_and_kings(text: str, estimate: float) -> None:
    assert GAME.estimate(GAME.parse_position(text)) == estimate


def test_there_is_one_variant_and_one_start() -> None:
    assert GAME.full_name == "draughts"
    with pytest.raises(UnknownGame, match="draughts has no variant 'frisian'"):
        Draughts("frisian")
    with pytest.raises(InvalidPosition, match="expected no set-up"):
        GAME.start("W:W31:B20")
