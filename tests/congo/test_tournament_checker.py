"""The checker: a line for a line, bad ones too."""

from __future__ import annotations

from io import StringIO
from itertools import islice
from random import Random

import pytest
from tests.running import Run

from boardwright.explore import random_positions
from boardwright.games.congo import Congo
from boardwright.games.congo.protocols.checker import answer
from boardwright.protocols.lines import LONGEST_LINE

FACE_OFF = "2l4/7/7/7/7/7/2L4 w 0"


def asked(question: str, *lines: str) -> tuple[list[str], int]:
    output = StringIO()
    status = answer(question, StringIO("\n".join(lines)), output)
    return output.getvalue().splitlines(), status


@pytest.mark.parametrize(
    ("question", "line", "said"),
    [
        ("moves", FACE_OFF, "c1c2 c1c7 c1d1 c1d2"),
        ("moves", "7/1p5/3L3/7/7/7/7 b 10", ""),
        ("moves", "2l4/7/7/7/7/7/3L3 w", "d1c1 d1c2 d1d2 d1e1 d1e2"),
        ("next", "7/1p5/3l3/2E4/7/3L3/7 w 10 d2d5", "7/1p5/3L3/7/7/7/7 b 10"),
        ("next", "2l4/7/7/1cM4/1p1e3/3L3/7\tw\tc4a4c2e4", "2l4/7/7/7/7/3L3/7 b 0"),
        ("next", "2l4/7/7/7/7/7/2L4 b 0 c7c1", "7/7/7/7/7/7/2l4 w 1"),
    ],
)
def test_a_line_is_answered_by_one(question: str, line: str, said: str) -> None:
    assert asked(question, line) == ([said], 0)


def test_bad_lines_are_answered_too_and_the_rest_goes_on() -> None:
    assert asked("moves", "x", "", "y" * 2 * LONGEST_LINE, FACE_OFF) == (
        [
            "error: 'x' has 1 field: expected seven ranks, w or b, and a number",
            "error: '' has 0 fields: expected seven ranks, w or b, and a number",
            f"error: the line is longer than {LONGEST_LINE} characters",
            "c1c2 c1c7 c1d1 c1d2",
        ],
        1,
    )
    assert asked("next", "", "c1c7", FACE_OFF, f"{FACE_OFF} c1c3", f"{FACE_OFF} c1c7") == (
        [
            "error: '': expected a position and a move",
            "error: 'c1c7': expected a position and a move",
            "error: '0' is not a move: expected its squares without spaces, such as d1d2 or c3c5e5",
            "error: 'c1c3' is illegal: the lion steps one square at a time inside its castle",
            "2L4/7/7/7/7/7/7 b 0",
        ],
        1,
    )


def test_every_move_it_lists_leads_to_the_position_that_it_tells() -> None:
    game = Congo("full")
    for position in islice(random_positions(game, Random(2)), 50):
        fen = game.format_position(position)
        (line,), _ = asked("moves", fen)
        texts = line.split()
        assert texts == sorted(game.format_move(position, move) for move in game.legal_moves(position))
        after = [game.format_position(game.play(position, game.parse_move(position, text))) for text in texts]
        assert asked("next", *(f"{fen} {text}" for text in texts)) == (after, 0)


def test_it_starts_under_its_name(boardwright: Run) -> None:
    done = boardwright("congo-checker", "moves", stdin=f"{FACE_OFF}\n\xff")
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "c1c2 c1c7 c1d1 c1d2")
    assert "'mvoes' (did you mean moves?): expected moves or next" in boardwright("congo-checker", "mvoes").stderr
