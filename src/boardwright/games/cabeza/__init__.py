"""Cabeza: blocks that roll, and two Cabezas that run for the far row."""

from boardwright.games.cabeza.game import Cabeza
from boardwright.games.cabeza.rules import Move, Pose, Position, Team

__all__ = ["Cabeza", "Move", "Pose", "Position", "Team"]
