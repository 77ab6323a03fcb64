"""Whole turns."""

from boardwright.games.margrites.course.engine import *  # noqa: F403
from boardwright.games.margrites.course.engine import __all__ as __all__
