"""``boardwright congo-checker``."""

from __future__ import annotations

import argparse
import sys

from boardwright.games.congo.protocols.checker import QUESTIONS, answer

ABOUT = "the legal moves of Congo positions, or the positions after moves, a line for a line"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "question",
        metavar="QUESTION",
        choices=QUESTIONS,
        help="moves: each line of standard input is a position, answered by its moves, sorted; "
        "next: each line is a position and a move, answered by the position after it",
    )


def run(options: argparse.Namespace) -> int:
    return answer(options.question, sys.stdin, sys.stdout)
