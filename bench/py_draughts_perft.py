"""Count with py-draughts' public interface: run in the environment that has it, ``FEN DEPTH``."""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

from draughts import Board  # type: ignore[import-not-found, unused-ignore]


def perft(board: Any, depth: int) -> int:
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


if __name__ == "__main__":
    start = Board.from_fen(sys.argv[1])
    began = process_time()
    print(perft(start, int(sys.argv[2])), process_time() - began)
