"""Congo in text: the FEN of a position, and moves such as ``d1d2`` or ``c3c5e5``."""

from __future__ import annotations

import re
from collections.abc import Callable

from boardwright.errors import InvalidMove, InvalidPosition, quoted
from boardwright.fen import Ranks, format_ranks
from boardwright.games.congo.rules import (
    BLACK,
    CASTLES,
    LAST_NUMBER,
    LIONS,
    MONKEYS,
    PIECES,
    SIDES,
    SIZE,
    WHITE,
    Move,
    Position,
    square_name,
)
from boardwright.texts import counted
from boardwright.views import Side

STARTS = {
    "standard": "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0",
    "full": "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0",
}
SIDE_LETTERS = "wb"
CASTLE_NAMES = ("c1 to e3", "c5 to e7")
LONGEST_BOARD = SIZE * SIZE + SIZE - 1
LONGEST_NUMBER = len(str(LAST_NUMBER))
MAX_PIECES = 14
MOVE = re.compile(r"(?:[a-g][1-7]){2,}", re.IGNORECASE)
RANKS = Ranks(SIZE, SIZE, PIECES[0] + PIECES[1], f"a piece letter, {PIECES[0]} for White and {PIECES[1]} for Black")


def format_position(position: Position) -> str:
    """Return the FEN, with empty runs merged and the side in lower case."""
    board = position.board
    ranks = format_ranks(board[start : start + SIZE] for start in range(SIZE * SIZE - SIZE, -1, -SIZE))
    return f"{ranks} {SIDE_LETTERS[position.to_move]} {position.number}"


def parse_position(text: str, *, on_repair: Callable[[str], None] | None = None, both_lions: bool = False) -> Position:
    """Parse a FEN.

    If ``on_repair`` is given, a text that would be rejected because an ``l`` and a ``1`` look alike is repaired, and
    the repair passed there; with ``both_lions`` the text is known to show an unfinished game, and one that lacks a
    lion is repaired too.

    >>> parse_position("7/7/4l2/7/2L4/7/7 b 3").number
    3
    """
    try:
        position = _parse(text.split())
    except InvalidPosition:
        repaired = on_repair and _repaired(text.split(), on_repair)
        if repaired is None:
            raise
        return repaired
    if both_lions and on_repair and not has_both_lions(position):
        return _repaired(text.split(), on_repair) or position
    return position


def has_both_lions(position: Position) -> bool:
    """Whether neither lion is captured."""
    return "L" in position.board and "l" in position.board


def _parse(fields: list[str]) -> Position:
    if len(fields) not in (2, 3):
        problem = f"{quoted(' '.join(fields))} has {counted(len(fields), 'field')}"
        raise InvalidPosition(f"{problem}: expected seven ranks, w or b, and a number")
    side = SIDE_LETTERS.find(fields[1].lower()) if len(fields[1]) == 1 else -1
    if side < 0:
        raise InvalidPosition(f"the side to move is {quoted(fields[1])}: expected w or b")
    number = fields[2] if len(fields) == 3 else "0"
    if not (number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER):
        raise InvalidPosition(
            f"the move number is {quoted(number)}: expected a whole number of at most {LONGEST_NUMBER} digits"
        )
    board = "".join(reversed(RANKS.parse(fields[0])))
    _check_lions(board, side, fields[0].split("/"))
    _check_monkeys(board)
    return Position(board, side, int(number))


def _check_lions(board: str, to_move: Side, names: list[str]) -> None:
    """Check that each side has one lion, in its castle; in a finished game the side to move has none."""
    if "L" not in board and "l" not in board:
        raise InvalidPosition(f"ranks 7 to 1, {quoted('/'.join(names))}, have no lion: expected L and l")
    if LIONS[to_move] not in board:
        _check_lion(board, 1 - to_move, names, CASTLES[0] | CASTLES[1], f"a castle, {' or '.join(CASTLE_NAMES)}")
        return
    for side in (WHITE, BLACK):
        _check_lion(board, side, names, CASTLES[side], f"its castle, {CASTLE_NAMES[side]}")


def _check_lion(board: str, side: Side, names: list[str], castle: frozenset[int], where: str) -> None:
    lion = f"{SIDES[side]} lion"
    squares = [square for square, piece in enumerate(board) if piece == LIONS[side]]
    for square in squares:
        rank = square // SIZE + 1
        problem = f"rank {rank}, {quoted(names[SIZE - rank])}, has"
        if square not in castle:
            raise InvalidPosition(f"{problem} the {lion} on {square_name(square)}: expected it in {where}")
        if square != squares[0]:
            other = f"one, and it is on {square_name(squares[0])}"
            raise InvalidPosition(f"{problem} a second {lion} on {square_name(square)}: expected {other}")
    if not squares:
        ranks, text = (("3 to 1", names[4:]), ("7 to 5", names[:3]))[side]
        raise InvalidPosition(
            f"ranks {ranks}, {quoted('/'.join(text))}, have no {lion}: expected one in {where};"
            " only the side to move may have lost its lion"
        )


def _check_monkeys(board: str) -> None:
    """Reject boards, beyond anything a game can reach, on which a monkey may have millions of paths.

    Pieces only ever leave the board, so every accepted board can be played on and written.
    """
    for side, other in ((WHITE, BLACK), (BLACK, WHITE)):
        enemies = sum(map(board.count, PIECES[other]))
        if enemies > MAX_PIECES and MONKEYS[side] in board:
            problem = f"{SIDES[side]} has a monkey and {SIDES[other]} {enemies} pieces"
            raise InvalidPosition(f"{problem}: expected at most {MAX_PIECES} to jump")


def _repaired(fields: list[str], on_repair: Callable[[str], None]) -> Position | None:
    """Return the only reading in which one swapped l or 1 gives each side one lion in its castle."""
    if not fields or len(fields[0]) > LONGEST_BOARD:
        return None
    text = fields[0]
    readings = []
    for place, letter in enumerate(text):
        if letter not in "l1":
            continue
        other = text[:place] + ("1" if letter == "l" else "l") + text[place + 1 :]
        try:
            position = _parse([other, *fields[1:]])
        except InvalidPosition:
            continue
        if has_both_lions(position):
            readings.append((position, other, text[:place].count("/")))
    if len(readings) != 1:
        return None
    position, other, rank = readings[0]
    on_repair(
        f"rank {SIZE - rank}, {quoted(text.split('/')[rank])}, is read as {quoted(other.split('/')[rank])}:"
        " the letter l and the digit 1 look alike, and so each side has its lion"
    )
    return position


def format_move(move: Move) -> str:
    """
    >>> format_move((16, 30, 32))
    'c3c5e5'
    """
    return "".join(map(square_name, move))


def parse_move(text: str, *, strict: bool = False) -> Move:
    """Parse the path of a move, legal or not; lenient parsing accepts upper case too.

    >>> parse_move("c3c5e5")
    (16, 30, 32)
    """
    wanted = text.strip()
    if MOVE.fullmatch(wanted) is None or (strict and wanted != wanted.lower()):
        raise InvalidMove(
            f"{quoted(wanted)} is not a move: expected its squares without spaces, such as d1d2 or c3c5e5"
        )
    return parse_squares(wanted.lower())


def parse_squares(names: str) -> Move:
    """Parse a sequence of square names into numbers.

    >>> parse_squares("d4")
    (24,)
    """
    return tuple(SIZE * (int(names[at + 1]) - 1) + "abcdefg".index(names[at]) for at in range(0, len(names), 2))
