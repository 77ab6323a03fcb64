"""The figures of Turm & Wächter: move counts, perft, the vectors, random play."""

import json
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import pytest

from boardwright.explore import perft
from boardwright.games.turm import Turm

GAMES = {"turm:centre": Turm("centre"), "turm:castle": Turm("castle")}
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "turm.json").read_text(encoding="utf-8"))["positions"]
WITH_PERFT = [vector for vector in VECTORS if "perft" in vector]

both_variants = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@both_variants
def test_first_moves(game: Turm) -> None:
    moves = sorted(game.format_move(game.start(), move) for move in game.legal_moves(game.start()))
    assert " ".join(moves) == (
        "A7-A6-1 A7-B7-1 B7-A7-1 B7-B6-1 B7-C7-1 C6-B6-1 C6-C5-1 C6-C7-1 C6-D6-1 D5-C5-1 D5-D4-1 D5-D6-1 D5-E5-1 "
        "D7-C7-1 D7-D6-1 D7-E7-1 E6-D6-1 E6-E5-1 E6-E7-1 E6-F6-1 F7-E7-1 F7-F6-1 F7-G7-1 G7-F7-1 G7-G6-1"
    )


@both_variants
@pytest.mark.parametrize(("depth", "count"), [(1, 25), (2, 625), (3, 14896), (4, 354946)])
def test_perft_of_the_start(game: Turm, depth: int, count: int) -> None:
    assert perft(game, game.start(), depth) == count


@pytest.mark.slow
@both_variants
def test_perft_of_the_start_to_depth_five(game: Turm) -> None:
    assert perft(game, game.start(), 5) == 8256952


@both_variants
@pytest.mark.parametrize(
    ("fen", "count"),
    [
        ("7/2RG2r21/7/r11b21b12/1r25/3BG1b21/7 b", 21),
        ("3RG1r11/3r33/r36/7/b32b33/7/3BG2b1 b", 21),
        ("7/6r3/1RG5/3b43/1r25/7/2BG3r1 r", 19),
        ("7/1b25/3BG3/1r22b12/7/2RG4/7 r", 11),
        ("RGBG5/7/7/7/7/7/7 r", 2),
        ("b36/3b12r3/7/7/1r2RG4/2BG4/6r1 b", 14),
    ],
)
def test_move_count(game: Turm, fen: str, count: int) -> None:
    assert len(game.listed_moves(game.parse_position(fen))) == count


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position"])
def test_vector(vector: dict[str, Any]) -> None:
    game = GAMES[vector["game"]]
    position = game.parse_position(vector["position"])
    assert game.format_position(position) == vector["position"]
    assert sorted(game.format_move(position, move) for move in game.legal_moves(position)) == vector["moves"]
    text, after = vector["play"]
    successor = game.play(position, game.parse_move(position, text, strict=True))
    assert game.format_position(successor) == after
    assert game.format_outcome(game.outcome(successor)).startswith(vector["outcome"])


@pytest.mark.parametrize("vector", WITH_PERFT, ids=lambda vector: vector["position"])
def test_perft_of_a_vector(vector: dict[str, Any]) -> None:
    game = GAMES[vector["game"]]
    position = game.parse_position(vector["position"])
    assert [perft(game, position, depth) for depth in (1, 2, 3)] == vector["perft"][:3]


@pytest.mark.slow
@pytest.mark.parametrize("vector", WITH_PERFT, ids=lambda vector: vector["position"])
def test_deep_perft_of_a_vector(vector: dict[str, Any]) -> None:
    game = GAMES[vector["game"]]
    position = game.parse_position(vector["position"])
    depth = len(vector["perft"])
    assert perft(game, position, depth) == vector["perft"][-1]


@pytest.mark.parametrize(("variant", "plies", "branching"), [("centre", 150, 19.7), ("castle", 173, 19)])
def test_random_games_are_as_long_and_as_wide_as_known(variant: str, plies: int, branching: float) -> None:
    game, random = Turm(variant), Random(1)
    lengths: list[int] = []
    choices: list[int] = []
    for _ in range(300):
        position, length = game.start(), 0
        while moves := game.legal_moves(position):
            choices.append(len(moves))
            position = game.successor(position, random.choice(moves))
            length += 1
        lengths.append(length)
    assert mean(lengths) == pytest.approx(plies, rel=0.1)
    assert mean(choices) == pytest.approx(branching, rel=0.05)
    assert max(choices) <= 32
