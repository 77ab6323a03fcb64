"""py-draughts' TurboEngine as a program that speaks the protocol of ``boardwright ugi``.

Run by any Python: it makes the environment that has py-draughts, and goes on there. So a match is

    boardwright match draughts engine:time=0.2 "ugi:time=0.2:python bench/turbo.py" --games 200
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

DEPTH = 60
SECONDS = 1.0
AGAIN = "BOARDWRIGHT_TURBO"
"""Set once the environment has been made."""


def main() -> None:
    try:
        from draughts import StandardBoard, TurboEngine  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from bench.outside import PY_DRAUGHTS

        if AGAIN in os.environ:
            raise SystemExit("py-draughts cannot be had here") from None
        PY_DRAUGHTS.install()
        os.environ[AGAIN] = "1"
        os.execv(PY_DRAUGHTS.python, [str(PY_DRAUGHTS.python), __file__])
    from boardwright import find_game
    from boardwright.played_game import PlayedGame

    game = find_game("draughts")
    match, board, engine = PlayedGame(game), StandardBoard(), None
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "ugi":
            print("id name TurboEngine\nid game draughts\nugiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "ugnewgame":
            engine = None
        elif command == "position":
            start, _, moves = rest.partition(" moves ")
            match = PlayedGame(game, None if start == "startpos" else game.parse_position(start.removeprefix("fen ")))
            board = StandardBoard.from_fen(game.format_position(match.position))
            for text in moves.split():
                move = game.parse_move(match.position, text)
                board.push(_same(_said_by_us(move), {_said_by_them(other): other for other in board.legal_moves}))
                match.play(move)
        elif command == "go":
            words = rest.split()
            seconds = int(words[words.index("movetime") + 1]) / 1000 if "movetime" in words else SECONDS
            if engine is None or engine.time_limit != seconds:
                engine = TurboEngine(depth_limit=DEPTH, time_limit=seconds)
            chosen = engine.get_best_move(board)
            ours = _same(_said_by_them(chosen), {_said_by_us(move): move for move in match.legal_moves()})
            print("bestmove", game.format_move(match.position, ours), flush=True)
        elif command == "quit":
            return


# A move as both sides can say it: from where, to where, and what it takes.


def _said_by_us(move: Any) -> tuple[int, int, frozenset[int]]:
    from boardwright.games.draughts.rules import numbers

    return move.origin, move.target, frozenset(numbers(move.captured))


def _said_by_them(move: Any) -> tuple[int, int, frozenset[int]]:
    taken = frozenset(square + 1 for square in move.captured_list)
    return move.square_list[0] + 1, move.square_list[-1] + 1, taken


def _same(said: tuple[int, int, frozenset[int]], moves: dict[tuple[int, int, frozenset[int]], Any]) -> Any:
    if said not in moves:
        raise SystemExit(f"the move {said} is legal to one side only")
    return moves[said]


if __name__ == "__main__":
    main()
