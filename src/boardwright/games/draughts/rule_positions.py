"""Positions that show the rules of moving one by one, for ``boardwright check``.

A rule comes after those that its positions need, so that a program which breaks a single rule
first differs at a position of that rule.
"""

from __future__ import annotations

import re

from boardwright.check import SAMPLES, both_sides

ONE_MOVE = "captures with the same start, end and pieces taken are one move, whatever the route"
EVERY_ROUTE = "each landing square that a king may choose on the way makes a turn of its own"
"""What the program ``valid_turns`` does where lists of moves keep to :data:`ONE_MOVE`."""

RULES = {
    "a man moves one square diagonally forward": ("W:W33:B1",),
    "no man leaves the board at its sides": ("W:W26,35:B1",),
    "a man moves to an empty square only": ("W:W26,31,37,42,48:B1",),
    "a man does not jump over a man of its own side": ("W:W28,33:B1",),
    "a king moves any number of free squares, forward and backward": ("W:WK28:B1", "W:WK25,K26:B50"),
    "a king does not move over other pieces": ("W:W17,K28:B1",),
    "a man does not capture from a distance": ("W:W38:B27",),
    "a man captures a piece beside it by a jump to the empty square behind it, and no piece twice": ("W:W36:B31",),
    "a man does not jump where the square behind the piece is taken": ("W:W33,36:B27,31",),
    "a man does not jump off the board at its sides": ("W:W20,31:B15,26",),
    "a capture is compulsory": ("W:W33,48:B28",),
    "a man captures backward as well": ("W:W28:B33",),
    "a capture goes on, in any direction, as long as there is a piece to take": (
        "W:W36:B22,31",
        "W:W36:B21,31",
        "W:W46:B14,23,32,41",
    ),
    "of all captures of a side the one that takes the most pieces must be played": ("W:W36,48:B22,31,43",),
    "a captured king counts no more than a captured man": ("W:W26:B12,K21,31,32",),
    "a king captures from any distance, forward and backward, and lands on any free square behind the piece": (
        "W:WK48:B34",
        "W:WK3:B17",
    ),
    "a capture by a king does not come before a capture by a man": ("W:W36,K48:B31,34",),
    "one jump takes one piece: two in a row block a king": ("W:WK48:B34,39",),
    "a king that captures does not jump over a piece of its own side": ("W:W43,K48:B34", "W:W28,K46:B37"),
    ONE_MOVE: ("W:WK46:B23,37",),
    "the start square counts as empty once the piece has left it": ("W:W38:B22,23,32,33", "W:WK48:B12,13,21,24,31,34"),
    "a square may be crossed or landed on more than once": ("W:W37:B12,13,22,23,32,33",),
    "a man that passes the far row while it captures stays a man": ("W:W15:B9,10",),
    "captured pieces stay on the board until the move ends, and block it": (
        "W:WK28:B10,22,44",
        "W:WK41,49:B9,10,12,19,38",
    ),
    SAMPLES: (
        "W:WK1,29,38,40,48:B7,13,20,24,35,39,K47",
        "B:WK1,29,38,40,48:B7,13,20,24,35,39,K47",
        "W:WK47:B14,19,29,31,42",
        "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        "W:WK31-50:BK1-20",
        "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
    ),
}


def mirrored(text: str) -> str:
    """Mirror a position for the other side: the board rotated, the colours exchanged.

    >>> mirrored("W:W36,K48:B1-20")
    'B:B15,K3:W31-50'
    """
    side, *parts = text.translate(str.maketrans("WB", "BW")).split(":")
    items = [(part[0], part[1:].split(",")) for part in parts]
    return ":".join([side, *(colour + ",".join(map(_turned, squares)) for colour, squares in items)])


def _turned(item: str) -> str:
    """Rotate a square or a range of squares."""
    squares = sorted(51 - int(square) for square in re.findall("[0-9]+", item))
    return "K" * item.startswith("K") + "-".join(map(str, squares))


RULE_POSITIONS = both_sides(RULES, mirrored)
TURN_POSITIONS = {EVERY_ROUTE if rule == ONE_MOVE else rule: texts for rule, texts in RULE_POSITIONS.items()}
"""The same for the program ``valid_turns``."""
