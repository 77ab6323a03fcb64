"""The squares of Margrites: ``a1`` to ``i8`` by name, 0 for a8 to 71 for i1 by number, row by row.

The two places off the board, ``B++`` and ``W++``, where pieces score, are squares 72 and 73.
"""

from __future__ import annotations

ROWS, COLUMNS = 8, 9
GOAL_NAMES = ("B++", "W++")
"""Where a scoring step of each side goes: off rank 8 for Black, off rank 1 for White."""
NAMES = (*("abcdefghi"[col] + "87654321"[row] for row in range(ROWS) for col in range(COLUMNS)), *GOAL_NAMES)
NUMBERS = {name: number for number, name in enumerate(NAMES)}
GOALS = (ROWS * COLUMNS, ROWS * COLUMNS + 1)


def square_name(square: int) -> str:
    """The name of a square or goal; any other number stands for itself.

    >>> square_name(0), square_name(71), square_name(72), square_name(-1)
    ('a8', 'i1', 'B++', '-1')
    """
    return NAMES[square] if 0 <= square < len(NAMES) else str(square)
