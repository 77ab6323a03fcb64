"""Congo: lions in their castles, and a river in which all but the crocodile drown."""

from boardwright.games.congo.game import Congo
from boardwright.games.congo.rules import Move, Position

__all__ = ["Congo", "Move", "Position"]
