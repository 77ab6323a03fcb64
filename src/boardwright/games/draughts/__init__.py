"""International draughts: twenty men a side, flying kings, ten by ten squares."""

from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.routes import routes
from boardwright.games.draughts.rules import Move, Position
from boardwright.games.draughts.turns import Color, valid_turns

__all__ = ["Color", "Draughts", "Move", "Position", "routes", "valid_turns"]
