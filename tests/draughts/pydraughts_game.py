"""pydraughts' own Hub client plays a game with a program: run in the environment that has it, ``COMMAND SIDE``.

The program has one side, random moves the other. It prints what happened as JSON.
"""

from __future__ import annotations

import json
import sys
from random import Random
from threading import Thread
from typing import Any

from draughts import Board  # type: ignore[import-not-found, unused-ignore]
from draughts.engine import HubEngine, Limit  # type: ignore[import-not-found, unused-ignore]

LIMITS = (
    Limit(depth=4),
    Limit(nodes=300),
    Limit(movetime=0.02),
    Limit(time=1),
    Limit(time=0.5, inc=0.01),
    Limit(time=0.01, inc=0.02),
)


def main(command: str, side: int) -> None:
    engine = HubEngine([command])
    engine.configure({"variant": "normal", "hash": "1", "seed": "3"})
    engine.init()
    engine.ping()
    board, random, infos = Board(), Random(side), []
    while not board.is_over():
        turn = len(board.move_stack)
        if turn % 2 == side:
            if turn < 12:
                result = pondered(engine, board)
            else:
                result = engine.play(board, LIMITS[turn // 2 % len(LIMITS)], False)
            infos.append(result.info)
            board.push(result.move)
        else:
            board.push(random.choice(board.legal_moves()))
    engine.quit()
    print(
        json.dumps(
            {
                "id": engine.id,
                "options": sorted(engine.options),
                "variants": sorted(engine.variants),
                "moves": [move.hub_move for move in board.move_stack],
                "winner": board.winner(),
                "infos": infos,
                "status": engine.p.wait(60),
            }
        )
    )


def pondered(engine: Any, board: Any) -> Any:
    """What the program plays after it has begun to think before it was its turn."""
    results: list[Any] = []
    thinking = Thread(target=lambda: results.append(engine.play(board, Limit(movetime=0.05), True)))
    thinking.start()
    engine.ponderhit()
    thinking.join()
    return results[0]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
