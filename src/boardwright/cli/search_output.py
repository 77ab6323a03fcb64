"""Search results as text and as JSON."""

from __future__ import annotations

from typing import Any

from boardwright.engine.result import Score, SearchResult, Variation, variation_texts
from boardwright.game import Game, M, P

SHOWN_LINE = 8


def worth(line: Variation[Any]) -> str:
    """Return the score, if there is one, and the win probability as text."""
    chance = f"win {line.win_probability:.0%}"
    return chance if line.score is None else f"score {line.score}  {chance}"


def told(game: Game[P, M], position: P, found: SearchResult[Any]) -> str:
    """Return a result as one line: move, score, effort and principal variation."""
    texts = variation_texts(game, position, found.line[:SHOWN_LINE])
    return (
        f"{texts[0]}  {worth(found.lines[0])}  depth {found.depth}  nodes {found.nodes}  "
        f"time {found.seconds:.3f} s  line {' '.join(texts)}"
    )


def as_data(game: Game[P, M], position: P, found: SearchResult[Any]) -> dict[str, object]:
    """Return a result as plain data, with the whole principal variation."""
    data = {
        "depth": found.depth,
        **line_data(game, position, found.lines[0]),
        "nodes": found.nodes,
        "nps": round(found.nodes / max(found.seconds, 1e-9)),
        "time": round(found.seconds, 4),
    }
    if len(found.lines) > 1:
        data["lines"] = [line_data(game, position, line) for line in found.lines]
    return data


def line_data(game: Game[P, M], position: P, line: Variation[M]) -> dict[str, object]:
    """Return a variation and its score as plain data."""
    return {**score_data(line.win_probability, line.score), "pv": variation_texts(game, position, line.moves)}


def score_data(win: float, score: Score | None) -> dict[str, object]:
    """Return a win probability and its score as plain data."""
    return {
        "score": None if score is None else score.value,
        "distance": None if score is None else score.distance,
        "ending": None if score is None else score.ending_word,
        "win": round(win, 4),
    }
