"""The scores of the Python search: whole hundredths of the game's unit, for the side to move."""

from __future__ import annotations

from boardwright.engine.result import WIN_SCORE, Score

WIN = round(100 * WIN_SCORE)
"""The score of a win at the root; each ply of distance subtracts one."""
MAX_PLIES = 128
"""How many plies from the root the search goes; Python's own stack bounds it."""
MIN_PROVEN = WIN - 2 * MAX_PLIES
MAX_EVALUATION = 20_000
SCALE = 400
"""The score at which ten of eleven games are won."""

DRAWN = 2
"""The winner of a drawn game, beside the sides."""


def terminal_score(winner: int, side: int, ply: int) -> int:
    """Return the score of a game that has ended at a ply."""
    if winner == DRAWN:
        return 0
    return WIN - ply if winner == side else ply - WIN


def is_proven(score: int) -> bool:
    """Whether the score is a win or loss that was seen to the end of the game."""
    return score >= MIN_PROVEN or score <= -MIN_PROVEN


def from_root(score: int, ply: int) -> int:
    """Return a stored score, whose distance counts from its own position, as seen from the root."""
    return score - ply if score >= MIN_PROVEN else score + ply if score <= -MIN_PROVEN else score


def to_stored(score: int, ply: int) -> int:
    """Return a score as it is stored: the inverse of :func:`from_root`."""
    return score + ply if score >= MIN_PROVEN else score - ply if score <= -MIN_PROVEN else score


def plies_to_end(score: int) -> int:
    """Return the plies from the root to the end of a proven game."""
    return WIN - abs(score)


def score_of(value: int) -> Score:
    """Return a score as results hold it."""
    return Score.proven(plies_to_end(value), won=value > 0) if is_proven(value) else Score(value / 100)
