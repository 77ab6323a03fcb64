"""Margrites: eight pieces a side, four steps a turn, and points for walking off the far edge."""

from boardwright.games.margrites.game import Margrites
from boardwright.games.margrites.rules import Move, Position

__all__ = ["Margrites", "Move", "Position"]
