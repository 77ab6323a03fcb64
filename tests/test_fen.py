"""Boards in text: what is read, what is refused and in which words, and what is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.errors import InvalidPosition
from boardwright.fen import BoardText, Ranks, format_ranks, parse_fields, parse_number, parse_side, ranks_of
from boardwright.views import Board, Piece

NARROW = Ranks(7, 2, "pP", "p, P")
WIDE = Ranks(12, 2, "pP", "p or P", noun="row", lowest=0)


def refusal(ranks: Ranks, text: str) -> str:
    with pytest.raises(InvalidPosition) as refused:
        ranks.parse(text)
    return str(refused.value)


def test_ranks_come_from_the_top_with_a_character_for_each_square() -> None:
    assert NARROW.parse("2p3P/34") == ["..p...P", "......."]
    assert WIDE.parse("9pPp/12") == [".........pPp", "............"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7", "the board '7' has 1 rank: expected 2, from rank 2 to rank 1, separated by /"),
        ("7/7/7", "the board '7/7/7' has 3 ranks: expected 2, from rank 2 to rank 1, separated by /"),
        ("7/", "rank 1, '', is 0 squares wide: expected 7"),
        ("1/7", "rank 2, '1', is 1 square wide: expected 7"),
        ("7/6pp", "rank 1, '6pp', is more than 7 squares wide: expected 7"),
        ("7/3x3", "rank 1, '3x3', has 'x' at character 2: expected p, P, or a number 1-7 of empty squares"),
        ("7/8", "rank 1, '8', has '8' at character 1: expected p, P, or a number 1-7 of empty squares"),
        ("7/3²3", "rank 1, '3²3', has '²' at character 2: expected p, P, or a number 1-7 of empty squares"),
    ],
)
def test_a_fault_is_named_with_its_place_and_what_was_expected(text: str, message: str) -> None:
    assert refusal(NARROW, text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12", "the board '12' has 1 row: expected 2, from row 1 to row 0, separated by /"),
        ("12/93p", "row 0, '93p', is more than 12 squares wide: expected 12"),
        (
            "10pp/12",
            "row 1, '10pp', has '0' at character 2: expected p or P, a number 1-9 of empty squares, or 12 alone",
        ),
    ],
)
def test_a_wide_board_writes_an_empty_rank_as_its_width_alone(text: str, message: str) -> None:
    assert refusal(WIDE, text) == message


@pytest.mark.parametrize("text", ["/" * 1_000_000, "p" * 1_000_000 + "/7", "7/" + "1" * 1_000_000])
def test_a_huge_text_gives_one_short_line(text: str) -> None:
    assert len(refusal(NARROW, text)) < 200


@given(st.lists(st.text(alphabet=".pP", min_size=12, max_size=12), min_size=2, max_size=2))
def test_every_board_is_read_back_from_its_text(ranks: list[str]) -> None:
    text = format_ranks(ranks)
    narrow = [rank[:7] for rank in ranks]
    assert NARROW.parse(format_ranks(narrow)) == narrow
    assert WIDE.parse(text) == ranks
    assert "." not in text


SMALL = Board.grid("abc", "12")


def test_a_piece_is_written_on_every_square_under_it() -> None:
    assert ranks_of(SMALL, [Piece("block", 0, ("a1", "a2"), "p"), Piece("stack", 1, ("c1",), "P3", 3)]) == "p2/p1P3"


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([Piece("pawn", 0, ("d1",), "p")], "'d1' is not a square of the board: expected such as a1"),
        ([Piece("pawn", 0, ("a1", "a1"), "p")], "there are two pieces on a1: expected one"),
    ],
)
def test_pieces_beside_the_board_or_on_each_other_are_refused(pieces: list[Piece], message: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        ranks_of(SMALL, pieces)
    assert str(refused.value) == message


HEXAGON = Board.hexagon(3, gaps=["c3"]).with_reserves("white", "black")
POINTS = Board.graph({"a": (2, 0), "b": (0, 0), "c": (1, 1)}, [])
GAPS = Board.grid("abc", "12", gaps=["b2"])


@pytest.mark.parametrize(
    ("board", "cells", "text"),
    [
        (HEXAGON, "x..o" + "." * 12 + "ox", "1ox/4/4/o3/x2"),
        (POINTS, "xo.", "1/xo"),
        (GAPS, "x..o.", "o2/x2"),
        (Board.grid("abcdefghijklmno", "1"), ".x" + "." * 13, "1x94"),
    ],
)
def test_cells_are_in_the_order_of_the_squares_without_reserves_and_holes(board: Board, cells: str, text: str) -> None:
    assert BoardText(board, "xo").format(cells) == text
    assert BoardText(board, "xo").parse(text) == cells
    on_board = [square.name for square in board.squares if square.name not in board.reserves]
    pieces = [Piece("man", 0, (name,), cell) for name, cell in zip(on_board, cells, strict=True) if cell != "."]
    assert ranks_of(board, pieces) == text


@given(st.text(alphabet=".xo", min_size=18, max_size=18))
def test_cells_are_read_back_from_their_text(cells: str) -> None:
    text = BoardText(HEXAGON, "xo")
    assert text.parse(text.format(cells)) == cells


@pytest.mark.parametrize(
    ("board", "text", "message"),
    [
        (HEXAGON, "3/4/5/4/3", "row 3, '5', has '5' at character 1: expected x, o, or a number 1-4 of empty squares"),
        (HEXAGON, "3/4/3/4/3", "row 3, '3', is 3 squares wide: expected 4"),
        (GAPS, "1x1/3", "the board '1x1/3' has x in a gap: expected an empty square"),
    ],
)
def test_text_of_another_board_is_refused(board: Board, text: str, message: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        BoardText(board, "xo").parse(text)
    assert str(refused.value) == message


def test_pieces_in_reserves_are_no_part_of_the_board() -> None:
    pieces = [Piece("man", 0, ("white",), "x", 9), Piece("man", 0, ("a1",), "x")]
    assert ranks_of(HEXAGON, pieces) == "3/4/4/4/x2"


def test_fields_are_parsed_or_refused_by_their_names() -> None:
    assert parse_fields(" 3/3  x 7 ", "the board", "the side", "the score") == ["3/3", "x", "7"]
    assert (parse_side("o", "xo"), parse_number("9", "the score", 0, 9)) == (1, 9)
    for fault, message in (
        (lambda: parse_fields("3/3", "the board", "the side"), "'3/3' has 1 field: expected 2, separated by spaces: "),
        (lambda: parse_side("xo", "xo"), "the side to move is 'xo': expected x or o"),
        (lambda: parse_side("", "xo"), "the side to move is '': expected x or o"),
        (lambda: parse_number("10", "the score", 0, 9), "the score is '10': expected a number from 0 to 9"),
        (lambda: parse_number("²", "the score", 0, 9), "the score is '²': expected a number from 0 to 9"),
    ):
        with pytest.raises(InvalidPosition) as refused:
            fault()
        assert str(refused.value).startswith(message)
