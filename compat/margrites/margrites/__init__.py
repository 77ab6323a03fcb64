"""Margrites under the asked-for name: the interface of ``boardwright.games.margrites.course``."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[3] / "src"))

from boardwright.games.margrites.course import *  # noqa: F403
from boardwright.games.margrites.course import __all__ as __all__

from . import engine as engine
from . import io_pgn as io_pgn
from . import rules as rules
from . import state as state
from . import types as types
