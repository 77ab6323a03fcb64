"""Positions and moves in Hub's notation: fifty-one letters, and captures that name the captured pieces."""

from __future__ import annotations

import re

from boardwright.errors import IllegalMove, InvalidMove, InvalidPosition, quoted
from boardwright.games.draughts.notation import format_squares, position_of
from boardwright.games.draughts.rules import BIT, SQUARES, Move, Position, legal_moves, numbers, why_illegal

SIDES = "WB"
PIECES = "wbWB"
"""The letters of a position: white man, black man, white king, black king."""
EMPTY = "e"
LENGTH = 1 + len(SQUARES)
MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2}){2,})")


def format_position(position: Position) -> str:
    """The side to move, then every square.

    >>> from boardwright.games.draughts import Draughts
    >>> format_position(Draughts().start())
    'Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww'
    """
    return SIDES[position.to_move] + format_squares(position, PIECES, EMPTY)


def parse_position(text: str) -> Position:
    """Parse a position of fifty-one letters."""
    if len(text) != LENGTH:
        raise InvalidPosition(
            f"the position {quoted(text)} has {len(text)} letters: expected {LENGTH}, the side to move and its squares"
        )
    if text[0] not in SIDES:
        raise InvalidPosition(f"the position begins with {quoted(text[0])}: expected W or B, the side to move")
    for square, letter in enumerate(text[1:], 1):
        if letter not in PIECES + EMPTY:
            raise InvalidPosition(f"square {square} of the position has {quoted(letter)}: expected w, b, W, B or e")
    return position_of(map((PIECES + EMPTY).index, text[1:]), SIDES.index(text[0]))


def format_move(move: Move) -> str:
    """Format a move as from and to; a capture adds the captured squares in ascending order.

    >>> format_move(Move(32, 28)), format_move(Move(28, 10, BIT[23] | BIT[14]))
    ('32-28', '28x10x14x23')
    """
    squares = [move.origin, move.target, *numbers(move.captured)]
    return ("x" if move.captured else "-").join(map(str, squares))


def parse_move(position: Position, text: str) -> Move:
    """Parse a legal move, with the captured squares in any order.

    >>> from boardwright.games.draughts.notation import parse_position as parse_fen
    >>> format_move(parse_move(parse_fen("W:W28:B14,23"), "28x10x23x14"))
    '28x10x14x23'
    """
    if MOVE.fullmatch(text) is None:
        expected = "FROM-TO such as 32-28, or FROMxTOxTAKEN... such as 28x19x23"
        raise InvalidMove(f"{quoted(text)} is not a move: expected {expected}")
    origin, target, *taken = (int(square) for square in re.split("[-x]", text))
    for square in (origin, target, *taken):
        if square not in SQUARES:
            raise InvalidMove(f"{quoted(text)} names square {square}: expected squares from 1 to 50")
    if len(set(taken)) < len(taken):
        raise InvalidMove(f"{quoted(text)} takes a square twice: expected each once")
    move = Move(origin, target, sum(BIT[square] for square in taken))
    if move not in legal_moves(position):
        raise IllegalMove(text, why_illegal(position, move))
    return move
