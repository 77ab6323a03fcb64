"""The symmetries of a game, as far as its start position shows them: they let squares share what is learned."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from boardwright.game import AnyGame
from boardwright.views import Board, View

Point: TypeAlias = tuple[int, int]
Turn: TypeAlias = Callable[[int, int], Point]
"""A reflection or rotation about the origin."""

TURNS: tuple[Turn, ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)
MOST_MOVES = 100
"""How many moves of the start position are compared."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A map of the board to itself: of directions by ``turn``, of squares by their names."""

    turn: Turn
    squares: dict[str, str]

    def maps(self, some: set[str]) -> bool:
        """Whether a set of squares is mapped to itself."""
        return {self.squares[name] for name in some} == some


def board_symmetries(board: Board) -> list[Symmetry]:
    """Return the maps of a board to itself that keep the terrain."""
    names = {(square.x, square.y): square.name for square in board.squares}
    terrain = {square.name: square.terrain for square in board.squares}
    found = []
    for turn in TURNS:
        turned = {square.name: turn(square.x, square.y) for square in board.squares}
        left, low = (min((point[axis] for point in turned.values()), default=0) for axis in (0, 1))
        first, bottom = (min((point[axis] for point in names), default=0) for axis in (0, 1))
        squares = {name: names.get((x - left + first, y - low + bottom), "") for name, (x, y) in turned.items()}
        if all(to and terrain[to] == terrain[name] for name, to in squares.items()):
            found.append(Symmetry(turn, squares))
    return found


def symmetries_of(game: AnyGame) -> tuple[list[Symmetry], Symmetry | None]:
    """Return the maps that keep the start position, and one that exchanges its sides; None if there is none.

    The first list always holds the identity. Where the start position is empty, moves must be mapped to moves too.
    """
    start = game.start()
    view = game.view(start)
    possible = board_symmetries(view.board)
    played = _squares_of_moves(game)
    kept = [each for each in possible if _pieces(view, each, 0) == _pieces(view, None, 0) and each.maps(played)]
    exchanging = [each for each in possible if _pieces(view, each, 1) == _pieces(view, None, 0)]
    return kept, next(iter(exchanging), None)


def _squares_of_moves(game: AnyGame) -> set[str]:
    """Return the squares from or to which the first moves of a game lead."""
    start = game.start()
    names = {square.name for square in game.view(start).board.squares}
    moves = game.legal_moves(start)
    if len(moves) > MOST_MOVES:
        return set()
    paths: Iterable[str] = (name for move in moves for path in game.move_view(start, move).paths for name in path)
    return names & set(paths)


def _pieces(view: View, symmetry: Symmetry | None, flip: int) -> set[tuple[str, int, int, frozenset[str]]]:
    squares = symmetry.squares if symmetry else {square.name: square.name for square in view.board.squares}
    return {
        (piece.kind, piece.height, piece.side ^ flip, frozenset(squares[name] for name in piece.squares))
        for piece in view.pieces
    }
