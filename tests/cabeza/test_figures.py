"""The first moves, the perft counts and the worked positions of Cabeza."""

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.explore import perft
from boardwright.games.cabeza import Cabeza, Position

GAME = Cabeza()
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "cabeza.json").read_text(encoding="utf-8"))["positions"]

WORKED = {
    "Flaco standing": (
        "h4f1c1m/h7oo/8oo/10/10/4F5/10/10/8OO/M1C1HH2OO,r",
        "Fn Fs Fe Fw Fnn Fne Fnw Fss Fse Fsw Fee Fen Fes Fww Fwn Fws",
    ),
    "Flaco in a corner": ("h4f1c1m/h7oo/8oo/10/10/10/10/M2C6/8OO/F4HH1OO,r", "Fe Fee Fen"),
    "Chato in the north-east corner": (
        "h2c1f1mHH/h7HH/10/2oo6/2oo6/10/9F/10/8OO/M1C5OO,r",
        "Hs Hss Hsw",
    ),
    "Opa on the edge": ("hOO1f2c1m/hOO5oo/8oo/10/10/10/9F/10/10/M1C1HH4,r", "Os"),
    "Mini beside the blue Opa": (
        "h4f1c1m/h9/4oo4/4oo4/5M4/10/9F/10/8OO/2C1HH2OO,r",
        "Ms Mss Me Mee Mw Mww Mne Mse Msw",
    ),
    "Mini with north and east blocked": (
        "h4f1c1m/h9/4oo4/4oo4/5MF3/10/10/10/8OO/2C1HH2OO,r",
        "Ms Mss Mw Mww Mse Msw",
    ),
    "the author's Cabeza picture": (
        "h6c1m/h9/10/3oo5/3oo5/3MC5/4ff3F/10/8OO/4HH2OO,r",
        "Ce Cee Cne Cnee Cnne Cnnee Csee",
    ),
    "crush by the first roll": (
        "h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r",
        "Fe Fee Fen Fes Fn Fs Fse Fss Fsw Fw Fwn Fws Fww",
    ),
    "goal row": (
        "h4f1c1m/h3C3oo/8oo/10/10/10/9F/10/8OO/M3HH2OO,r",
        "Ce Cee Cn Cnee Cnw Cnww Cs Cse Csee Css Csse Cssee Cssw Cssww Csw Csww Cw Cww",
    ),
}


def move_texts(position: Position) -> list[str]:
    return sorted(GAME.format_move(position, move) for move in GAME.legal_moves(position))


def winning(position: Position) -> list[str]:
    mover = GAME.side_to_move(position)
    return sorted(
        GAME.format_move(position, move)
        for move in GAME.legal_moves(position)
        if (outcome := GAME.outcome(GAME.play(position, move))) and outcome.winner == mover
    )


def test_red_has_thirteen_first_moves() -> None:
    assert " ".join(move_texts(GAME.start())) == "Fn Fnn Fnw Fw Fwn Fww He Hee Hen Hn Hne Hnn On"


def test_blue_has_the_mirrored_thirteen_first_moves() -> None:
    blue_to_move = GAME.parse_position("3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/3FOOH3/3FMCH3,b")
    assert " ".join(move_texts(blue_to_move)) == "fe fee fes fs fse fss hs hss hsw hw hws hww os"


def test_moves_come_in_a_fixed_order_from_cabeza_to_opa() -> None:
    position = GAME.parse_position(VECTORS[0]["position"])
    moves = GAME.legal_moves(position)
    assert moves == GAME.legal_moves(GAME.parse_position(VECTORS[0]["position"]))
    assert "".join(dict.fromkeys(move.piece for move in moves)) == "cmfho"


@pytest.mark.parametrize(("depth", "count"), [(1, 13), (2, 167), (3, 3525), (4, 73585)])
def test_perft_of_the_start(depth: int, count: int) -> None:
    assert perft(GAME, GAME.start(), depth) == count


@pytest.mark.slow
def test_perft_of_the_start_to_depth_five() -> None:
    assert perft(GAME, GAME.start(), 5) == 1845451


@pytest.mark.parametrize(("text", "moves"), WORKED.values(), ids=WORKED.keys())
def test_worked_position(text: str, moves: str) -> None:
    piece = moves[0]
    assert [move for move in move_texts(GAME.parse_position(text)) if move[0] == piece] == sorted(moves.split())


def test_of_the_crush_position_only_the_first_roll_north_wins() -> None:
    assert winning(GAME.parse_position(WORKED["crush by the first roll"][0])) == ["Fn"]


def test_of_the_goal_row_position_the_moves_that_end_on_it_win() -> None:
    assert winning(GAME.parse_position(WORKED["goal row"][0])) == ["Cn", "Cnee", "Cnw", "Cnww"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position"])
def test_vector(vector: dict[str, Any]) -> None:
    position = GAME.parse_position(vector["position"])
    assert GAME.format_position(position) == vector["position"]
    assert move_texts(position) == vector["moves"]
    if "play" not in vector:
        # The move that was played crushed the Cabeza; the vectors do not say which it was.
        crushes = [move for move in GAME.legal_moves(position) if GAME.is_progress(position, move)]
        successors = [GAME.play(position, move) for move in crushes]
    else:
        text, after = vector["play"]
        successors = [GAME.play(position, GAME.parse_move(position, text, strict=True))]
        assert GAME.format_position(successors[0]) == after
    assert successors
    for successor in successors:
        assert GAME.format_outcome(GAME.outcome(successor)).startswith(vector["outcome"])
