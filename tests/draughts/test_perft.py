"""Counts of move sequences, against published figures and the vectors."""

import json
from pathlib import Path

import pytest

from boardwright.explore import perft
from boardwright.games.draughts import Draughts

GAME = Draughts()
VECTORS = json.loads((Path(__file__).parent.parent / "data" / "draughts.json").read_text(encoding="utf-8"))["positions"]

START = "W:W31-50:B1-20"
RANDOM178 = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"
WOLDOUBY = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"
ALL_KINGS = "W:WK31-50:BK1-20"

QUICK, SLOW = 20_000, 300_000
"""The largest counts that are worth their time in every run, and in a slow one."""


def counts(text: str, depth: int) -> list[int]:
    position = GAME.parse_position(text)
    return [perft(GAME, position, n) for n in range(1, depth + 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (START, [9, 81, 658, 4265, 27117, 167140]),
        (RANDOM178, [14, 55, 1168, 5432]),
        (WOLDOUBY, [6, 12, 30, 73, 215, 590, 1944]),
        (ALL_KINGS, [17, 79, 352, 1399, 7062]),
    ],
)
def test_perft_reaches_the_published_figures(text: str, expected: list[int]) -> None:
    assert counts(text, len(expected)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "depth", "expected"),
    [
        (START, 7, 1049442),
        (START, 8, 6483961),
        (RANDOM178, 6, 629010),
        (WOLDOUBY, 11, 377436),
        (ALL_KINGS, 7, 217575),
    ],
)
def test_perft_reaches_the_published_figures_in_depth(text: str, depth: int, expected: int) -> None:
    assert perft(GAME, GAME.parse_position(text), depth) == expected


def up_to(expected: list[int], limit: int) -> list[int]:
    return [count for n, count in enumerate(expected) if max(expected[: n + 1]) <= limit]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position"])
def test_the_vectors_agree(vector: dict[str, object]) -> None:
    text, expected = vector["position"], vector["perft"]
    assert isinstance(text, str)
    assert isinstance(expected, list)
    shallow = up_to(expected, QUICK)
    assert counts(text, len(shallow)) == shallow


@pytest.mark.slow
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position"])
def test_the_vectors_agree_in_depth(vector: dict[str, object]) -> None:
    text, expected = vector["position"], vector["perft"]
    assert isinstance(text, str)
    assert isinstance(expected, list)
    depth = len(up_to(expected, SLOW))
    assert perft(GAME, GAME.parse_position(text), depth) == expected[depth - 1]
