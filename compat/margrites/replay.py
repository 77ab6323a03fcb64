"""Replay an annotated game, with board and score after each turn: python replay.py FILE."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli.program import run
from boardwright.games.margrites.io_pgn import print_replay


def main(arguments: list[str]) -> int | None:
    if len(arguments) != 1:
        print("usage: replay.py FILE", file=sys.stderr)
        return 2
    print_replay(arguments[0], sys.stdout)
    return None


if __name__ == "__main__":
    run(main)
