"""Random steps of OpenSpiel's vector environment: run in the environment that has it, ``GAME``."""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.rl_environment import Environment
from open_spiel.python.vector_env import SyncVectorEnv

GAMES = 64
SECONDS = 1.0


def steps_a_second(game: str) -> float:
    """Random legal actions in many games at once, each begun anew when it ends."""
    envs = SyncVectorEnv([Environment(game) for _ in range(GAMES)])
    random, steps = Random(1), 0
    time_steps = envs.reset()
    began = process_time()
    while (spent := process_time() - began) < SECONDS:
        legal = [step.observations["legal_actions"][step.observations["current_player"]] for step in time_steps]
        chosen = [StepOutput(action=random.choice(actions), probs=None) for actions in legal]
        time_steps, _, _, _ = envs.step(chosen, reset_if_done=True)
        steps += GAMES
    return steps / spent


if __name__ == "__main__":
    print(steps_a_second(sys.argv[1]))
