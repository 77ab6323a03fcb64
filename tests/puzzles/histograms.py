"""The lengths and difficulties of the shipped puzzles, as the table in docs/puzzles.md; see ``python -m``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from boardwright import find_game
from boardwright.core import core_names
from boardwright.puzzles import DIFFICULTIES, difficulty_of, puzzles_of, turns_of

LONGEST = 5
"""Longer solutions are counted together."""
DISTANCES = ((1, 1), (2, 3), (4, 5), (6, 9), (10, 5000))


def histograms() -> str:
    """Return the table."""
    lengths = [*(f"{length}" for length in range(1, LONGEST)), f"{LONGEST} or more"]
    spans = [
        f"{low}" if low == high else f"{low} to {high}" if high < 1000 else f"{low} or more" for low, high in DISTANCES
    ]
    heads = [
        "variant",
        "puzzles",
        *(f"{length} move{'s' * (length != '1')}" for length in lengths),
        *(f"win in {span}" for span in spans),
        "won ending",
        *DIFFICULTIES,
    ]
    rows = [_row(heads), _row(["---"] * len(heads)), *(_row(_figures(name)) for name in core_names())]
    return "\n".join(rows)


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _figures(name: str) -> list[object]:
    game = find_game(name)
    puzzles = puzzles_of(game)
    lengths: Counter[int] = Counter()
    for puzzle in puzzles:
        turns = turns_of(game, puzzle)
        lengths[min(sum(len(turn.moves) for turn in turns if turn.side == turns[0].side), LONGEST)] += 1
    distances = [puzzle.distance for puzzle in puzzles if puzzle.distance is not None]
    difficulties = Counter(map(difficulty_of, puzzles))
    return [
        name,
        len(puzzles),
        *(lengths[length] for length in range(1, LONGEST + 1)),
        *(sum(low <= distance <= high for distance in distances) for low, high in DISTANCES),
        len(puzzles) - len(distances),
        *(difficulties[difficulty] for difficulty in DIFFICULTIES),
    ]


if __name__ == "__main__":
    print(histograms())
