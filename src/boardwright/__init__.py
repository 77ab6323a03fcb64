"""Boardwright: abstract board games with exact rules, their own notations, and players.

>>> import boardwright
>>> turm = boardwright.find_game("turm")
>>> position = turm.start()
>>> len(turm.legal_moves(position))
25
"""

from boardwright.display import show
from boardwright.errors import (
    AmbiguousMove,
    BoardwrightError,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    Repaired,
    UnknownGame,
)
from boardwright.game import Game, Outcome, Termination
from boardwright.registry import find_game
from boardwright.version import __version__

__all__ = [
    "AmbiguousMove",
    "BoardwrightError",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "Outcome",
    "Repaired",
    "Termination",
    "UnknownGame",
    "__version__",
    "find_game",
    "show",
]
