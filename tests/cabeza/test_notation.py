"""Cabeza positions and moves in text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.errors import IllegalMove, InvalidMove, InvalidPosition
from boardwright.games.cabeza import Cabeza, Move, Pose
from boardwright.games.cabeza.notation import START

GAME = Cabeza()
OPEN = "h4f1c1m/h7oo/8oo/10/10/4C5/10/10/F7OO/M3HH2OO,r"


def test_the_pose_follows_from_the_footprint() -> None:
    red, blue = GAME.start().teams
    assert red.flaco == Pose(3, 0, 1, 2, 1)
    assert red.chato == Pose(6, 0, 1, 2, 2)
    assert red.opa == Pose(4, 1, 2, 2, 2)
    assert blue.cabeza == Pose(4, 9, 1, 1, 1)
    assert blue.mini == Pose(5, 9, 1, 1, 1)
    standing = GAME.parse_position("h4f1c1m/h7oo/8oo/10/4HH4/4HH4/10/10/8OO/M1C4FOO,r")
    assert standing.teams[0].flaco == Pose(7, 0, 1, 1, 2)
    assert standing.teams[0].chato == Pose(4, 4, 2, 2, 1)


def test_the_start_is_symmetric_under_half_a_turn() -> None:
    board = START.partition(",")[0]
    assert board[::-1].swapcase() == board.replace("10", "01")


def test_a_crushed_cabeza_is_told_by_x() -> None:
    position = GAME.parse_position("h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r")
    after = GAME.play(position, GAME.parse_move(position, "Fn"))
    text = "h4f3m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M1C1HH2OO,b,x"
    assert GAME.format_position(after) == text
    assert GAME.parse_position(text) == after
    assert hash(GAME.parse_position(text)) == hash(after)


@pytest.mark.parametrize("strict", [True, False])
def test_white_space_around_a_position_is_ignored(strict: bool) -> None:
    assert GAME.parse_position(f" \t{START}\r\n", strict=strict) == GAME.start()


def test_neighbouring_runs_are_read_and_printed_as_one() -> None:
    assert GAME.format_position(GAME.parse_position(START.replace("/10/", "/46/", 1))) == START


ROWS = START.partition(",")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' has 1 field: expected ten rows, then ,r or ,b"),
        (ROWS, "has 1 field: expected ten rows"),
        (f"{ROWS},r,x,x", "has 4 fields: expected ten rows"),
        (f"{ROWS},", "the side to move is '': expected r or b"),
        (f"{ROWS},R", "the side to move is 'R': expected r or b"),
        (f"{ROWS}, r", "the side to move is ' r': expected r or b"),
        (f"{ROWS},rb", "the side to move is 'rb': expected r or b"),
        (f"{ROWS},r,y", "'y' stands after the side: expected nothing, or x"),
        (f"{ROWS},r,", "'' stands after the side: expected nothing, or x"),
        (f"{ROWS}/10,r", "has 11 rows: expected 10"),
        (START.replace("/10", "", 1), "has 9 rows: expected 10"),
        (START.replace("4oo4", "4oo5"), "row 7, '4oo5', is more than 10 squares wide: expected 10"),
        (START.replace("4oo4", "4oo3"), "row 7, '4oo3', is 9 squares wide: expected 10"),
        (START.replace("4oo4", "4o?4"), "row 7, '4o?4', has '?' at character 3: expected a letter of CMFHO or cmfho"),
        (START.replace("4oo4", "40oo4"), "row 7, '40oo4', has '0' at character 2: expected"),
        (START.replace("4oo4", "10oo"), "row 7, '10oo', has '0' at character 2: expected"),
        (START.replace("/10/", "/010/", 1), "row 6, '010', has '0' at character 1: expected"),
        (START.replace("/10/", "//", 1), "row 6, '', is 0 squares wide: expected 10"),
        (START.replace("/10/", "/²8/", 1), "row 6, '²8', has '²' at character 1: expected"),
        (START.replace("c", "C"), "the red Cabeza (C) stands on 50 49: expected one square"),
        (START.replace("C", "1"), "the red Cabeza (C) is missing: expected it, or ,r,x where it is crushed"),
        (START.replace("c", "1"), "the blue Cabeza (c) is missing: expected it, or ,b,x where it is crushed"),
        (START + ",x", "the red Cabeza (C) stands on 50: expected none, since ,x says that it is crushed"),
        (START.replace("c", "1") + ",x", "the red Cabeza (C) stands on 50: expected none"),
        (START.replace("C", "1").replace("c", "1") + ",x", "the blue Cabeza (c) is missing: expected it, or ,b,x"),
        (START.replace("M", "1"), "the red Mini (M) is missing: expected one square"),
        (START.replace("f", "1"), "the blue Flaco (f) is missing: expected one square, or two side by side"),
        (START.replace("/10/10/", "/10/m9/"), "the blue Mini (m) stands on 05 59: expected one square"),
        (START.replace("/10/10/", "/10/F9/"), "the red Flaco (F) stands on 30 31 05: expected one square, or two"),
        (START.replace("3FOOH3", "1F1OOH3"), "row 1, '1F1OOH3', is 9 squares wide"),
        (START.replace("3FOOH3", "2F1OOH3"), "the red Flaco (F) stands on 30 21: expected one square, or two"),
        (START.replace("3hoof3", "4oof3"), "the blue Chato (h) stands on 39: expected two squares side by side, or"),
        (START.replace("4oo4", "10"), "the blue Opa (o) stands on 48 58: expected two by two squares"),
        (START.replace("/10/10/", "/hhhhhhhhhh/10/"), "the blue Chato (h) stands on 06 16 26 36 46 ...: expected two"),
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_a_wrong_position_names_the_place_and_what_was_expected(text: str, message: str, strict: bool) -> None:
    with pytest.raises(InvalidPosition) as error:
        GAME.parse_position(text, strict=strict)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["x" * 1_000_000, "\0" * 1000, "/" * 1_000_000, "," * 1_000_000, "1" * 1_000_000 + "/1" * 9 + ",r", "9" * 100],
    ids=["x", "NUL", "slashes", "commas", "digits", "one row"],
)
def test_garbage_gives_one_short_line(text: str) -> None:
    with pytest.raises(InvalidPosition) as error:
        GAME.parse_position(text)
    assert len(str(error.value)) < 500
    assert str(error.value).isprintable()
    with pytest.raises(InvalidMove) as move_error:
        GAME.parse_move(GAME.start(), text)
    assert len(str(move_error.value)) < 500
    assert str(move_error.value).isprintable()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Cnne", Move("C", "nne")),
        ("Cnen", Move("C", "nne")),
        ("Cenn", Move("C", "nne")),
        ("CENn", Move("C", "nne")),
        ("Cwwss", Move("C", "ssww")),
        (" Cn ", Move("C", "n")),
        ("Men", Move("M", "ne")),
        ("MNE", Move("M", "ne")),
        ("FNE", Move("F", "ne")),
        ("Fen", Move("F", "en")),
        ("Hwn", Move("H", "wn")),
        ("OW", Move("O", "w")),
    ],
)
def test_lenient_moves_take_any_case_and_for_cabeza_and_mini_any_order(text: str, move: Move) -> None:
    position = GAME.parse_position(OPEN)
    assert GAME.parse_move(position, text) == move
    assert GAME.format_move(position, move) == move.piece + move.directions


@pytest.mark.parametrize(("text", "canonical"), [("Cen", "Cne"), ("CN", "Cn"), ("FNE", "Fne"), ("Men", "Mne")])
def test_strict_moves_are_written_as_they_are_printed(text: str, canonical: str) -> None:
    position = GAME.parse_position(OPEN)
    with pytest.raises(InvalidMove, match=f"'{text}' is not written as it should be: expected {canonical}"):
        GAME.parse_move(position, text, strict=True)
    assert GAME.format_move(position, GAME.parse_move(position, canonical, strict=True)) == canonical


@pytest.mark.parametrize("text", ["", "C", "n", "Xn", "zz", "Cnnnnn", "C n", "Fn Fn", "Fx", "Fſ", "F-n", "Fn\0", "CFn"])
def test_a_text_that_is_no_move_says_what_a_move_is(text: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move: expected a piece of CMFHO or cmfho and its directions"):
        GAME.parse_move(GAME.start(), text)


FEN_TEXT = st.text(alphabet="CMFHOcmfho0123456789/,rbx ", max_size=80)
ROW = st.text(alphabet="CMFHOcmfho123456789", max_size=10)
BOARDS = st.builds(
    lambda rows, side, crushed: "/".join(rows) + side + crushed,
    st.lists(ROW | st.just("10") | st.sampled_from(ROWS.split("/")), min_size=10, max_size=10),
    st.sampled_from([",r", ",b"]),
    st.sampled_from(["", ",x"]),
)


@given(st.text() | FEN_TEXT | BOARDS, st.booleans())
def test_any_text_is_a_position_or_an_error_of_ours(text: str, strict: bool) -> None:
    try:
        position = GAME.parse_position(text, strict=strict)
    except InvalidPosition:
        return
    assert GAME.parse_position(GAME.format_position(position)) == position


@given(st.text() | st.from_regex(r"[CMFHOcmfho][nsewNSEW]{0,5}", fullmatch=True), st.booleans())
def test_any_text_is_a_move_or_an_error_of_ours(text: str, strict: bool) -> None:
    position = GAME.parse_position(OPEN)
    try:
        move = GAME.parse_move(position, text, strict=strict)
    except (IllegalMove, InvalidMove):
        return
    assert move in GAME.legal_moves(position)
