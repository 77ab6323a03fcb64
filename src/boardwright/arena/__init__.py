"""The arena: matches between players, and their statistics.

>>> result = play_match("turm", ("engine:nodes=200", "random"), games=4, jobs=0)
>>> f"{result.won}-{result.drawn}-{result.lost}"
'4-0-0'
"""

from boardwright.arena.matches import play_match
from boardwright.arena.openings import openings
from boardwright.arena.play import ArenaGame, MoveStats, play_game
from boardwright.arena.results import MatchResult
from boardwright.arena.sprt import Sprt

__all__ = ["ArenaGame", "MatchResult", "MoveStats", "Sprt", "openings", "play_game", "play_match"]
