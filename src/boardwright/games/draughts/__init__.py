"""International draughts: twenty men a side, flying kings, ten by ten squares."""

from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.routes import routes
from boardwright.games.draughts.rules import Move, Position

__all__ = ["Draughts", "Move", "Position", "routes"]
