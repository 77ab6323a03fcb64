"""How long to think about a move when the clock is for the whole game."""

from __future__ import annotations

EXPECTED_MOVES = 40
"""How many own moves a game is still thought to last where nothing says it."""

MARGIN = 0.05
"""What a move costs beside the thinking, in seconds: the way to the other side and back."""

LARGEST_SHARE = 0.5
"""A move that is not the last before more time comes takes no more than this of what is left."""

SHARE_OF_INCREMENT = 0.75


def seconds_for_move(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """The seconds to think about this move, out of those left on the clock.

    ``increment`` comes onto the clock after every move; ``moves_to_go`` is the number of moves for
    which the time must do, this one included. The result is positive, and so small that all moves
    together keep the time.

    >>> round(seconds_for_move(60.0), 2), round(seconds_for_move(60.0, 1.0), 2)
    (1.5, 2.25)
    >>> round(seconds_for_move(60.0, moves_to_go=5), 2), round(seconds_for_move(0.2, 10.0), 3)
    (11.99, 0.075)
    """
    left = max(left, 0.001)
    usable = left - min(MARGIN, left / 2)
    moves = moves_to_go or EXPECTED_MOVES
    share = usable / moves + SHARE_OF_INCREMENT * increment
    return min(share, usable if moves == 1 else usable * LARGEST_SHARE)
