"""What py-draughts counts, in its own environment."""

from __future__ import annotations

from bench.outside import PY_DRAUGHTS, ROOT, run


def py_draughts_perft(fen: str, depth: int) -> tuple[int, float]:
    """How many lines py-draughts counts, and its seconds."""
    script = str(ROOT / "bench" / "py_draughts_perft.py")
    count, seconds = run([str(PY_DRAUGHTS.python), script, fen, str(depth)]).split()
    return int(count), float(seconds)
