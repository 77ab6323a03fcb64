"""Margrites under the asked-for name: the interface of ``boardwright.games.margrites``."""

from boardwright.games.margrites import *  # noqa: F403
from boardwright.games.margrites import __all__ as __all__

from . import engine as engine
from . import io_pgn as io_pgn
from . import rules as rules
from . import state as state
from . import types as types
