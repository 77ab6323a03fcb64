"""A game of pydraughts' DamExchange client against a server, run by the Python that has it.

``python dxp_pydraughts.py PORT SIDE SEED``: random moves for a side; prints the last position and how many moves the
server made.
"""

from __future__ import annotations

import os
import sys
import time
from random import Random


def main(port: str, side: str, seed: int) -> None:
    # Only the Python that runs this has it.
    import draughts  # type: ignore[import-not-found]
    from draughts.engine import DXPEngine  # type: ignore[import-not-found]

    random = Random(seed)
    board = draughts.Board()
    engine = DXPEngine(options={"ip": "127.0.0.1", "port": port, "initial-time": 300})
    receiver = engine.receiver

    def move() -> None:
        board.push(random.choice(board.legal_moves()))

    if side == "white":
        move()
    engine._start(board, 300)
    if side == "white":
        engine.sender.send_move(board.move_stack[-1])
    heard = 0
    while board.legal_moves():
        # Its own waiting keeps a core busy, and does not see the end of a game.
        while not receiver.last_move_changed and not receiver.gameend_sent:
            time.sleep(0.002)
        if receiver.gameend_sent:
            break
        receiver.last_move_changed = False
        board.push(receiver.last_move)
        heard += 1
        if board.legal_moves():
            move()
            engine.sender.send_move(board.move_stack[-1])
    if not receiver.gameend_sent:
        engine.sender.gameend()
    print(board.fen, heard, flush=True)
    # To hang up in order takes it seconds.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
