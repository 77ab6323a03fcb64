"""The tables by which the core numbers actions and cells as a game's encoding does."""

from __future__ import annotations

from array import array

from boardwright.encoding import Encoding
from boardwright.game import M, P


def encoding_tables(encoding: Encoding[P, M], ways: int, places: int) -> tuple[bytes, bytes]:
    """Return the action of each of the core's raw actions, -1 for none, and the cell of each of its places.

    Both are for side 0, then for side 1.
    """
    numbers = array("h", [-1]) * (2 * ways)
    cells = bytearray(2 * places)
    for side in (0, 1):
        for action in range(len(encoding.actions)):
            numbers[side * ways + encoding.core_action(side, action, places)] = action
        for name, cell in encoding.cells[side].items():
            cells[side * places + encoding.core_square(name)] = cell
    return numbers.tobytes(), bytes(cells)
