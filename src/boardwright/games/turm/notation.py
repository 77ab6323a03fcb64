"""Turm & Wächter in text: the FEN of a position, and moves such as ``A7-C7-2``."""

from __future__ import annotations

import re
from collections.abc import Callable

from boardwright.errors import InvalidMove, InvalidPosition, quoted
from boardwright.fen import EMPTY, format_ranks
from boardwright.games.turm.rules import (
    COLUMNS,
    GUARD,
    ROWS,
    SIDES,
    SIGN,
    SIZE,
    SQUARES,
    TALLEST,
    Move,
    Position,
    square_name,
)
from boardwright.texts import counted

START = "r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r"
SIDE_LETTERS = ("r", "b")
TOKENS: dict[str, tuple[int, ...]] = {
    **{f"r{height}": (height,) for height in range(1, TALLEST + 1)},
    **{f"b{height}": (-height,) for height in range(1, TALLEST + 1)},
    "RG": (GUARD,),
    "R": (GUARD,),
    "BG": (-GUARD,),
    "B": (-GUARD,),
    **{str(empty): (0,) * empty for empty in range(1, SIZE + 1)},
}
"""The squares of each word of a rank."""

TOKEN = re.compile(r"[rb][1-7]|[RB]G?|[1-7]")
RANK = re.compile(rf"(?:{TOKEN.pattern})*+")
MAX_RANKS = SIZE * SIZE
"""A board cannot be split into more ranks than it has squares; a text with more is not parsed further."""

MOVE = re.compile(r"([A-G][1-7])-([A-G][1-7])(?:-([1-7]))?")


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
    texts = [piece_text(piece) if piece else EMPTY for piece in position.board]
    ranks = format_ranks("".join(texts[start : start + SIZE]) for start in range(SIZE * SIZE - SIZE, -1, -SIZE))
    return f"{ranks} {SIDE_LETTERS[position.to_move]}"


def parse_position(text: str, *, on_repair: Callable[[str], None] | None = None) -> Position:
    """Parse a FEN; ranks that a stray slash has split are joined if ``on_repair`` is given, which receives the repair.

    >>> parse_position("7/7/7/3RG3/7/3BG3/7 b").to_move
    1
    """
    fields = text.split()
    if len(fields) != 2:
        problem = f"{quoted(text.strip())} has {counted(len(fields), 'field')}"
        raise InvalidPosition(f"{problem}: expected two, seven ranks and r or b")
    if fields[1] not in SIDE_LETTERS:
        raise InvalidPosition(f"the side to move is {quoted(fields[1])}: expected r or b")
    ranks = _parse_ranks(fields[0].split("/"), on_repair)
    board = tuple(piece for rank in reversed(ranks) for piece in rank)
    _check_guards(board, fields[0])
    return Position(board, SIDE_LETTERS.index(fields[1]))


def _parse_ranks(names: list[str], on_repair: Callable[[str], None] | None) -> list[list[int]]:
    """Return seven ranks of seven squares, from the top; neighbouring short ones are joined if that makes them."""
    ranks = [_parse_rank(names, place) for place in range(min(len(names), MAX_RANKS + 1))]
    spans = _joined(ranks)
    whole = [[piece for rank in ranks[span] for piece in rank] for span in spans]
    if len(whole) != SIZE or any(len(rank) != SIZE for rank in whole) or len(names) > MAX_RANKS:
        # Report a rank that joining leaves too short or too long before one that it repairs.
        left = [span.start for span, rank in zip(spans, whole, strict=True) if len(rank) != SIZE]
        misfits = left + [place for place, rank in enumerate(ranks) if len(rank) != SIZE]
        if not misfits:
            problem = f"the board has {counted(len(names), 'rank')}, {quoted('/'.join(names))}"
            raise InvalidPosition(f"{problem}: expected {SIZE}")
        width = counted(len(ranks[misfits[0]]), "square")
        raise InvalidPosition(f"{_rank_name(names, misfits[0])}, is {width} wide: expected {SIZE}")
    if len(names) > SIZE:
        problem = f"the board has {len(names)} ranks, expected {SIZE}"
        joins = "; ".join(_join_text(names[span]) for span in spans if len(names[span]) > 1)
        if on_repair is None:
            raise InvalidPosition(f"{problem}: lenient parsing would join {joins}")
        on_repair(f"{problem}: joined {joins}")
    return whole


def _parse_rank(names: list[str], place: int) -> list[int]:
    """Parse the squares of one rank, of any length."""
    text = names[place]
    match = RANK.match(text)
    end = match.end() if match else 0
    if end < len(text):
        problem = f"{_rank_name(names, place)}, has {quoted(text[end : end + 2])} at character {end + 1}"
        raise InvalidPosition(f"{problem}: expected r or b with a height 1-7, RG, BG, or 1-7 empty squares")
    return [piece for token in TOKEN.findall(text) for piece in TOKENS[token]]


def _joined(ranks: list[list[int]]) -> list[slice]:
    """Group the ranks: each full one alone, short neighbours up to seven squares."""
    spans = []
    start = 0
    while start < len(ranks):
        end, width = start + 1, len(ranks[start])
        if width < SIZE:
            while end < len(ranks) and len(ranks[end]) < SIZE and width + len(ranks[end]) <= SIZE:
                width += len(ranks[end])
                end += 1
        spans.append(slice(start, end))
        start = end
    return spans


def _rank_name(names: list[str], place: int) -> str:
    return f"rank {place + 1} of {len(names)} from the top, {quoted(names[place])}"


def _join_text(names: list[str]) -> str:
    """
    >>> _join_text(["2", "BG4"])
    "ranks '2' and 'BG4' to '2BG4'"
    """
    return f"ranks {', '.join(map(quoted, names[:-1]))} and {quoted(names[-1])} to {quoted(''.join(names))}"


def _check_guards(board: tuple[int, ...], text: str) -> None:
    """Check that there is one guard per side, or a single one if the other is captured."""
    for name, sign in zip(SIDES, SIGN, strict=True):
        squares = [square_name(square) for square in SQUARES if board[square] == GUARD * sign]
        if len(squares) > 1:
            problem = f"there are {len(squares)} {name} guards, on {', '.join(squares[:-1])} and {squares[-1]}"
            raise InvalidPosition(f"{problem}: expected one")
    if GUARD not in board and -GUARD not in board:
        problem = f"the board {quoted(text)} has no guard"
        raise InvalidPosition(f"{problem}: expected RG and BG, or one of them in a finished game")


def parse_square(name: str) -> int:
    """Return the number of a square; the inverse of :func:`square_name`.

    >>> parse_square("D4")
    24
    """
    return ROWS.index(name[1]) * SIZE + COLUMNS.index(name[0])


def format_move(move: Move) -> str:
    """
    >>> format_move(Move(42, 44, 2))
    'A7-C7-2'
    """
    return f"{square_name(move.origin)}-{square_name(move.target)}-{move.stones}"


def parse_move(position: Position, text: str, *, strict: bool = False) -> Move:
    """Parse a move, legal or not; only a guard's may lack its number.

    Lenient parsing accepts the columns in lower case too.

    >>> parse_move(parse_position(START), "d7-d6")
    Move(origin=45, target=38, stones=1)
    """
    wanted = text.strip()
    match = MOVE.fullmatch(wanted if strict else wanted.upper())
    if match is None:
        raise InvalidMove(f"{quoted(wanted)} is not a move: expected FROM-TO-STONES, such as A7-C7-2")
    origin, target, stones = parse_square(match[1]), parse_square(match[2]), match[3]
    if stones is None and abs(position.board[origin]) != GUARD:
        raise InvalidMove(f"{quoted(wanted)} lacks its number of stones: expected a form such as {match[0]}-1")
    return Move(origin, target, int(stones or 1))
