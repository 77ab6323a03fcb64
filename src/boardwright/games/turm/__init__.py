"""Turm & Wächter: towers of stones, two guards, seven by seven squares."""

from boardwright.games.turm.game import Turm
from boardwright.games.turm.rules import Move, Position

__all__ = ["Move", "Position", "Turm"]
