"""OpenSpiel's own suites on some games, in the environment that has OpenSpiel: what passed, one line a game."""

from __future__ import annotations

import doctest
import sys
from contextlib import redirect_stdout
from io import StringIO

import pyspiel
from open_spiel.python.tests.games_sim_test import GamesSimTest

from boardwright.rl import openspiel


def run_suites(name: str) -> str:
    """Random simulation, with serialisation at each step, cloning, pickling and observations."""
    game = pyspiel.load_game(openspiel.register(name))
    with redirect_stdout(StringIO()):
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        GamesSimTest().sim_game(game)
    return f"{name}: random_sim_test sim_game"


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        print(run_suites(asked))
    sys.exit(doctest.testmod(openspiel).failed)
