"""Margrites in text: positions, set-ups, and single steps such as ``f6>f5``.

:mod:`~boardwright.games.margrites.course.io_pgn` has whole turns and annotated games.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from boardwright.errors import IllegalMove, InvalidMove, InvalidPosition, quoted
from boardwright.fen import EMPTY, Ranks, format_ranks
from boardwright.games.margrites.board import COLUMNS, NUMBERS, ROWS, square_name
from boardwright.games.margrites.captures import SQUARES, capturable, set_of, squares_in
from boardwright.games.margrites.rules import (
    BLACK,
    HOME_ROWS,
    REFUSALS,
    SIDE_NAMES,
    STEPS_A_TURN,
    WHITE,
    Move,
    Position,
    finished,
    settled,
    waves_after,
)
from boardwright.texts import counted
from boardwright.views import Side

START = "4w4/1wwwwwww1/9/9/9/9/1bbbbbbb1/4b4 b 4 - 0(0)-0(0)"
SIDES = "bw"
RANKS = Ranks(COLUMNS, ROWS, SIDES, "b, w")
PIECES_A_SIDE = 8
NO_ORIGINS = "-"

SQUARE = "[a-i][1-8]"
STEP = re.compile(rf"({SQUARE})>({SQUARE}|[BW]\+\+)(?:\((x{SQUARE}(?:, x{SQUARE})*)\))?")
ORIGIN = re.compile(rf"({SQUARE})<({SQUARE})")
ROW_OF_SQUARES = re.compile(r"([a-i])([1-8])(?:-([a-i])\2)?")
COUNT = "(0|[1-9][0-9]?)"
SCORE = re.compile(rf"(R?){COUNT}\({COUNT}\)-(R?){COUNT}\({COUNT}\)")


def names_of(pieces: int) -> list[str]:
    """The names of the squares of a set, in alphabetical order."""
    return sorted(map(square_name, squares_in(pieces)))


class Score(NamedTuple):
    """Points and captures by side, and the side that resigned, if one did."""

    points: tuple[int, int]
    captures: tuple[int, int]
    resigned: Side | None = None

    def __str__(self) -> str:
        return "-".join(
            f"{'R' if side == self.resigned else ''}{self.points[side]}({self.captures[side]})"
            for side in (BLACK, WHITE)
        )


def score_of(position: Position) -> Score:
    """
    >>> str(score_of(parse_position("9/9/9/9/9/9/9/8b b 0 - 3(0)-2(5)")))
    '3(0)-2(5)'
    """
    return Score(position.points, position.captures)


def parse_score(text: str) -> Score:
    """
    >>> parse_score("R0(2)-1(3)")
    Score(points=(0, 1), captures=(2, 3), resigned=0)
    """
    match = SCORE.fullmatch(text)
    if match is None or (match[1] and match[4]):
        raise InvalidPosition(
            f"the score is {quoted(text)}: expected Black's points(captures)-White's, such as 3(0)-2(5)"
        )
    resigned = BLACK if match[1] else WHITE if match[4] else None
    return Score((int(match[2]), int(match[5])), (int(match[3]), int(match[6])), resigned)


def format_position(position: Position) -> str:
    """The ranks from 8 to 1, the side to move, its steps left, the origins, the score."""
    ranks = format_ranks(_rows(position))
    side = SIDES[position.to_move]
    return f"{ranks} {side} {position.steps_left} {format_origins(position)} {score_of(position)}"


def format_origins(position: Position) -> str:
    """Where the moved pieces stand and where they started the turn.

    >>> format_origins(parse_position("9/9/9/3b5/9/9/9/w8 b 3 d5<d4"))
    'd5<d4'
    """
    return ",".join(f"{now}<{start}" for now, start in origin_names(position)) or NO_ORIGINS


def origin_names(position: Position) -> list[tuple[str, str]]:
    """Where the moved pieces stand and where they started the turn, by name and sorted."""
    return sorted((square_name(now), square_name(start)) for now, start in position.origins)


def _rows(position: Position) -> list[str]:
    """The ranks from 8 to 1, a letter or a full stop for each square."""
    cells = [EMPTY] * len(SQUARES)
    for letter, pieces in zip(SIDES, position.pieces, strict=True):
        for square in squares_in(pieces):
            cells[square] = letter
    return ["".join(cells[start : start + COLUMNS]) for start in range(0, len(cells), COLUMNS)]


def parse_position(text: str, *, on_repair: Callable[[str], None] | None = None) -> Position:
    """Parse a position; fields may be missing from the right, except the first two.

    A side that has no legal step ends its turn or passes, as it would in play. Origins are sorted if
    ``on_repair`` is given, which receives the repair.

    >>> parse_position("9/9/9/9/4b4/9/9/w8 b").steps_left
    4
    """
    fields = text.split()
    if not 2 <= len(fields) <= 5:
        problem = f"{quoted(text.strip())} has {counted(len(fields), 'field')}"
        raise InvalidPosition(f"{problem}: expected ranks and side, then steps left, origins, score")
    board, side, steps, origins, score = [*fields, *(str(STEPS_A_TURN), NO_ORIGINS, "0(0)-0(0)")[len(fields) - 2 :]]
    if side not in ("b", "w"):
        raise InvalidPosition(f"the side to move is {quoted(side)}: expected b or w")
    if steps not in ("0", "1", "2", "3", "4"):
        raise InvalidPosition(f"the steps left are {quoted(steps)}: expected 1 to 4, or 0 in a finished game")
    scored = parse_score(score)
    if scored.resigned is not None:
        raise InvalidPosition(
            f"the score is {quoted(score)}: expected no R, since a position does not record a resignation"
        )
    unmoved = Position(_parse_board(board), SIDES.index(side), int(steps), (), scored.points, scored.captures)
    _check_count(unmoved)
    position = settled(stable(_with_origins(unmoved, origins, on_repair)))
    if steps == "0" and not finished(position):
        raise InvalidPosition(f"the steps left are {quoted(steps)} but the game is not over: expected 1 to 4")
    return position


def _parse_board(text: str) -> tuple[int, int]:
    cells = "".join(RANKS.parse(text))
    black, white = (set_of(square for square in SQUARES if cells[square] == letter) for letter in SIDES)
    return black, white


def _check_count(position: Position) -> None:
    """Check that the pieces on the board and in the score are not more than the board holds."""
    count = sum(pieces.bit_count() for pieces in position.pieces) + sum(position.points) + sum(position.captures)
    if count > len(SQUARES):
        raise InvalidPosition(
            f"the pieces and the score {score_of(position)} make {count} pieces: expected at most {len(SQUARES)}"
        )


def _with_origins(position: Position, text: str, on_repair: Callable[[str], None] | None) -> Position:
    if text == NO_ORIGINS:
        return position
    pairs: dict[str, str] = {}
    walked = 0
    for part in text.split(","):
        match = ORIGIN.fullmatch(part)
        if match is None:
            raise InvalidPosition(f"the origin {quoted(part)} is unreadable: expected - or such as d5<d4,e5<e4")
        now, start = match.groups()
        if not position.pieces[position.to_move] >> NUMBERS[now] & 1:
            raise InvalidPosition(
                f"the origin {part} names no piece of {SIDE_NAMES[position.to_move]}'s: expected one on {now}"
            )
        if now == start or now in pairs or start in pairs.values():
            raise InvalidPosition(f"the origin {part} cannot be: expected squares that differ, each once on its side")
        pairs[now] = start
        walked += max(abs(ord(a) - ord(b)) for a, b in zip(now, start, strict=True))
    for now, start in pairs.items():
        if start not in pairs and (position.pieces[BLACK] | position.pieces[WHITE]) >> NUMBERS[start] & 1:
            raise InvalidPosition(
                f"the origin {now}<{start} cannot be: the piece on {start} has not moved in this turn"
            )
    taken = STEPS_A_TURN - position.steps_left
    if walked > taken:
        problem = f"the origins {quoted(text)} need {counted(walked, 'step')}"
        raise InvalidPosition(f"{problem}: expected at most the {taken} taken so far")
    if list(pairs) != sorted(pairs):
        in_order = ",".join(f"{now}<{pairs[now]}" for now in sorted(pairs))
        if on_repair is None:
            raise InvalidPosition(f"the origins {quoted(text)} are not sorted: expected {in_order}")
        on_repair(f"the origins {text} are read as {in_order}")
    origins = sorted((NUMBERS[now], NUMBERS[start]) for now, start in pairs.items())
    return replace(position, origins=tuple(origins))


def stable(position: Position) -> Position:
    """Return the position itself, unless it holds pieces that should have been captured already."""
    black, white = position.pieces
    squares = names_of(capturable(black, white) | capturable(white, black))
    if squares:
        raise InvalidPosition(f"the position is unstable, {', '.join(squares)} can be captured: expected no such piece")
    return position


def set_up(black: list[int], white: list[int], to_move: Side) -> Position:
    """The position with these pieces, at the start of a turn."""
    both = sorted([*black, *white])
    for square, following in pairwise(both):
        if square == following:
            raise InvalidPosition(f"the set-up has two pieces on {square_name(square)}: expected one")
    return Position((set_of(black), set_of(white)), to_move)


def parse_squares(text: str) -> list[int]:
    """Squares and rows of squares, separated by commas.

    >>> [square_name(square) for square in parse_squares("b2-d2,e1")]
    ['b2', 'c2', 'd2', 'e1']
    """
    squares: list[int] = []
    for part in text.split(","):
        match = ROW_OF_SQUARES.fullmatch(part)
        if match is None or (match[3] and match[3] <= match[1]):
            raise InvalidPosition(f"{quoted(part)} is not a row of squares: expected such as e1 or b2-h2")
        first = NUMBERS[match[1] + match[2]]
        squares += range(first, NUMBERS[(match[3] or match[1]) + match[2]] + 1)
        if len(squares) > len(SQUARES):
            raise InvalidPosition(f"{quoted(text)} names more than {len(SQUARES)} squares: expected each once")
    return squares


def parse_setup(text: str) -> Position:
    """Parse the start of a game: Black's eight squares, a space, White's, each on the side's home ranks.

    >>> format_position(parse_setup("a2-h2 b7-h7,e8"))
    '4w4/1wwwwwww1/9/9/9/9/bbbbbbbb1/9 b 4 - 0(0)-0(0)'
    """
    fields = text.split()
    if len(fields) != len(SIDES):
        problem = f"{quoted(text.strip())} has {counted(len(fields), 'field')}"
        raise InvalidPosition(f"{problem}: expected such as b2-h2,e1 b7-h7,e8")
    black, white = map(parse_squares, fields)
    for side, squares in enumerate((black, white)):
        if len(squares) != PIECES_A_SIDE:
            problem = f"the set-up has {counted(len(squares), 'piece')} for {SIDE_NAMES[side]}"
            raise InvalidPosition(f"{problem}: expected {PIECES_A_SIDE}")
        for square in squares:
            if square // COLUMNS not in HOME_ROWS[side]:
                ranks = " and ".join(sorted(str(ROWS - row) for row in HOME_ROWS[side]))
                raise InvalidPosition(
                    f"the set-up has {SIDE_NAMES[side]} on {square_name(square)}: expected ranks {ranks}, its home"
                )
    return stable(set_up(black, white, BLACK))


def format_move(move: Move) -> str:
    """
    >>> format_move(Move(23, 32)), format_move(Move(4, 72))
    ('f6>f5', 'e8>B++')
    """
    return f"{square_name(move.origin)}>{square_name(move.target)}"


def captures_of(position: Position, move: Move) -> list[str]:
    """Return the squares on which a legal step captures, wave by wave, alphabetical within a wave."""
    return [name for black, white in waves_after(position, move) for name in names_of(black | white)]


def annotated(position: Position, move: Move) -> str:
    """Return a legal step with its captures, such as ``f6>f5(xg4, xf4)``."""
    taken = captures_of(position, move)
    return format_move(move) + (f"({', '.join('x' + name for name in taken)})" if taken else "")


def parse_move(text: str, *, strict: bool = False) -> tuple[Move, list[str] | None]:
    """Parse a step, legal or not, and the captures it claims, if any.

    Lenient parsing accepts spaces and letters of either case.

    >>> parse_move("F6 > f5 (xG4,xf4)")
    (Move(origin=23, target=32), ['g4', 'f4'])
    """
    wanted = text.strip()
    if not strict:
        wanted = "".join(wanted.lower().split()).replace(",", ", ").replace("b++", "B++").replace("w++", "W++")
    match = STEP.fullmatch(wanted)
    if match is None:
        raise InvalidMove(f"{quoted(text.strip())} is not a step: expected FROM>TO, such as f6>f5, e8>B++ or d1>W++")
    origin, target, taken = match.groups()
    claimed = [capture.removeprefix("x") for capture in taken.split(", ")] if taken else None
    return Move(NUMBERS[origin], NUMBERS[target]), claimed


def check_captures(position: Position, move: Move, claimed: list[str] | None) -> None:
    """Reject a legal step whose text claims other captures than happen, in any order."""
    if claimed is None:
        return
    taken = captures_of(position, move)
    if sorted(claimed) != sorted(taken):
        text = f"{format_move(move)}({', '.join('x' + name for name in claimed)})"
        raise IllegalMove(text, REFUSALS("captures", squares=taken) if taken else REFUSALS("no_captures"))
