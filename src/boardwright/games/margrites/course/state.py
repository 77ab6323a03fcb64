"""The course's mutable interface to the frozen position that the rules use."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass

from boardwright.errors import BoardwrightError, InvalidPosition, quoted
from boardwright.games.margrites import notation
from boardwright.games.margrites.captures import set_of, squares_in
from boardwright.games.margrites.course.types import (
    COLORS,
    COLUMNS,
    COORDS,
    ROWS,
    Color,
    Coord,
    Where,
    coord_at,
    square_at,
)
from boardwright.games.margrites.rules import STEPS_A_TURN, Position, resolved

__all__ = ["GameState"]


@dataclass(slots=True)
class GameState:
    """The state of a game.

    ``board`` has 8 rows of 9 numbers, row 0 being rank 8: +1 for Black, -1 for White, 0 for an empty square.
    ``start_squares`` holds, for each piece that has moved in this turn, where it stands and where it started the
    turn; ``score`` and ``captures`` are by colour.

    >>> state = GameState.from_setup(["e5"], ["a7"])
    >>> state.board[3], state.to_move, state.moves_left
    ([0, 0, 0, 0, 1, 0, 0, 0, 0], 1, 4)
    """

    board: list[list[int]]
    to_move: int
    moves_left: int
    start_squares: dict[Coord, Coord]
    score: dict[int, int]
    captures: dict[int, int]

    @staticmethod
    def from_setup(
        black: str | Iterable[Where], white: str | Iterable[Where], to_move: int = 1, *, resolve: bool = False
    ) -> GameState:
        """Return the start of a turn with pieces on any squares: coordinates, names, or a text such as
        ``"b2-h2,e1"``.

        Capturable pieces are rejected, or captured at once with ``resolve=True``. A side that has no legal step does
        not pass yet.
        """
        position = notation.set_up(_squares(black), _squares(white), _side(to_move))
        return GameState.from_position(resolved(position) if resolve else notation.stable(position))

    @staticmethod
    def from_position(position: Position) -> GameState:
        """Return the state of a position of the rules."""
        state = GameState([], 0, 0, {}, {}, {})
        state.position = position
        return state

    @property
    def position(self) -> Position:
        """The state as the rules' frozen, hashable position. Setting it changes the state in place."""
        try:
            return self._frozen()
        except (KeyError, TypeError) as error:
            raise InvalidPosition("the state is damaged: expected its fields as from_setup makes them") from error

    @position.setter
    def position(self, position: Position) -> None:
        cells = [Color.EMPTY.value] * (ROWS * COLUMNS)
        for color, pieces in zip(COLORS, position.pieces, strict=True):
            for square in squares_in(pieces):
                cells[square] = color
        self.board = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
        self.to_move = COLORS[position.to_move]
        self.moves_left = position.steps_left
        self.start_squares = {COORDS[now]: COORDS[start] for now, start in position.origins}
        self.score = dict(zip(COLORS, position.points, strict=True))
        self.captures = dict(zip(COLORS, position.captures, strict=True))

    def _frozen(self) -> Position:
        if len(self.board) != ROWS or any(len(row) != COLUMNS for row in self.board):
            raise InvalidPosition(f"expected a board of {ROWS} rows of {COLUMNS}")
        if self.moves_left not in range(STEPS_A_TURN + 1):
            raise InvalidPosition(f"{self.moves_left} moves left: expected 0 to {STEPS_A_TURN}")
        cells = [cell for row in self.board for cell in row]
        if not set(cells) <= set(Color):
            raise InvalidPosition("expected 0, +1 and -1 on the board")
        origins = {square_at(now): square_at(start) for now, start in self.start_squares.items() if now != start}
        if any(cells[now] != self.to_move for now in origins):
            raise InvalidPosition("expected a piece of the side to move on each square of start_squares")
        return Position(
            (_set_of(cells, Color.BLACK), _set_of(cells, Color.WHITE)),
            _side(self.to_move),
            self.moves_left,
            tuple(sorted(origins.items())),
            (self.score[1], self.score[-1]),
            (self.captures[1], self.captures[-1]),
        )

    def clone(self) -> GameState:
        """Return a deep copy."""
        return deepcopy(self)

    def serialize(self) -> dict[str, object]:
        """Return the state as plain data for JSON; squares by name, scores by side.

        >>> GameState.from_setup(["e5"], ["a7"]).serialize()["score"]
        {'black': 0, 'white': 0}
        """
        return {
            "board": [list(row) for row in self.board],
            "to_move": int(self.to_move),
            "moves_left": self.moves_left,
            "start_squares": dict(notation.origin_names(self.position)),
            "score": {"black": self.score[1], "white": self.score[-1]},
            "captures": {"black": self.captures[1], "white": self.captures[-1]},
        }


def _set_of(cells: list[int], color: Color) -> int:
    return set_of(square for square, cell in enumerate(cells) if cell == color)


def _side(to_move: int) -> int:
    if to_move not in COLORS:
        raise InvalidPosition(f"{quoted(str(to_move))} is to move: expected +1 for Black or -1 for White")
    return COLORS.index(to_move)


def _squares(places: str | Iterable[Where]) -> list[int]:
    if isinstance(places, str):
        return notation.parse_squares(places)
    try:
        return [square_at(coord_at(place)) for place in places]
    except BoardwrightError as error:
        raise InvalidPosition(str(error)) from error
