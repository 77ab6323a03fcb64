"""Boards as lines of text.

A line holds texts with their column and their kind, from the left. ``cells`` holds, by the name of a square, what
stands there and its kind; ``width`` is that of a cell with the space after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from operator import sub
from typing import TypeAlias

from boardwright.render.geometry import column_ends, row_ends
from boardwright.views import RESERVE, Board, Square

Cell: TypeAlias = tuple[str, str]
"""A text and its kind: ground, label, the number of a side, or none."""
Line: TypeAlias = list[tuple[int, str, str]]

STROKES = {(1, 0): "-", (0, 1): "|", (1, 1): "/", (-1, 1): "\\"}
"""By direction, how a step of a line is drawn."""
LARGE = 20
"""The most rows and columns of a board of points whose distances a diagram shows as they are."""
CROSSINGS = {"-": "+", "|": "+", "/": "X", "\\": "X"}


def square_lines(board: Board, cells: Mapping[str, Cell], width: int) -> Iterator[Line]:
    """Yield a board of squares.

    >>> board = Board.grid("ab", "12", gaps=["a1"])
    >>> list(square_lines(board, {"b1": ("x", "0"), "a2": ("o", "1")}, 2))[:2]
    [[(0, '2', 'label'), (2, 'o', '1')], [(0, '1', 'label'), (4, 'x', '0')]]
    """
    row_labels, column_labels = dict(enumerate(board.row_labels)), board.column_labels[: board.columns]
    left = max(map(len, board.row_labels), default=-1) + 1
    names = _unspelled(board)
    for y in range(board.rows - 1, -1, -1):
        label = row_labels.get(y, "")
        margin = [(left - 1 - len(label), label, "label")] if label else []
        row = sorted(
            (square.x, cells[square.name]) for square in board.squares if square.y == y and square.name in cells
        )
        beside = [(left + board.columns * width + 1, names[y], "label")] if y in names else []
        yield margin + [(left + x * width, *cell) for x, cell in row] + beside
    if column_labels:
        yield [(left + x * width, label, "label") for x, label in enumerate(column_labels)]


def hex_lines(board: Board, cells: Mapping[str, Cell], width: int) -> Iterator[Line]:
    """Yield a board of hexagons: every other row is half a cell to the right.

    >>> board = Board.hexagon(2)
    >>> for line in hex_lines(board, {"a1": ("x", "0"), "c2": ("o", "1")}, 2):
    ...     print(line)
    [(1, '3', 'label')]
    [(0, '2', 'label'), (6, 'o', '1')]
    [(1, '1', 'label'), (3, 'x', '0'), (7, 'c', 'label')]
    [(4, 'a', 'label'), (6, 'b', 'label')]
    """
    half = (width + 1) // 2
    placed = [(square.y, half * square.x, *cells[square.name]) for square in board.squares if square.name in cells]
    for label, square in row_ends(board):
        placed.append((square.y, half * square.x - 1 - len(label), label, "label"))
    for label, square, lean in column_ends(board):
        placed.append((square.y - 1, round(half * (square.x - lean)), label, "label"))
    for y, names in _unspelled(board).items():
        placed.append((y, half * board.columns + 1, names, "label"))
    left = min(0, *(at for _, at, _, _ in placed))
    for y in range(board.rows - 1, min(line for line, *_ in placed) - 1, -1):
        yield sorted((at - left, text, role) for line, at, text, role in placed if line == y)


def graph_lines(board: Board, cells: Mapping[str, Cell], width: int) -> Iterator[Line]:
    """Yield a board of points with its lines, as far as they go along rows, columns or diagonals.

    >>> board = Board.graph({"a1": (0, 0), "b2": (1, 1), "a2": (0, 1)}, [("a1", "b2"), ("a1", "a2")])
    >>> for line in graph_lines(board, {square.name: (".", "") for square in board.squares}, 2):
    ...     print([(at, text) for at, text, _ in line])
    [(0, '2'), (2, '.'), (4, '.')]
    [(2, '|'), (3, '/')]
    [(0, '1'), (2, '.')]
    [(2, 'a'), (4, 'b')]
    """
    lines = _undrawn_lines(board)
    board = _compact(board)
    left = max(map(len, board.row_labels), default=-1) + 1
    drawn = _strokes(board, width)
    rows = dict(enumerate(board.row_labels))
    points = {(width * square.x, 2 * square.y): cells[square.name] for square in board.squares if square.name in cells}
    filled: dict[tuple[int, int], Cell] = {place: (stroke, "ground") for place, stroke in drawn.items()} | points
    names = _unspelled(board)
    for y in range(2 * board.rows - 2, -1, -1):
        label = rows.get(y // 2, "") if y % 2 == 0 else ""
        margin = [(left - 1 - len(label), label, "label")] if label else []
        beside = [(left + board.columns * width + 1, names[y // 2], "label")] if y % 2 == 0 and y // 2 in names else []
        yield margin + sorted((left + at, *cell) for (at, line), cell in filled.items() if line == y) + beside
    if board.column_labels:
        yield [(left + x * width, label, "label") for x, label in enumerate(board.column_labels)]
    if lines:
        yield [(0, f"lines: {', '.join(map('-'.join, lines))}", "label")]


def _compact(board: Board) -> Board:
    """Leave out the rows and columns without points of a large board without labels, and the lines that are not drawn.

    A board whose diagonal lines would bend stays as it is.

    >>> wide = Board.graph({"one": (0, 0), "two": (40, 0), "three": (20, 30)}, [("one", "two"), ("two", "three")])
    >>> small = _compact(wide)
    >>> small.columns, small.rows, small.lines, [(square.x, square.y) for square in small.squares]
    (3, 2, (('one', 'two'),), [(0, 0), (2, 0), (1, 1)])
    >>> cross = Board.graph({"one": (0, 0), "two": (30, 30), "three": (0, 20)}, [("one", "two"), ("one", "three")])
    >>> _compact(cross) == cross
    True
    """
    if max(board.columns, board.rows) <= LARGE or board.row_labels or board.column_labels:
        return board
    points = [square for square in board.squares if square.terrain != RESERVE]
    columns, rows = (
        {at: place for place, at in enumerate(sorted(set(ats)))}
        for ats in zip(*((p.x, p.y) for p in points), strict=True)
    )
    places = tuple(square._replace(x=columns[square.x], y=rows[square.y]) for square in points)
    undrawn = _undrawn_lines(board)
    drawn = board._replace(lines=tuple(line for line in board.lines if line not in undrawn))
    compact = drawn._replace(columns=len(columns), rows=len(rows), squares=places)
    passes = all(compact.neighbours(point.name) == drawn.neighbours(point.name) for point in points)
    return compact if passes and not _undrawn_lines(compact) else board


def _unspelled(board: Board) -> dict[int, str]:
    """Return, by row, the names of its squares if the labels do not form them, the first and the last one of many."""
    squares = [square for square in board.squares if square.terrain != RESERVE]
    if any(map(board.is_spelled, squares)):
        return {}
    names: dict[int, list[str]] = {}
    for square in sorted(squares, key=lambda square: square.x):
        names.setdefault(square.y, []).append(square.name)
    return {y: " ".join(row) if board.kind == "graph" else f"{row[0]}-{row[-1]}" for y, row in names.items()}


def _strokes(board: Board, width: int) -> dict[tuple[int, int], str]:
    """Return the characters of the lines, by column and by line from below."""
    drawn: dict[tuple[int, int], str] = {}
    for start, (dx, dy), length in _straight(board):
        across = width if dx and not dy else 2
        for step in range(1, length * across):
            x = width * start.x + (step if not dy else dx * (step * width // 2))
            place = x, 2 * start.y + dy * step
            stroke = STROKES[dx, dy]
            drawn[place] = stroke if drawn.get(place, stroke) == stroke else CROSSINGS[stroke]
    return drawn


def _straight(board: Board) -> Iterator[tuple[Square, tuple[int, int], int]]:
    """Yield the start, the direction and the length of the lines that can be drawn."""
    places = {square.name: square for square in board.squares if square.terrain != RESERVE}
    for ends in board.lines:
        # From below, or else from the left.
        start, end = sorted((places[name] for name in ends), key=lambda square: (square.y, square.x))
        across, up = end.x - start.x, end.y - start.y
        length = max(abs(across), up)
        if length and across in (0, length, -length) and up in (0, length):
            yield start, (across // length, up // length), length


def _undrawn_lines(board: Board) -> list[tuple[str, str]]:
    """Return the lines that a diagram does not show, by their ends.

    >>> _undrawn_lines(Board.graph({"a": (0, 0), "b": (1, 2), "c": (0, 2)}, [("a", "b"), ("b", "c")]))
    [('a', 'b')]
    """
    places = {square.name: (square.x, square.y) for square in board.squares}
    steps = [tuple(map(sub, places[end], places[start])) for start, end in board.lines]
    oblique = (across and up and abs(across) != abs(up) for across, up in steps)
    return list(compress(board.lines, oblique))
