"""A position as a self-contained SVG picture for any page or document.

The picture depends on the view only. A piece on one square is a disc, a higher one a stack with its number; if some
piece of the view covers several squares the pieces are blocks, and those with a glyph discs. A square is 100 units
wide and the board's upper left corner is (0, 0); nothing in the picture has an id, so that one page can hold many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from boardwright.game import Game, M, P
from boardwright.render.markup import element, escaped
from boardwright.views import Board, Piece, Square, View

CELL = 100
TIGHT, LABELLED = 24, 56
"""The width of the frame around the board, without and with labels."""
EXIT = 46
LABEL = 30
LINE, CAPTION, NOTE_GAP = 42, 28, " · "
PIXELS = 0.5
"""Pixels per unit, if the page does not set a size."""

FONT = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif"
LETTER, CAPITAL = 0.58, 0.8
"""The approximate width of a letter, and of a bold capital, relative to the font size."""

FACE, FACE_UP, LETTER_ROOM, LETTER_DOWN = 0.86, 0.17, 0.5, 0.47
"""The size of a block's face, how far it is above the middle, and the same for its letter below, relative to the
room on the block."""

FRAME, FRAME_TEXT, STRIP = "#2b303b", "#c6cbd6", "#414857"
GROUND = {
    "plain": "#eadfc9",
    "light": "#f0e4cb",
    "dark": "#a87f5a",
    "river": "#8cc3de",
    "castle": "#e4bd93",
    "goal": "#f1d06f",
    "home": "#dcd9bd",
}
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


class Paint(NamedTuple):
    """The colours of a side: a piece's face, its rim and sides, and its symbols."""

    face: str
    edge: str
    mark: str


PAINTS = {
    "red": Paint("#d8432f", "#8c1f14", "#fff"),
    "blue": Paint("#2b66b8", "#153a73", "#fff"),
    "white": Paint("#faf7f0", "#8d8473", "#3a352c"),
    "black": Paint("#36373d", "#0f1013", "#f1ede4"),
}
OTHER_PAINTS = (Paint("#e59a1c", "#8f5a05", "#2c1c02"), Paint("#6a4fa3", "#38265f", "#fff"))


def paints_of(sides: tuple[str, str]) -> tuple[Paint, Paint]:
    """Return the colours of both sides, by their names."""
    return PAINTS.get(sides[0], OTHER_PAINTS[0]), PAINTS.get(sides[1], OTHER_PAINTS[1])


def svg(
    view: View,
    *,
    sides: tuple[str, str],
    glyphs: Mapping[str, str] | None = None,
    faces: Mapping[str, str] | None = None,
    title: str = "",
    status: str = "",
) -> str:
    """Return the picture of a view; ``glyphs`` holds path data by piece kind, in a box of 100 by 100.

    ``faces`` holds the same for blocks, which show it above their letter. ``status`` is written below the board: by
    default the side to move.

    >>> from boardwright.views import Board, Piece
    >>> board = Board.grid("abc", "123")
    >>> picture = svg(View(board, (Piece("king", 1, ("b2",), "K"),), 0), sides=("white", "black"))
    >>> print(picture.splitlines()[1])
    <title>white to move</title>
    """
    board = view.board
    status = status or f"{sides[view.to_move]} to move"
    paints = paints_of(sides)
    width, height = board.columns * CELL, board.rows * CELL
    left, right, top, bottom = _margins(board)
    written = max(width, round(len(status) * LETTER * CAPTION + 60))
    caption = _caption(view, status, paints, written)
    full_width, full_height = left + written + right, top + height + bottom + LINE * len(caption) + TIGHT // 2
    parts = [
        element("title", escaped(title or status)),
        element("desc", escaped(_in_words(view, sides, status))),
        element("rect", x=-left, y=-top, width=full_width, height=full_height, rx=18, fill=FRAME),
        *_ground(board),
        _names(board),
        _coordinates(board, bottom),
        *_exits(board),
        *_pieces(view, paints, glyphs or {}, faces or {}),
    ]
    first = height + bottom + LINE // 2
    parts += (element("g", line, transform=f"translate(0 {first + LINE * n})") for n, line in enumerate(caption))
    return element(
        "svg",
        "\n" + "\n".join(part for part in parts if part) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=full_width * PIXELS,
        height=full_height * PIXELS,
        viewBox=f"{-left} {-top} {full_width} {full_height}",
        role="img",
        font_family=FONT,
    )


def position_svg(game: Game[P, M], position: P, *, title: str = "", status: str = "") -> str:
    """Return the picture of a position; by default, with the game's title and the status of the position."""
    return svg(
        game.view(position),
        sides=game.sides,
        glyphs=game.glyphs,
        faces=game.faces,
        title=title or game.title,
        status=status or game.status(position),
    )


def _in_words(view: View, sides: tuple[str, str], status: str) -> str:
    """Return the text alternative of the picture."""
    parts = [status]
    for side, name in enumerate(sides):
        places = [f"{piece.label} {' '.join(piece.squares)}" for piece in view.pieces if piece.side == side]
        parts.append(f"{name}: {', '.join(places) or 'no pieces'}")
    return "; ".join([*parts, *(f"{name}: {value}" for name, value in view.notes)])


def _margins(board: Board) -> tuple[int, int, int, int]:
    """Return the width of the frame on the left, on the right, above and below."""
    edges = {edge.edge for edge in board.exits}
    left, right, top, bottom = (EXIT * (edge in edges) for edge in ("left", "right", "top", "bottom"))
    labelled = LABELLED if board.row_labels else TIGHT
    return left + labelled, right + TIGHT, top + TIGHT, bottom + (LABELLED if board.column_labels else TIGHT)


def _corner(board: Board, square: Square) -> tuple[int, int]:
    return square.x * CELL, (board.rows - 1 - square.y) * CELL


def _is_shaded(square: Square) -> bool:
    """Whether a square has the darker colour of a chequered board, as the lower left corner has."""
    return (square.x + square.y) % 2 == 0


def is_chequered(board: Board) -> bool:
    """Whether only squares of one colour are playable: then the gaps are the squares of the other colour."""
    has_dark = any(square.terrain == "dark" for square in board.squares)
    return has_dark and len(set(map(_is_shaded, board.squares))) == 1


def _ground(board: Board) -> list[str]:
    """Return the squares in the colours of their ground, every other one a little darker."""
    by_ground: dict[str, list[Square]] = {}
    for square in board.squares:
        by_ground.setdefault(square.terrain if square.terrain in GROUND else "plain", []).append(square)
    parts = []
    chequered = is_chequered(board)
    if chequered:
        parts.append(element("path", d=f"M0 0h{board.columns * CELL}v{board.rows * CELL}H0z", fill=GROUND["light"]))
    for ground, squares in by_ground.items():
        parts.append(element("path", d=_tiles(board, squares), fill=GROUND[ground]))
    if not chequered:
        odd = [square for square in board.squares if _is_shaded(square) and square.terrain != "dark"]
        parts.append(element("path", d=_tiles(board, odd), fill="#5a3d12", fill_opacity=0.07))
        lines = _tiles(board, board.squares)
        parts.append(element("path", d=lines, fill="none", stroke="#4a3a20", stroke_opacity=0.18, stroke_width=1.5))
    for ground, (shape, style) in DECORATION.items():
        corners = [_corner(board, square) for square in by_ground.get(ground, ())]
        if corners:
            parts.append(element("path", d="".join(f"M{x} {y}{shape}" for x, y in corners), **style))
    return parts


def _tiles(board: Board, squares: Iterable[Square]) -> str:
    corners = (_corner(board, square) for square in squares)
    return "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)


def _text(text: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Return centred text; the baseline is a third of the font size below the centre."""
    return element("text", escaped(text), x=x, y=round(y + size * 0.355, 1), font_size=size, **attributes)


def _names(board: Board) -> str:
    """Return the names of squares that the labels do not spell, small in their corners."""
    columns, rows = dict(enumerate(board.column_labels)), dict(enumerate(board.row_labels))
    named = [square for square in board.squares if columns.get(square.x, "") + rows.get(square.y, "") != square.name]
    by_ink: dict[str, list[str]] = {}
    for square in named:
        x, y = _corner(board, square)
        ink = "#fff" if square.terrain == "dark" else "#26170a"
        by_ink.setdefault(ink, []).append(_text(square.name, x + 4, y + 11, 17))
    return "".join(element("g", "".join(names), fill=ink, fill_opacity=0.8) for ink, names in by_ink.items())


def _coordinates(board: Board, bottom: int) -> str:
    below = board.rows * CELL + bottom - LABELLED / 2
    beside = -LABELLED / 2 - EXIT * any(edge.edge == "left" for edge in board.exits)
    labels = [_text(label, (x + 0.5) * CELL, below, LABEL) for x, label in enumerate(board.column_labels)]
    labels += [_text(label, beside, (board.rows - y - 0.5) * CELL, LABEL) for y, label in enumerate(board.row_labels)]
    return element("g", "".join(labels), fill=FRAME_TEXT, text_anchor="middle") if labels else ""


def _exits(board: Board) -> Iterable[str]:
    """Return a strip along the edge for each exit; those of one edge share its length."""
    width, height = board.columns * CELL, board.rows * CELL
    middles = {"top": -EXIT / 2, "bottom": height + EXIT / 2, "left": -EXIT / 2, "right": width + EXIT / 2}
    for edge, across in middles.items():
        exits = [place for place in board.exits if place.edge == edge]
        upright = edge in ("left", "right")
        for number, place in enumerate(exits):
            long = (height if upright else width) / len(exits)
            along = (number + 0.5) * long
            centre = f"translate({across:g} {along:g}) rotate(-90)" if upright else f"translate({along:g} {across:g})"
            strip = element("rect", x=2 - long / 2, y=6 - EXIT / 2, width=long - 4, height=EXIT - 12, rx=8, fill=STRIP)
            name = _text(place.name, 0, 0, 24, fill=FRAME_TEXT, text_anchor="middle", font_weight=600)
            yield element("g", strip + name, transform=centre)


def _pieces(
    view: View, paints: tuple[Paint, Paint], glyphs: Mapping[str, str], faces: Mapping[str, str]
) -> Iterable[str]:
    places = {square.name: _corner(view.board, square) for square in view.board.squares}
    blocks = any(len(piece.squares) > 1 for piece in view.pieces)
    for piece in view.pieces:
        corners = [places[name] for name in piece.squares]
        paint = paints[piece.side]
        if len(corners) > 1 or (blocks and piece.kind not in glyphs):
            yield from (_block(piece, box, paint, faces.get(piece.kind)) for box in _boxes(corners))
        else:
            (x, y) = corners[0]
            glyph = glyphs.get(piece.kind)
            drawn = _stack(piece.height, paint, ring=not glyph) + _mark(piece, paint, glyph)
            yield element("g", drawn, transform=f"translate({x} {y})")


def _levels(height: int) -> list[float]:
    """Return the vertical centre of each disc of a stack, from the lowest to the top one."""
    step = min(8.0, 24 / (height - 1)) if height > 1 else 0.0
    return [round(50 + step * (height - 1) / 2 - step * level, 1) for level in range(height)]


def _stack(height: int, paint: Paint, *, ring: bool) -> str:
    """Return discs seen from slightly in front, so that each shows its rim below the next."""
    levels = _levels(height)
    radius = 39 if height == 1 else 33
    shadow = element("circle", cx=50, cy=levels[0] + 3, r=radius + 1.5, fill="#000", fill_opacity=0.25)
    discs = "".join(element("circle", cx=50, cy=level, r=radius) for level in levels)
    drawn = shadow + element("g", discs, fill=paint.face, stroke=paint.edge, stroke_width=3)
    if ring:
        style: dict[str, str | float] = {"fill": "none", "stroke": paint.mark, "stroke_opacity": 0.3, "stroke_width": 2}
        drawn += element("circle", cx=50, cy=levels[-1], r=radius - 7, **style)
    return drawn


def _mark(piece: Piece, paint: Paint, glyph: str | None) -> str:
    """Return the symbol on a disc: its glyph, the height of a stack, or its letter."""
    middle = _levels(piece.height)[-1]
    if glyph:
        box = f"translate(21 {middle - 29:g}) scale(.58)"
        return element("path", d=glyph, fill=paint.mark, transform=box)
    if piece.height > 1:
        return _lettering(str(piece.height), 50, middle, 58, paint)
    if glyph is None:
        return _lettering(piece.label.upper(), 50, middle, 58, paint)
    return ""


def _lettering(text: str, x: float, y: float, room: float, paint: Paint) -> str:
    """Return letters on a piece, smaller if they would not fit."""
    size = round(min(0.7 * room, room / (CAPITAL * max(len(text), 1))))
    return _text(text, x, y, size, fill=paint.mark, font_weight=700, text_anchor="middle") if text else ""


def _boxes(corners: list[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Return the rectangle that the squares fill, or each square if they do not fill one."""
    x, y = min(x for x, _ in corners), min(y for _, y in corners)
    width, depth = max(x for x, _ in corners) - x + CELL, max(y for _, y in corners) - y + CELL
    if len(corners) * CELL * CELL == width * depth:
        return [(x, y, width, depth)]
    return [(x, y, CELL, CELL) for x, y in corners]


def _block(piece: Piece, box: tuple[int, int, int, int], paint: Paint, face: str | None) -> str:
    """Return a block seen from the front right: the higher it is, the more of its sides shows."""
    x, y, width, depth = box
    side = min(10 * piece.height, 40)
    face_width, face_depth = width - 14 - side, depth - 14 - side
    sides = f"m7 7h{face_width}l{side} {side}v{face_depth}h-{face_width}l-{side}-{side}z"
    right = f"m{7 + face_width} 7l{side} {side}v{face_depth}l-{side}-{side}z"
    solid = element("path", d=sides, fill=paint.edge)
    solid += element("path", d=right, fill="#000", fill_opacity=0.25)
    solid += element("rect", x=7, y=7, width=face_width, height=face_depth, fill=paint.face)
    middle = 7 + face_width / 2, 7 + face_depth / 2
    room = 0.8 * min(face_width, face_depth)
    letter = _block_mark(piece, *middle, room, paint, face)
    edged = element("g", solid, stroke=paint.edge, stroke_width=3, stroke_linejoin="round")
    return element("g", edged + letter, transform=f"translate({x} {y})")


def _block_mark(piece: Piece, x: float, y: float, room: float, paint: Paint, face: str | None) -> str:
    """Return the piece's letter, below its face if it has one."""
    if not face:
        return _lettering(piece.label.upper(), x, y, room, paint)
    transform = f"translate({x:g} {y - FACE_UP * room:g}) scale({FACE * room / 100:.3g}) translate(-50 -50)"
    drawn = element("path", d=face, fill=paint.mark, transform=transform)
    return drawn + _lettering(piece.label.upper(), x, y + LETTER_DOWN * room, LETTER_ROOM * room, paint)


def _caption(view: View, status: str, paints: tuple[Paint, Paint], width: int) -> list[str]:
    """Return the lines below the board: the side to move, and the notes, beside it if they fit."""
    paint = paints[view.to_move]
    turn = element("circle", cx=14, cy=0, r=12, fill=paint.face, stroke=FRAME_TEXT, stroke_width=2)
    turn += _text(status, 38, 0, CAPTION, fill="#fff", font_weight=600)
    notes = [f"{name}: {value}" for name, value in view.notes]
    beside = NOTE_GAP.join(notes)
    if (len(status) + len(beside)) * LETTER * CAPTION + 60 <= width:
        return [turn + (_text(beside, width, 0, CAPTION, fill=FRAME_TEXT, text_anchor="end") if notes else "")]
    longest = int(width / (LETTER * CAPTION))
    cut = (note if len(note) <= longest else note[: longest - 1] + "…" for note in notes)
    return [turn, *(_text(note, 0, 0, CAPTION, fill=FRAME_TEXT) for note in cut)]
