"""A position as a board of characters, plain or in styled segments for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from boardwright.views import Board, View

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


def _unspelled(board: Board) -> dict[int, str]:
    """Return, by row, the first and last names of its squares if the labels do not spell them."""
    columns, rows = dict(enumerate(board.column_labels)), dict(enumerate(board.row_labels))
    if any(square.name == columns.get(square.x, "") + rows.get(square.y, "") for square in board.squares):
        return {}
    names: dict[int, list[str]] = {}
    for square in sorted(board.squares, key=lambda square: square.x):
        names.setdefault(square.y, []).append(square.name)
    return {y: f"{row[0]}-{row[-1]}" for y, row in names.items()}


def _lines(view: View) -> Iterator[Iterable[tuple[int, str, str]]]:
    """Return, by line from the top, the texts in it with their start and kind."""
    board = view.board
    row_labels, column_labels = dict(enumerate(board.row_labels)), board.column_labels[: board.columns]
    left = max(map(len, board.row_labels), default=-1) + 1
    width = max((len(text) for text in (*column_labels, *(piece.label for piece in view.pieces))), default=1) + 1
    standing = {square: piece for piece in view.pieces for square in piece.squares}
    rows: list[dict[int, tuple[str, str]]] = [{} for _ in range(board.rows)]
    for square in board.squares:
        piece = standing.get(square.name)
        ground = GROUND.get(square.terrain, PLAIN_GROUND), "ground"
        rows[square.y][square.x] = (piece.label, str(piece.side)) if piece else ground
    numbers = {y: [(left + board.columns * width + 1, names, "label")] for y, names in _unspelled(board).items()}
    for y in range(board.rows - 1, -1, -1):
        label = row_labels.get(y, "")
        margin = [(left - 1 - len(label), label, "label")] if label else []
        yield margin + [(left + x * width, *cell) for x, cell in sorted(rows[y].items())] + numbers.get(y, [])
    if column_labels:
        yield [(left + x * width, label, "label") for x, label in enumerate(column_labels)]
    for name, value in view.notes:
        yield [(0, f"{name}: {value}", "note")]
