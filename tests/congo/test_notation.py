"""Positions and moves in text: what is read, what is repaired, what is refused and how."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright import BoardwrightError, InvalidMove, InvalidPosition
from boardwright.errors import print_warning
from boardwright.games.congo import Congo
from boardwright.games.congo.notation import format_move, format_position, parse_move, parse_position

LIONS = "3l3/7/7/7/7/7/3L3 w 0"


def test_the_variants_have_their_starts() -> None:
    assert format_position(Congo().start()) == "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0"
    assert format_position(Congo("full").start()) == "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0"
    with pytest.raises(InvalidPosition, match="expected no set-up"):
        Congo().start("anything")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3l3/7/7/7/7/7/3L3 w", "3l3/7/7/7/7/7/3L3 w 0"),
        ("3l3/7/7/7/7/7/3L3 W 4", "3l3/7/7/7/7/7/3L3 w 4"),
        ("  3l3/7/7/7/7/7/3L3\tB\n", "3l3/7/7/7/7/7/3L3 b 0"),
        ("21l12/1111111/34/7/7/7/3L3 w 007", "3l3/7/7/7/7/7/3L3 w 7"),
        ("7/7/7/7/7/7/3L3 b 9", "7/7/7/7/7/7/3L3 b 9"),
        ("7/7/3L3/7/7/7/7 b 9", "7/7/3L3/7/7/7/7 b 9"),
        ("7/7/7/7/3l3/7/7 w 9", "7/7/7/7/3l3/7/7 w 9"),
        ("P2l3/7/7/7/7/7/p2L3 w 0", "P2l3/7/7/7/7/7/p2L3 w 0"),
        ("gzlmecs/7/7/7/7/7/3L3 w 0", "gzlmecs/7/7/7/7/7/3L3 w 0"),
    ],
)
def test_positions_that_are_read(text: str, canonical: str) -> None:
    position = parse_position(text)
    assert format_position(position) == canonical
    assert parse_position(canonical) == position
    assert hash(parse_position(canonical)) == hash(position)


def test_the_number_stops_where_a_text_could_no_longer_be_read() -> None:
    game = Congo()
    position = game.parse_position("3l3/7/7/7/7/7/Z3L2 b 999999998")
    for move, number in (("d7d6", 999999999), ("a1b3", 999999999), ("d6d7", 999999999)):
        position = game.play(position, game.parse_move(position, move))
        assert position.number == number
        assert game.parse_position(game.format_position(position)) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' has 0 fields: expected seven ranks, w or b, and a number"),
        ("3l3/7/7/7/7/7/3L3", "'3l3/7/7/7/7/7/3L3' has 1 field: expected"),
        (f"{LIONS} 5", "has 4 fields"),
        ("3l3/7/7/7/7/7/3L3 x 0", "the side to move is 'x': expected w or b"),
        ("3l3/7/7/7/7/7/3L3 wb 0", "the side to move is 'wb': expected w or b"),
        ("3l3/7/7/7/7/7/3L3 w -1", "the move number is '-1': expected a whole number of at most 9 digits"),
        ("3l3/7/7/7/7/7/3L3 w ٣", "the move number is '٣': expected a whole number"),
        ("3l3/7/7/7/7/7/3L3 w 1234567890", "the move number is '1234567890': expected a whole number"),
        ("3l3/7/7/7/7/3L3 w 0", "'3l3/7/7/7/7/3L3' has 6 ranks: expected 7, from rank 7 to rank 1"),
        ("3l3/7/7/7/7/7/7/3L3 w 0", "has 8 ranks: expected 7"),
        ("3l3/7/7/7/7/1/3L3 w 0", "rank 2, '1', is 1 square wide: expected 7"),
        ("3l3/7/7/7/7/6/3L3 w 0", "rank 2, '6', is 6 squares wide: expected 7"),
        ("3l3/7/7/7/7/7p/3L3 w 0", "rank 2, '7p', is more than 7 squares wide: expected 7"),
        ("3l3/7/7//7/7/3L3 w 0", "rank 4, '', is 0 squares wide: expected 7"),
        ("3l3/7/2x4/7/7/7/3L3 w 0", "rank 5, '2x4', has 'x' at character 2: expected a piece letter, LZGEMCPS"),
        ("3l3/7/2p04/7/7/7/3L3 w 0", "rank 5, '2p04', has '0' at character 3: expected a piece letter"),
        ("3l3/7/2ſ4/7/7/7/3L3 w 0", "rank 5, '2ſ4', has 'ſ' at character 2"),
        ("7/7/7/7/7/7/7 w 0", "ranks 7 to 1, '7/7/7/7/7/7/7', have no lion: expected L and l"),
        ("3p3/7/7/7/7/7/3L3 w 0", "ranks 7 to 5, '3p3/7/7', have no black lion: expected one in its castle, c5 to e7"),
        ("3l3/7/7/7/7/7/7 b 0", "ranks 3 to 1, '7/7/7', have no white lion: expected one in its castle, c1 to e3"),
        ("2ll3/7/7/7/7/7/3L3 w 0", "rank 7, '2ll3', has a second black lion on d7: expected one, and it is on c7"),
        ("3l3/7/7/7/L6/7/7 w 0", "rank 3, 'L6', has the white lion on a3: expected it in its castle, c1 to e3"),
        ("3l3/7/7/3L3/7/7/7 w 0", "rank 4, '3L3', has the white lion on d4: expected it in its castle"),
        ("3L3/7/7/7/7/7/3l3 w 0", "rank 7, '3L3', has the white lion on d7: expected it in its castle, c1 to e3"),
        ("7/7/7/3L3/7/7/7 b 0", "rank 4, '3L3', has the white lion on d4: expected it in a castle, c1 to e3 or c5"),
        ("7/7/3L3/7/3L3/7/7 b 0", "rank 5, '3L3', has a second white lion on d5: expected one, and it is on d3"),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    for on_repair in (None, print_warning):
        with pytest.raises(InvalidPosition) as refused:
            parse_position(text, on_repair=on_repair)
        assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "read", "rank"),
    [
        (
            "lg1Gl2/P1P2P1/1P5/7/1Z3P1/1P5/4L2 b 79",
            "1g1Gl2/P1P2P1/1P5/7/1Z3P1/1P5/4L2 b 79",
            "rank 7, 'lg1Gl2', is read as '1g1Gl2'",
        ),
        ("313/7/6P/7/1Z1P1p1/3L3/7 w 23", "3l3/7/6P/7/1Z1P1p1/3L3/7 w 23", "rank 7, '313', is read as '3l3'"),
        (
            "214/1s4P/PP2p2/6p/1P2LPP/1PG1pp1/Z2z3 w 23",
            "2l4/1s4P/PP2p2/6p/1P2LPP/1PG1pp1/Z2z3 w 23",
            "rank 7, '214', is read as '2l4'",
        ),
        (
            "5E1/Z5S/P31P1/1p2P2/2g1pP1/P2P3/z1L4 w 35",
            "5E1/Z5S/P3lP1/1p2P2/2g1pP1/P2P3/z1L4 w 35",
            "rank 5, 'P31P1', is read as 'P3lP1'",
        ),
    ],
)
def test_an_l_for_a_1_is_repaired_in_what_strict_parsing_refuses(text: str, read: str, rank: str) -> None:
    with pytest.raises(InvalidPosition):
        parse_position(text)
    position, repairs = Congo().repair_position(text)
    assert format_position(position) == read
    assert [repair.partition(":")[0] for repair in repairs] == [rank]


def test_a_finished_game_is_repaired_only_where_both_lions_are_promised() -> None:
    text = "s213/7/7/7/1Z1P3/Ps1L3/7 b 42"
    repairs: list[str] = []
    finished = parse_position(text, on_repair=repairs.append)
    assert not repairs
    assert format_position(finished) == "s6/7/7/7/1Z1P3/Ps1L3/7 b 42"
    promised = parse_position(text, on_repair=repairs.append, both_lions=True)
    assert [repair.partition(":")[0] for repair in repairs] == ["rank 7, 's213', is read as 's2l3'"]
    assert format_position(promised) == "s2l3/7/7/7/1Z1P3/Ps1L3/7 b 42"


def test_a_finished_game_without_one_repair_stays_as_it_is() -> None:
    for text in ("7/7/7/7/7/7/3L3 b 0", "2111p1/7/7/7/7/7/3L3 b 0"):
        assert parse_position(text, on_repair=print_warning, both_lions=True) == parse_position(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("2111p1/7/7/7/7/7/3L3 w 0", id="three squares for the lion"),
        pytest.param("1p5/7/7/7/7/7/3L3 w 0", id="a lion outside the castle"),
        pytest.param("313/7/7/7/7/7/313 w 0", id="two lions to repair"),
        pytest.param("313/7/7/7/7/7/3L3 x 0", id="another field wrong"),
        pytest.param("3l3/7/6S/1Z1S1p1/3L3/7 w 23", id="a rank lost"),
    ],
)
def test_nothing_is_guessed_where_none_or_several_repairs_would_do(text: str) -> None:
    with pytest.raises(InvalidPosition):
        parse_position(text, on_repair=print_warning)


def test_a_monkey_among_more_enemies_than_a_game_has_is_refused() -> None:
    lattice = "1p1p1p1/ppplppp/1p1p1p1/ppppppp/1pMp1p1/pppLppp/1p1p1p1 w 0"
    with pytest.raises(InvalidPosition, match="white has a monkey and black 32 pieces: expected at most 14 to jump"):
        parse_position(lattice)


def test_crowded_boards_without_a_monkey_are_read() -> None:
    crowded = "PPPlPPP/ppppppp/PPPPPPP/ppppppp/PPPPPPP/ppppppp/PPPLPPP b 0"
    assert format_position(parse_position(crowded)) == crowded


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "l" * 1_000_000, "7/" * 500_000, "\0", "3l3/7/7/7/7/7/3L3 w " + "9" * 1_000_000]
)
def test_a_hostile_text_gives_one_short_line_at_once(text: str) -> None:
    began = time.perf_counter()
    with pytest.raises(InvalidPosition) as refused:
        parse_position(text, on_repair=print_warning)
    assert time.perf_counter() - began < 1
    assert len(str(refused.value)) < 400
    assert str(refused.value).isprintable()


@given(st.text(alphabet="LZGEMCPSlzgemcps1234567/ wb019x\0é", max_size=80), st.booleans(), st.booleans())
def test_any_text_is_a_position_or_an_error_of_ours(text: str, strict: bool, both_lions: bool) -> None:
    try:
        position = parse_position(text, on_repair=None if strict else print_warning, both_lions=both_lions)
    except BoardwrightError as error:
        shown = str(error)
    else:
        shown = format_position(position)
        assert parse_position(shown) == position
    assert shown.isprintable()


@given(
    st.lists(
        st.sampled_from(["7", "3l3", "3L3", "313", "l6", "2L4", "ppppppp", "P31P1", "6", "8"]), min_size=6, max_size=8
    ),
    st.sampled_from(["w", "b", "W 3", "b 0", "w x", ""]),
)
def test_any_seven_ranks_are_a_position_or_an_error_of_ours(ranks: list[str], rest: str) -> None:
    try:
        position = parse_position(f"{'/'.join(ranks)} {rest}", on_repair=print_warning)
    except BoardwrightError:
        return
    assert parse_position(format_position(position)) == position


def test_moves_are_read_by_their_whole_path() -> None:
    assert parse_move("d1d2") == (3, 10)
    assert parse_move(" C3C5e5\n") == (16, 30, 32)
    assert format_move((16, 30, 32)) == "c3c5e5"
    game = Congo()
    position = game.parse_position("2l4/7/1Mep3/1c2m2/2e4/3L3/7 w 0")
    assert game.parse_move(position, "b5b3d3f5") in game.legal_moves(position)
    with pytest.raises(BoardwrightError):
        game.parse_move(position, "b5f5")


@pytest.mark.parametrize(
    "text", ["", "d1", "d1d", "d1d8", "h1d2", "d1-d2", "d1 d2", "d1d2x", "\0" * 4, "x" * 1_000_000]
)
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move: expected its squares without spaces, such as d1d2 or c3c5e5"):
        parse_move(text)


def test_strict_moves_are_in_lower_case() -> None:
    with pytest.raises(InvalidMove, match="'D1D2' is not a move"):
        parse_move("D1D2", strict=True)


@given(st.text(alphabet="abcdefgh123456780 ABx\0", max_size=12) | st.text(max_size=12), st.booleans())
def test_any_text_is_a_move_or_an_error_of_ours(text: str, strict: bool) -> None:
    game = Congo()
    position = game.start()
    try:
        shown = format_move(game.parse_move(position, text, strict=strict))
    except BoardwrightError as error:
        shown = str(error)
    else:
        assert shown == text.strip().lower()
    assert shown.isprintable()
