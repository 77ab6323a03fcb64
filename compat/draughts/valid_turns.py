"""Print the possible turns of a colour, one per line; argument: white or black, the board on standard input."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

import sys

from boardwright.cli.program import run
from boardwright.games.draughts.course.valid_turns import answer


def main(arguments: list[str]) -> None:
    for turn in answer(sys.stdin.read(), arguments):
        print(turn)


if __name__ == "__main__":
    run(main)
