"""Whole turns."""

from boardwright.games.margrites.engine import *  # noqa: F403
from boardwright.games.margrites.engine import __all__ as __all__
