"""Positions, set-ups and single steps in text, and the errors for texts that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.errors import BoardwrightError, IllegalMove, InvalidMove, InvalidPosition
from boardwright.games.margrites import Margrites
from boardwright.games.margrites.course import GameState, format_state

GAME = Margrites()
START = "4w4/1wwwwwww1/9/9/9/9/1bbbbbbb1/4b4 b 4 - 0(0)-0(0)"
LONE = "9/9/9/9/4b4/9/9/w8"


def test_the_default_start_in_text() -> None:
    assert GAME.format_position(GAME.start()) == GAME.start_text == START
    assert GAME.parse_position(START) == GAME.start()


@pytest.mark.parametrize("missing", range(4))
def test_fields_may_be_missing_from_the_right(missing: int) -> None:
    fields = f"{LONE} w 4 - 0(0)-0(0)".split()
    text = " ".join(fields[: len(fields) - missing])
    assert GAME.format_position(GAME.parse_position(f"  {text} \n")) == f"{LONE} w 4 - 0(0)-0(0)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' has 0 fields: expected ranks and side"),
        (LONE, "has 1 field: expected"),
        (f"{LONE} b 4 - 0(0)-0(0) x", "has 6 fields"),
        (f"{LONE} 4 - 0(0)-0(0)", "the side to move is '4': expected b or w"),
        (f"{LONE} bw", "the side to move is 'bw'"),
        (f"{LONE} b -", "the steps left are '-': expected 1 to 4"),
        (f"{LONE} b 5", "the steps left are '5'"),
        (f"{LONE} b 0", "the steps left are '0' but the game is not over: expected 1 to 4"),
        (f"{LONE} b 4 0(0)-0(0)", r"the origin '0\(0\)-0\(0\)' is unreadable: expected - or such as d5<d4,e5<e4"),
        (f"{LONE} b 3 - 0(0)", r"the score is '0\(0\)': expected Black's points\(captures\)-White's"),
        (f"{LONE} b 3 - R0(0)-0(0)", "expected no R"),
        (f"{LONE} b 3 - 00(0)-0(0)", r"the score is '00\(0\)-0\(0\)'"),
        (f"{LONE} b 3 - 60(9)-1(1)", r"the pieces and the score 60\(9\)-1\(1\) make 73 pieces: expected at most 72"),
        ("9/9/9/9/4b4/9/9 b", "has 7 ranks: expected 8"),
        ("9/9/9/9/4b4/9/9/w8/9 b", "has 9 ranks: expected 8"),
        ("9/9/9/8/4b4/9/9/w8 b", "rank 5, '8', is 8 squares wide: expected 9"),
        ("9/9/9/91/4b4/9/9/w8 b", "rank 5, '91', is more than 9 squares wide"),
        ("9/9/9/9/4B4/9/9/w8 b", "rank 4, '4B4', has 'B' at character 2: expected b, w, or a number 1-9"),
        ("9/9/9/9/40b4/9/9/w8 b", "rank 4, '40b4', has '0' at character 2"),
        ("9/9/9/3bb4/3w5/9/9/9 b", "the position is unstable, d4 can be captured"),
        ("9/9/9/1bb1wbw2/2w6/9/9/9 b", "the position is unstable, c4, f5 can be captured"),
    ],
)
def test_a_text_that_is_no_position_says_where_and_what_was_expected(text: str, message: str) -> None:
    for strict in (True, False):
        with pytest.raises(InvalidPosition, match=message):
            GAME.parse_position(text, strict=strict)


@pytest.mark.parametrize(
    ("origins", "message"),
    [
        ("3 e5<e4", "the origin e5<e4 names no piece of black's: expected one on e5"),
        ("3 a1<a2", "the origin a1<a2 names no piece of black's"),
        ("3 e4<e4", "the origin e4<e4 cannot be"),
        ("2 e4<e3,e4<d3", "the origin e4<d3 cannot be"),
        ("4 e4<e3", "the origins 'e4<e3' need 1 step: expected at most the 0 taken so far"),
        ("3 e4<e2", "the origins 'e4<e2' need 2 steps: expected at most the 1 taken so far"),
        ("3 e4<e3,", "the origin '' is unreadable"),
        ("3 e4>e3", "the origin 'e4>e3' is unreadable"),
    ],
)
def test_origins_name_moved_pieces_of_the_side_to_move(origins: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message):
        GAME.parse_position(f"{LONE} b {origins}")


@pytest.mark.parametrize("board", ["9/9/9/9/3bb4/9/9/w8", "9/9/9/9/3wb4/9/9/w8"])
def test_no_piece_started_where_one_stands_that_has_not_moved(board: str) -> None:
    with pytest.raises(InvalidPosition, match="e4<d4 cannot be: the piece on d4 has not moved in this turn"):
        GAME.parse_position(f"{board} b 3 e4<d4")
    swapped = "9/9/9/9/3bb4/9/9/w8 b 1 d4<e4,e4<d4 0(0)-0(0)"
    assert GAME.format_position(GAME.parse_position(swapped)) == swapped


def test_origins_are_sorted_by_the_square_of_the_piece() -> None:
    in_order = "9/9/9/9/2bbb4/9/9/w8 b 1 c4<d5,d4<c5,e4<e3 0(0)-0(0)"
    assert GAME.format_position(GAME.parse_position(in_order)) == in_order
    shuffled = "9/9/9/9/2bbb4/9/9/w8 b 1 e4<e3,c4<d5,d4<c5 0(0)-0(0)"
    with pytest.raises(InvalidPosition, match="are not sorted: expected c4<d5,d4<c5,e4<e3"):
        GAME.parse_position(shuffled)
    repairs = ["the origins e4<e3,c4<d5,d4<c5 are read as c4<d5,d4<c5,e4<e3"]
    assert GAME.repair_position(shuffled) == (GAME.parse_position(in_order), repairs)


def test_steps_left_may_be_0_in_a_finished_game_only() -> None:
    over = "9/w8/9/9/9/9/9/9 b 0 - 1(0)-0(0)"
    assert GAME.format_position(GAME.parse_position(over)) == over


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "\0" * 1000, "/" * 1_000_000, "9" * 1_000_000 + " b", "b " * 500_000]
)
def test_huge_texts_give_one_short_line(text: str) -> None:
    for parse in (GAME.parse_position, GAME.start, lambda move: GAME.parse_move(GAME.start(), move)):
        with pytest.raises(BoardwrightError) as caught:
            parse(text)
        assert len(str(caught.value)) < 500
        assert "\n" not in str(caught.value)


def test_huge_fields_give_one_short_line() -> None:
    for tail in ("b" * 10**6, "b " + "4" * 10**6, "b 3 " + "e4<e3," * 10**6, "b 3 - " + "1" * 10**6):
        with pytest.raises(InvalidPosition) as caught:
            GAME.parse_position(f"{LONE} {tail}")
        assert len(str(caught.value)) < 300


def test_set_ups_for_the_start() -> None:
    assert GAME.start("b2-h2,e1 b7-h7,e8") == GAME.start()
    printed = GAME.start(" a2-h2  b7-h7,e8 ")
    assert GAME.format_position(printed) == "4w4/1wwwwwww1/9/9/9/9/bbbbbbbb1/9 b 4 - 0(0)-0(0)"
    by_square = GAME.start("a1,c1,e1,g1,i1,a2,c2,e2 b7-i7")
    assert GAME.format_position(by_square) == "9/1wwwwwwww/9/9/9/9/b1b1b4/b1b1b1b1b b 4 - 0(0)-0(0)"


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ("", "'' has 0 fields: expected such as b2-h2,e1 b7-h7,e8"),
        ("b2-h2,e1", "has 1 field: expected"),
        ("b2 b7-h7,e8", "the set-up has 1 piece for black: expected 8"),
        ("b2-h2 b7-h7,e8", "the set-up has 7 pieces for black: expected 8"),
        ("b2-h2,e1 b7-h7,e8,a8", "the set-up has 9 pieces for white: expected 8"),
        ("b2-h2,e3 b7-h7,e8", "the set-up has black on e3: expected ranks 1 and 2, its home"),
        ("b2-h2,e1 b6-h6,e8", "the set-up has white on b6: expected ranks 7 and 8, its home"),
        ("b2-h2,e2 b7-h7,e8", "the set-up has two pieces on e2"),
        ("b2-h3,e2 b7-h7,e8", "'b2-h3' is not a row of squares: expected such as e1 or b2-h2"),
        ("h2-b2,e2 b7-h7,e8", "'h2-b2' is not a row of squares"),
        ("a1-i1," * 9 + "a1 b7", "names more than 72 squares"),
    ],
)
def test_set_ups_that_the_start_refuses(setup: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message):
        GAME.start(setup)


def test_a_step_in_text_is_bare() -> None:
    chain = GameState.from_setup("b3,f4,g4", "f6,g5,h4,h5", -1).position
    move = GAME.parse_move(chain, "f6>f5")
    assert GAME.format_move(chain, move) == "f6>f5"
    assert GAME.notations["annotated"](chain, move) == "f6>f5(xg4, xf4)"


@pytest.mark.parametrize(
    "text", ["f6>f5(xg4, xf4)", "f6>f5(xf4, xg4)", " f6>f5 ", "F6 > F5 (xG4,xf4)", "f6>f5(Xf4 , xg4)"]
)
def test_captures_in_brackets_are_optional_and_in_any_order(text: str) -> None:
    chain = GameState.from_setup("b3,f4,g4", "f6,g5,h4,h5", -1).position
    assert GAME.format_move(chain, GAME.parse_move(chain, text)) == "f6>f5"


@pytest.mark.parametrize("claim", ["xg4", "xg4, xf4, xb3", "xg4, xg4", "xg4, xf4, xf4"])
def test_captures_in_brackets_are_checked(claim: str) -> None:
    chain = GameState.from_setup("b3,f4,g4", "f6,g5,h4,h5", -1).position
    with pytest.raises(IllegalMove, match="the step takes g4, f4"):
        GAME.parse_move(chain, f"f6>f5({claim})")
    with pytest.raises(IllegalMove, match="the step takes nothing"):
        GAME.parse_move(chain, "f6>f7(xg4)")


def test_scoring_steps_in_text() -> None:
    position = GameState.from_setup("e8,c3", "d1").position
    assert GAME.format_move(position, GAME.parse_move(position, "e8>B++")) == "e8>B++"
    assert GAME.parse_move(position, "E8>b++") == GAME.parse_move(position, "e8>B++")
    with pytest.raises(IllegalMove, match=r"'e8>W\+\+' is illegal: black scores from rank 8, with B\+\+"):
        GAME.parse_move(position, "e8>W++")


@pytest.mark.parametrize(
    "text", ["", "e2", "e2-e3", "e2>e9", "j2>j3", "e2>e3()", "e2>e3(e4)", "e2>e3(xe4", "B++>e3", "e2>"]
)
def test_a_text_that_is_no_step_is_invalid(text: str) -> None:
    with pytest.raises(InvalidMove, match="is not a step: expected FROM>TO, such as f6>f5"):
        GAME.parse_move(GAME.start(), text)


@pytest.mark.parametrize("text", ["E2>e3", "e2 >e3", "e2>e3(xa1,xb1)"])
def test_strict_parsing_takes_only_canonical_steps(text: str) -> None:
    with pytest.raises(InvalidMove):
        GAME.parse_move(GAME.start(), text, strict=True)


near_positions = st.text("bw123456789/- 4e<,R()0", max_size=80) | st.builds(
    lambda board, tail: f"{board} {tail}",
    st.lists(st.sampled_from(["9", "4b4", "w8", "1bb1ww3", "b7w", "8", "x9"]), min_size=7, max_size=9).map("/".join),
    st.lists(st.sampled_from(["b", "w", "0", "3", "4", "-", "e4<e3", "0(0)-0(0)", "1(2)-R3(4)"]), max_size=6).map(
        " ".join
    ),
)


@given(st.text() | near_positions)
def test_any_text_is_a_position_or_an_error_of_ours(text: str) -> None:
    try:
        position = GAME.parse_position(text)
    except BoardwrightError:
        return
    canonical = GAME.format_position(position)
    assert GAME.parse_position(canonical) == position
    assert GAME.format_position(GAME.parse_position(canonical)) == canonical


@given(st.text() | st.text("abcdefghi12345678>xBW+(), ", max_size=20))
def test_any_text_is_a_step_or_an_error_of_ours(text: str) -> None:
    try:
        move = GAME.parse_move(GAME.start(), text)
    except BoardwrightError:
        return
    assert move in GAME.legal_moves(GAME.start())


@given(st.text() | st.text("abcdefghi1278-, ", max_size=60))
def test_any_text_is_a_set_up_or_an_error_of_ours(text: str) -> None:
    try:
        position = GAME.start(text)
    except BoardwrightError:
        return
    assert [pieces.bit_count() for pieces in position.pieces] == [8, 8]


@given(st.lists(st.sampled_from((0, 0, 0, 1, -1)), min_size=72, max_size=72), st.sampled_from((1, -1)))
def test_every_set_up_formats_and_parses_back(cells: list[int], to_move: int) -> None:
    black, white = ([divmod(at, 9) for at, cell in enumerate(cells) if cell == color] for color in (1, -1))
    state = GameState.from_setup(black, white, to_move, resolve=True)
    parsed = GAME.parse_position(format_state(state))
    assert parsed.pieces == state.position.pieces
    assert GAME.parse_position(GAME.format_position(parsed)) == parsed
