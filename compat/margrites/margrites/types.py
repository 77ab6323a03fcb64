"""Squares, coordinates and colours."""

from boardwright.games.margrites.course.types import *  # noqa: F403
from boardwright.games.margrites.course.types import __all__ as __all__
