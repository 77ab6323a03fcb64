"""Layouts: values of many types become words and come back; what does not fit is named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright import find_game
from boardwright.core.layout_proposal import Samples
from boardwright.layouts import InvalidLayout, Layout, Unpackable, parse_field


class Hands(NamedTuple):
    white: int
    black: int


@dataclass(frozen=True)
class Position:
    board: str
    cells: tuple[int | None, ...]
    hands: Hands
    phase: str
    passant: int | None
    gone: frozenset[int]
    path: tuple[int, ...]
    drawn: bool
    to_move: int


LAYOUT = (
    "board: 70 of '.;b'; cells: 9 of (None, 0, 1); hands.white: 0..8; hands.black: -4..8; phase: ('place', 'move');"
    "passant: 0..63 or None; gone: set of 0..99; path: up to 3 of 0..63; drawn: (False, True); to_move: 0..1"
)
SAMPLE = Position("." * 70, (None,) * 9, Hands(0, 0), "place", None, frozenset(), (), False, 0)
POSITIONS = st.builds(
    Position,
    board=st.text(alphabet=".;b", min_size=70, max_size=70),
    cells=st.tuples(*[st.sampled_from([None, 0, 1])] * 9),
    hands=st.builds(Hands, st.integers(0, 8), st.integers(-4, 8)),
    phase=st.sampled_from(["place", "move"]),
    passant=st.none() | st.integers(0, 63),
    gone=st.frozensets(st.integers(0, 99)),
    path=st.lists(st.integers(0, 63), max_size=3).map(tuple),
    drawn=st.booleans(),
    to_move=st.integers(0, 1),
)


@given(POSITIONS)
def test_words_give_the_position_back(position: Position) -> None:
    layout = Layout(LAYOUT, SAMPLE)
    words = layout.to_words(position)
    assert len(words) == layout.words == 2 * 2 + 2 + 2 + 1 + 1 + 2 + 4 + 1 + 1
    assert all(0 <= word < 2**64 for word in words)
    again = layout.from_words(words)
    assert again == position
    assert type(again.hands) is Hands


class Move(NamedTuple):
    kind: str
    path: tuple[int, ...]
    promotes: int | None


@given(
    st.builds(
        Move,
        st.sampled_from(["step", "jump"]),
        st.lists(st.integers(0, 48), max_size=8).map(tuple),
        st.none() | st.integers(0, 3),
    )
)
def test_a_word_gives_the_move_back(move: Move) -> None:
    layout = Layout("kind: ('step', 'jump'); path: up to 8 of 0..48; promotes: 0..3 or None", Move("step", (), None))
    assert layout.bits == 1 + 4 + 8 * 6 + 3
    assert layout.from_word(layout.to_word(move)) == move


@pytest.mark.parametrize(
    ("text", "value", "word"),
    [("0..63", 5, 5), ("0..63 or None", None, 64), ("-8..8", -3, 5), ("up to 4 of 0..7", (1, 2), 2 | 1 << 3 | 2 << 6)],
)
def test_a_move_that_is_a_single_value_has_no_name(text: str, value: Any, word: int) -> None:
    layout = Layout(text, value)
    assert layout.to_word(value) == word
    assert layout.from_word(word) == value


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"board": "x" * 70}, "board is 'xxx"),
        ({"board": "."}, "board is '.': expected 70 of '.;b'"),
        ({"hands": Hands(9, 0)}, "hands.white is 9: expected 0..8"),
        ({"phase": "end"}, r"phase is 'end': expected one of \('place', 'move'\)"),
        ({"passant": 64}, "passant is 64: expected 0..63 or None"),
        ({"gone": frozenset([100])}, r"gone is frozenset\(\{100\}\): expected a set of 0..99"),
        ({"path": (1, 2, 3, 4)}, r"path is \(1, 2, 3, 4\): expected a tuple of up to 3 of 0..63"),
        ({"path": None}, "path is None: expected a tuple of up to 3"),
        ({"cells": None}, "cells is None: expected 9 of"),
    ],
)
def test_a_value_that_does_not_fit_is_named(change: dict[str, Any], told: str) -> None:
    with pytest.raises(Unpackable, match=told):
        Layout(LAYOUT, SAMPLE).to_words(Position(**{**vars(SAMPLE), **change}))


def test_a_value_of_another_type_is_named() -> None:
    with pytest.raises(Unpackable, match=r"\(1, 2\) is of the type tuple: expected Hands"):
        Layout("white: 0..8; black: 0..8", Hands(0, 0)).to_word((1, 2))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("white: 0..8", "lacks the field black"),
        ("white: 0..8; black: 0..8; red: 0..8", "has the field red, which Hands lacks"),
        ("white: 0..8; black: eight", "'eight' is not what a field can hold: expected something like 0..63"),
        ("white: 0..8; black: 8..0", "8..0 is not a range"),
        ("white: 0..8; black: 4 of 'aa'", "expected a length and different values"),
        ("white: 0..8; black: up to 3 of 4 of 'ab'", "is not what a field can hold"),
        ("white: 0..8; black: 9999 of 'ab'", "takes 158 words: expected 64 at most"),
    ],
)
def test_a_layout_that_cannot_be_is_refused(text: str, told: str) -> None:
    with pytest.raises(InvalidLayout, match=told):
        Layout(text, Hands(0, 0))


def test_a_value_without_fields_has_a_layout_without_names() -> None:
    with pytest.raises(InvalidLayout, match="has names, but int has no fields"):
        Layout("square: 0..8", 7)


def test_a_move_that_does_not_fit_into_a_word_is_refused() -> None:
    with pytest.raises(InvalidLayout, match="takes 65 bits: expected 64 at most"):
        _ = Layout("white: 0..4611686018427387903; black: 0..7", Hands(0, 0)).bits
    with pytest.raises(InvalidLayout, match=r"has black, 4 of '\.w', which has no place in a word"):
        _ = Layout("white: 0..8; black: 4 of '.w'", Hands(0, 0)).bits


@pytest.mark.parametrize(
    "text", ["0..63", "0..63 or None", "('a', 'b')", "64 of '.wb'", "set of 0..63", "up to 3 of 0..7"]
)
def test_a_field_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_field(text)) == text


@pytest.mark.parametrize("name", ["turm", "congo", "draughts", "examples/breakthrough.py"])
def test_a_layout_is_proposed_from_random_games(name: str) -> None:
    samples = Samples(find_game(name), games=2)
    layout = samples.position_layout()
    for position in samples.positions:
        assert layout.from_words(layout.to_words(position)) == position
    moves = samples.move_layout()
    for _, move in samples.moves:
        assert moves.from_word(moves.to_word(move)) == move
    if name == "examples/breakthrough.py":
        assert layout.text == "board: 64 of '.wb'; to_move: 0..1"
        assert moves.text == "origin: 0..63; target: 0..63"


def test_a_type_without_a_layout_is_named() -> None:
    """A tower of Margrites is a string of any length."""
    with pytest.raises(InvalidLayout, match="of which no layout is known: expected ints, bools, None, strings"):
        Samples(find_game("margrites"), games=1).position_layout()
