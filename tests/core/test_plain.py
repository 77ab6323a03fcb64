"""The plain programs of the bench, a third implementation of the rules, against the reference."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from bench.cases import CASES, Case
from bench.yardsticks import GAMES, build, plain_perft
from tests.core.setups import SETUPS

from boardwright import find_game
from boardwright.explore import perft, random_positions

FIGURES = [
    ("congo", "1m1El2/P1P2P1/1S4C/4S2/1E3S1/1P3c1/2GL3 b 79", [15, 956, 14437, 790133]),
    ("congo", "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP1P/1MELE2 b 0", [33, 1325, 44701, 1779478]),
    ("margrites", "4w4/1wwwwwww1/9/9/9/9/bbbbbbbb1/9 b", [47, 2093, 89338, 3700391]),
    (
        "draughts",
        "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050],
    ),
]
RANDOM_POSITIONS = 60

# To compile the programs takes longer than all that is asked of them.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="session", autouse=True)
def _programs() -> None:
    for game in GAMES:
        build(game)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game_name} {case.name}")
def test_plain_programs_count_the_measured_positions_as_the_reference_does(case: Case) -> None:
    for depth in range(1, case.python_depth):
        assert plain_perft(case.room, case.canonical, depth)[0] == perft(case.game, case.position, depth)


@pytest.mark.parametrize(("game", "text", "counts"), FIGURES)
def test_plain_programs_reach_the_figures_of_the_rules(game: str, text: str, counts: list[int]) -> None:
    canonical = find_game(game).format_position(find_game(game).parse_position(text))
    assert [plain_perft(game, canonical, depth + 1)[0] for depth in range(len(counts))] == counts


@pytest.mark.parametrize("name", GAMES)
def test_plain_programs_agree_on_random_positions_and_nasty_set_ups(name: str) -> None:
    game = find_game(name)
    random = Random(name)
    positions = [
        *islice(random_positions(game, random), RANDOM_POSITIONS),
        *islice(SETUPS[name](game, random), RANDOM_POSITIONS),
    ]
    for position in positions:
        text = game.format_position(position)
        for depth in (1, 2):
            assert plain_perft(name, text, depth)[0] == perft(game, position, depth), text
