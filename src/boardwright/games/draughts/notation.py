"""International draughts in text.

A position is a FEN such as ``W:W31-50:B1-20`` or a board of ten lines; a move is the path of
its squares, ``32-28`` or ``47x33x20``. The squares of the board text are written as two
digits, x and then y from the lower left, and its moves alike, ``44-35`` or ``71x44x99``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from boardwright.errors import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition, quoted
from boardwright.games.draughts.routes import canonical_route, follow, why_not_followed
from boardwright.games.draughts.rules import (
    BIT,
    SIZE,
    SQUARES,
    Move,
    Position,
    coordinates,
    legal_moves,
    numbers,
    why_illegal,
)
from boardwright.texts import counted
from boardwright.views import Side

START = "W:W31-50:B1-20"
SIDES = "WB"
PIECES = "wbKB"
"""The letters of a board: white man, black man, white king, black king."""

ITEM = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")
MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+)")
TURN = re.compile(r"[0-9]{2}(?:-[0-9]{2}|(?:x[0-9]{2})+)")

KATA = ("", *("{}{}".format(*coordinates(square)) for square in SQUARES))
"""By number, the square in the coordinates of the board text: x and y."""

FROM_KATA = {KATA[square]: square for square in SQUARES}


def format_position(position: Position) -> str:
    """The FEN: white first, ascending, without ranges.

    >>> format_position(parse_position("B:B1-3:WK50,31."))
    'B:W31,K50:B1,2,3'
    """
    sides = (",".join(_item(position, n) for n in numbers(pieces)) for pieces in position[:2])
    return f"{SIDES[position.to_move]}:W{next(sides)}:B{next(sides)}"


def _item(position: Position, square: int) -> str:
    return f"K{square}" if BIT[square] & position.kings else str(square)


def parse_position(text: str) -> Position:
    """Parse a FEN, or a board with the side to move in an eleventh line."""
    if ":" in text:
        return _parse_fen(text.strip())
    lines = _lines(text)
    if len(lines) < 2:
        expected = f"a FEN such as {START}, or the ten lines of a board"
        raise InvalidPosition(f"{quoted(text.strip())} is not a position: expected {expected}")
    side = lines.pop().strip() if lines[-1].strip() in ("W", "B") else "W"
    return _parse_lines(_without_blank_ends(lines), SIDES.index(side))


def _parse_fen(text: str) -> Position:
    parts = text.removesuffix(".").split(":")
    if len(parts) != 3:
        problem = f"{quoted(text)} has {counted(len(parts), 'part')}"
        raise InvalidPosition(f"{problem}: expected side:W...:B..., such as {START}")
    if parts[0] not in ("W", "B"):
        raise InvalidPosition(f"the side to move, part 1 of the FEN, is {quoted(parts[0])}: expected W or B")
    pieces = [0, 0]
    kings = 0
    for place, part in enumerate(parts[1:], 2):
        if part[:1] not in ("W", "B"):
            raise InvalidPosition(f"part {place} of the FEN, {quoted(part)}, has no colour: expected W or B first")
        side = SIDES.index(part[0])
        if place == 3 and parts[1][0] == part[0]:
            raise InvalidPosition(f"parts 2 and 3 of the FEN are both {part[0]}: expected one W and one B")
        for item in part[1:].split(",") if part[1:] else ():
            squares, crowned = _parse_item(item, f"part {place} of the FEN, {quoted(part, 20)}, has {quoted(item)}")
            if twice := numbers(squares & (pieces[0] | pieces[1])):
                raise InvalidPosition(f"part {place} of the FEN names square {twice[0]} again in {quoted(item)}")
            pieces[side] |= squares
            kings |= squares if crowned else 0
    return Position(pieces[0], pieces[1], kings, SIDES.index(parts[0]))


def _parse_item(item: str, problem: str) -> tuple[int, bool]:
    """Parse one entry of a FEN: its squares, and whether kings stand on them."""
    match = ITEM.fullmatch(item)
    if match is None:
        raise InvalidPosition(f"{problem}: expected a square from 1 to 50, a range such as 31-50, or K and either")
    first, last = int(match[2]), int(match[3] or match[2])
    if first not in SQUARES or last not in SQUARES:
        raise InvalidPosition(f"{problem}: expected squares from 1 to 50")
    if first > last:
        raise InvalidPosition(f"{problem}: expected the smaller square first")
    return sum(BIT[first : last + 1]), match[1] == "K"


def format_board(position: Position) -> str:
    """Format the board as ten lines of ten characters.

    >>> format_board(parse_position("W:W31-50:B1-20")).splitlines()[9]
    'w w w w w '
    """
    rows = [[" "] * SIZE for _ in range(SIZE)]
    for square in SQUARES:
        x, y = coordinates(square)
        rows[SIZE - 1 - y][x] = piece_letter(position, square) or "."
    return "\n".join("".join(row) for row in rows)


def piece_letter(position: Position, square: int, pieces: str = PIECES) -> str:
    """Return the letter of the piece on a square, from letters in the order of ``PIECES``; "" for none."""
    for side in (0, 1):
        if BIT[square] & position[side]:
            return pieces[side + 2 * bool(BIT[square] & position.kings)]
    return ""


def format_squares(position: Position, pieces: str, empty: str) -> str:
    """Return the squares from 1 to 50 in a protocol's letters, given in the order of ``PIECES``.

    >>> format_squares(parse_position("W:WK50:B1"), "wzWZ", "e")
    'zeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW'
    """
    return "".join(piece_letter(position, square, pieces) or empty for square in SQUARES)


def position_of(kinds: Iterable[int], to_move: Side) -> Position:
    """Return the position with these squares from 1 to 50: indices in ``PIECES``, or its length for empty."""
    pieces, kings = [0, 0], 0
    for square, kind in enumerate(kinds, 1):
        if kind < len(PIECES):
            is_king, side = divmod(kind, 2)
            pieces[side] |= BIT[square]
            kings |= BIT[square] * is_king
    return Position(pieces[0], pieces[1], kings, to_move)


def parse_board(text: str, to_move: Side) -> Position:
    """Parse a board of ten lines, which are separated by line ends or by ``/``."""
    return _parse_lines(_lines(text), to_move)


def _lines(text: str) -> list[str]:
    return _without_blank_ends([line.rstrip() for line in text.replace("/", "\n").split("\n")])


def _without_blank_ends(lines: list[str]) -> list[str]:
    filled = [place for place, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _parse_lines(lines: list[str], to_move: Side) -> Position:
    if len(lines) != SIZE:
        problem = f"the board {quoted('/'.join(lines))} has {counted(len(lines), 'line')}"
        raise InvalidPosition(f"{problem}: expected {SIZE}")
    pieces = [0, 0]
    kings = 0
    for row, line in enumerate(lines):
        _check_line(line, row)
        for x, letter in enumerate(line):
            if letter in PIECES:
                bit = BIT[5 * row + x // 2 + 1]
                pieces[PIECES.index(letter) % 2] |= bit
                kings |= bit if letter in "KB" else 0
    return Position(pieces[0], pieces[1], kings, to_move)


def _check_line(line: str, row: int) -> None:
    for x, letter in enumerate(line[:SIZE].ljust(SIZE)):
        is_dark = (x + row) % 2 == 1
        if letter not in (f".{PIECES}" if is_dark else " "):
            expected = ". w b K or B, for the square is dark" if is_dark else "a space, for the square is light"
            raise InvalidPosition(
                f"line {row + 1}, column {x + 1} of the board has {quoted(letter)}: expected {expected}"
            )
    if len(line) > SIZE:
        raise InvalidPosition(
            f"line {row + 1} of the board, {quoted(line)}, is {len(line)} characters long: expected {SIZE}"
        )


def path_of(position: Position, move: Move) -> tuple[int, ...]:
    """Return the squares in the text of a move; only origin and target if it is not a capture."""
    route = canonical_route(position, move) if move.captured and move.origin in SQUARES else None
    return route or (move.origin, move.target)


def format_move(position: Position, move: Move) -> str:
    """Return the full path of a move.

    >>> position = parse_position("W:WK47:B14,19,29,31,42")
    >>> [format_move(position, move) for move in legal_moves(position)]
    ['47x38x24x13x36', '47x38x20x9x36']
    """
    return ("x" if move.captured else "-").join(map(str, path_of(position, move)))


def format_short(position: Position, move: Move) -> str:
    """Return origin and target, as in PDN files; the full path if these fit several moves."""
    alike = [other for other in legal_moves(position) if other[:2] == move[:2]]
    if not move.captured or len(alike) > 1:
        return format_move(position, move)
    return f"{move.origin}x{move.target}"


def parse_move(position: Position, text: str, *, strict: bool = False) -> Move:
    """Parse a legal move by its full path, any of its routes, or origin and target.

    Strict parsing accepts the full path only.
    """
    wanted = text.strip()
    if MOVE.fullmatch(wanted) is None:
        raise InvalidMove(f"{quoted(wanted)} is not a move: expected squares from 1 to 50, such as 32-28 or 28x19")
    route = [int(square) for square in re.split("[-x]", wanted)]
    for square in route:
        if square not in SQUARES:
            raise InvalidMove(f"{quoted(wanted)} names square {square}: expected squares from 1 to 50")
    move = _walked(position, wanted, route, format_move)
    if strict and format_move(position, move) != wanted:
        raise InvalidMove(f"{quoted(wanted)} is not the full path: expected {format_move(position, move)}")
    return move


def format_turn(position: Position, move: Move) -> str:
    """Return the full path in the coordinates of the board text.

    >>> position = parse_position("W:WK1,29,38,40,48:B7,13,20,24,35,39,K47")
    >>> [format_turn(position, move) for move in legal_moves(position)]
    ['19x46x68x95x51']
    """
    return turn_text(path_of(position, move), bool(move.captured))


def turn_text(route: Sequence[int], is_capture: bool) -> str:
    """Return a route in the coordinates of the board text.

    >>> turn_text((32, 28), False), turn_text((28, 19), True)
    ('33-44', '44x66')
    """
    return ("x" if is_capture else "-").join(KATA[square] for square in route)


def parse_turn(position: Position, text: str) -> Move:
    """Parse what :func:`format_turn` writes, in the same forms as :func:`parse_move`.

    >>> position = parse_position("W:WK1,29,38,40,48:B7,13,20,24,35,39,K47")
    >>> parse_turn(position, "19x51").target
    43
    """
    wanted = text.strip()
    if TURN.fullmatch(wanted) is None:
        raise InvalidMove(f"{quoted(wanted)} is not a turn: expected squares as x and y, such as 44-35 or 71x44x99")
    names = re.split("[-x]", wanted)
    for name in names:
        if name not in FROM_KATA:
            raise InvalidMove(f"{quoted(wanted)} names {name}, a light square: expected dark ones, such as 00 or 11")
    return _walked(position, wanted, [FROM_KATA[name] for name in names], format_turn)


def _walked(position: Position, text: str, route: Sequence[int], write: Callable[[Position, Move], str]) -> Move:
    """Return the legal move with this route, or with this origin and target."""
    moves = legal_moves(position)
    is_capture = "x" in text
    if len(route) == 2:
        fitting = [move for move in moves if move[:2] == tuple(route) and (move.captured or not is_capture)]
        if len(fitting) > 1:
            raise AmbiguousMove(text, sorted(write(position, move) for move in fitting))
        if fitting:
            return fitting[0]
    walked = follow(position, route) if is_capture else Move(route[0], route[-1])
    if walked is None:
        raise IllegalMove(text, why_not_followed(position, route))
    if walked not in moves:
        raise IllegalMove(text, why_illegal(position, walked))
    return walked
