"""The annotated games, the worked positions, the figures and the vectors, exactly."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from boardwright.explore import perft
from boardwright.games.margrites import Margrites, Position
from boardwright.games.margrites.course import GameState, format_state, legal_steps, play_turn, winner
from boardwright.games.margrites.course.io_pgn import parse_turn, replay

GAME = Margrites()
ROOT = Path(__file__).parents[2]
GAMES = ROOT / "compat" / "margrites" / "games"
VECTORS = json.loads((ROOT / "tests" / "data" / "margrites.json").read_text())["positions"]

PRINTED_START = GAME.start("a2-h2 b7-h7,e8")
IN_CONTACT = GAME.parse_position("9/9/4ww3/1wwwbbww1/1bbbb1bb1/9/9/9 w 4 - 0(0)-1(0)")
"""The end of game A."""


def layers(position: Position, depth: int) -> Counter[Position]:
    """The positions after so many steps and the number of ways to each; transpositions are merged."""
    layer = Counter([position])
    for _ in range(depth):
        following: Counter[Position] = Counter()
        for before, ways in layer.items():
            for move in GAME.legal_moves(before):
                following[GAME.successor(before, move)] += ways
        layer = following
    return layer


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (GAME.start(), [43, 1766, 70270]),
        (PRINTED_START, [47, 2093, 89338]),
        (IN_CONTACT, [25, 641, 16550]),
    ],
    ids=["default", "printed", "in contact"],
)
def test_perft(position: Position, counts: list[int]) -> None:
    assert [perft(GAME, position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "count"),
    [(GAME.start(), 2746832), (PRINTED_START, 3700391), (IN_CONTACT, 426711)],
    ids=["default", "printed", "in contact"],
)
def test_perft_of_a_whole_turn(position: Position, count: int) -> None:
    assert perft(GAME, position, 4) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "counts"),
    [(GAME.start(), [2746832, 118113724]), (IN_CONTACT, [426711, 15035993])],
    ids=["default", "in contact"],
)
def test_perft_beyond_the_turn_with_transpositions_merged(position: Position, counts: list[int]) -> None:
    after_turn = layers(position, 4)
    assert after_turn.total() == counts[0]
    assert sum(ways * len(GAME.legal_moves(after)) for after, ways in after_turn.items()) == counts[1]
    if position == GAME.start():
        assert len({after.pieces for after in after_turn}) == 65389


def test_game_c_replays_to_its_end() -> None:
    played = list(replay((GAMES / "c.txt").read_text().splitlines()))
    scores = ["1(0)-0(4)", "1(0)-1(4)", "2(0)-1(4)", "2(0)-2(4)", "2(0)-2(4)", "2(0)-2(4)", "3(0)-2(5)"]
    assert [str(turn.score) for turn in played] == scores
    assert [turn.color for turn in played] == [1, -1, 1, -1, 1, -1, 1]
    assert played[0].turn == "d5>c6(xe4); c6>c7; c7>c8; c8>B++"
    assert played[-1].turn == "a6>a7; b6>b7; a7>a8; a8>B++(xb7)"
    assert [turn.outcome is None for turn in played] == [True] * 6 + [False]
    assert winner(played[-1].state) == 1
    assert format_state(played[-1].state) == "1ww6/9/9/4www2/6w2/9/9/9 b 0 - 3(0)-2(5)"


def test_game_a_replays_to_the_position_in_contact() -> None:
    played = list(replay((GAMES / "a.txt").read_text().splitlines()))
    assert [str(turn.score) for turn in played] == ["0(0)-0(0)"] * 6 + ["0(0)-1(0)"] * 2
    assert not any("x" in turn.turn for turn in played)
    end = GameState.from_setup("b4,c4,d4,e4,e5,f5,g4,h4", "b5,c5,d5,e6,f6,g5,h5", -1)
    assert played[-1].state.board == end.board
    assert played[-1].state.position == IN_CONTACT


def test_golden_score_in_four_from_e5() -> None:
    state = GameState.from_setup(["e5"], ["a7"])
    after = play_turn(state, parse_turn(state, "e5>e6; e6>e7; e7>e8; e8>B++"))
    assert (winner(after), after.score) == (1, {1: 1, -1: 0})


def test_golden_score_in_one_from_e8() -> None:
    state = GameState.from_setup(["e8"], ["a7"])
    after = play_turn(state, [((0, 4), "B++")])
    assert format_state(after) == "9/w8/9/9/9/9/9/9 b 3 - 1(0)-0(0)"
    assert winner(after) == 1


@pytest.mark.parametrize(
    ("black", "white", "to_move", "count"),
    [
        ("e8", "a1", 1, 6),
        ("a1", "e8", -1, 5),
        ("a8", "e1", 1, 4),
        ("c4", "e5,e6", 1, 7),
        ("c4,d5", "e5,e6", 1, 11),
        ("i4", "h4,i2,i6", 1, 0),
        ("i1", "g1,h2,i4", 1, 1),
        ("d5,e5", "d3,f4,f5,f6", -1, 24),
        ("d4,e3", "c5,e5", 1, 11),
    ],
)
def test_worked_positions_have_so_many_steps(black: str, white: str, to_move: int, count: int) -> None:
    assert len(legal_steps(GameState.from_setup(black, white, to_move))) == count


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position"])
def test_vector(vector: dict[str, Any]) -> None:
    position = GAME.parse_position(vector["position"])
    assert GAME.format_position(position) == vector["position"]
    assert sorted(GAME.format_move(position, move) for move in GAME.legal_moves(position)) == vector["moves"]
    text, expected = vector["play"]
    after = GAME.play(position, GAME.parse_move(position, text, strict=True))
    assert GAME.format_position(after) == expected
    assert GAME.parse_position(expected) == after
    assert GAME.format_outcome(GAME.outcome(after)).startswith(vector["outcome"])
