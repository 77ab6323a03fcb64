"""The values of the pieces, in hundredths of a pawn.

The course gives the values of the pawn, the zebra, the superpawn and the giraffe. The other three are our choice: the
elephant captures on as many squares as the giraffe, the monkey may take several pieces at once, and the crocodile
also slides and does not drown.
"""

from __future__ import annotations

VALUES = {"P": 100, "Z": 300, "S": 350, "G": 400, "E": 400, "M": 450, "C": 500}


def material(board: str) -> int:
    """Return the value of White's pieces minus that of Black's, without lions.

    >>> material("PPz" + "." * 46)
    -100
    """
    return sum(value * (board.count(letter) - board.count(letter.lower())) for letter, value in VALUES.items())
