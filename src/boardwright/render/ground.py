"""What is below the pieces of a picture: the frame's labels, the squares, the lines and the exits."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.render.geometry import CELL, PITCH, column_ends, corner, outlines, row_ends, shade_of, size_of
from boardwright.render.markup import element, escaped
from boardwright.render.point_names import name_offset
from boardwright.views import RESERVE, Board, Square

TIGHT, LABELLED = 24, 56
"""The width of the frame around the board, without and with labels."""
EXIT = 46
LABEL = 30
NAME, LARGEST_NAME = 22, 1.4
"""The size of the names of points, and how much larger they are on large boards, at most."""
LETTER = 0.6
"""The width of a letter, as a share of its size."""

FRAME, FRAME_TEXT, STRIP = "#2b303b", "#c6cbd6", "#414857"
GROUND = {
    "plain": "#eadfc9",
    "light": "#f0e4cb",
    "dark": "#a87f5a",
    "river": "#8cc3de",
    "castle": "#e4bd93",
    "goal": "#f1d06f",
    "home": "#dcd9bd",
    "reserve": STRIP,
}
LINES, DOT = "#6b5836", 8
"""The colour of the lines of a graph, and the radius of its points."""
BEYOND = 0.35
"""How far the label of a row or a column of hexagons is from the edge of its last one, in cells."""
LARGE = 10
"""Boards with more squares in a row have larger labels."""
SHADE = 0.07
DECORATION: dict[str, tuple[str, dict[str, str | float]]] = {
    "river": (
        "m18 38q11-10 22 0t22 0t22 0m-66 28q11-10 22 0t22 0t22 0",
        {"fill": "none", "stroke": "#fff", "stroke_opacity": 0.5, "stroke_width": 4, "stroke_linecap": "round"},
    ),
    "goal": (
        "m50 22l7 20l22 1l-18 13l7 20l-18-12l-18 12l7-20l-18-13l22-1z",
        {"fill": "#a87508", "fill_opacity": 0.4},
    ),
}
"""The decoration of each square of a ground, from its corner, and its style."""


def margins(board: Board) -> tuple[float, float, float, float]:
    """Return the width of the frame on the left, on the right, above and below."""
    edges, scale = {edge.edge for edge in board.exits}, scale_of(board)
    left, right, top, bottom = (EXIT * scale * (edge in edges) for edge in ("left", "right", "top", "bottom"))
    beside, below = (LABELLED * scale if labels else TIGHT for labels in (board.row_labels, board.column_labels))
    return left + beside, right + TIGHT, top + TIGHT, bottom + below


def scale_of(board: Board) -> float:
    """Return how much larger labels and exits are, so that they can be read and clicked on large boards.

    >>> scale_of(Board.grid("abc", "123")), scale_of(Board.grid("abcdefghijklmno", "123"))
    (1, 1.875)
    """
    cells = max(size_of(board)) / CELL
    return cells / 8 if cells > LARGE else 1


def is_chequered(board: Board) -> bool:
    """Whether only squares of one colour are playable: then the gaps are the squares of the other colour."""
    has_dark = board.kind == "square" and any(square.terrain == "dark" for square in board.squares)
    return has_dark and len({shade_of(board, square) for square in board.squares if square.terrain != RESERVE}) == 1


def squares_of(board: Board) -> list[str]:
    """Return the squares in the colours of their ground, every other one a little darker."""
    by_ground: dict[str, list[Square]] = {}
    for square in board.squares:
        by_ground.setdefault(square.terrain if square.terrain in GROUND else "plain", []).append(square)
    parts = []
    chequered = is_chequered(board)
    if chequered:
        parts.append(element("path", d=f"M0 0h{board.columns * CELL}v{board.rows * CELL}H0z", fill=GROUND["light"]))
    if board.kind == "graph":
        parts += _points(board, by_ground.pop("plain", []))
    for ground, squares in by_ground.items():
        parts.append(element("path", d=outlines(board, squares), fill=GROUND[ground]))
    if board.kind != "graph" and not chequered:
        parts += _shades(board)
    for ground, (shape, style) in DECORATION.items():
        corners = [corner(board, square) for square in by_ground.get(ground, ())]
        if corners:
            parts.append(element("path", d="".join(f"M{x:g} {y:g}{shape}" for x, y in corners), **style))
    return parts


def _shades(board: Board) -> Iterable[str]:
    """Return the darker squares, and the lines between all of them."""
    squares = [square for square in board.squares if square.terrain != RESERVE]
    for shade in (1, 2):
        shaded = [square for square in squares if shade_of(board, square) == shade and square.terrain != "dark"]
        if shaded or shade == 1:
            yield element("path", d=outlines(board, shaded), fill="#5a3d12", fill_opacity=shade * SHADE)
    between = outlines(board, squares)
    yield element("path", d=between, fill="none", stroke="#4a3a20", stroke_opacity=0.18, stroke_width=1.5)


def _points(board: Board, plain: list[Square]) -> Iterable[str]:
    """Return the ground of a graph, its lines and its plain points."""
    places = {square.name: corner(board, square) for square in board.squares}
    on_board = [places[square.name] for square in board.squares if square.terrain != RESERVE]
    right, down = (max(place[axis] for place in on_board) + CELL for axis in (0, 1))
    yield element("rect", x=0, y=0, width=right, height=down, fill=GROUND["plain"])
    middles = {name: (x + CELL / 2, y + CELL / 2) for name, (x, y) in places.items()}
    drawn = "".join("M{:g} {:g}L{:g} {:g}".format(*middles[start], *middles[end]) for start, end in board.lines)
    yield element("path", d=drawn, fill="none", stroke=LINES, stroke_width=5, stroke_linecap="round")
    dots = (element("circle", cx=x, cy=y, r=DOT) for x, y in (middles[square.name] for square in plain))
    yield element("g", "".join(dots), fill=LINES)


def text_at(text: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Return centred text; the baseline is a third of the font size below the centre."""
    return element("text", escaped(text), x=x, y=round(y + size * 0.355, 1), font_size=size, **attributes)


def names_of(board: Board) -> str:
    """Return the names of squares that the labels do not spell, small in their corners, or near their points.

    That of a reserve is in its middle: a piece that stands there hides it.
    """
    by_style: dict[tuple[str, str], list[str]] = {}
    for square in board.squares:
        if board.is_spelled(square):
            continue
        x, y = corner(board, square)
        ink, anchor, (across, down), size = "#26170a", "", (4, 11), 17
        if square.terrain == RESERVE:
            ink, anchor, (across, down), size = FRAME_TEXT, "middle", (50, 50), min(22, round(130 / len(square.name)))
        elif board.kind == "graph":
            anchor, size = "middle", round(NAME * min(scale_of(board), LARGEST_NAME))
            right, up = name_offset(board, square, LETTER * size * len(square.name) / CELL, size / CELL)
            across, down = round(CELL * (0.5 + right)), round(CELL * (0.5 - up))
        elif square.terrain == "dark":
            ink = "#fff"
        by_style.setdefault((ink, anchor), []).append(text_at(square.name, x + across, y + down, size))
    groups = []
    for (ink, anchor), names in by_style.items():
        aligned: dict[str, str | float] = {"text_anchor": anchor} if anchor else {}
        if anchor == "middle" and ink != FRAME_TEXT:
            # Lines may pass below.
            aligned |= {"stroke": GROUND["plain"], "stroke_width": 6, "paint_order": "stroke"}
        groups.append(element("g", "".join(names), fill=ink, fill_opacity=0.8, **aligned))
    return "".join(groups)


def coordinates(board: Board) -> str:
    placed = _hex_labels(board) if board.kind == "hex" else _edge_labels(board)
    labels = [text_at(label, x, y, LABEL * scale_of(board)) for label, x, y in placed]
    return element("g", "".join(labels), fill=FRAME_TEXT, text_anchor="middle") if labels else ""


def _edge_labels(board: Board) -> Iterable[tuple[str, float, float]]:
    """Yield the labels with their middles, at the left and below."""
    left, _, _, bottom = margins(board)
    away = LABELLED * scale_of(board) / 2
    for x, label in enumerate(board.column_labels):
        yield label, (x + 0.5) * CELL, board.rows * CELL + bottom - away
    for y, label in enumerate(board.row_labels):
        yield label, away - left, (board.rows - y - 0.5) * CELL


def _hex_labels(board: Board) -> Iterable[tuple[str, float, float]]:
    """Yield the labels with their middles, each where its row or column would go on at the left or below."""
    beyond = 0.5 + BEYOND * scale_of(board)
    for label, square, lean in column_ends(board):
        x, y = corner(board, square)
        yield label, round(x + CELL * (0.5 - beyond * lean / 2), 1), round(y + CELL * 0.5 + PITCH * beyond, 1)
    for label, square in row_ends(board):
        x, y = corner(board, square)
        yield label, round(x + CELL * (0.5 - beyond), 1), y + CELL / 2


def exits_of(board: Board) -> Iterable[str]:
    """Return a strip along the edge for each exit; those of one edge share its length."""
    width, height = size_of(board)
    # Labels of hexagons stand right beside them.
    room, scale = EXIT * scale_of(board), scale_of(board)
    beside, below = (
        LABELLED * scale * (board.kind == "hex" and bool(each)) for each in (board.row_labels, board.column_labels)
    )
    middles = {
        "top": -room / 2,
        "bottom": height + below + room / 2,
        "left": -beside - room / 2,
        "right": width + room / 2,
    }
    for edge, across in middles.items():
        exits = [place for place in board.exits if place.edge == edge]
        upright = edge in ("left", "right")
        for number, place in enumerate(exits):
            long = (height if upright else width) / len(exits)
            along = (number + 0.5) * long
            centre = f"translate({across:g} {along:g}) rotate(-90)" if upright else f"translate({along:g} {across:g})"
            strip = element("rect", x=2 - long / 2, y=6 - room / 2, width=long - 4, height=room - 12, rx=8, fill=STRIP)
            name = text_at(place.name, 0, 0, 24 * scale, fill=FRAME_TEXT, text_anchor="middle", font_weight=600)
            yield element("g", strip + name, transform=centre)
