"""OpenSpiel's own tests hold for the games, and its tree search plays them against our engine."""

from __future__ import annotations

import pytest
from tests.rl.external_python import run_with_openspiel

pytestmark = pytest.mark.slow

FAST = ["cabeza", "congo:full", "draughts", "turm:castle"]
"""Margrites takes hundreds of steps: all games are among the long proofs."""


def test_openspiels_suites_pass() -> None:
    passed = run_with_openspiel("openspiel_suites", *FAST).splitlines()
    assert passed == [f"{name}: random_sim_test sim_game" for name in FAST]


def test_parameters_texts_undo_and_lengths() -> None:
    assert run_with_openspiel("openspiel_interface").splitlines()[-1] == "4 claims hold"


@pytest.mark.parametrize("side", [0, 1])
def test_the_engine_beats_openspiels_tree_search(side: int) -> None:
    actions, score = run_with_openspiel("openspiel_match", "cabeza", str(side), "1").split()
    assert score == "+1"
    assert 2 <= int(actions) < 200
