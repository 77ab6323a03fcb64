"""Replay an annotated game, with board and score after each turn; argument: FILE."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli.program import run
from boardwright.errors import BoardwrightError
from boardwright.games.margrites.course.io_pgn import print_replay
from boardwright.texts import counted


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        raise BoardwrightError(
            f"got {counted(len(arguments), 'argument')}: expected one, the file of an annotated game"
        )
    print_replay(arguments[0], sys.stdout)


if __name__ == "__main__":
    run(main)
