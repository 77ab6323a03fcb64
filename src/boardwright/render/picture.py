"""A position as a self-contained SVG picture for any page or document.

The picture depends on the view only. A piece on one square is a disc, a higher one a stack with its number; if some
piece of the view covers several squares the pieces are blocks, and those with a glyph discs. Nothing in the picture has
an id, so that one page can hold many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from boardwright.game import Game, M, P
from boardwright.render.geometry import CELL, corner, size_of
from boardwright.render.ground import (
    FRAME,
    FRAME_TEXT,
    TIGHT,
    coordinates,
    exits_of,
    margins,
    names_of,
    scale_of,
    squares_of,
    text_at,
)
from boardwright.render.markup import element, escaped
from boardwright.views import Piece, View

LINE, CAPTION, NOTE_GAP = 42, 28, " · "
PIXELS = 0.5
"""Pixels per unit, if the page does not set a size."""

FONT = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif"
LETTER, CAPITAL = 0.58, 0.8
"""The approximate width of a letter, and of a bold capital, relative to the font size."""

FACE, FACE_UP, LETTER_ROOM, LETTER_DOWN = 0.86, 0.17, 0.5, 0.47
"""The size of a block's face, how far it is above the middle, and the same for its letter below, relative to the
room on the block."""


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
    "green": Paint("#3f8f52", "#1d4f2a", "#fff"),
    "yellow": Paint("#f3d23f", "#94770c", "#3a2c02"),
    "orange": Paint("#e8821e", "#8a4606", "#2c1502"),
    "purple": Paint("#7a4f9e", "#41245c", "#fff"),
    "brown": Paint("#875737", "#472914", "#fff"),
}
"""By the names of sides."""
OTHER_PAINTS = (Paint("#e59a1c", "#8f5a05", "#2c1c02"), Paint("#6a4fa3", "#38265f", "#fff"))


def paints_of(sides: tuple[str, str]) -> tuple[Paint, Paint]:
    """Return the colours of both sides, by their names."""
    return PAINTS.get(sides[0].lower(), OTHER_PAINTS[0]), PAINTS.get(sides[1].lower(), OTHER_PAINTS[1])


def svg(
    view: View,
    *,
    sides: tuple[str, str],
    glyphs: Mapping[str, str] | None = None,
    faces: Mapping[str, str] | None = None,
    title: str = "",
    status: str = "",
) -> str:
    """Return the picture of a view.

    :param view: the board and its pieces
    :param sides: the names of the sides, which give their pieces the colour
    :param glyphs: SVG path data by piece kind, in a box of 100 by 100
    :param faces: the same for blocks, which show it above their letter
    :param title: the title of the picture, for screen readers; by default the status
    :param status: what is written below the board; by default the side to move

    >>> from boardwright.views import Board, Piece
    >>> board = Board.grid("abc", "123")
    >>> picture = svg(View(board, (Piece("king", 1, ("b2",), "K"),), 0), sides=("white", "black"))
    >>> print(picture.splitlines()[1])
    <title>white to move</title>
    """
    board = view.board
    status = status or f"{sides[view.to_move]} to move"
    paints = paints_of(sides)
    width, height = size_of(board)
    left, right, top, bottom = margins(board)
    scale = scale_of(board)
    line_height = LINE * scale
    written = max(width, round((len(status) * LETTER * CAPTION + 60) * scale))
    caption = _caption(view, status, paints, written / scale)
    full_width, full_height = left + written + right, top + height + bottom + line_height * len(caption) + TIGHT // 2
    parts = [
        element("title", escaped(title or status)),
        element("desc", escaped(_in_words(view, sides, status))),
        element("rect", x=-left, y=-top, width=full_width, height=full_height, rx=18, fill=FRAME),
        *squares_of(board),
        names_of(board),
        coordinates(board),
        *exits_of(board),
        *_pieces(view, paints, glyphs or {}, faces or {}),
    ]
    first = height + bottom + line_height / 2
    larger = "" if scale == 1 else f" scale({scale:g})"
    for number, line in enumerate(caption):
        parts.append(element("g", line, transform=f"translate(0 {first + line_height * number:g}){larger}"))
    return element(
        "svg",
        "\n" + "\n".join(part for part in parts if part) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=full_width * PIXELS,
        height=full_height * PIXELS,
        viewBox=f"{-left:g} {-top:g} {full_width:g} {full_height:g}",
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


def _pieces(
    view: View, paints: tuple[Paint, Paint], glyphs: Mapping[str, str], faces: Mapping[str, str]
) -> Iterable[str]:
    places = {square.name: corner(view.board, square) for square in view.board.squares}
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
            yield element("g", drawn, transform=f"translate({x:g} {y:g})")


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
    return text_at(text, x, y, size, fill=paint.mark, font_weight=700, text_anchor="middle") if text else ""


def _boxes(corners: list[tuple[float, float]]) -> list[tuple[float, float, float, float]]:
    """Return the rectangle that the squares fill, or each square if they do not fill one."""
    x, y = min(x for x, _ in corners), min(y for _, y in corners)
    width, depth = max(x for x, _ in corners) - x + CELL, max(y for _, y in corners) - y + CELL
    if len(corners) * CELL * CELL == width * depth:
        return [(x, y, width, depth)]
    return [(x, y, CELL, CELL) for x, y in corners]


def _block(piece: Piece, box: tuple[float, float, float, float], paint: Paint, face: str | None) -> str:
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
    return element("g", edged + letter, transform=f"translate({x:g} {y:g})")


def _block_mark(piece: Piece, x: float, y: float, room: float, paint: Paint, face: str | None) -> str:
    """Return the piece's letter, below its face if it has one."""
    if not face:
        return _lettering(piece.label.upper(), x, y, room, paint)
    transform = f"translate({x:g} {y - FACE_UP * room:g}) scale({FACE * room / 100:.3g}) translate(-50 -50)"
    drawn = element("path", d=face, fill=paint.mark, transform=transform)
    return drawn + _lettering(piece.label.upper(), x, y + LETTER_DOWN * room, LETTER_ROOM * room, paint)


def _caption(view: View, status: str, paints: tuple[Paint, Paint], width: float) -> list[str]:
    """Return the lines below the board: the side to move, and the notes, beside it if they fit."""
    paint = paints[view.to_move]
    turn = element("circle", cx=14, cy=0, r=12, fill=paint.face, stroke=FRAME_TEXT, stroke_width=2)
    turn += text_at(status, 38, 0, CAPTION, fill="#fff", font_weight=600)
    notes = [f"{name}: {value}" for name, value in view.notes]
    beside = NOTE_GAP.join(notes)
    if (len(status) + len(beside)) * LETTER * CAPTION + 60 <= width:
        return [turn + (text_at(beside, width, 0, CAPTION, fill=FRAME_TEXT, text_anchor="end") if notes else "")]
    longest = int(width / (LETTER * CAPTION))
    cut = (note if len(note) <= longest else note[: longest - 1] + "…" for note in notes)
    return [turn, *(text_at(note, 0, 0, CAPTION, fill=FRAME_TEXT) for note in cut)]
