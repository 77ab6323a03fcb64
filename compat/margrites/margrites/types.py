"""Squares, coordinates and colours."""

from boardwright.games.margrites.types import *  # noqa: F403
from boardwright.games.margrites.types import __all__ as __all__
