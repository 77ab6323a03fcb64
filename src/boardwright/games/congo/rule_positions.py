"""Positions that show the rules one by one, for ``boardwright check``.

A rule comes after those that its positions need, so that a program which breaks a single rule
first differs at a position of that rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boardwright.check import SAMPLES, RulePositions, both_sides

VALUED_SAMPLES = (
    "3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4",
    "1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12",
    "1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 w 35",
)
"""The boards whose scores the course gives."""


def own_pieces_rule(kind: str) -> str:
    """The rule of :data:`OWN_PIECES`."""
    return f"the {kind} does not capture or jump a piece of its own side"


PIECES: Mapping[str, RulePositions] = {
    "lion": {
        "the lion steps one square in any direction": ("7/2l4/7/7/7/3L3/7 w 5",),
        "the lion does not leave its castle": (
            "3l3/7/7/7/2L4/7/7 w 5",
            "7/2l4/7/7/7/7/4L2 w 5",
            "7/2l4/7/7/7/4Lp1/5p1 w 5",
        ),
        "the lion captures inside its castle": ("7/2l4/7/7/2p4/3Lp2/4z2 w 5",),
        "the lion captures the enemy lion along an open file": ("2l4/7/7/7/7/7/2L4 w 5",),
        "the lion captures the enemy lion along an open diagonal": (
            "7/7/4l2/7/2L4/7/7 w 5",
            "7/7/2l4/7/4L2/7/7 w 5",
        ),
        "the lion captures nothing but the lion across the river": (
            "4l2/2z4/7/7/7/7/2L4 w 5",
            "3l3/7/7/3g3/2L4/7/7 w 5",
        ),
        "a piece between the lions blocks the capture": (
            "2l4/7/7/2p4/7/7/2L4 w 5",
            "7/7/4l2/3p3/2L4/7/7 w 5",
        ),
    },
    "zebra": {
        "the zebra moves like a knight in chess": ("4l2/7/7/3Z3/7/7/2L4 w 5",),
        "the zebra captures": ("4l2/4p2/7/3Z3/1p5/7/2L4 w 5",),
        "the zebra jumps over other pieces": ("4l2/7/2ppp2/2pZp2/2ppp2/7/2L4 w 5",),
        "the zebra does not leave the board": (
            "4l2/7/Z6/7/7/7/2L4 w 5",
            "4l2/7/7/5Z1/7/7/2L4 w 5",
        ),
    },
    "giraffe": {
        "the giraffe goes one or two squares in any direction": ("4l2/7/7/3G3/7/7/2L4 w 5",),
        "the giraffe does not leave the board": (
            "4l2/7/7/G6/7/7/2L4 w 5",
            "4l2/7/5G1/7/7/7/2L4 w 5",
        ),
        "the giraffe does not capture one square away": ("4l2/7/p6/pG5/p6/7/2L4 w 5",),
        "the giraffe captures two squares away": ("4l2/3p3/7/3G1p1/7/1p5/2L4 w 5",),
        "the giraffe jumps over other pieces": ("4l2/7/2ppp2/2pGp2/2ppp2/7/2L4 w 5",),
    },
    "pawn": {
        "the pawn goes one square straight or diagonally forward": ("4l2/7/7/7/7/7/2L2P1 w 5",),
        "the pawn captures straight and diagonally forward": ("4l2/7/7/7/7/4pzp/2L2P1 w 5",),
        "past the river the pawn may go back one or two squares straight": (
            "4l2/7/1P5/7/7/7/2L4 w 5",
            "4l2/1P5/7/7/7/7/2L4 w 5",
        ),
        "the pawn does not go back in the river or before it": (
            "4l2/7/7/1P5/7/7/2L4 w 5",
            "4l2/7/7/7/1P5/7/2L4 w 5",
        ),
        "the pawn does not capture when it goes back": ("4l2/1P5/7/1p5/7/7/2L4 w 5",),
        "the pawn does not jump when it goes back": ("4l2/1P5/1p5/7/7/7/2L4 w 5",),
        "the pawn does not leave the board": (
            "4l2/7/7/7/P6/7/2L4 w 5",
            "4l2/7/7/7/6P/7/2L4 w 5",
            "P3l2/7/7/7/7/7/2L4 w 5",
        ),
    },
    "superpawn": {
        "the superpawn goes one square straight or diagonally forward, or sideways": ("4l2/7/7/7/7/7/2L2S1 w 5",),
        "the superpawn goes back one or two squares straight or diagonally, wherever it stands": (
            "2l4/7/7/7/3S3/7/4L2 w 5",
            "2l4/3S3/7/7/7/7/4L2 w 5",
        ),
        "the superpawn captures forward and sideways": ("4l2/7/7/7/7/4pzp/2L1pSp w 5",),
        "the superpawn does not capture when it goes back": ("2l4/7/4S2/7/2p1p1p/7/3L3 w 5",),
        "the superpawn does not jump when it goes back": ("2l4/7/4S2/3ppp1/7/7/3L3 w 5",),
        "the superpawn does not leave the board": (
            "4l2/7/7/7/S6/7/2L4 w 5",
            "4l2/7/7/6S/7/7/2L4 w 5",
        ),
    },
    "elephant": {
        "the elephant goes one or two squares along its file or rank": ("4l2/7/7/3E3/7/7/2L4 w 5",),
        "the elephant does not leave the board": (
            "4l2/7/7/E6/7/7/2L4 w 5",
            "4l2/5E1/7/7/7/7/2L4 w 5",
        ),
        "the elephant captures one or two squares away": ("4l2/1p5/7/pE1p3/7/7/2L4 w 5",),
        "the elephant jumps over other pieces": ("4l2/7/3p3/2pEp2/3p3/7/2L4 w 5",),
    },
    "crocodile": {
        "the crocodile steps one square in any direction, and captures there": ("2l4/7/7/1p5/1Cp4/7/3L3 w 5",),
        "the crocodile does not slide past the river": (
            "2l4/7/7/7/1C5/7/3L3 w 5",
            "2l4/7/1C5/7/7/7/3L3 w 5",
        ),
        "the crocodile slides along its file into the river": (
            "2l4/7/7/7/7/7/1C1L3 w 5",
            "1Cl4/7/7/7/7/7/3L3 w 5",
        ),
        "in the river the crocodile slides along it": ("2l4/7/7/1C5/7/7/3L3 w 5",),
        "a slide of the crocodile may end in a capture": ("2l4/7/7/5g1/7/7/3L1C1 w 5",),
        "a slide of the crocodile ends at the first piece": (
            "2l4/7/7/5z1/5g1/7/3L1C1 w 5",
            "2l4/7/7/1C2p2/7/7/3L3 w 5",
        ),
        "the crocodile does not leave the board": (
            "2l4/7/7/7/C6/7/3L3 w 5",
            "2l4/7/6C/7/7/7/3L3 w 5",
        ),
    },
    "monkey": {
        "the monkey steps one square in any direction": ("4l2/7/7/3M3/7/7/2L4 w 5",),
        "the monkey does not capture by a step": ("4l2/7/p6/pM5/p6/7/2L4 w 5",),
        "the monkey captures by a jump over a piece beside it to the empty square behind, and no piece twice": (
            "4l2/7/7/1Mp4/7/7/2L4 w 5",
        ),
        "the monkey does not jump where the square behind the piece is taken": ("4l2/7/7/1Mpz3/7/7/2L4 w 5",),
        "the monkey may go on jumping, in any direction, and may stop after any jump": ("4l2/7/7/2p4/1p5/1M5/2L4 w 5",),
        "the start square of the monkey counts as empty while it jumps": ("2l4/7/7/2p4/1p1p3/1Mp4/4L2 w 5",),
        "a jump over the lion is the last one": ("7/1Ml1p2/7/7/7/7/3L3 w 5",),
        "the monkey does not leave the board": (
            "4l2/7/7/7/M6/7/2L4 w 5",
            "4l2/7/p5M/5p1/7/7/2L4 w 5",
        ),
    },
}
"""By kind of piece, how it moves and captures."""

OWN_PIECES: Mapping[str, Sequence[str]] = {
    "lion": ("4l2/7/7/7/3P3/3L3/7 w 5",),
    "zebra": ("4l2/4P2/7/3Z3/1P5/2L4/7 w 5",),
    "giraffe": ("4l2/7/3P3/1P1G3/7/7/2L4 w 5",),
    "pawn": (
        "4l2/7/7/7/PP5/1P5/2L4 w 5",
        "4l2/1P5/1Z5/7/7/7/2L4 w 5",
    ),
    "superpawn": ("4l2/7/3P3/3SP2/3P3/7/2L4 w 5",),
    "elephant": ("4l2/7/3P3/1P1EP2/7/7/2L4 w 5",),
    "crocodile": ("4l2/7/7/7/1P5/7/PCL4 w 5",),
    "monkey": ("4l2/7/1P5/1MP4/7/7/2L4 w 5",),
}
"""By kind of piece, positions in which pieces of its own side are in its way."""

PIECE_SAMPLES: Mapping[str, Sequence[str]] = {
    "lion": (
        "g2l2z/ppppppp/7/7/7/PPP1PPP/2GLZ2 w 4",
        "1g1Gl2/P1P2P1/1P5/7/1Z3P1/1P5/4L2 b 79",
    ),
    "zebra": (
        "7/3pl1p/gzZ4/G6/2L4/3p3/7 w 45",
        "7/7/2lP1p1/7/2ppgG1/1z4P/4L2 b 32",
    ),
    "giraffe": (
        "2l4/1s4P/PP2p2/6p/1P2LPP/1PG1pp1/Z2z3 w 23",
        "5E1/Z5S/P3lP1/1p2P2/2g1pP1/P2P3/z1L4 b 35",
    ),
    "pawn": (
        "3l3/7/6P/7/1Z1P1p1/3L3/7 w 23",
        "3l3/p6/7/7/1Z1P1p1/1p1L3/7 b 42",
    ),
    "superpawn": (
        "3l3/7/6S/7/1Z1S1p1/3L3/7 w 23",
        "s2l3/7/7/7/1Z1P3/Ps1L3/7 b 42",
    ),
}

OTHER_PROGRAMS: Mapping[str, RulePositions] = {
    "setup": {
        "the last line is the side to play": ("3l3/7/7/7/7/7/3L3 w 0",),
        "the squares of every kind of piece are listed": ("gmelecz/spppppp/7/7/7/SPPPPPP/GMELECZ w 0",),
        "squares are in alphabetical order": (
            "3l3/4E2/E6/7/7/1E5/e2L3 w 0",
            "2l4/g5g/1g5/7/5G1/1G4G/2L4 w 0",
        ),
        SAMPLES: VALUED_SAMPLES,
    },
    "execute": {
        "the number rises after Black's moves only": ("2l4/7/7/7/7/7/P2L3 w 5 a1a2",),
        "a pawn becomes a superpawn on the last rank": (
            "2l4/5P1/7/7/7/7/3L3 w 5 f6f7",
            "2l3z/5P1/7/7/7/7/3L3 w 5 f6g7",
        ),
        "a captured lion ends the game": (
            "2l4/7/7/7/7/7/P1L4 w 5 c1c7",
            "2l4/7/1Z5/7/7/7/3L3 w 5 b5c7",
        ),
        "a pawn that captures the lion on the last rank becomes a superpawn too": ("2l4/1P5/7/7/7/7/3L3 w 5 b6c7",),
        "a piece that stays in the river drowns": (
            "2l4/7/7/P6/7/7/1Z1L3 w 5 d1d2",
            "3l3/7/7/P1Z4/7/7/4L2 w 0 c4b6",
        ),
        "where only the lions are left the game continues": ("3l3/7/7/P6/7/7/4L2 w 5 e1e2",),
        "a piece that moves within the river drowns, also when it captures": (
            "2l4/7/7/S6/7/7/P2L3 w 5 a4b4",
            "3l3/7/7/2pS3/7/7/4L2 w 9 d4c4",
        ),
        "a piece that has just entered the river is safe": ("2l4/7/7/7/P6/7/3L3 w 5 a3a4",),
        "a crocodile does not drown": (
            "3l3/7/7/C5P/7/7/4L2 w 3 e1e2",
            "2l4/7/7/1C5/7/7/P2L3 w 5 b4f4",
        ),
        "enemy pieces in the river are safe": ("2l4/7/7/p5z/7/7/3L3 w 5 d1d2",),
        "pieces drown after the winning move too": ("7/1p5/3l3/2E4/7/3L3/7 w 10 d2d5",),
        "the monkey removes every piece that it jumps": ("2l4/7/1Mep3/1c2m2/2e4/3L3/7 w 0 b5b3d3f5",),
        "a monkey that leaves the river and comes back to it drowns": ("2l4/7/7/1cM4/1p1e3/3L3/7 w 0 c4a4c2e4",),
        SAMPLES: (
            "g2l2z/ppppppp/7/7/7/PPP1PPP/2GLZ2 w 4 d1d2",
            "1z5/pPp1lP1/5gp/4P1p/4L1p/2p2pP/7 b 35 f5f7",
            "1z5/pPp1lP1/6p/4P1g/4L1p/2p2pP/7 b 12 g4e4",
        ),
    },
    "evaluate": {
        "the pieces of the other side are subtracted": ("4l2/7/1p5/7/7/P6/2L4 w 5",),
        "a pawn is worth 100, seen from the side to move": ("4l2/7/7/7/7/P6/2L4 w 5",),
        "a zebra is worth 300": ("4l2/7/7/7/7/Z6/2L4 w 5",),
        "a superpawn is worth 350": ("4l2/7/7/7/7/S6/2L4 w 5",),
        "a giraffe is worth 400": ("4l2/7/7/7/7/G6/2L4 w 5",),
        "a captured lion is worth 10000": ("3l3/7/7/7/7/7/P6 w 0",),
        SAMPLES: VALUED_SAMPLES,
    },
    "minimax": {
        "each side plays its best move, two moves deep": (
            "4l2/7/7/1s5/2p4/7/1ZL4 w 5",
            "4l2/7/2z4/p6/7/G6/2L4 w 5",
        ),
        "a side without a move scores -10000": ("MMMlMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMLMMM w 0",),
        SAMPLES: VALUED_SAMPLES,
    },
    "advanced": {
        "each move counts one point, White's moves minus Black's": ("2l4/7/7/7/7/3L3/P6 w 5",),
        "a move that captures counts one point more": ("4l2/7/7/7/2p4/7/1ZL4 w 5",),
        "a move that captures the lion counts eleven points more": ("2l4/7/1Z5/7/7/7/3L3 w 5",),
        "where only the lions are left the value is 0": ("2l4/7/7/7/7/3L3/7 w 5",),
        "a captured lion is worth 10000": ("3l3/7/7/7/7/7/P6 w 0",),
        SAMPLES: VALUED_SAMPLES,
    },
    "alphabeta": {
        "each side plays its best move, four moves deep, for material, mobility and attack": (
            "4l2/7/4g2/7/2p4/P6/1ZL4 w 5",
        ),
        "a side without a move scores -10000": ("MMMlMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMLMMM w 0",),
        SAMPLES: VALUED_SAMPLES,
    },
}
"""By program, what it must do besides moving pieces; those of ``execute`` are a position and a move."""

MOVES: RulePositions = {
    **{rule: texts for rules in PIECES.values() for rule, texts in rules.items()},
    **{own_pieces_rule(kind): texts for kind, texts in OWN_PIECES.items()},
    "a game with a captured lion has no legal moves": ("2l4/7/7/7/7/7/Z6 w 0",),
    SAMPLES: (
        "2l4/7/1Mep3/1c2m2/2e4/3L3/7 w 0",
        "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0",
        "1m1El2/P1P2P1/1S4C/4S2/1E3S1/1P3c1/2GL3 b 79",
        "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP1P/1MELE2 b 0",
    ),
}


def mirrored(text: str) -> str:
    """Mirror a position for the other side: the board upside down, the colours exchanged.

    >>> mirrored("2l4/7/7/7/7/P6/3L3 w 5 a2b3")
    '3l3/p6/7/7/7/7/2L4 b 5 a6b5'
    """
    board, side, number, *move = text.split(" ")
    ranks = reversed(board.swapcase().split("/"))
    turned = (part.translate(str.maketrans("1234567", "7654321")) for part in move)
    return " ".join(["/".join(ranks), "b" if side == "w" else "w", number, *turned])


RULE_POSITIONS = both_sides(MOVES, mirrored)
COURSE_POSITIONS: Mapping[str, RulePositions] = {
    **{
        kind: both_sides({**PIECES[kind], own_pieces_rule(kind): OWN_PIECES[kind], SAMPLES: samples}, mirrored)
        for kind, samples in PIECE_SAMPLES.items()
    },
    **{program: both_sides(positions, mirrored) for program, positions in OTHER_PROGRAMS.items()},
}
"""By program of the course."""
