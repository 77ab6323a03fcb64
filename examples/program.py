"""A program that plays any game by the protocol of ``boardwright ugi``, to start your own from.

boardwright match turm engine:time=0.1 "ugi:python examples/program.py turm" --games 10
"""

from __future__ import annotations

import random
import sys
from typing import Any

from boardwright import find_game
from boardwright.played_game import AnyPlayedGame, PlayedGame


def choose(played: AnyPlayedGame, limits: list[str]) -> Any:
    """Your ideas go here; the limits are words such as ``movetime 100``, in milliseconds."""
    return random.choice(played.legal_moves())


def main(name: str) -> None:
    game = find_game(name)
    played: AnyPlayedGame = PlayedGame(game)
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            print("id name My program", f"id game {game.full_name}", "ugiok", sep="\n", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            start, _, moves = " ".join(words).partition(" moves ")
            played = PlayedGame(game, None if start == "startpos" else game.parse_position(start.removeprefix("fen ")))
            for text in moves.split():
                played.play_text(text)
        elif command == "go":
            print("bestmove", game.format_move(played.position, choose(played, words)), flush=True)
        elif command == "quit":
            break


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python program.py GAME")
    main(sys.argv[1])
