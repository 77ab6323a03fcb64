"""A position as a board of characters, plain or in styled segments for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from boardwright.render.text_lines import Cell, graph_lines, hex_lines, square_lines
from boardwright.views import View

Segment: TypeAlias = tuple[str, str]

GROUND = {"river": "~", "castle": "+", "goal": "*", "home": ":"}
PLAIN_GROUND = "."

STYLES = {"ground": "dim", "label": "dim"}
SIDE_STYLES = {
    "red": "bold red",
    "blue": "bold bright_blue",
    # Set foreground and background: a terminal may be light or dark.
    "white": "bold black on bright_white",
    "black": "bold bright_white on black",
}
OTHER_SIDE_STYLES = ("bold yellow", "bold magenta")


def text_diagram(view: View) -> str:
    """Return the board with its labels, a cell for each square, and the notes below.

    >>> from boardwright.views import Board, Piece
    >>> board = Board.grid("ab", "12", terrain={"b1": "river"})
    >>> print(text_diagram(View(board, (Piece("lion", 0, ("a1",), "L"),), 0, (("turn", "7"),))))
    2 . .
    1 L ~
      a b
    turn: 7
    """
    return "".join(text for text, _ in _segments(view))


def styled_diagram(view: View, sides: tuple[str, str]) -> list[Segment]:
    """Return the same text in segments, each with a rich style or none.

    >>> from boardwright.views import Board, Piece
    >>> styled_diagram(View(Board.grid("ab", "1"), (Piece("lion", 0, ("a1",), "L"),), 0), ("red", "blue"))[2:5]
    [('L', 'bold red'), (' ', ''), ('.', 'dim')]
    """
    own = {str(side): SIDE_STYLES.get(sides[side], OTHER_SIDE_STYLES[side]) for side in (0, 1)}
    styles = STYLES | own
    return [(text, styles.get(role, "")) for text, role in _segments(view)]


def _segments(view: View) -> Iterator[Segment]:
    """Yield runs of text and their kinds: ground, label, the number of a side, or none."""
    for number, cells in enumerate(_lines(view)):
        if number:
            yield "\n", ""
        at = 0
        for start, text, role in cells:
            if start > at:
                yield " " * (start - at), ""
            yield text, role
            at = start + len(text)


def _lines(view: View) -> Iterator[Iterable[tuple[int, str, str]]]:
    """Return, by line from the top, the texts in it with their start and kind."""
    board, reserves = view.board, view.board.reserves
    standing = {square: piece for piece in view.pieces for square in piece.squares}
    labels = (*board.column_labels, *(piece.label for name, piece in standing.items() if name not in reserves))
    width = max(map(len, labels), default=1) + 1
    cells: dict[str, Cell] = {}
    for square in board.squares:
        piece = standing.get(square.name)
        ground = GROUND.get(square.terrain, PLAIN_GROUND), "ground"
        if square.name not in reserves:
            cells[square.name] = (piece.label, str(piece.side)) if piece else ground
    yield from {"square": square_lines, "hex": hex_lines, "graph": graph_lines}[board.kind](board, cells, width)
    for name in (square.name for square in board.squares if square.name in reserves):
        in_hand = f"{standing[name].height} {standing[name].label}" if name in standing else "none"
        yield [(0, f"{name} in hand: {in_hand}", "note")]
    for name, value in view.notes:
        yield [(0, f"{name}: {value}", "note")]
