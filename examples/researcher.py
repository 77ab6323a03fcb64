"""The researcher: a small learner that begins with nothing and plays hundreds of games at a time against itself.

python examples/researcher.py [GAME] [STEPS]

A linear actor and critic learn from every step of a vector environment: the critic what a position is worth, the
actor to prefer moves that turned out better than the critic thought. Both see only planes and legal actions, so any
game of the core will do. What it has learned is measured in games against random moves, before and after.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field

# Before NumPy is imported: the matrices are so small that threads would mostly wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from boardwright.rl.vector import VectorEnv

GAMES = 256
ACTOR_RATE, CRITIC_RATE = 100.0, 0.5
DISCOUNT = 0.98
"""A win is worth a little more the sooner it comes."""

Floats = NDArray[np.float32]


@dataclass
class Learner:
    """Weights from what is seen to a number for each action, and to one for the position."""

    actor: Floats
    critic: Floats
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    @classmethod
    def of(cls, env: VectorEnv) -> Learner:
        """One that knows nothing: every move is as good as any other."""
        inputs = seen(env).shape[1]
        return cls(np.zeros((inputs, len(env.encoding.actions)), np.float32), np.zeros(inputs, np.float32))

    def chances(self, inputs: Floats, legal: NDArray[np.bool_]) -> Floats:
        """How likely it takes each action."""
        worth: Floats = np.where(legal, inputs @ self.actor, np.float32(-np.inf))
        worth = np.exp(worth - worth.max(axis=1, keepdims=True))
        worth /= worth.sum(axis=1, keepdims=True)
        return worth

    def choose(self, chances: Floats) -> NDArray[np.int64]:
        """An action for each game."""
        sums = chances.cumsum(axis=1)
        # Above zero: else an action without a chance could be the first that reaches it.
        drawn = (1 - self.random.random((len(sums), 1), np.float32)) * sums[:, -1:]
        chosen: NDArray[np.int64] = (sums < drawn).sum(axis=1)
        return chosen

    def learn(self, env: VectorEnv) -> None:
        """Take one step in all games, and learn from it."""
        inputs, legal, players = seen(env), env.legal_actions(), env.players.copy()
        chances = self.chances(inputs, legal)
        actions = self.choose(chances)
        env.step(actions)
        # The next position is seen by whoever is to move there.
        onward = np.where(env.players == players, 1, -1) * (seen(env) @ self.critic)
        target = np.where(env.terminated | env.truncated, env.rewards, DISCOUNT * onward)
        surprise = (target - inputs @ self.critic).astype(np.float32)
        self.critic += CRITIC_RATE / GAMES * (surprise @ inputs)
        blame = -chances * surprise[:, None]
        blame[np.arange(len(actions)), actions] += surprise
        self.actor += ACTOR_RATE / GAMES * (inputs.T @ blame)


def seen(env: VectorEnv) -> Floats:
    """What there is to see of each game, and a one, for what is always so; all scaled to the same length."""
    planes = env.observations.reshape(env.num_envs, -1).astype(np.float32)
    inputs: Floats = np.concatenate([planes, np.ones((env.num_envs, 1), np.float32)], axis=1)
    inputs /= np.linalg.norm(inputs, axis=1, keepdims=True)
    return inputs


def score(learner: Learner, game: str, games: int = 400) -> float:
    """The share of the points that a learner makes against random moves, in as many games with either side."""
    env = VectorEnv(game, games)
    env.reset(seed=2)
    sides = np.arange(games) % 2
    points = np.zeros(games)
    playing = np.ones(games, np.bool_)
    while playing.any():
        acts = env.players == sides
        own = learner.choose(learner.chances(seen(env), env.legal_actions()))
        env.step(np.where(acts, own, env.random_actions()))
        over = playing & (env.terminated | env.truncated)
        points[over] = 0.5 + 0.5 * np.where(acts, env.rewards, -env.rewards)[over]
        playing &= ~over
    return float(points.mean())


def main(game: str = "turm:castle", steps: str = "800") -> None:
    env = VectorEnv(game, GAMES)
    learner = Learner.of(env)
    print(f"Knows nothing: scores {score(learner, game):.0%} against random moves")
    for _ in range(int(steps)):
        learner.learn(env)
    print(f"After {int(steps) * GAMES:,} moves: scores {score(learner, game):.0%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
