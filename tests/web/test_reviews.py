"""Reviews over the API: the grades of annotate, and errors that name what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.server_process import Served

POSITION = "7/7/3BG3/7/3RG3/7/7 r"
MISSED, WON = {"win_probability": 1.0, "moves": ["D3-D4-1"]}, {"win_probability": 0.0, "moves": ["D5-D4-1"]}


def review(moves: list[str], evaluations: list[Any], position: str = POSITION) -> dict[str, Any]:
    return {"game": "turm", "position": position, "moves": moves, "evaluations": evaluations}


def test_both_sides_are_graded_and_the_end_counts_as_it_is(server: Served) -> None:
    found = server.post("/api/reviews", review(["D3-E3-1", "D5-D4-1"], [MISSED, WON, None]))
    assert [(move["loss"], move["nag"]) for move in found["moves"]] == [(1.0, 4), (0.0, None)]
    assert found["moves"][0]["better"] == [{"text": "D3-D4-1", "side": 0}]
    assert [(side["accuracy"], side["blunders"]) for side in found["sides"]] == [(0.0, 1), (1.0, 0)]


def test_the_best_move_costs_nothing_whatever_the_evaluations(server: Served) -> None:
    found = server.post("/api/reviews", review(["D3-D4-1"], [MISSED, None]))
    assert found["moves"] == [{"loss": 0.0, "nag": None, "better": []}]


@pytest.mark.parametrize(
    ("moves", "evaluations", "error"),
    [
        (["D3-E3-1"], [MISSED], "there are 1 evaluations: expected 2, one for each position"),
        (["D3-E3-1"], [MISSED, None], "evaluations.1 is null: expected an evaluation, for the game goes on there"),
        (["D3-E3-1"], [{"win_probability": 1, "moves": ["D3-D9-1"]}, WON], "evaluations.0: move 1: 'D3-D9-1' is not"),
        (["D3-E3-1"], [{"win_probability": 2, "moves": []}, WON], "the request's 'evaluations.0"),
        (["D3-D9-1"], [MISSED, WON], "move 1: 'D3-D9-1' is not a move"),
    ],
)
def test_errors_name_the_evaluation(server: Served, moves: list[str], evaluations: list[Any], error: str) -> None:
    status, found = server.refusal("/api/reviews", review(moves, evaluations))
    assert (status, found[: len(error)]) == (422, error)
