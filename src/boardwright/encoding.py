"""Encodings for learning environments: numbered actions, and observations as planes.

Every game has an :class:`Encoding`. By default an agent clicks the squares of a move one after another; a game
package may define a shorter one.

>>> from boardwright import find_game
>>> turm = find_game("turm")
>>> encoding = encoding_of(turm)
>>> len(encoding.actions), encoding.shape
(588, (6, 7, 7))
>>> move = turm.parse_move(turm.start(), "D5-D4-1")
>>> encoding.actions_of(turm.start(), move)
(375,)
>>> encoding.actions[375]
'D5-D4'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Generic, NamedTuple, TypeAlias

from boardwright.errors import COMMON_REFUSALS, IllegalMove
from boardwright.game import QUIET_PLIES, Game, M, P
from boardwright.manifest import load
from boardwright.views import Board, Exit, Side

Actions: TypeAlias = tuple[int, ...]
"""Actions by number, such as those chosen so far for the current move."""

STOP = "stop"
QUIET_STEP = 4
"""The plane of quiet plies is divided by this, to fit a signed byte."""
HISTORY_PLANES = ("how often the position stood on the board before", f"plies without progress, by {QUIET_STEP}")
OPPOSITE_EDGE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


class Perspective(Enum):
    """How the board is turned for the second side, so that it looks like the first side's."""

    SAME = "not turned"
    FLIPPED = "rows in reverse order"
    ROTATED = "rotated by half a turn"

    def coordinates(self, board: Board, x: int, y: int) -> tuple[int, int]:
        """Return the coordinates on the turned board."""
        if self is Perspective.SAME:
            return x, y
        return board.columns - 1 - x if self is Perspective.ROTATED else x, board.rows - 1 - y

    def board_exit(self, board: Board, board_exit: Exit) -> Exit:
        """Return the corresponding exit of the turned board."""
        if self is Perspective.SAME or (self is Perspective.FLIPPED and board_exit.edge in ("left", "right")):
            return board_exit
        return next(other for other in board.exits if other.edge == OPPOSITE_EDGE[board_exit.edge])


class PlaneValue(NamedTuple):
    """A value in a plane; without a cell, in all cells of it."""

    plane: str
    cell: int | None
    value: int = 1


class Encoding(ABC, Generic[P, M]):
    """The actions and observations of one game and variant; stateless, like the game.

    A move is one action or several; then the same side acts until the move is complete. Squares, cells and actions
    are numbered from the perspective of the side to move.
    """

    version = 1
    """Increased when the meaning of a number changes."""
    perspective = Perspective.SAME
    actions: tuple[str, ...]
    """The name of each action, from the first side's perspective."""

    def __init__(self, game: Game[P, M]) -> None:
        self.game = game
        self.board = game.view(game.start()).board
        whose = ("own", "other")
        self.kinds = {(other, kind): f"{whose[other]} {kind}" for other in (False, True) for kind in game.kinds}
        """The plane of each piece, by whether it is the opponent's and by kind."""
        self.planes: tuple[str, ...] = (*self.kinds.values(), *self.extra_planes(), *HISTORY_PLANES)
        """The names of the planes."""
        self.area = self.board.rows * self.board.columns
        self.first_cells = {plane: number * self.area for number, plane in enumerate(self.planes)}
        """By plane, its offset in an observation."""
        self.numbers = tuple(dict(self._numbered(side)) for side in (0, 1))
        """By side and name, the numbers of the squares, then those of the exits."""
        self.cells = tuple(
            {square.name: self.cell(side, square.x, square.y) for square in self.board.squares} for side in (0, 1)
        )
        """By side and name, the cell of each square in a plane."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation; row 0 is the bottom row in the first side's view."""
        return len(self.planes), self.board.rows, self.board.columns

    # Actions.

    @abstractmethod
    def options(self, position: P, prefix: Actions = ()) -> dict[int, M | None]:
        """Return the actions that may follow those chosen so far, in ascending order.

        Each maps to the legal move that it completes, or None if the move continues. ``prefix`` holds actions from
        earlier options.
        """

    @abstractmethod
    def actions_of(self, position: P, move: M) -> Actions:
        """Return the actions of a legal move, the lowest-numbered of several sequences; an illegal move raises."""

    def move_of(self, position: P, actions: Sequence[int]) -> M | None:
        """Return the move of some actions, or None if it is incomplete; an illegal action raises.

        >>> from boardwright import find_game
        >>> congo = find_game("congo")
        >>> encoding_of(congo).move_of(congo.start(), [0])
        (0, 1)
        >>> encoding_of(congo).move_of(congo.start(), [3])
        Traceback (most recent call last):
        boardwright.errors.IllegalMove: 'action 3 (a1b2)' is illegal: it is not among the 26 legal actions
        """
        move: M | None = None
        for number, action in enumerate(actions):
            # No action may follow a complete move.
            options = {} if move is not None else self.options(position, tuple(actions[:number]))
            if action not in options:
                raise self.illegal_action_error(self.game.side_to_move(position), action, len(options))
            move = options[action]
        return move

    def action_name(self, side: Side, action: int) -> str:
        """Return the name of a side's action in absolute coordinates."""
        return self.actions[action]

    def illegal_action_error(self, side: Side, action: int, legal: int) -> IllegalMove:
        """Return the error for an action that is not legal for the side to move."""
        name = f" ({self.action_name(side, action)})" if 0 <= action < len(self.actions) else ""
        return IllegalMove(f"action {action}{name}", COMMON_REFUSALS("not_legal_action", actions=legal))

    def max_actions(self, position: P) -> int | None:
        """Return an upper bound of the actions from a position to the end; None: the draw rules give none."""
        return None

    # For games with a core: its indices of the same squares and actions.

    def core_square(self, name: str) -> int:
        """Return the core's index of a square or an exit."""
        raise NotImplementedError(f"{self.game.name} has no core")

    def core_action(self, side: Side, action: int, places: int) -> int:
        """Return the core's index of a side's action; ``places`` is how many squares and exits the core has."""
        raise NotImplementedError(f"{self.game.name} has no core")

    # Observations.

    def observe(
        self, position: P, prefix: Actions = (), *, side: Side | None = None, repeated: int = 0, quiet: int = 0
    ) -> bytes:
        """Return the planes of a position as signed bytes, row by row, seen by a side (default: the side to move).

        ``repeated`` and ``quiet`` come from the history of the game: how often the position occurred before, and the
        number of plies without progress.
        """
        viewer = self.game.side_to_move(position) if side is None else side
        planes = bytearray(len(self.planes) * self.area)
        history = (
            PlaneValue(HISTORY_PLANES[0], None, repeated),
            PlaneValue(HISTORY_PLANES[1], None, quiet // QUIET_STEP),
        )
        for name, cell, value in (
            *self._pieces(position, viewer),
            *self.extra_values(position, prefix, viewer),
            *history,
        ):
            first = self.first_cells[name]
            byte = max(-128, min(value, 127)) & 0xFF
            if cell is None:
                planes[first : first + self.area] = bytes([byte]) * self.area
            else:
                planes[first + cell] = byte
        return bytes(planes)

    def extra_planes(self) -> tuple[str, ...]:
        """The planes of a game besides its pieces and the history."""
        return ()

    def extra_values(self, position: P, prefix: Actions, viewer: Side) -> Iterable[PlaneValue]:
        """Return the values in those planes."""
        return ()

    def cell(self, side: Side, x: int, y: int) -> int:
        """Return the cell of a square in a plane, from a side's perspective."""
        x, y = self.perspective.coordinates(self.board, x, y) if side else (x, y)
        return y * self.board.columns + x

    def _pieces(self, position: P, viewer: Side) -> Iterator[PlaneValue]:
        for piece in self.game.view(position).pieces:
            plane = self.kinds[piece.side != viewer, piece.kind]
            for square in piece.squares:
                yield PlaneValue(plane, self.cells[viewer][square], piece.height)

    def _numbered(self, side: Side) -> Iterator[tuple[str, int]]:
        by_cell = {self.cell(0, square.x, square.y): number for number, square in enumerate(self.board.squares)}
        for square in self.board.squares:
            yield square.name, by_cell[self.cell(side, square.x, square.y)]
        for board_exit in self.board.exits:
            seen = self.perspective.board_exit(self.board, board_exit) if side else board_exit
            yield board_exit.name, len(by_cell) + self.board.exits.index(seen)


def next_actions(paths: Iterable[tuple[Actions, M]], prefix: Actions, stop: int) -> dict[int, M | None]:
    """Return the next actions after those chosen so far, where each move is a path of actions.

    Where one move can end and another continues, the action ``stop`` ends it.

    >>> next_actions([((1, 2), "short"), ((1, 2, 3), "long"), ((4,), "other")], (), 9)
    {1: None, 4: 'other'}
    >>> next_actions([((1, 2), "short"), ((1, 2, 3), "long"), ((4,), "other")], (1, 2), 9)
    {3: 'long', 9: 'short'}
    """
    begun = len(prefix)
    ends: dict[int, M] = {}
    goes_on = set()
    for path, move in paths:
        if path[:begun] != prefix:
            continue
        if len(path) == begun:
            ends[stop] = move
        elif len(path) == begun + 1:
            ends[path[begun]] = move
        else:
            goes_on.add(path[begun])
    return {action: None if action in goes_on else ends[action] for action in sorted(goes_on | ends.keys())}


class PathEncoding(Encoding[P, M]):
    """An encoding in which a move is a path of actions, or one of several paths."""

    has_stop = False
    """Whether a move may end where another continues; then a last action, ``stop``, ends it."""

    @abstractmethod
    def paths(self, position: P, move: M) -> Iterable[Actions]:
        """Return every path of actions of a legal move."""

    def options(self, position: P, prefix: Actions = ()) -> dict[int, M | None]:
        moves = self.game.legal_moves(position)
        paths = ((path, move) for move in moves for path in self.paths(position, move))
        return next_actions(paths, prefix, len(self.actions) - 1)

    def actions_of(self, position: P, move: M) -> Actions:
        path = min(self.paths(position, self.game.require_legal(position, move)))
        goes_on = self.has_stop and len(self.options(position, path)) > 1
        return (*path, len(self.actions) - 1) if goes_on else path


class SquarePathEncoding(PathEncoding[P, M]):
    """The default encoding: a move is clicked square by square, along any path of its view."""

    has_stop = True

    def __init__(self, game: Game[P, M]) -> None:
        super().__init__(game)
        self.actions = (*self.numbers[0], STOP)
        self._names = [{number: name for name, number in numbers.items()} for numbers in self.numbers]

    def core_square(self, name: str) -> int:
        """Return the index of a square of the board, or behind them that of an exit, as the header counts them."""
        return self.board.places.index(name)

    def core_action(self, side: Side, action: int, places: int) -> int:
        if action == len(self.actions) - 1:
            return places
        return self.core_square(self._names[side][action])

    def paths(self, position: P, move: M) -> Iterator[Actions]:
        numbers = self.numbers[self.game.side_to_move(position)]
        return (tuple(numbers[square] for square in path) for path in self.game.move_view(position, move).paths)

    def extra_planes(self) -> tuple[str, ...]:
        return ("the squares chosen so far, in order", "seen by the first side")

    def extra_values(self, position: P, prefix: Actions, viewer: Side) -> Iterator[PlaneValue]:
        path, first = self.extra_planes()
        mover = {number: name for name, number in self.numbers[self.game.side_to_move(position)].items()}
        for order, number in enumerate(prefix, 1):
            if mover[number] in self.cells[viewer]:
                yield PlaneValue(path, self.cells[viewer][mover[number]], order)
        yield PlaneValue(first, None, int(viewer == 0))


class FromToEncoding(PathEncoding[P, M]):
    """An encoding in which an action goes from one square to another; a longer path takes several actions."""

    separator = "-"
    has_chains = False
    """Whether a move can continue after an action; then there are planes for the part chosen so far."""

    def __init__(self, game: Game[P, M]) -> None:
        super().__init__(game)
        self.steps = tuple(
            sorted((self.numbers[0][start], self.numbers[0][end]) for start, end in self.possible_steps())
        )
        """By action, the numbers of its start and end squares."""
        self.action_of = {step: action for action, step in enumerate(self.steps)}
        self.names = tuple(sorted(numbers, key=numbers.__getitem__) for numbers in self.numbers)
        """By side and number, the names of squares and exits."""
        self.actions = tuple(self.action_name(0, action) for action in range(len(self.steps) + self.has_stop))

    @abstractmethod
    def possible_steps(self) -> Iterable[tuple[str, str]]:
        """Return the start and end of every possible action of the first side, by the names of squares and exits."""

    @abstractmethod
    def routes(self, position: P, move: M) -> Iterable[Sequence[str]]:
        """Return the paths of a move, each as names of squares and possibly an exit."""

    def action_name(self, side: Side, action: int) -> str:
        return (
            self.separator.join(self.names[side][at] for at in self.steps[action]) if action < len(self.steps) else STOP
        )

    def paths(self, position: P, move: M) -> Iterator[Actions]:
        side = self.game.side_to_move(position)
        return (self.path_actions(side, path) for path in self.routes(position, move))

    def path_actions(self, side: Side, path: Sequence[str]) -> Actions:
        """Return the actions of a side's path over some squares."""
        return tuple(self.action_of[step] for step in pairwise(self.numbers[side][square] for square in path))

    def path_squares(self, side: Side, prefix: Actions) -> list[str]:
        """Return the squares of the path chosen so far."""
        steps = [self.steps[action] for action in prefix]
        return [self.names[side][number] for number in (*(start for start, _ in steps[:1]), *(end for _, end in steps))]

    def max_by_progress(self, position: P, promoting: str = "") -> int:
        """Return the bound of a game in which each progress takes a piece, one of a tower's, or promotes a kind."""
        pieces = self.game.view(position).pieces
        takeable = sum(piece.height for piece in pieces)
        progress = takeable + sum(piece.kind == promoting for piece in pieces)
        # A move of several actions takes a piece with each, but perhaps for the last, which stops.
        return (progress + 1) * QUIET_PLIES + (takeable if self.has_chains else 0)

    def core_action(self, side: Side, action: int, places: int) -> int:
        if action == len(self.steps):
            return places * places
        start, end = (self.core_square(self.names[side][number]) for number in self.steps[action])
        return start * places + end

    def extra_planes(self) -> tuple[str, ...]:
        if not self.has_chains:
            return ()
        return ("where the moving piece started", "where it stands now", "what it has taken so far")

    def extra_values(self, position: P, prefix: Actions, viewer: Side) -> Iterator[PlaneValue]:
        if prefix:
            path = self.path_squares(self.game.side_to_move(position), prefix)
            marked = (path[:1], path[-1:], self.taken(position, path))
            for plane, squares in zip(self.extra_planes(), marked, strict=True):
                for square in squares:
                    yield PlaneValue(plane, self.cells[viewer][square])

    def taken(self, position: P, path: Sequence[str]) -> Iterable[str]:
        """Return the squares captured along a path that begins a legal move."""
        return ()


def encoding_of(game: Game[P, M]) -> Encoding[P, M]:
    """Return the encoding of a game: its own, or the squares that a player clicks."""
    return _cached(type(game), game.variant)


def encoding_class(game: Game[P, M] | type[Game[P, M]]) -> type[Encoding[P, M]]:
    """Return the class of a game's encoding."""
    own: type[Encoding[P, M]] | None = load(game.manifest.encoding)
    return own or SquarePathEncoding


@cache
def _cached(game: type[Game[P, M]], variant: str) -> Encoding[P, M]:
    """Cache the encoding: building its tables takes longer than a move."""
    return encoding_class(game)(game(variant))
