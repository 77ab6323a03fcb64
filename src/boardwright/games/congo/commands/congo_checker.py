"""``boardwright congo-checker``."""

from __future__ import annotations

import argparse
import sys

from boardwright.games.congo.protocols.checker import QUESTIONS, answer

ABOUT = "list the moves of Congo positions, or play moves: one answer per input line"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "question",
        metavar="MODE",
        choices=tuple(QUESTIONS),
        help="moves: read a position per line and print its legal moves, sorted; "
        "next: read a position and a move per line and print the position after it",
    )


def run(options: argparse.Namespace) -> int:
    return answer(options.question, sys.stdin, sys.stdout)
