"""A position as an array of pixels, drawn with NumPy alone.

Pieces are discs, or blocks if some piece covers several squares, in the colours of the pictures. The number of dots
above shows the kind of a piece, by its index among the game's kinds, and those below its height.
"""

from __future__ import annotations

from typing import TypeAlias

from boardwright.game import AnyGame
from boardwright.installing import needs
from boardwright.render.ground import FRAME, GROUND, is_chequered
from boardwright.render.picture import Paint, paints_of
from boardwright.views import Piece, Square

with needs(__name__, extra="rl"):
    import numpy as np
    from numpy.typing import NDArray

CELL = 32
DOT = 2
Pixels: TypeAlias = NDArray[np.uint8]


def draw(game: AnyGame, position: object) -> Pixels:
    """Return the board as rows of RGB pixels, from the top.

    >>> from boardwright import find_game
    >>> turm = find_game("turm")
    >>> draw(turm, turm.start()).shape
    (224, 224, 3)
    """
    view = game.view(position)
    board = view.board
    ground = GROUND["light"] if is_chequered(board) else FRAME
    # A hexagon is drawn as a square, with those of every other row half a square to the right.
    unit = CELL // 2 if board.kind == "hex" else CELL
    pixels = np.full((board.rows * CELL, board.columns * unit, 3), _rgb(ground), np.uint8)
    cells = {square.name: _cell(pixels, square, board.rows, unit) for square in board.squares}
    for square in board.squares:
        cells[square.name][:] = _rgb(GROUND["light"])
        cells[square.name][1:, 1:] = _rgb(GROUND.get(square.terrain, GROUND["plain"]))
    blocks = any(len(piece.squares) > 1 for piece in view.pieces)
    paints = paints_of(game.sides)
    for piece in view.pieces:
        for name in piece.squares:
            _draw_piece(cells[name], piece, paints[piece.side], game.kinds.index(piece.kind), block=blocks)
    return pixels


def _cell(pixels: Pixels, square: Square, rows: int, unit: int) -> Pixels:
    top, left = (rows - 1 - square.y) * CELL, square.x * unit
    return pixels[top : top + CELL, left : left + CELL]


def _draw_piece(cell: Pixels, piece: Piece, paint: Paint, kind: int, *, block: bool) -> None:
    across = abs(np.arange(CELL) - (CELL - 1) / 2)
    far = np.maximum.outer(across, across) if block else np.hypot.outer(across, across)
    cell[far < CELL * 0.46] = _rgb(paint.edge)
    cell[far < CELL * 0.40] = _rgb(paint.face)
    _dots(cell, CELL // 3, kind, paint)
    _dots(cell, CELL * 2 // 3, piece.height if piece.height > 1 else 0, paint)


def _dots(cell: Pixels, row: int, count: int, paint: Paint) -> None:
    left = (CELL - (2 * count - 1) * DOT) // 2
    for dot in range(count):
        column = left + 2 * dot * DOT
        cell[row : row + DOT, column : column + DOT] = _rgb(paint.mark)


def _rgb(colour: str) -> tuple[int, int, int]:
    """
    >>> _rgb("#fff"), _rgb("#2b66b8")
    ((255, 255, 255), (43, 102, 184))
    """
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue
