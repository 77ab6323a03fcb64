"""A program that plays the moves it is given, and then does one thing: ``python fake_player.py HOW MOVE...``."""

from __future__ import annotations

import os
import sys
import time


def main(how: str, *moves: str) -> None:
    left = list(moves)
    for line in sys.stdin:
        if how == "repeats what it hears":
            print(line.strip(), file=sys.stderr, flush=True)
        if line.split()[:1] == ["quit"]:
            break
        if line.split()[:1] == ["go"]:
            if not left:
                misbehave(how)
            print(left.pop(0), flush=True)
            if how == "talks too much":
                print("", "and I am winning", sep="\n", flush=True)


def misbehave(how: str) -> None:
    """Never return."""
    if how == "crashes":
        sys.exit("a giraffe too many")
    elif how == "hogs memory":
        len(bytearray(2_000_000_000))
    elif how == "closes its output":
        os.close(sys.stdout.fileno())
    while how == "prints a line without end":
        sys.stdout.write("x" * 65536)
    while how == "prints empty lines without end":
        sys.stdout.write("\n" * 65536)
    while how == "prints bytes without end":
        sys.stdout.buffer.write(b"\xff\x00\x1b[31m\r" * 8000 + b"\n")
    time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
