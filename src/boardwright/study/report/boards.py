"""Heat maps of the board."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from boardwright.render.markup import element, escaped
from boardwright.views import Board, Square

CELL = 40
LABELS = 18
FAINTEST = 0.06
BRIGHT = 0.55
"""From this share of the maximum on, a square's number is written in the other ink."""

SCALE, SCALE_STEPS = 150, 24


def heat_map(board: Board, amounts: Mapping[str, float], most: float, title: str, unit: str) -> str:
    """Return the board with squares shaded by their share of the maximum; squares without any are crossed out."""
    left, below = LABELS if board.row_labels else 2, LABELS if board.column_labels else 2
    width, height = board.columns * CELL + left + 2, board.rows * CELL + below + 2
    parts = [element("title", escaped(title))]
    parts += (_square(board, square, left, amounts.get(square.name, 0.0), most, unit) for square in board.squares)
    for x, label in enumerate(board.column_labels):
        at = left + (x + 0.5) * CELL
        parts.append(element("text", escaped(label), x=at, y=height - 3, class_="label", text_anchor="middle"))
    for y, label in enumerate(board.row_labels):
        at = (board.rows - y - 0.5) * CELL + 6
        parts.append(element("text", escaped(label), x=left / 2, y=at, class_="label", text_anchor="middle"))
    return element("svg", "".join(parts), viewBox=f"0 0 {width} {height}", role="img", class_="board")


def _square(board: Board, square: Square, left: int, amount: float, most: float, unit: str) -> str:
    x, y = left + square.x * CELL, 2 + (board.rows - 1 - square.y) * CELL
    share = amount / most if most else 0.0
    drawn = element("title", escaped(f"{square.name}: {amount_text(amount)} {unit}"))
    box = {"x": x + 0.5, "y": y + 0.5, "width": CELL - 1, "height": CELL - 1}
    drawn += element("rect", **box, class_="cell")
    if not amount:
        drawn += element("path", d=f"M{x + 14} {y + 14}l12 12m0-12l-12 12", class_="never")
        return element("g", drawn)
    drawn += element("rect", **box, class_="heat", fill_opacity=round(FAINTEST + (1 - FAINTEST) * share, 3))
    ink = "number bright" if share >= BRIGHT else "number"
    drawn += element("text", escaped(amount_text(amount)), x=x + CELL / 2, y=y + 24, class_=ink, text_anchor="middle")
    return element("g", drawn)


def amount_text(amount: float) -> str:
    """Format an amount to fit into a square.

    >>> [amount_text(amount) for amount in (0, 0.004, 0.056, 0.5, 3.14159, 27.2)]
    ['0', '<.01', '.06', '.5', '3.1', '27']
    """
    if not amount:
        return "0"
    if amount < 0.005:
        return "<.01"
    shown = f"{amount:.2f}" if amount < 1 else f"{amount:.1f}" if amount < 10 else f"{amount:.0f}"
    return shown.lstrip("0").rstrip("0").rstrip(".") if amount < 10 else shown


def heat_scale(most: float, unit: str) -> str:
    """Return the legend of the shades."""
    edges = [step / SCALE_STEPS for step in range(SCALE_STEPS + 1)]
    shades = "".join(
        element(
            "rect", x=SCALE * low, y=0, width=SCALE * (high - low) + 0.3, height=12, class_="heat", fill_opacity=high
        )
        for low, high in pairwise(edges)
    )
    drawn = element("rect", x=0, y=0, width=SCALE, height=12, class_="cell") + shades
    drawn += element(
        "text", escaped(f"0 (crossed out) to {amount_text(most)} {unit}"), x=SCALE + 8, y=11, class_="label"
    )
    return element("svg", drawn, viewBox="0 0 420 14", role="img", class_="plot scale")
