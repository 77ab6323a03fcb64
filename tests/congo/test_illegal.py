"""Illegal moves are refused with the rule they break."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright import IllegalMove
from boardwright.games.congo import Congo
from boardwright.games.congo.rules import SQUARES

GAME = Congo()
START = "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0"


@pytest.mark.parametrize(
    ("fen", "move", "rule"),
    [
        (START, "a4a5", "a4 is empty"),
        (START, "a6a5", "the pawn on a6 is the opponent's"),
        (START, "a2a2", "there is no passing: a piece must leave its square"),
        (START, "a2a3a4", "only a monkey moves over several squares, and on a2 stands a pawn"),
        (START, "d1d2", "a friendly pawn stands on d2"),
        (START, "d1b1", "b1 is outside the castle, which the lion leaves only to capture the enemy lion"),
        (START, "g1g3", "the zebra moves like a chess knight"),
        (START, "a1a4", "the giraffe goes one or two squares straight or diagonally"),
        (START, "a2a4", "the pawn goes one square forward, straight or diagonally"),
        ("3l3/7/7/7/7/7/3L3 w 0", "d1d3", "the lion steps one square at a time inside its castle"),
        ("2l4/7/7/2p4/7/7/2L4 w 0", "c1c7", "the path is blocked on c4"),
        ("2l4/7/7/7/7/7/2L4 w 0", "c1c6", "c6 is outside the castle"),
        ("3l3/7/7/1p5/1G5/7/3L3 w 0", "b3b4", "the giraffe captures two squares away, not on the neighbouring b4"),
        ("3l3/7/1P5/1p5/7/7/3L3 w 0", "b5b3", "the path is blocked on b4"),
        ("3l3/7/1P5/7/1p5/7/3L3 w 0", "b5b3", "a retreat captures nothing, and the pawn stands on b3"),
        ("3l3/7/7/1P5/7/7/3L3 w 0", "b4b3", "a pawn retreats only when it is past the river"),
        ("3l3/7/7/7/7/7/S2L3 w 0", "a1a3", "the superpawn goes one square forward or sideways, or one or two"),
        ("3l3/7/7/7/1S5/p6/3L3 w 0", "b3a2", "a retreat captures nothing, and the pawn stands on a2"),
        ("3l3/7/7/7/7/7/E2L3 w 0", "a1b2", "the elephant goes one or two squares along its file or rank"),
        ("3l3/7/7/7/7/7/C2L3 w 0", "a1a5", "the crocodile steps one square, or slides along its file into the river"),
        ("3l3/7/7/7/7/P6/C2L3 w 0", "a1a3", "the path is blocked on a2"),
        ("3l3/7/7/C1P1p2/7/7/3L3 w 0", "a4e4", "the path is blocked on c4"),
        ("3l3/7/7/7/7/Mp5/3L3 w 0", "a2b2", "the monkey captures by jumping, not by stepping onto b2"),
        ("3l3/7/7/7/7/MP5/3L3 w 0", "a2b2", "a friendly pawn stands on b2"),
        ("3l3/7/7/7/7/MP5/3L3 w 0", "a2c2", "there is no enemy to jump on b2"),
        ("3l3/7/7/7/7/MpZ4/3L3 w 0", "a2c2", "the monkey cannot land on c2, where the zebra stands"),
        ("3l3/7/7/7/7/Mp5/3L3 w 0", "a2c2a2", "the pawn on b2 is jumped twice"),
        ("3l3/7/7/7/7/Mp5/3L3 w 0", "a2c2c3", "a monkey goes on only by jumping"),
        ("3l3/7/7/7/7/M6/3L3 w 0", "a2a5", "the monkey steps one square, or jumps an adjacent enemy"),
        ("4p2/2l4/1M5/7/7/7/3L3 w 0", "b5d7f7", "the lion is jumped, which ends the move and the game"),
        ("7/7/7/7/7/7/3L3 b 0", "d1d2", "the game is over, white wins: the black lion is captured"),
    ],
)
def test_the_refusal_names_the_rule(fen: str, move: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse_move(GAME.parse_position(fen), move)
    assert refused.value.rule.startswith(rule)
    assert str(refused.value).startswith(f"'{move}' is illegal: ")


CROWDED = GAME.parse_position("1melec1/ppppp1p/2g2z1/5C1/2G2ZP/PPPPP1P/1MELE1s w 0")


@pytest.mark.parametrize(
    ("move", "text", "rule"),
    [
        ((99, 1), "99b1", "there is no square 99, only 0 (a1) to 48 (g7)"),
        ((1, 8, -1), "b1b2-1", "there is no square -1, only 0 (a1) to 48 (g7)"),
        ((7,), "a2", "a move goes from the square of a piece to another"),
        ((), "", "a move goes from the square of a piece to another"),
    ],
)
def test_a_move_that_no_text_gives_is_refused_too(move: tuple[int, ...], text: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.play(GAME.start(), move)
    assert str(refused.value) == f"'{text}' is illegal: {rule}"


@given(st.lists(st.sampled_from(SQUARES) | st.integers(-9, 57), max_size=5).map(tuple))
def test_every_move_is_played_or_refused_with_a_rule(move: tuple[int, ...]) -> None:
    if move in GAME.legal_moves(CROWDED):
        assert GAME.play(CROWDED, move).to_move == 1
    else:
        with pytest.raises(IllegalMove):
            GAME.play(CROWDED, move)
