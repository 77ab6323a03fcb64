"""Search information in Hub's form: scores in men, seconds, millions of nodes per second."""

from __future__ import annotations

from boardwright.engine.result import AnySearchResult, Score
from boardwright.games.draughts.protocols.hub.messages import Message, format_message
from boardwright.games.draughts.protocols.hub.notation import format_move
from boardwright.parse_numbers import read_number, read_whole_number
from boardwright.protocols.info import Info

WIN = 100.0
"""The score of an immediate win; each ply of distance subtracts a hundredth."""
SURE = 90.0
"""Scores beyond this are proven wins or losses."""
ENDING = 89.0
"""The score of a win by a bitbase."""
MAX_MEN = 80.0
"""The bound of evaluation scores."""


def format_info(result: AnySearchResult) -> str:
    """Format the best variation.

    >>> from boardwright.engine.result import SearchResult, Variation
    >>> from boardwright.games.draughts import Move
    >>> format_info(SearchResult((Variation((Move(32, 28), Move(19, 23)), (), 0.5, Score(0.25)),), 3, 1000, 0.5))
    'info depth=3 mean-depth=3.0 score=0.25 nodes=1000 time=0.500 nps=0.002 pv="32-28 19-23"'
    """
    fields: dict[str, object] = {"depth": result.depth, "mean-depth": f"{result.depth:.1f}"}
    if result.score is not None:
        fields["score"] = _men(result.score)
    fields |= {
        "nodes": result.nodes,
        "time": f"{result.seconds:.3f}",
        "nps": f"{result.nodes / max(result.seconds, 1e-6) / 1e6:.3f}",
        "pv": " ".join(map(format_move, result.pv)),
    }
    return format_message("info", fields)


def _men(score: Score) -> str:
    if score.distance is not None:
        men = WIN - score.distance / 100
    elif score.ending:
        men = ENDING if score.value else 0.0
    else:
        men = min(abs(score.value), MAX_MEN)
    # Avoid a minus sign before a value that is written as 0.
    return f"{round(men if score.value > 0 else -men, 2) + 0.0:.2f}"


def read_info(message: Message) -> Info | None:
    """Parse the search information of a message; None if it has no moves, or is malformed.

    >>> from boardwright.games.draughts.protocols.hub.messages import parse_message
    >>> read_info(parse_message('info depth=9 score=-99.96 time=0.5 pv="32-28 19-23"'))
    Info(depth=9, nodes=0, seconds=0.5, multipv=1, score=Score(value=-319.96, distance=4, ending=False), \
win_probability=0.0, moves=('32-28', '19-23'))
    """
    given = message.arguments
    if message.command != "info" or "pv" not in given:
        return None
    depth, nodes = (read_whole_number(given.get(name, "0"), 0) for name in ("depth", "nodes"))
    seconds = read_number(given.get("time", "0"), 0.0, 1e9)
    men = read_number(given.get("score", "0"), -1e6, 1e6)
    if depth is None or nodes is None or seconds is None or men is None:
        return None
    moves = tuple(given["pv"].split())
    if "score" not in given:
        return Info(depth, nodes, seconds, moves=moves)
    proven = SURE < abs(men) < WIN
    score = Score.proven(round((WIN - abs(men)) * 100), won=men > 0) if proven else Score(men)
    certain = score.certain_win_probability
    return Info(depth, nodes, seconds, 1, score, 0.5 if certain is None else certain, moves)
