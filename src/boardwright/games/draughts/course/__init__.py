"""The function and the program that the draughts course asks for."""

from boardwright.games.draughts.course.valid_turns import Color, valid_turns

__all__ = ["Color", "valid_turns"]
