"""The messages of DamExchange: exact texts, both ways, and what is none."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.games.draughts import Draughts
from boardwright.games.draughts.protocols.dxp.messages import (
    Acceptance,
    BackAnswer,
    BackRequest,
    BadMessage,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMade,
    Reason,
    TakeBack,
    format_message,
    parse_message,
)
from boardwright.games.draughts.rules import BIT, SQUARES, Position, numbers

GAME = Draughts()
START = "z" * 20 + "e" * 10 + "w" * 20
NAME = "Tornado".ljust(32)

characters = st.characters(min_codepoint=1, max_codepoint=127)
names = st.text(characters, max_size=32).map(lambda name: name.rstrip(" "))
sides = st.integers(0, 1)
up_to_999 = st.integers(0, 999)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Anything on any square."""
    letters = draw(st.lists(st.sampled_from("ewzWZ"), min_size=50, max_size=50))

    def holding(kinds: str) -> int:
        return sum(BIT[square] for square, letter in zip(SQUARES, letters, strict=True) if letter in kinds)

    return Position(holding("wW"), holding("zZ"), holding("WZ"), draw(sides))


messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(
        GameRequest, names, sides, up_to_999, up_to_999, st.none() | positions(), version=st.sampled_from([1, 2, 99])
    ),
    st.builds(GameAnswer, names, st.sampled_from(Acceptance)),
    st.builds(
        MoveMade,
        st.integers(0, 9999),
        st.sampled_from(SQUARES),
        st.sampled_from(SQUARES),
        st.lists(st.sampled_from(SQUARES), unique=True, max_size=20).map(tuple),
    ),
    st.builds(GameEnd, st.sampled_from(Reason), st.booleans()),
    st.builds(Chat, st.text(characters, max_size=126)),
    st.builds(BackRequest, up_to_999, sides),
    st.builds(BackAnswer, st.sampled_from(TakeBack)),
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"R01{NAME}W060065A", GameRequest("Tornado", 0, 60, 65)),
        (f"R01{NAME}Z005000BW{START}", GameRequest("Tornado", 1, 5, 0, GAME.start())),
        (
            f"R02{NAME}W000000BZ{'e' * 48}WZ",
            GameRequest("Tornado", 0, 0, 0, GAME.parse_position("B:WK49:BK50"), version=2),
        ),
        (f"A{NAME}0", GameAnswer("Tornado", Acceptance.YES)),
        (f"A{NAME}2", GameAnswer("Tornado", Acceptance.NOT_THIS_GAME)),
        ("M0012061100", MoveMade(12, 6, 11)),
        ("M001205250422122320", MoveMade(12, 5, 25, (22, 12, 23, 20))),
        ("E00", GameEnd(Reason.UNKNOWN)),
        ("E31", GameEnd(Reason.I_WIN, last=True)),
        ("CWell played", Chat("Well played")),
        ("B005Z", BackRequest(5, 1)),
        ("K1", BackAnswer(TakeBack.NEVER)),
    ],
)
def test_a_message_and_its_text(text: str, message: Message) -> None:
    assert parse_message(text) == message
    assert format_message(message) == text


@given(messages)
def test_every_message_comes_back_from_its_text(message: Message) -> None:
    text = format_message(message)
    assert parse_message(text) == message
    assert 1 <= len(text) <= 127


near_messages = st.tuples(st.sampled_from("RAMECBK"), st.text("0123WZAB ", max_size=60)).map("".join)


@given(st.text(max_size=130) | near_messages)
def test_any_text_is_a_message_with_exactly_that_text_or_an_error_of_one_line(text: str) -> None:
    error = ""
    try:
        assert format_message(parse_message(text)) == text
    except BadMessage as bad:
        error = str(bad)
    assert not error or ("expected" in error and "\n" not in error)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the message '': expected one that begins with R, A, M, E, C, B, K"),
        ("X", "the message 'X': expected one that begins with R, A, M, E, C, B, K"),
        ("Cgrüß", "the message 'Cgrüß': expected at most 127 characters from 1 to 127"),
        ("C" * 128, r"\(128 characters\): expected at most 127 characters from 1 to 127"),
        ("C\0", "expected at most 127 characters from 1 to 127"),
        ("R01Tornado", "the name is 'Tornado': expected 32 characters"),
        (f"R01{NAME}B060065A", "the colour is 'B': expected one of WZ"),
        (f"R01{NAME}W 60065A", "the number of minutes is ' 60': expected digits from 000 to 999"),
        (f"R01{NAME}W060065", "the kind of position is '': expected 1 character"),
        (f"R01{NAME}W060065AW", "what follows is 'W': expected nothing"),
        (f"R01{NAME}W060065BW{START[:-1]}", "square 50 is '': expected 1 character"),
        (f"R01{NAME}W060065BW{START[:-1]}b", "square 50 is 'b': expected one of wzWZe"),
        (f"A{NAME}4", "the answer is '4': expected one of 0123"),
        ("M001206110", "the number of captured pieces is '0': expected 2 characters"),
        ("M0012065100", "the square to is '51': expected digits from 01 to 50"),
        ("M0012000100", "the square from is '00': expected digits from 01 to 50"),
        ("M00120611212", "the number of captured pieces is '21': expected digits from 00 to 20"),
        ("M0012061102" + "12", "a captured piece is '': expected 2 characters"),
        ("M0012061102" + "1212", "takes a piece twice: expected every square once"),
        ("M00120611001", "what follows is '1': expected nothing"),
        ("E4", "the reason is '4': expected one of 0123"),
        ("E02", "the stop code is '2': expected one of 01"),
        ("B05Z", "the move is '05Z': expected digits from 000 to 999"),
        ("K3", "the answer is '3': expected one of 012"),
    ],
)
def test_what_is_no_message_is_one_clear_error(text: str, error: str) -> None:
    with pytest.raises(BadMessage, match=error):
        parse_message(text)


@pytest.mark.parametrize(
    "message",
    [
        GameRequest("x" * 33, 0, 5, 0),
        GameRequest("blank behind ", 0, 5, 0),
        GameRequest("x", 0, 1000, 0),
        GameRequest("x", 0, -1, 0),
        GameAnswer("Grüße", Acceptance.YES),
        MoveMade(10000, 1, 6),
        MoveMade(0, 1, 6, (7, 7)),
        MoveMade(0, 1, 6, tuple(range(1, 22))),
        MoveMade(0, 0, 6),
        Chat("x" * 127),
        Chat("\0"),
        BackRequest(1000, 0),
    ],
)
def test_what_no_text_can_say_is_not_said(message: Message) -> None:
    with pytest.raises(BadMessage):
        format_message(message)


def test_captured_pieces_may_come_in_any_order() -> None:
    random = Random(1)
    position, captures = GAME.start(), 0
    for _ in range(2000):
        moves = GAME.legal_moves(position)
        for move in moves:
            taken = numbers(move.captured)
            assert parse_message(format_message(MoveMade.of(move, 1.0))) == MoveMade(1, *move[:2], tuple(taken))
            assert MoveMade(0, *move[:2], tuple(random.sample(taken, len(taken)))).move == move
            captures += len(taken) > 1
        position = GAME.successor(position, random.choice(moves)) if moves else GAME.start()
    assert captures > 50


def test_a_move_of_many_hours_is_told_as_9999_seconds() -> None:
    assert MoveMade.of(GAME.legal_moves(GAME.start())[0], 1e9).seconds == 9999
