"""The messages of the course's protocol: JSON without marks between, in pieces of any size."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.game import Outcome
from boardwright.games.turm.protocols.messages import (
    GAME,
    LONGEST,
    MAX_DEPTH,
    BadMessage,
    Messages,
    State,
    format_state,
    read_state,
)

START = GAME.start_text
TEXTS = st.text() | st.dictionaries(st.text(), st.text() | st.booleans() | st.lists(st.integers()))


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", " ", "\r\n", "\t \n"]))), st.lists(st.integers(0, 400)))
def test_messages_come_out_however_they_are_cut(sent: list[tuple[object, str]], cuts: list[int]) -> None:
    stream = "".join(json.dumps(message, ensure_ascii=False) + blank for message, blank in sent).encode(
        errors="surrogatepass"
    )
    places = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    messages = Messages()
    heard = [message for begin, end in pairwise(places) for message in messages.read(stream[begin:end])]
    assert heard == [message for message, _ in sent]


def refusal(data: bytes) -> str:
    """Why bytes are no messages; nothing where they are."""
    try:
        list(Messages().read(data))
    except BadMessage as error:
        return str(error)
    return ""


@given(st.binary())
def test_any_bytes_are_messages_or_refused_in_one_line(data: bytes) -> None:
    told = refusal(data)
    assert len(told.splitlines()) <= 1
    assert len(told) < 400


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"null", "'n' does not start a message: expected a string or an object"),
        (b"true", "'t' does not start a message: expected a string or an object"),
        (b"move", "'m' does not start a message: expected a string or an object"),
        (b"\0\0", r"'\x00' does not start a message: expected a string or an object"),
        (b"}", "'}' does not start a message: expected a string or an object"),
        (b'"\xff"', "'\"�\"' is not JSON: expected a string or an object"),
        (b'"a\nb"', "'\"a\\nb\"' is not JSON: expected a string or an object"),
        (b'{"a"]', "'{\"a\"]' is not JSON: expected a string or an object"),
    ],
)
def test_what_is_no_json_is_refused_at_once(data: bytes, reason: str) -> None:
    assert refusal(data) == reason


@pytest.mark.parametrize(
    "data", [b'"' + b"x" * 2_000_000, b"[" * 1_000_000, b'{"a":' * 500_000, b"[" * (MAX_DEPTH + 1)]
)
def test_what_does_not_end_is_refused_before_it_is_kept(data: bytes) -> None:
    messages = Messages()
    with pytest.raises(BadMessage, match="does not end: expected messages of at most 4096 bytes, none nested deeper"):
        list(messages.read(data))
    assert len(messages._buffer) <= LONGEST + 1


def test_the_longest_and_deepest_messages_are_read() -> None:
    text = "x" * (LONGEST - 2)
    assert list(Messages().read(f'"{text}"'.encode())) == [text]
    assert list(Messages().read(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)) == [[[[[[[[[]]]]]]]]]


def test_what_stood_before_the_garbage_is_heard() -> None:
    heard: list[object] = []
    with pytest.raises(BadMessage):
        heard.extend(Messages().read(b'"get" "A7-B7-1" quit'))
    assert heard == ["get", "A7-B7-1"]


@pytest.mark.parametrize("outcome", [None, Outcome(None, "agreed"), Outcome(1, "adjudged, red left")])
def test_a_state_is_read_as_it_was_written(outcome: Outcome | None) -> None:
    state = State(START, True, 119.5, outcome is not None, outcome, 0)
    (message,) = Messages().read(format_state(state))
    assert read_state(message) == state


def test_no_time_is_less_than_none() -> None:
    (message,) = Messages().read(format_state(State(START, True, -0.001, True, Outcome(1, "late"), 0)))
    assert message == {
        "board": START,
        "turn": "r",
        "bothConnected": True,
        "time": 0,
        "end": True,
        "winner": "b",
        "reason": "late",
    }


@pytest.mark.parametrize(
    ("told", "left"),
    [
        (119500, 119.5),
        (119500.25, 119.50025),
        (-20, -0.02),
        (None, None),
        ("soon", None),
        (True, None),
        (10**400, None),
    ],
)
def test_time_is_whatever_a_server_tells(told: object, left: float | None) -> None:
    assert read_state({"board": START, "time": told}).left == left
    assert read_state({"board": START, "time": float("nan")}).left is None


def test_a_reason_is_one_printable_line() -> None:
    state = read_state({"board": START, "end": True, "winner": None, "reason": "\x1b[2J\nmate"})
    assert state.outcome == Outcome(None, r"'\x1b[2J\nmate'")


def test_only_the_board_must_be_told() -> None:
    state = read_state({"board": START, "player1": True, "winner": ["r"], "reason": 7, "turn": "x"})
    assert state == State(START, True, None, False, None)
    assert state.position == GAME.start()


def test_the_turn_counts_if_the_board_says_another() -> None:
    assert read_state({"board": START, "turn": "b"}).position.to_move == 1


def test_a_tower_of_no_stones_is_none() -> None:
    board = "3RG3/7/7/7/7/7/r02r13 b"
    assert read_state({"board": board}).position == GAME.parse_position("3RG3/7/7/7/7/7/3r13 b")


@pytest.mark.parametrize("message", [None, 0, "get", [], {}, {"board": None}, {"board": [1]}])
def test_what_is_no_state_is_refused(message: object) -> None:
    with pytest.raises(BadMessage, match="is not the state of a game: expected an object with a board"):
        read_state(message)
