"""Random steps of PettingZoo's classic environments: run in the environment that has them, ``GAME``."""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import numpy as np

SECONDS = 1.0


def steps_a_second(env: Any) -> float:
    """Whole games of random legal actions, one after the other."""
    random, steps, began = Random(1), 0, process_time()
    while (spent := process_time() - began) < SECONDS:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(random.choice(np.flatnonzero(observation["action_mask"])))
            steps += 1
    return steps / spent


if __name__ == "__main__":
    print(steps_a_second(import_module(f"pettingzoo.classic.{sys.argv[1]}").env()))
