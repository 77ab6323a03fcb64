"""The mutable state of a game."""

from boardwright.games.margrites.course.state import *  # noqa: F403
from boardwright.games.margrites.course.state import __all__ as __all__
