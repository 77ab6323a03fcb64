"""OpenSpiel's tree search against our engine, in the environment that has OpenSpiel: the result for the engine."""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from boardwright import find_game
from boardwright.engine.players import read_player
from boardwright.rl import openspiel


def play(name: str, engine_side: int, seed: int) -> str:
    """One game: how many actions it took, and what the engine scored."""
    game = pyspiel.load_game(openspiel.register(name))
    random = np.random.RandomState(seed)
    bot = MCTSBot(game, 2.0, 4, RandomRolloutEvaluator(1, random), random_state=random)
    engine = read_player("engine:nodes=3000", find_game(name))
    state = game.new_initial_state()
    while not state.is_terminal():
        episode = state.episode
        if episode.side != engine_side:
            state.apply_action(bot.step(state))
            continue
        move = engine.choose(episode.played).move
        for action in episode.encoding.actions_of(episode.played.position, move):
            state.apply_action(action)
    return f"{len(state.history())} {state.returns()[engine_side]:+.0f}"


if __name__ == "__main__":
    print(play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
