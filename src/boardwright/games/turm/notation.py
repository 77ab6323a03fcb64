"""Turm & Wächter in text: the FEN of a position, and moves such as ``A7-C7-2``."""

from __future__ import annotations

import re
import warnings

from boardwright.game import InvalidMove, InvalidPosition, Repaired, Side, quoted
from boardwright.games.turm.rules import BLUE, GUARD, RED, SIGN, SIZE, Move, Position, square_name

START = "r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r"
SIDES = "rb"
TOKEN = re.compile(r"RG?|BG?|[rb][1-7]|[1-7]")
MOVE = re.compile(r"([A-G])([1-7])-([A-G])([1-7])(?:-([1-7]))?", re.IGNORECASE)
EXPECTED = "r or b and a height 1-7, RG, BG, or a number 1-7 of empty squares"


def piece_text(piece: int) -> str:
    """
    >>> piece_text(3), piece_text(-1), piece_text(-8)
    ('r3', 'b1', 'BG')
    """
    if abs(piece) == GUARD:
        return "RG" if piece > 0 else "BG"
    return f"r{piece}" if piece > 0 else f"b{-piece}"


def format_position(position: Position) -> str:
    """The FEN, with empty runs merged and guards as ``RG`` and ``BG``."""
    ranks = []
    for row in range(SIZE - 1, -1, -1):
        text, empty = "", 0
        for piece in position.board[row * SIZE : row * SIZE + SIZE]:
            if piece == 0:
                empty += 1
                continue
            text += (str(empty) if empty else "") + piece_text(piece)
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return f"{'/'.join(ranks)} {SIDES[position.to_move]}"


def parse_position(text: str, *, strict: bool = True) -> Position:
    """The position of a FEN; lenient parsing joins ranks that a stray slash has split.

    >>> parse_position("7/7/7/3RG3/7/3BG3/7 b").to_move
    1
    """
    fields = text.split()
    if len(fields) != 2:
        raise InvalidPosition(
            f"{quoted(text.strip())} has {len(fields)} fields: expected seven ranks, a blank, and r or b"
        )
    if fields[1] not in SIDES or len(fields[1]) != 1:
        raise InvalidPosition(f"the side to move is {quoted(fields[1])}: expected r or b")
    names = fields[0].split("/")
    ranks = [_parse_rank(name, place) for place, name in enumerate(names[: 2 * SIZE])]
    if len(names) > 2 * SIZE:
        raise InvalidPosition(f"the board has {len(names)} ranks: expected {SIZE}")
    if len(ranks) != SIZE or any(len(rank) != SIZE for rank in ranks):
        ranks = _joined(names, ranks, strict)
    return _checked(tuple(piece for rank in reversed(ranks) for piece in rank), SIDES.index(fields[1]))


def _parse_rank(text: str, place: int) -> list[int]:
    """The squares of one rank; digits beyond its end are read too, so that its width can be told."""
    rank: list[int] = []
    at = 0
    while at < len(text) and len(rank) <= SIZE:
        token = TOKEN.match(text, at)
        if token is None:
            found = f"rank {SIZE - place}, {quoted(text)}, has {quoted(text[at])} at character {at + 1}"
            raise InvalidPosition(f"{found}: expected {EXPECTED}")
        word = token.group()
        if word[0] in "RB":
            rank.append(GUARD * SIGN["RB".index(word[0])])
        elif word[0] in SIDES:
            rank.append(int(word[1]) * SIGN[SIDES.index(word[0])])
        else:
            rank += [0] * int(word)
        at = token.end()
    return rank


def _joined(names: list[str], ranks: list[list[int]], strict: bool) -> list[list[int]]:
    """The seven full ranks that joining neighbouring short ones gives, if it gives them."""
    joined: list[list[int]] = []
    told: list[str] = []
    group: list[int] = []
    first = 0
    for place, rank in enumerate(ranks):
        if not group:
            first = place
        group = group + rank
        if len(group) < SIZE:
            continue
        if place > first:
            told.append(" and ".join(quoted(name) for name in names[first : place + 1]))
        joined.append(group)
        group = []
    if not group and len(joined) == SIZE and all(len(rank) == SIZE for rank in joined):
        repair = f"ranks {', '.join(told)} are read as one rank: the slash between them is one too many"
        if strict:
            raise InvalidPosition(
                f"the board has {len(names)} ranks, expected {SIZE}; lenient parsing would repair it: {repair}"
            )
        warnings.warn(repair, Repaired, stacklevel=3)
        return joined
    for place, (name, rank) in enumerate(zip(names, ranks, strict=True)):
        if len(rank) != SIZE:
            width = f"more than {SIZE}" if len(rank) > SIZE else str(len(rank))
            raise InvalidPosition(f"rank {SIZE - place}, {quoted(name)}, is {width} squares wide: expected {SIZE}")
    raise InvalidPosition(f"the board has {len(names)} ranks: expected {SIZE}")


def _checked(board: tuple[int, ...], to_move: Side) -> Position:
    guards = {name: board.count(GUARD * SIGN[side]) for side, name in ((RED, "red"), (BLUE, "blue"))}
    for name, count in guards.items():
        if count > 1:
            raise InvalidPosition(f"there are {count} {name} guards: expected one")
    if not any(guards.values()):
        raise InvalidPosition("there is no guard: expected RG and BG, or one of them in a finished game")
    return Position(board, to_move)


def format_move(move: Move) -> str:
    """
    >>> format_move(Move(42, 44, 2))
    'A7-C7-2'
    """
    return f"{square_name(move.origin)}-{square_name(move.target)}-{move.stones}"


def parse_move(position: Position, text: str, *, strict: bool = False) -> Move:
    """The move a text names, legal or not; only a guard move may lack its number."""
    match = MOVE.fullmatch(text.strip())
    if match is None or (strict and text != text.upper().strip()):
        raise InvalidMove(f"{quoted(text.strip())} is no move: expected FROM-TO-STONES, such as A7-C7-2")
    column, row, to_column, to_row, stones = match.groups()
    origin, target = ((int(r) - 1) * SIZE + "ABCDEFG".index(c.upper()) for c, r in ((column, row), (to_column, to_row)))
    if stones is None:
        if strict or abs(position.board[origin]) != GUARD:
            raise InvalidMove(f"{quoted(text.strip())} lacks its number of stones: expected {text.strip().upper()}-N")
        stones = "1"
    return Move(origin, target, int(stones))
