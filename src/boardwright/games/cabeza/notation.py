"""Cabeza in text: the FEN of a position, and moves such as ``Fne``."""

from __future__ import annotations

import re
from functools import cache

from boardwright.errors import InvalidMove, InvalidPosition, quoted
from boardwright.fen import EMPTY, Ranks, format_ranks
from boardwright.games.cabeza.rules import (
    HEIGHTS,
    KINDS,
    LETTERS,
    SIDES,
    SIZE,
    Move,
    Pose,
    Position,
    Team,
    by_destination,
    pieces,
)
from boardwright.texts import counted
from boardwright.views import Side

START = "3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/3FOOH3/3FMCH3,r"
SIDE_LETTERS = "rb"
CRUSHED = "x"
ROWS = Ranks(SIZE, SIZE, "".join(LETTERS), f"a letter of {LETTERS[0]} or {LETTERS[1]}", noun="row", lowest=0)
MOVE = re.compile(r"([CMFHOcmfho])([NSEWnsew]{1,4})")
FOOTPRINTS = {
    "cabeza": "one square",
    "mini": "one square",
    "flaco": "one square, or two side by side",
    "chato": "two squares side by side, or two by two",
    "opa": "two by two squares",
}


def square_name(x: int, y: int) -> str:
    """
    >>> square_name(9, 0)
    '90'
    """
    return f"{x}{y}"


@cache
def square_names(pose: Pose) -> tuple[str, ...]:
    """The squares under a piece, row by row from the south-west.

    >>> square_names(Pose(4, 7, 2, 2, 1))
    ('47', '57', '48', '58')
    """
    x, y, w, d, _ = pose
    return tuple(square_name(column, row) for row in range(y, y + d) for column in range(x, x + w))


def piece_letter(side: Side, kind: str) -> str:
    """
    >>> piece_letter(0, "chato"), piece_letter(1, "opa")
    ('H', 'o')
    """
    return LETTERS[side][KINDS.index(kind)]


def piece_name(side: Side, kind: str) -> str:
    """
    >>> piece_name(1, "flaco")
    'the blue Flaco'
    """
    return f"the {SIDES[side]} {kind.capitalize()}"


def format_position(position: Position) -> str:
    """The FEN: ten rows from north to south, the side to move, and ``,x`` for a crushed Cabeza."""
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    for side, kind, (x, y, w, d, _) in pieces(position):
        for row in range(y, y + d):
            board[row][x : x + w] = piece_letter(side, kind) * w
    rows = format_ranks("".join(row) for row in reversed(board))
    crushed = any(team.cabeza is None for team in position.teams)
    return f"{rows},{SIDE_LETTERS[position.to_move]}{',' + CRUSHED if crushed else ''}"


def parse_position(text: str) -> Position:
    """The position of a FEN.

    >>> parse_position(START).teams[0].chato
    Pose(x=6, y=0, w=1, d=2, h=2)
    """
    fen = text.strip()
    board, *fields = fen.split(",", 3)
    if len(fields) not in (1, 2):
        problem = f"{quoted(fen)} has {counted(fen.count(',') + 1, 'field')}"
        raise InvalidPosition(f"{problem}: expected ten rows, then ,r or ,b, then ,{CRUSHED} where a Cabeza is crushed")
    if len(fields[0]) != 1 or fields[0] not in SIDE_LETTERS:
        raise InvalidPosition(f"the side to move is {quoted(fields[0])}: expected r or b")
    if fields[1:] not in ([], [CRUSHED]):
        raise InvalidPosition(f"{quoted(fields[1])} stands after the side: expected nothing, or {CRUSHED}")
    covered: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(reversed(ROWS.parse(board))):
        for x, letter in enumerate(row):
            covered.setdefault(letter, []).append((x, y))
    to_move = SIDE_LETTERS.index(fields[0])
    crushed = to_move if fields[1:] else None
    teams = (_parse_team(0, covered, crushed == 0), _parse_team(1, covered, crushed == 1))
    return Position(teams, to_move)


def _parse_team(side: Side, covered: dict[str, list[tuple[int, int]]], crushed: bool) -> Team:
    """The five pieces of a side, each exactly once; ``crushed`` says that its Cabeza must be absent."""
    cabeza, *blocks = (covered.get(letter, []) for letter in LETTERS[side])
    if crushed and cabeza:
        raise InvalidPosition(
            f"{piece_name(side, 'cabeza')} ({LETTERS[side][0]}) stands on {square_name(*cabeza[0])}: "
            f"expected none, since ,{CRUSHED} says that it is crushed"
        )
    if not crushed and not cabeza:
        raise InvalidPosition(
            f"{piece_name(side, 'cabeza')} ({LETTERS[side][0]}) is missing: "
            f"expected it, or ,{SIDE_LETTERS[side]},{CRUSHED} where it is crushed"
        )
    return Team(
        _parse_pose(side, "cabeza", cabeza) if cabeza else None,
        *(_parse_pose(side, kind, squares) for kind, squares in zip(KINDS[1:], blocks, strict=True)),
    )


def _parse_pose(side: Side, kind: str, squares: list[tuple[int, int]]) -> Pose:
    """How a piece stands that covers these squares."""
    name = f"{piece_name(side, kind)} ({piece_letter(side, kind)})"
    if not squares:
        raise InvalidPosition(f"{name} is missing: expected {FOOTPRINTS[kind]}")
    columns, rows = zip(*squares, strict=True)
    x, y = min(columns), min(rows)
    w, d = max(columns) - x + 1, max(rows) - y + 1
    height = HEIGHTS[kind].get((w, d))
    if height is None or len(squares) != w * d:
        listed = " ".join(square_name(*square) for square in squares[:5]) + (" ..." if len(squares) > 5 else "")
        raise InvalidPosition(f"{name} stands on {listed}: expected {FOOTPRINTS[kind]}")
    return Pose(x, y, w, d, height)


def format_move(move: Move) -> str:
    """
    >>> format_move(Move("F", "ne"))
    'Fne'
    """
    return move.piece + move.directions


def parse_move(text: str, *, strict: bool = False) -> Move:
    """The move a text names, legal or not.

    Lenient parsing takes directions in any case, and those of a Cabeza or Mini in any order.

    >>> parse_move("CENN")
    Move(piece='C', directions='nne')
    """
    match = MOVE.fullmatch(text.strip())
    if match is None:
        raise InvalidMove(
            f"{quoted(text.strip())} is not a move: expected a piece of {LETTERS[0]} or {LETTERS[1]} "
            "and its directions n, s, e, w, such as Fne"
        )
    piece, directions = match[1], match[2].lower()
    move = Move(piece, by_destination(directions) if piece in "CMcm" else directions)
    if strict and format_move(move) != match[0]:
        raise InvalidMove(f"{quoted(match[0])} is not written as it should be: expected {format_move(move)}")
    return move
