"""Players: the core's search, random games for any game, levels for people."""

from boardwright.engine.found import Found, Line, Score
from boardwright.engine.mcts import Mcts
from boardwright.engine.players import Limits, Player, best_player, read_player
from boardwright.engine.search import Engine

__all__ = ["Engine", "Found", "Limits", "Line", "Mcts", "Player", "Score", "best_player", "read_player"]
