"""Boardwright: abstract board games with exact rules, their own notations, and players.

>>> from boardwright import Engine, PlayedGame, find_game
>>> turm = find_game("turm")
>>> played = PlayedGame(turm)
>>> played.play_text("D5-D4-1")
>>> len(played.legal_moves())
25
>>> result = Engine(turm).search(played.position, nodes=1000)
>>> result.move in played.legal_moves()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.display import show
from boardwright.errors import (
    AmbiguousMove,
    BoardwrightError,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    UnknownGame,
)
from boardwright.game import Game, Outcome, Termination
from boardwright.played_game import PlayedGame, replay
from boardwright.registry import find_game
from boardwright.version import __version__

if TYPE_CHECKING:
    from boardwright.engine import Engine, Limits, SearchResult, read_player

__all__ = [
    "AmbiguousMove",
    "BoardwrightError",
    "Engine",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "Limits",
    "Outcome",
    "PlayedGame",
    "SearchResult",
    "Termination",
    "UnknownGame",
    "__version__",
    "find_game",
    "read_player",
    "replay",
    "show",
]


def __getattr__(name: str) -> object:
    """Import names of the engine when they are first used: ``import boardwright`` stays fast."""
    if name in __all__:
        from boardwright import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
