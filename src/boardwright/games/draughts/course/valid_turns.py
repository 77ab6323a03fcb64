"""The course's function and program: a board and a colour give the list of possible turns."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from boardwright.errors import BoardwrightError, quoted
from boardwright.games.draughts.notation import format_turn, parse_board, turn_text
from boardwright.games.draughts.routes import routes_of
from boardwright.games.draughts.rules import BLACK, WHITE, Position, legal_moves


class Color(IntEnum):
    """The side whose turns are listed."""

    WHITE = WHITE
    BLACK = BLACK


COLORS = {"white": Color.WHITE, "w": Color.WHITE, "black": Color.BLACK, "b": Color.BLACK}


def valid_turns(board: str, color: Color, *, unique: bool = False) -> list[str]:
    """Every turn of one colour on a board of ten lines, sorted.

    A king may land on any free square behind the piece it takes, and each such choice is a
    turn of its own; ``unique`` lists turns with the same start, end and captures once.

    >>> board = '''
    ...  . . . . .
    ... . . . . .
    ...  . . . . .
    ... . . . . .
    ...  . . . . .
    ... . . . . .
    ...  . . . . .
    ... . b . . .
    ...  w . . . .
    ... . . . . .
    ... '''
    >>> valid_turns(board, Color.WHITE)
    ['11x33']
    >>> valid_turns(board, Color.BLACK)
    ['22x00']
    """
    return turns(parse_board(board, Color(color).value), unique=unique)


def turns(position: Position, *, unique: bool = False) -> list[str]:
    """The turns of the side to move, sorted; see :func:`valid_turns`."""
    moves = legal_moves(position)
    if unique:
        return sorted(format_turn(position, move) for move in moves)
    return sorted(turn_text(route, bool(move.captured)) for move in moves for route in routes_of(position, move))


def answer(board: str, arguments: Sequence[str]) -> list[str]:
    """Return the output of the program ``valid_turns`` for a board and its arguments."""
    if len(arguments) != 1 or arguments[0] not in COLORS:
        given = quoted(" ".join(arguments)) if arguments else "missing"
        raise BoardwrightError(f"the colour is {given}: expected one argument, white, black, w or b")
    return valid_turns(board, COLORS[arguments[0]])
