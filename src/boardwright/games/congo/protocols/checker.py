"""The expected answers for programs of the course, one line for each line."""

from __future__ import annotations

from typing import TextIO

from boardwright.errors import BoardwrightError, print_warning, quoted
from boardwright.games.congo.game import Congo
from boardwright.games.congo.notation import parse_position
from boardwright.protocols.lines import LONGEST_LINE, read_lines

SOME_BAD = 1
GAME = Congo()


def moves(line: str) -> str:
    """
    >>> moves("2l4/7/7/7/7/7/2L4 w 0")
    'c1c2 c1c7 c1d1 c1d2'
    """
    position = parse_position(line, on_repair=print_warning)
    return " ".join(sorted(GAME.format_move(position, move) for move in GAME.legal_moves(position)))


def next_position(line: str) -> str:
    """
    >>> next_position("3l3/7/7/C5P/7/7/4L2 w 3 e1e2")
    '3l3/7/7/C6/7/4L2/7 b 3'
    """
    *fen, move = line.split() or [""]
    if not fen:
        raise BoardwrightError(f"{quoted(line)}: expected a position and a move")
    position = parse_position(" ".join(fen), on_repair=print_warning)
    return GAME.format_position(GAME.play(position, GAME.parse_move(position, move)))


QUESTIONS = {"moves": moves, "next": next_position}


def answer(question: str, lines: TextIO, output: TextIO) -> int:
    """Answer every line with one line; return the exit status, 1 if there were bad ones."""
    status = 0
    for line in read_lines(lines):
        try:
            if line is None:
                raise BoardwrightError(f"the line is longer than {LONGEST_LINE} characters")
            answer_line = QUESTIONS[question](line)
        except BoardwrightError as error:
            answer_line, status = f"error: {error}", SOME_BAD
        print(answer_line, file=output, flush=True)
    return status
