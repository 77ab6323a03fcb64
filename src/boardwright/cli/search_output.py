"""Search results as text."""

from __future__ import annotations

from typing import Any

from boardwright.engine.result import AnySearchResult, Variation
from boardwright.game import AnyGame

SHOWN_MOVES = 8


def value_text(variation: Variation[Any]) -> str:
    """Return the score, if there is one, and the win probability as text."""
    chance = f"win {variation.win_probability:.0%}"
    return chance if variation.score is None else f"score {variation.score}  {chance}"


def effort_text(result: AnySearchResult) -> str:
    """Return the nodes and the time of a search as text."""
    return f"nodes {result.nodes}  time {result.seconds:.3f} s"


def result_text(game: AnyGame, result: AnySearchResult) -> str:
    """Return a result as one line: move, score, effort and principal variation."""
    best = result.variations[0]
    texts = best.texts(game, SHOWN_MOVES)
    return f"{texts[0]}  {value_text(best)}  depth {result.depth}  {effort_text(result)}  line {' '.join(texts)}"
