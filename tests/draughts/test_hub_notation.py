"""How Hub writes lines, positions, moves and what a search found; what is written is read again."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.draughts.hub_session import LINES

from boardwright import BoardwrightError, IllegalMove, InvalidMove, InvalidPosition, find_game
from boardwright.engine import Engine
from boardwright.engine.result import Score, SearchResult, Variation
from boardwright.explore import random_positions
from boardwright.games.draughts import notation as pdn
from boardwright.games.draughts.protocols.hub.info import format_info, read_info
from boardwright.games.draughts.protocols.hub.messages import Message, format_message, parse_message
from boardwright.games.draughts.protocols.hub.notation import format_move, format_position, parse_move, parse_position
from boardwright.games.draughts.rules import BIT, SQUARES, Move, Position, legal_moves

DRAUGHTS = find_game("draughts")
MANY_CAPTURES = (
    "W:WK47:B14,19,29,31,42",
    "W:WK48:B31,21,12,13,24,34",
    "W:WK1,29,38,40,48:B7,13,20,24,35,39,K47",
    "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
    "W:W37:B12,13,22,23,32,33",
)
POSITIONS = [
    *(pdn.parse_position(fen) for fen in MANY_CAPTURES),
    *islice(random_positions(DRAUGHTS, Random(7)), 300),
]


def test_the_start_position() -> None:
    assert format_position(DRAUGHTS.start()) == "W" + "b" * 20 + "e" * 10 + "w" * 20
    kings = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee"
    assert pdn.format_position(parse_position(kings)) == "B:WK4,K5,25,35,36:BK38,K48"


@given(
    st.lists(st.sampled_from("wbWBe"), min_size=50, max_size=50).map("".join),
    st.sampled_from("WB"),
)
def test_every_position_is_read_and_written_alike(squares: str, side: str) -> None:
    position = parse_position(side + squares)
    assert format_position(position) == side + squares
    assert pdn.parse_position(pdn.format_position(position)) == position
    assert position.kings == sum(BIT[n] for n in SQUARES if squares[n - 1].isupper())


@pytest.mark.parametrize(
    "text", ["", "W", "e" * 51, "W" + "e" * 49, "W" + "e" * 51, "w" + "e" * 50, "W" + "e" * 49 + "k"]
)
def test_other_texts_are_no_positions(text: str) -> None:
    with pytest.raises(InvalidPosition, match=": expected "):
        parse_position(text)


def test_every_legal_move_is_read_and_written_alike() -> None:
    random = Random(1)
    captures = 0
    for position in POSITIONS:
        moves = legal_moves(position)
        texts = [format_move(move) for move in moves]
        assert len(set(texts)) == len(moves)
        for move, text in zip(moves, texts, strict=True):
            assert parse_move(position, text) == move
            if move.captured:
                captures += 1
                origin, target, *taken = text.split("x")
                assert taken == sorted(taken, key=int)
                random.shuffle(taken)
                assert parse_move(position, "x".join([origin, target, *taken])) == move
    assert captures > 100


def test_captures_that_differ_in_what_they_take_alone_differ() -> None:
    position = pdn.parse_position("W:WK47:B14,19,29,31,42")
    assert sorted(map(format_move, legal_moves(position))) == ["47x36x14x29x31x42", "47x36x19x29x31x42"]
    assert parse_move(position, "47x36x42x31x29x19").captured == sum(BIT[n] for n in (19, 29, 31, 42))
    around = pdn.parse_position("W:WK48:B31,21,12,13,24,34")
    assert parse_move(around, "48x48x12x13x21x24x31x34").target == 48


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", InvalidMove),
        ("28", InvalidMove),
        ("28x19", InvalidMove),
        ("28-19x23", InvalidMove),
        ("28x19x23 ", InvalidMove),
        ("28x19x23x", InvalidMove),
        ("28x19x023", InvalidMove),
        ("2٨x19x23", InvalidMove),
        ("0x19x23", InvalidMove),
        ("28x19x51", InvalidMove),
        ("28x19x23x23", InvalidMove),
        ("28x19x24", IllegalMove),
        ("28x10x23", IllegalMove),
        ("28-22", IllegalMove),
        ("50-44", IllegalMove),
        ("23-28", IllegalMove),
        ("28x28x28", IllegalMove),
    ],
)
def test_other_texts_are_no_moves(text: str, error: type[BoardwrightError]) -> None:
    with pytest.raises(error):
        parse_move(pdn.parse_position("W:W28,50:B1,23"), text)


def test_moves_without_meaning_are_refused_and_nothing_else() -> None:
    random = Random(3)
    for position in POSITIONS[:60]:
        legal = {format_move(move) for move in legal_moves(position)}
        for _ in range(40):
            numbers = [str(random.randint(1, 50)) for _ in range(random.randint(2, 5))]
            text = random.choice("-x").join(numbers)
            if text not in legal:
                with pytest.raises(BoardwrightError):
                    parse_move(position, text)


NAMES = st.text(st.characters(exclude_characters='="', exclude_categories=["Z", "C"]), min_size=1, max_size=8)
VALUES = st.text(st.characters(exclude_characters='"', exclude_categories=["C"]), max_size=12)


@given(NAMES, st.dictionaries(NAMES, VALUES, max_size=5))
def test_every_message_is_read_and_written_alike(command: str, arguments: dict[str, str]) -> None:
    assert parse_message(format_message(command, arguments)) == Message(command, arguments)


def test_a_double_quote_becomes_a_single_one() -> None:
    assert format_message("error", {"message": 'no "x" here'}) == "error message=\"no 'x' here\""
    assert format_message("error", {"message": '"'}) == 'error message="\'"'


@given(LINES)
def test_no_line_of_another_program_is_too_strange_to_read(line: str) -> None:
    for text in (line, f"info {line}", f"info pv=32-28 {line}", f'info score={line} pv="32-28 {line}"'):
        with suppress(BoardwrightError):
            info = read_info(parse_message(text))
            if info is not None:
                assert info.win_probability in (0.0, 0.5, 1.0)
                info.result(DRAUGHTS, DRAUGHTS.start(), parse_move)


def test_what_a_search_found_is_read_again() -> None:
    for fen in ("W:W31-50:B1-20", "W:W28:B23", "B:W46,45:B36", "W:WK47:B14,19,29,31,42"):
        position = pdn.parse_position(fen)
        found = Engine(DRAUGHTS, hash_mb=1, endings="off").search(position, depth=4)
        info = read_info(parse_message(format_info(found)))
        assert info is not None
        read = info.result(DRAUGHTS, position, parse_move)
        assert read is not None
        assert (read.pv, read.score, read.depth, read.nodes) == (found.pv, found.score, found.depth, found.nodes)


@pytest.mark.parametrize(
    ("score", "men"),
    [
        (Score(0.25), "0.25"),
        (Score(-0.004), "0.00"),
        (Score(0.0), "0.00"),
        (Score(-1.5), "-1.50"),
        (Score(179.0), "80.00"),
        (Score(-179.0), "-80.00"),
        (Score.proven(1, won=True), "99.99"),
        (Score.proven(120, won=False), "-98.80"),
        (Score(300.0, ending=True), "89.00"),
        (Score(0.0, ending=True), "0.00"),
    ],
)
def test_scores_are_in_men(score: Score, men: str) -> None:
    found = SearchResult((Variation((Move(32, 28),), (), 0.5, score),), 1, 0, 0.0)
    assert f" score={men} " in format_info(found)


def test_what_is_not_told_is_not_known() -> None:
    assert "score" not in format_info(SearchResult((Variation((Move(32, 28),), (), 0.5),), 1, 0, 0.0))
    info = read_info(parse_message("info pv=32-28"))
    assert info is not None
    assert (info.score, info.win_probability, info.depth, info.moves) == (None, 0.5, 0, ("32-28",))
    for told in ("info depth=3", "info depth=x pv=1-2", "info score=nan pv=1-2", "info time=-1 pv=1-2", "done pv=1-2"):
        assert read_info(parse_message(told)) is None


def test_an_empty_board_can_be_written() -> None:
    assert format_position(Position(0, 0, 0, 1)) == "B" + "e" * 50
