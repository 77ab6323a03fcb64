"""The arena: matches between players, and their statistics.

>>> result = play_match("turm", ("engine:nodes=200", "random"), games=4, jobs=0)
>>> f"{result.won}-{result.drawn}-{result.lost}"
'4-0-0'
"""

from boardwright.arena.adjudication import Adjudication, DrawRule, ResignRule
from boardwright.arena.matches import play_match
from boardwright.arena.opening_files import OpeningFile
from boardwright.arena.openings import openings
from boardwright.arena.play import ArenaGame, MoveStats, play_game
from boardwright.arena.results import MatchResult
from boardwright.arena.sprt import Sprt
from boardwright.arena.standings import Schedule, TournamentResult
from boardwright.arena.tournament import ContestFiles, ContestSettings, Watcher, play_tournament

__all__ = [
    "Adjudication",
    "ArenaGame",
    "ContestFiles",
    "ContestSettings",
    "DrawRule",
    "MatchResult",
    "MoveStats",
    "OpeningFile",
    "ResignRule",
    "Schedule",
    "Sprt",
    "TournamentResult",
    "Watcher",
    "openings",
    "play_game",
    "play_match",
    "play_tournament",
]
