"""A program that speaks the first version of Hub, and plays the first legal move: ``python fake_hub1.py``.

It writes all that it hears to its standard error.
"""

from __future__ import annotations

import sys

from boardwright.games.draughts.protocols.hub.notation import format_move, parse_move, parse_position
from boardwright.games.draughts.rules import legal_moves, play


def main() -> None:
    print("Scan 2.0, or something like it", flush=True)
    position = parse_position("W" + "b" * 20 + "e" * 10 + "w" * 20)
    for line in sys.stdin:
        print(line.strip(), file=sys.stderr, flush=True)
        command, *given = line.split()
        if command == "hub":
            say("name Fake 2.0", "author Somebody", "country France", "wait")
        elif command == "init":
            say("loading 3 GB", "ready")
        elif command == "ping":
            say("pong")
        elif command == "pos" and len(given[0]) == 51 and given[0][0] in "wb":
            position = parse_position(given[0][0].upper() + given[0][1:])
        elif command == "move":
            position = play(position, parse_move(position, given[0]))
        elif command == "go":
            moves = [format_move(move) for move in legal_moves(position)]
            say(f"info 13 12.5 -25 4321 0.25 1.0 {moves[0]}", f"move {' '.join(moves[:2])}")
        elif command == "quit":
            break
        elif command not in ("new", "set", "time", "depth", "stop"):
            say(f"error bad {command}")


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
