"""Positions that show the rules of moving one by one, for ``boardwright check``.

A rule comes after those that its positions need, so that a program which breaks a single rule
first differs at a position of that rule.
"""

from __future__ import annotations

from boardwright.check import SAMPLES, both_sides

RULES = {
    "every landing, also the first of two, is on empty squares": (
        "3OO5/F1mOOoo3/MHHf1oo2c/CHHf6/hh8/10/10/10/10/10,r",
    ),
    "the Opa rolls once, onto the four squares beside it": (
        "10/oo8/oo7c/10/h4OO3/h4OO3/Mf8/Cf8/FH8/1Hm7,r",
        "10/5oo3/5oo2c/10/h4OO3/h4OO3/Mf8/Cf8/FH8/1Hm7,r",
    ),
    "the Mini rolls once or twice to a square beside it": ("10/10/9c/10/2m3M3/f9/fOO7/COOoo5/hhHoo5/F1H7,r",),
    "the Flaco lies on two squares or stands on one, and rolls once or twice, never straight back": (
        "MOO7/COOm6/HH7c/HHff6/1hh3F3/10/10/10/6oo2/6oo2,r",
        "MOO7/COOm6/HH7c/HHff6/1hhoo1F3/3oo5/10/10/10/10,r",
        "10/7m2/9c/f9/f4FF3/10/hh8/MOO7/COOoo5/HH1oo5,r",
        "10/10/9c/2m3F3/oo4F3/ooH7/CMH1f5/OOhhf5/OO8/10,r",
    ),
    "the Chato lies flat on four squares or stands on two, and rolls once or twice": (
        "10/FOOf6/COO6c/Mm8/h4HH3/h4HH3/10/2oo6/2oo6/10,r",
        "10/FOOf1oo3/COO2oo2c/Mm8/h4HH3/h4HH3/10/10/10/10,r",
        "1oo7/1oo7/9c/10/4HH4/hh8/hh8/Mm8/COOff5/FOO7,r",
        "MF8/CFff6/OO7c/OOh3H3/2h3H3/1oo7/moo7/10/10/10,r",
    ),
    "the Cabeza slides to any of the eight squares around it, once or twice": (
        "HHOO3m2/FMOO1ff3/Foo6c/hoo7/h5C3/10/10/10/10/10,r",
    ),
    "no block lands on its own Cabeza": ("hf1m4c1/h6oo1/4F2oo1/10/4C1M3/10/10/10/5OO3/2HH1OO3,r",),
    "no piece leaves the board": (
        "h4f1c1m/h7oo/8oo/10/10/10/10/M2C6/8OO/F4HH1OO,r",
        "hf1mc5/h4oo3/5oo2F/10/9M/10/9C/10/3OO5/HH1OO5,r",
        "h2c1f1mHH/h7HH/10/2oo6/2oo6/10/9F/10/8OO/M1C5OO,r",
        "hOO1f2c1m/hOO5oo/8oo/10/10/10/9F/10/10/M1C1HH4,r",
    ),
    "one of two squares on the way of the Mini may be taken": ("h4f1c1m/h9/4oo4/4oo4/5M4/10/9F/10/8OO/2C1HH2OO,r",),
    "a single piece beside a diagonal slide does not stop it": ("hf1m2c3/h6oo1/7oo1/5M4/5C4/10/10/10/6OO2/F1HH2OO2,r",),
    "a diagonal slide between two pieces is refused": ("hf1m2c3/h6oo1/7oo1/10/4MC4/5F4/10/10/7OO1/2HH3OO1,r",),
    "the second of two slides does not pass between two pieces either": (
        "hf1m1c4/h6oo1/7oo1/6M3/5C1F2/10/10/10/6OO2/2HH2OO2,r",
        "h6c1m/h9/10/3oo5/3oo5/3MC5/4ff3F/10/8OO/4HH2OO,r",
    ),
    "the Cabeza never captures": ("hf1m6/h6oo1/7oo1/5c4/5C4/10/10/10/7OO1/M1F1HH1OO1,r",),
    "a block may land on the enemy Cabeza": (
        "hf1m6/h6oo1/7oo1/10/5c4/4OO4/4OO4/10/10/C1M4HHF,r",
        "hf1m6/h6oo1/7oo1/10/10/4c5/10/OO2M5/OO8/C1F4HH1,r",
        "hf1m6/h6oo1/7oo1/10/4c5/10/10/OO2F5/OO8/C1M4HH1,r",
    ),
    "to land on the enemy Cabeza ends the turn": (
        "h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r",
        "hf1m6/h6oo1/7oo1/10/10/4c5/4M5/OO8/OO8/C1F4HH1,r",
    ),
    "no block lands on the enemy Cabeza and another piece at once": (
        "hf8/h6oo1/7oo1/10/4mc4/4OO4/4OO4/10/10/C1M4HHF,r",
    ),
    "a won game has no legal moves": (
        "hf1m2C3/h9/7oo1/7oo1/5c4/10/10/10/7OO1/M1F1HH1OO1,r",
        "h4f3m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M1C1HH2OO,b,x",
    ),
    SAMPLES: (
        "3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/3FOOH3/3FMCH3,r",
        "h4f1c1m/h7oo/8oo/10/10/4F5/10/10/8OO/M1C1HH2OO,r",
        "h4f1c1m/h9/4oo4/4oo4/5MF3/10/10/10/8OO/2C1HH2OO,r",
        "h4f1c1m/h3C3oo/8oo/10/10/10/9F/10/8OO/M3HH2OO,r",
    ),
}


def mirrored(text: str) -> str:
    """Mirror a position for the other side: the board upside down, the colours exchanged.

    >>> mirrored("h4f1c1m/h7oo/8oo/10/10/10/10/M2C6/8OO/F4HH1OO,r")
    'f4hh1oo/8oo/m2c6/10/10/10/10/8OO/H7OO/H4F1C1M,b'
    """
    board, side, *crushed = text.split(",")
    ranks = reversed(board.swapcase().split("/"))
    return ",".join(["/".join(ranks), "b" if side == "r" else "r", *crushed])


RULE_POSITIONS = both_sides(RULES, mirrored)
