"""The moves that pydraughts finds, as Hub writes them, for each FEN on standard input: run where it is installed."""

from __future__ import annotations

import sys

from draughts import Board  # type: ignore[import-not-found, unused-ignore]

for fen in sys.stdin:
    print(*sorted({move.hub_move for move in Board(fen=fen.strip()).legal_moves()}))
