"""International draughts: twenty men a side, flying kings, ten by ten squares."""

from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.rules import Move, Position
from boardwright.games.draughts.turns import Color, valid_turns
from boardwright.games.draughts.walks import routes

__all__ = ["Color", "Draughts", "Move", "Position", "routes", "valid_turns"]
