"""A program that speaks the protocol, and does one thing wrong: ``python fake_program.py HOW``."""

from __future__ import annotations

import os
import sys
import time


def main(how: str) -> None:
    begin(how)
    for line in sys.stdin:
        command = line.split()[0]
        if command == "ugi":
            say("id name fake", "id game chess" if how == "plays chess" else "id game turm:centre")
            say("option name Seed type spin default 0 min 0 max 9", "option", "option name", "ugiok")
        elif command == "setoption":
            print(line.strip(), file=sys.stderr, flush=True)
        elif command == "isready":
            say("readyok")
        elif command == "position" and how == "refuses":
            say("info string error: what position?")
        elif command == "go":
            search(how)
        elif command == "stop" and how == "waits for stop":
            say("bestmove D5-D4-1")
        elif command == "quit":
            break
    if how == "does not quit":
        time.sleep(60)


def begin(how: str) -> None:
    if how == "dies at once":
        sys.exit("no licence found")
    elif how == "is deaf":
        time.sleep(60)
    elif how == "closes its output":
        os.close(sys.stdout.fileno())
        time.sleep(60)
    elif how == "floods its standard error and ends":
        # What it leaves behind has its standard error, and goes on.
        if os.fork():
            os._exit(1)
        os.close(sys.stdout.fileno())
    while how.startswith("floods its standard error"):
        os.write(sys.stderr.fileno(), b"warning: the sky is blue\n" * 2048)
    while how == "prints without end":
        sys.stdout.write("x" * 65536)
    while how == "prints garbage for ever":
        sys.stdout.buffer.write(b"\xff\x00 bestmove readyo\n" * 4096)


def search(how: str) -> None:
    if how == "dies in a search":
        sys.exit("a rook too many")
    elif how == "says nothing":
        time.sleep(60)
    elif how == "plays a bad move":
        say("bestmove A1-A2-1")
    elif how == "plays nonsense":
        say("bestmove \x1b[31m" + "z" * 100_000)
    elif how == "gives up":
        say("bestmove none")
    elif how == "talks too much":
        say("\x7f\x00", "info depth x pv y", "info depth 99 winprob 7 pv D5-D4-1", "info")
        say("info depth 5 score cp 12 nodes 7 time 3 pv D5-D4-1 nonsense", "bestmove D5-D4-1 ponder x")
        say("bestmove D3-D4-1", "bestmove C6-C5-1")


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
