"""A program that speaks Hub, and does one thing wrong: ``python fake_hub.py HOW``."""

from __future__ import annotations

import sys
import time

VARIANTS = {
    "plays frisian": 'value=frisian type=enum values="frisian killer"',
    "begins with frisian": 'value=frisian type=enum values="frisian normal"',
}


def main(how: str) -> None:
    if how == "dies at once":
        sys.exit("no licence found")
    for line in sys.stdin:
        command = line.split()[0]
        if command == "hub" and how != "is deaf":
            say("id name=Fake version=1", 'param name="book', "param", "", "param name=tt-size value=20 type=int")
            say(f"param name=variant {VARIANTS.get(how, 'value=normal type=enum values=normal')}", "wait")
        elif command == "set-param":
            print(line.strip(), file=sys.stderr, flush=True)
        elif command == "init" and how == "has no memory":
            say('error message="no memory for the table"')
        elif command == "init":
            say("loading 3 GB", "ready")
        elif command == "ping":
            say("pong")
        elif command == "pos" and how == "refuses":
            say('error message="bad position"')
        elif command == "level" and how == "refuses in a half line":
            say('error message="bad')
        elif command == "go":
            search(how)
        elif command == "stop" and how == "waits for stop":
            say("done move=32-28")
        elif command == "quit":
            break


def search(how: str) -> None:
    if how == "dies in a search":
        sys.exit("a man too many")
    elif how == "says nothing":
        time.sleep(60)
    elif how == "plays a bad move":
        say("done move=32-27x1")
    elif how == "plays an illegal move":
        say("done move=32-23")
    elif how == "plays a capture as others write it":
        say("done move=32x28")
    elif how == "plays nonsense":
        say('done move="\x1b[31m' + "z" * 100_000 + '"')
    elif how == "gives up":
        say("done")
    elif how == "says half a line":
        say('done move="32-28')
    elif how == "talks too much":
        say("\x7f\x00", "=", 'info pv="', "info depth=x pv=32-28", "info depth=9", "info score=1e99 pv=32-28")
        say('info depth=5 score=-0.12 nodes=7 time=0.003 pv="32-28 nonsense"', "done ponder=x move=32-28 more")
        say("done move=33-28", "done")


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
