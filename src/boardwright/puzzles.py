"""Puzzles: positions in which the side to move has exactly one way to win, and the files that hold them.

A file has one puzzle per line, as JSON. :mod:`boardwright.study.puzzles` finds and proves them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame, Game, M, P
from boardwright.manifest import file_beside
from boardwright.played_game import LONGEST_GAME
from boardwright.views import Side

SUFFIX = ".jsonl"

DIFFICULTIES = ("easy", "medium", "hard")
LEAST_SOLVED = (0.9, 0.65, 0.0)
"""The least share of the levels' attempts that solve a puzzle of each difficulty."""
MOST_PLIES = (3, 5, LONGEST_GAME)
"""The most plies of the solution of a puzzle of each difficulty."""

Order: TypeAlias = tuple[str, ...]
"""The moves of one turn, as texts, in one order."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its solution: the moves of both sides, as canonical texts, from the solver's first to its last.

    ``distance`` is the number of plies in which the solver wins from the position; None if a bitbase proves the win.
    ``solved`` is the share of the attempts of levels 1 to 10 that find the solution; None in games without levels.
    """

    position: str
    moves: tuple[str, ...]
    distance: int | None
    solved: float | None = None

    def to_json(self) -> dict[str, object]:
        """Return the puzzle as plain data."""
        data = {"position": self.position, "moves": list(self.moves), "distance": self.distance, "solved": self.solved}
        return {name: value for name, value in data.items() if value is not None}

    @classmethod
    def from_json(cls, data: object) -> Puzzle:
        """Return the puzzle of plain data; its position and moves are not checked."""
        if not isinstance(data, dict):
            raise BoardwrightError("expected an object with position and moves")
        position, moves, distance, solved = map(data.get, ("position", "moves", "distance", "solved"))
        if not isinstance(position, str):
            raise BoardwrightError("its position is missing: expected a text")
        if not isinstance(moves, list) or not moves or not all(isinstance(move, str) for move in moves):
            raise BoardwrightError("its moves are missing: expected a list of texts")
        if distance is not None and (type(distance) is not int or not len(moves) <= distance <= LONGEST_GAME):
            raise BoardwrightError(
                f"its distance is {quoted(str(distance))}: expected a number of plies, {len(moves)} or more"
            )
        if solved is not None and not (isinstance(solved, (int, float)) and 0 <= solved <= 1):
            raise BoardwrightError(f"its share of solvers is {quoted(str(solved))}: expected a number from 0 to 1")
        return cls(position, tuple(moves), distance, solved)


@dataclass(frozen=True, slots=True)
class Turn:
    """The moves of one side in a solution, up to the other side's next turn.

    ``orders`` are all orders of these moves that lead to the same result; the first is that of the solution. A turn of
    one move has one.
    """

    side: Side
    position: Any
    orders: tuple[Order, ...]

    @property
    def moves(self) -> Order:
        """The moves in the order of the solution."""
        return self.orders[0]


def turns_of(game: AnyGame, puzzle: Puzzle) -> list[Turn]:
    """Return the solution turn by turn; raise if its position or one of its moves is not legal."""
    position = game.parse_position(puzzle.position)
    turns: list[Turn] = []
    left = list(puzzle.moves)
    while left:
        if (over := game.outcome(position)) is not None:
            raise BoardwrightError(f"the solution goes on after the end of the game: {game.format_outcome(over)}")
        side, at, steps = game.side_to_move(position), position, []
        while left and game.outcome(at) is None and game.side_to_move(at) == side:
            at = game.successor(at, game.parse_move(at, left[0], strict=True))
            steps.append(left.pop(0))
        turns.append(Turn(side, position, orders_of(game, position, steps)))
        position = at
    if turns[-1].side != turns[0].side:
        raise BoardwrightError("the solution ends with a move of the other side: expected one of the solver")
    return turns


def orders_of(game: Game[P, M], position: P, steps: Sequence[str]) -> tuple[Order, ...]:
    """Return the given moves of one side, and all other orders of them that lead to the same result.

    >>> from boardwright import find_game
    >>> game = find_game("margrites")
    >>> sorted(orders_of(game, game.start(), ["b2>b3", "c2>c3"]))
    [('b2>b3', 'c2>c3'), ('c2>c3', 'b2>b3')]
    """
    if len(steps) < 2:
        return (tuple(steps),)
    found = dict(_arrangements(game, position, tuple(steps)))
    result = found[tuple(steps)]
    return (tuple(steps), *(order for order, end in found.items() if end == result and order != tuple(steps)))


def _arrangements(game: Game[P, M], position: P, steps: Order) -> Iterator[tuple[Order, object]]:
    """Yield the legal orders of moves of the side to move, each with its result: the position, or the winner."""
    outcome = game.outcome(position)
    if not steps or outcome is not None:
        if not steps:
            yield (), position if outcome is None else outcome.winner
        return
    legal = {game.format_move(position, move): move for move in game.legal_moves(position)}
    for step in dict.fromkeys(steps):
        if step in legal:
            at = steps.index(step)
            for order, end in _arrangements(game, game.successor(position, legal[step]), steps[:at] + steps[at + 1 :]):
                yield (step, *order), end


def difficulty_of(puzzle: Puzzle) -> str:
    """Return the difficulty of a puzzle: by the plies of its solution, and by the levels that solve it.

    >>> difficulty_of(Puzzle("7/7/7/7/3RG3/7/BG6 r", ("D3-D4-1",), 1, 1.0))
    'easy'
    """
    solved = 1.0 if puzzle.solved is None else puzzle.solved
    return next(
        name
        for name, plies, least in zip(DIFFICULTIES, MOST_PLIES, LEAST_SOLVED, strict=True)
        if len(puzzle.moves) <= plies and solved >= least
    )


def board_key(game: AnyGame, position: Any) -> tuple[object, ...]:
    """Return what two positions have in common that are the same up to reflection, rotation and the colours."""
    view, solver = game.view(position), game.side_to_move(position)
    places = {square.name: (square.x, square.y) for square in view.board.squares}
    columns, rows = (max(place[axis] for place in places.values()) for axis in (0, 1))
    # Rows of hexagons cannot become columns.
    is_square = columns == rows and view.board.kind != "hex"
    images = []
    for flip_x, flip_y, transpose in (
        (flip_x, flip_y, transpose)
        for flip_x in (False, True)
        for flip_y in (False, True)
        for transpose in ((False, True) if is_square else (False,))
    ):
        image = []
        for piece in view.pieces:
            spots = []
            for x, y in (places[name] for name in piece.squares):
                spot = (columns - x if flip_x else x, rows - y if flip_y else y)
                spots.append(spot[::-1] if transpose else spot)
            image.append((piece.side == solver, piece.kind, piece.height, tuple(sorted(spots))))
        images.append(tuple(sorted(image)))
    return min(images)


def read_puzzles(text: str) -> list[Puzzle]:
    """Return the puzzles of the text of a file; a damaged line raises an error with its number."""
    puzzles = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            puzzles.append(Puzzle.from_json(json.loads(line)))
        except BoardwrightError as error:
            raise BoardwrightError(f"line {number} is not a puzzle: {error}") from error
        except (ValueError, RecursionError) as error:
            raise BoardwrightError(f"line {number} is not JSON: expected a puzzle") from error
    return puzzles


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file of puzzles."""
    return "".join(json.dumps(puzzle.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n" for puzzle in puzzles)


def read_puzzle_file(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file."""
    try:
        return read_puzzles(path.read_text(encoding="utf-8-sig"))
    except BoardwrightError as error:
        raise BoardwrightError(f"the file {quoted(str(path))}: {error}") from error
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason_of(error)
        raise BoardwrightError(f"the file {quoted(str(path))} cannot be read: {reason}") from error


def puzzle_file(game: AnyGame) -> Path | None:
    """Return the path of the puzzles that a game brings; None if its manifest names no folder for them."""
    if not game.manifest.puzzles:
        return None
    return file_beside(type(game), game.manifest.puzzles) / f"{game.full_name.replace(':', '-')}{SUFFIX}"


def puzzles_of(game: AnyGame) -> list[Puzzle]:
    """Return the puzzles that a game brings; none if it has no file of them."""
    path = puzzle_file(game)
    return [] if path is None or not path.exists() else list(_shipped(path))


@cache
def _shipped(path: Path) -> tuple[Puzzle, ...]:
    return tuple(read_puzzle_file(path))
