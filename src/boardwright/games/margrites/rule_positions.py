"""Positions that show the rules of moving one by one, for ``boardwright check``.

A rule comes after those that its positions need, so that a program which breaks a single rule
first differs at a position of that rule.
"""

from __future__ import annotations

from boardwright.check import SAMPLES, both_sides

RULES = {
    "a piece steps to any of the eight squares around it": ("w8/9/9/9/4b4/9/9/9 b 4 - 0(0)-0(0)",),
    "no step leaves the board at its sides": (
        "4w4/9/9/9/b8/9/9/9 b 4 - 0(0)-0(0)",
        "4w4/9/9/8b/9/9/9/9 b 4 - 0(0)-0(0)",
    ),
    "a piece may step beside a single enemy": ("9/9/9/4w4/2b6/9/9/9 b 4 - 0(0)-0(0)",),
    "a piece steps to empty squares only": (
        "w8/9/9/4b4/4b4/9/9/9 b 4 - 0(0)-0(0)",
        "9/9/9/3w5/4b4/9/9/9 b 4 - 0(0)-0(0)",
    ),
    "a piece does not return to the square on which it started the turn": (
        "w8/9/9/4b4/9/9/9/9 b 3 e5<e4 0(0)-0(0)",
        "w8/9/9/5b3/9/9/9/9 b 2 f5<e4 0(0)-0(0)",
    ),
    "the start square of a piece is open to other pieces": (
        "w8/9/9/4b4/9/3b5/9/9 b 3 e5<e4 0(0)-0(0)",
        "w8/9/9/4b4/4b4/9/9/9 b 1 e4<e5,e5<e4 0(0)-0(0)",
    ),
    "from its last rank a piece may leave the board": (
        "4b4/9/9/9/9/9/9/w8 b 4 - 0(0)-0(0)",
        "b8/9/9/9/9/9/9/4w4 b 4 - 0(0)-0(0)",
    ),
    "a piece does not leave the board from another rank": ("8w/3b5/9/9/9/9/9/4b4 b 4 - 0(0)-0(0)",),
    "a piece that has moved in this turn may leave the board": ("4b4/9/9/9/9/9/9/w8 b 3 e8<e7 0(0)-0(0)",),
    "a step is illegal where the piece would be captured, by twice as many enemies as allies, itself included": (
        "9/9/3w5/4w4/2b6/9/9/9 b 4 - 0(0)-0(0)",
    ),
    "enemies on all eight squares around a piece count": ("9/9/4w4/2b6/4w4/9/9/9 b 4 - 0(0)-0(0)",),
    "an ally beside a piece protects it from two or three enemies": (
        "9/9/4w4/4w4/2bb5/9/9/9 b 4 - 0(0)-0(0)",
        "9/9/3ww4/4w4/2bb5/9/9/9 b 4 - 0(0)-0(0)",
    ),
    "four enemies capture a piece that has one ally beside it": ("9/9/2www4/4w4/2bb5/9/9/9 b 4 - 0(0)-0(0)",),
    "a step may give up an ally": ("9/9/4w4/3bw4/2b6/9/9/9 b 4 - 0(0)-0(0)",),
    "both sides lose pieces at the same time: what the step captures still captures": (
        "9/9/5w3/3bbw3/5w3/3w5/9/9 w 4 - 0(0)-0(0)",
    ),
    "a step is illegal where a later wave of captures takes the piece": ("9/9/9/3wwb3/4bb3/4www2/9/9 b 4 - 0(0)-0(0)",),
    "once a side has no pieces there is no step": ("9/9/9/9/4b4/9/9/9 b 4 - 0(0)-0(1)",),
    SAMPLES: (
        "4w4/1wwwwwww1/9/9/9/9/1bbbbbbb1/4b4 b 4 - 0(0)-0(0)",
        "9/9/4ww3/1wwwbbww1/1bbbb1bb1/9/9/9 w 4 - 0(0)-1(0)",
        "9/9/8w/9/7wb/9/8w/9 w 4 - 0(0)-0(0)",
        "9/9/9/9/8w/9/7w1/6w1b b 4 - 0(0)-0(0)",
        "9/9/5w3/6ww1/5bbw1/1b7/9/9 w 4 - 0(0)-0(0)",
        "9/9/9/2w1w4/3b5/4b4/9/9 b 4 - 0(0)-0(0)",
        "9/9/3ww4/1b1bwww2/1bbwb1w1w/9/9/9 b 4 - 0(0)-0(0)",
    ),
}


def mirrored(text: str) -> str:
    """Mirror a position for the other side: the board upside down, the colours exchanged.

    >>> mirrored("9/4b4/9/9/9/9/9/w8 b 3 e7<d6 2(0)-0(1)")
    'b8/9/9/9/9/9/4w4/9 w 3 e2<d3 0(1)-2(0)'
    """
    board, side, steps, origins, score = text.split(" ")
    board, side = (field.translate(str.maketrans("bw", "wb")) for field in (board, side))
    origins = origins.translate(str.maketrans("12345678", "87654321"))
    return " ".join(
        [
            "/".join(reversed(board.split("/"))),
            side,
            steps,
            ",".join(sorted(origins.split(","))),
            "-".join(reversed(score.split("-"))),
        ]
    )


RULE_POSITIONS = both_sides(RULES, mirrored)
