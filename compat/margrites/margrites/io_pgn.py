"""Turns and annotated games in text."""

from boardwright.games.margrites.course.io_pgn import *  # noqa: F403
from boardwright.games.margrites.course.io_pgn import __all__ as __all__
