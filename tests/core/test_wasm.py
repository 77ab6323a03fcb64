"""The core in WebAssembly, under node: the same counts and the same searches as the compiled core."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest
from bench.wasm import results_of, run_in_node, task_for
from tests.core.wasm_modules import BUILDS, HASHES, PACKAGES, hash_of

from boardwright import find_game
from boardwright.core import DRAW_CLOCK_REACH, core_of
from boardwright.engine.bench import NODES, SIGNATURE, benched_games, fixed_positions, searched, signature
from boardwright.engine.packed import read_report
from boardwright.errors import BoardwrightError

DEPTH = 4


@pytest.fixture(scope="session")
def _node() -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node to run WebAssembly with: install it (Debian: apt-get install nodejs)")


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_are_built_from_these_sources(package: str) -> None:
    built = json.loads(HASHES.read_text(encoding="utf-8"))
    assert built.get(package) == hash_of(package), f"the core of {package} has changed: run make wasm"


@pytest.mark.slow
@pytest.mark.usefixtures("_node")
@pytest.mark.parametrize("suffix", BUILDS)
def test_perft(suffix: str) -> None:
    for game in benched_games():
        core, cases = core_of(game), [(position, DEPTH) for position in fixed_positions(game)]
        answer = run_in_node(task_for(game, suffix, perft=cases))
        counted = [sum(each["result"]["counts"]) for each in answer["perft"]]
        assert counted == [core.perft(position, depth) for position, depth in cases], game.full_name


@pytest.mark.slow
@pytest.mark.usefixtures("_node")
@pytest.mark.parametrize("suffix", BUILDS)
def test_searches_have_the_signature_of_the_bench(suffix: str) -> None:
    games = []
    for game in benched_games():
        results = results_of(game, run_in_node(task_for(game, suffix, nodes=NODES)))
        games.append(searched(game, fixed_positions(game), results, 0.0))
    assert signature(games) == SIGNATURE


def test_the_path_of_a_search_is_as_long_without_the_compiled_core() -> None:
    """Its default in :mod:`boardwright.core`."""
    assert DRAW_CLOCK_REACH == 64


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("01", "invalid moves '01': expected 16 hexadecimal digits for each"),
        ("xx" * 8, "expected 16 hexadecimal digits"),
        ("00" * 8, "the move 0000000000000000 is not legal in"),
    ],
)
def test_impossible_moves_are_refused(moves: str, message: str) -> None:
    turm = find_game("turm")
    line = {"score": 0, "distance": None, "bitbase": False, "moves": moves}
    report: dict[str, Any] = {"depth": 1, "nodes": 1, "seconds": 0.0, "scale": 400, "lines": [line]}
    with pytest.raises(BoardwrightError, match=message):
        read_report(turm, turm.start(), report)
