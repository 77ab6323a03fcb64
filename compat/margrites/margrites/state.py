"""The mutable state of a game."""

from boardwright.games.margrites.state import *  # noqa: F403
from boardwright.games.margrites.state import __all__ as __all__
