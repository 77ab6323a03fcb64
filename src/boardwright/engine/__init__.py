"""The engine and its players: the search by the core or by Python rules, MCTS, levels for people."""

from boardwright.engine.limits import Limits
from boardwright.engine.mcts import Mcts
from boardwright.engine.players import Player, best_player, read_player
from boardwright.engine.result import Score, SearchResult, Variation
from boardwright.engine.search import Engine

__all__ = ["Engine", "Limits", "Mcts", "Player", "Score", "SearchResult", "Variation", "best_player", "read_player"]
