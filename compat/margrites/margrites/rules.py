"""Single steps, captures, the end of the game."""

from boardwright.games.margrites.course.rules import *  # noqa: F403
from boardwright.games.margrites.course.rules import __all__ as __all__
