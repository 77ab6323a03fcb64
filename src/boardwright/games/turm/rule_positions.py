"""Positions that show the rules of moving one by one, for ``boardwright check``.

A rule comes after those that its positions need, so that a program which breaks a single rule
first differs at a position of that rule.
"""

from __future__ import annotations

from boardwright.check import SAMPLES, both_sides

RULES = {
    "the guard moves one square along its row or column": ("7/7/3RG3/7/7/7/6BG r",),
    "the guard does not leave the board": (
        "7/7/7/RG6/7/7/6BG r",
        "3RG3/7/7/7/7/7/BG6 r",
        "6RG/7/7/7/7/7/BG6 r",
        "7/7/7/7/6RG/7/BG6 r",
        "BG6/7/7/7/7/7/4RG2 r",
    ),
    "the guard takes an enemy tower of any height": ("7/7/2b14/1b7RGb23/2b34/7/6BG r",),
    "the guard takes the enemy guard": ("7/7/7/1RGBG4/7/7/7 r",),
    "one stone moves one square": ("RG6/7/7/3r13/7/7/6BG r",),
    "n stones of a tower, from one to all of them, move exactly n squares": ("RG6/7/7/3r33/7/7/6BG r",),
    "stones do not leave the board": (
        "2RG4/7/5r41/1r35/7/7/2BG4 r",
        "7/3r33/7/RG6/BG6/5r21/7 r",
    ),
    "of a tower of seven stones up to six move": ("7/7/7/2RG4/5BG1/7/r76 r",),
    "stones may join a tower of their own side": (
        "6RG/7/r16/r16/7/7/6BG r",
        "6RG/7/7/r21r34/7/7/6BG r",
    ),
    "no tower grows higher than seven stones": (
        "6RG/7/7/r32r63/7/7/6BG r",
        "6RG/7/7/r32r43/7/7/6BG r",
    ),
    "stones do not land on the guard of their own side": ("7/7/7/RG1r24/7/7/6BG r",),
    "the guard does not land on a tower of its own side": ("7/7/r16/RG6/7/7/6BG r",),
    "stones take an enemy tower that is not higher": (
        "6RG/7/7/b1r15/7/7/6BG r",
        "6RG/7/7/b21r24/7/7/6BG r",
        "6RG/7/7/b22r33/7/7/6BG r",
        "RG6/7/b54r51/7/7/BG6/b65r6 r",
    ),
    "stones do not take an enemy tower that is higher": ("6RG/7/7/b2r15/7/7/6BG r",),
    "in a capture only the stones that move count, not those that stay behind": (
        "6RG/7/7/b2r35/7/7/6BG r",
        "6RG/7/b31r64/7/7/4BG2/7 r",
    ),
    "stones of any number take the enemy guard": (
        "6RG/7/7/BGr15/7/7/7 r",
        "6RG/7/7/BG2r33/7/7/7 r",
    ),
    "stones do not jump over a tower of their own side": (
        "6RG/7/7/1r1r34/7/7/6BG r",
        "6RG/7/2r44/7/2r14/7/6BG r",
    ),
    "stones do not jump over an enemy tower": (
        "6RG/7/2b34/1b1r34/7/7/6BG r",
        "6RG/7/7/2b11r42/7/7/6BG r",
        "RG6/7/3b23/2b2r6b22/3b23/7/6BG r",
        "RGr7b74/r7b75/b76/7/7/7/6BG r",
    ),
    "stones do not jump over a guard": (
        "7/7/7/2RGr33/7/7/6BG r",
        "7/7/2r44/7/2RG4/7/6BG r",
        "6RG/7/7/2BGr33/7/7/7 r",
        "6RG/7/2r44/7/2BG4/7/7 r",
    ),
    "the moves of a finished game are listed as well": (
        "b36/7/2r14/3BG3/7/7/7 b",
        "7/6RG/7/7/7/1r25/2b14 r",
        "7/2r14/7/3RG3/7/7/6BG r",
    ),
    SAMPLES: (
        "b36/3b12r3/7/7/1r2RG4/2BG4/6r1 b",
        "7/2RG2r21/7/r11b21b12/1r25/3BG1b21/7 b",
        "3RG1r11/3r33/r36/7/b32b33/7/3BG2b1 b",
        "7/6r3/1RG5/3b43/1r25/7/2BG3r1 r",
        "7/1b25/3BG3/1r22b12/7/2RG4/7 r",
        "RGBG5/7/7/7/7/7/7 r",
    ),
}


def mirrored(text: str) -> str:
    """Mirror a position for the other side: the board upside down, the colours exchanged.

    >>> mirrored("RGBG5/7/7/7/7/7/r16 r")
    'b16/7/7/7/7/7/BGRG5 b'
    """
    board, side = text.translate(str.maketrans("rbRB", "brBR")).split(" ")
    return f"{'/'.join(reversed(board.split('/')))} {side}"


RULE_POSITIONS = both_sides(RULES, mirrored)
