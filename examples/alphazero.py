"""AlphaZero, small: a network learns a game from nothing, by a tree search that plays against itself.

python examples/alphazero.py [GAME] [MINUTES] [SEED]

All games are played at the same time in one vector environment, and so are the simulations of all their searches in
another one, from saved states: each step of the network sees one position of every tree. The network is the only part
that knows NumPy's matrices; a larger one in PyTorch or JAX can take its place.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import process_time

# Before NumPy is imported: the matrices are so small that threads would mostly wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from boardwright.engine.players import read_player
from boardwright.played_game import PlayedGame
from boardwright.rl.vector import VectorEnv

GAMES, SIMULATIONS = 64, 48
HIDDEN, BATCH, BATCHES, RATE = 256, 256, 2, 1e-3
REMEMBERED = 40_000
"""The positions that the network learns from: those played last."""
SAMPLED_MOVES = 12
"""The actions of a game that are drawn from the visits; later ones are the most visited."""
EXPLORATION, NOISE, NOISE_SHARE = 1.5, 0.3, 0.25

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Opponent = Callable[[VectorEnv, int], int]
"""Chooses an action in one of the games."""


class Network:
    """Two hidden layers, then a logit for each action and the value for the player to move; learns by Adam."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        sizes = (inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions + 1)
        scales = (np.sqrt(2 / inputs), np.sqrt(2 / HIDDEN), 0.1 / np.sqrt(HIDDEN))
        layers = [random.normal(0, scale, size).astype(np.float32) for size, scale in zip(sizes, scales, strict=True)]
        self.weights = [*layers, *(np.zeros(size[1], np.float32) for size in sizes)]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def evaluate(self, planes: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The probability of each action, and the value."""
        *_, outputs = self._layers(planes)
        return softmax(outputs[:, :-1], legal), np.tanh(outputs[:, -1])

    def learn(self, planes: Floats, legal: NDArray[np.bool_], policy: Floats, value: Floats) -> None:
        """Take one step towards the policy of the search, by cross-entropy, and the result, by squared error."""
        inputs, first, second, outputs = self._layers(planes)
        guess = np.tanh(outputs[:, -1])
        to_value = 2 * (guess - value) * (1 - guess**2)
        to_outputs = np.column_stack([softmax(outputs[:, :-1], legal) - policy, to_value]) / len(planes)
        to_second = (to_outputs @ self.weights[2].T) * (second > 0)
        to_first = (to_second @ self.weights[1].T) * (first > 0)
        down = to_first, to_second, to_outputs
        gradients = [each.T @ error for each, error in zip((inputs, first, second), down, strict=True)]
        self._adam([*gradients, *(error.sum(axis=0) for error in down)])

    def _layers(self, planes: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        one, two, three, *biases = self.weights
        inputs: Floats = np.minimum(planes.reshape(len(planes), -1) / np.float32(4), 2)
        first = np.maximum(inputs @ one + biases[0], 0)
        second = np.maximum(first @ two + biases[1], 0)
        return inputs, first, second, second @ three + biases[2]

    def _adam(self, gradients: list[Floats]) -> None:
        self.steps += 1
        rate = np.float32(RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        for weight, gradient, mean, square in zip(self.weights, gradients, self.means, self.squares, strict=True):
            mean += np.float32(0.1) * (gradient - mean)
            square += np.float32(0.001) * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + np.float32(1e-8))


def softmax(logits: Floats, legal: NDArray[np.bool_]) -> Floats:
    """Probabilities over the legal actions."""
    raised: Floats = np.where(legal, logits, np.float32(-np.inf))
    raised = np.exp(raised - raised.max(axis=1, keepdims=True))
    raised /= raised.sum(axis=1, keepdims=True)
    return raised


class Search:
    """Trees of the same size, one for each game; their simulations are the games of one environment."""

    def __init__(self, game: str, network: Network, trees: int, simulations: int, seed: int = 1) -> None:
        self.env = VectorEnv(game, trees, dtype=np.float32, copy=False)
        self.network = network
        self.random = np.random.default_rng(seed)
        self.trees = np.arange(trees)
        shape = (trees, simulations + 1, len(self.env.encoding.actions))
        # By tree, node and action; a child is the number of a node, 0 for none.
        self.prior, self.visits, self.total = (np.zeros(shape, np.float32) for _ in range(3))
        self.child = np.zeros(shape, np.int32)
        self.player = np.zeros(shape[:2], np.int8)
        self.state = np.empty(shape[:2], np.object_)

    def visits_from(self, states: NDArray[np.object_], *, noise: bool = False) -> Floats:
        """Search all states, and return how often each action was tried."""
        for array in (self.visits, self.total, self.child):
            array[:] = 0
        self.env.restore(states)
        self._add_node(0)
        if noise:
            legal = self.prior[:, 0] >= 0
            drawn = self.random.gamma(NOISE, size=legal.shape).astype(np.float32) * legal + np.float32(1e-9)
            mixed = (1 - NOISE_SHARE) * self.prior[:, 0] + NOISE_SHARE * drawn / drawn.sum(axis=1, keepdims=True)
            self.prior[:, 0] = np.where(legal, mixed, -np.inf)
        for node in range(1, self.visits.shape[1]):
            self._simulate(node)
        return self.visits[:, 0]

    def _simulate(self, node: int) -> None:
        """Go down each tree to an action that was not tried yet, try it, and count what it is worth all the way up."""
        at, actions = np.zeros_like(self.trees), np.zeros_like(self.trees)
        path, walking = [], self.trees
        while len(walking):
            chosen = self._best(walking, at[walking])
            path.append((walking, at[walking], chosen))
            actions[walking] = chosen
            below = self.child[walking, at[walking], chosen]
            walking = walking[below > 0]
            at[walking] = below[below > 0]
        self.env.restore(self.state[self.trees, at])
        self.env.step(actions)
        mover = self.player[self.trees, at]
        ended = self.env.terminated | self.env.truncated
        value = self._add_node(node) * np.where(self.env.players == mover, 1, -1)
        # A game that has ended was reset: its node stays without a parent.
        value = np.where(ended, self.env.rewards, value)
        self.child[self.trees, at, actions] = np.where(ended, 0, node)
        for trees, nodes, chosen in path:
            self.visits[trees, nodes, chosen] += 1
            self.total[trees, nodes, chosen] += value[trees] * np.where(
                self.player[trees, nodes] == mover[trees], 1, -1
            )

    def _best(self, trees: Ints, nodes: Ints) -> Ints:
        """The action with the best sum of mean value and exploration (PUCT)."""
        visits = self.visits[trees, nodes]
        mean = self.total[trees, nodes] / np.maximum(visits, 1)
        explored = np.sqrt(visits.sum(axis=1, keepdims=True) + 1) / (1 + visits)
        best: Ints = (mean + EXPLORATION * self.prior[trees, nodes] * explored).argmax(axis=1)
        return best

    def _add_node(self, node: int) -> Floats:
        """Make the games of the environment the nodes of this number; return their values."""
        legal = self.env.legal_actions()
        priors, values = self.network.evaluate(self.env.observations, legal)
        self.prior[:, node] = np.where(legal, priors, -np.inf)
        self.player[:, node] = self.env.players
        self.state[:, node] = self.env.save()
        return values


class Memory:
    """The last positions with the visits of their searches, and the results for the players to move."""

    def __init__(self, env: VectorEnv) -> None:
        actions = len(env.encoding.actions)
        self.planes = np.zeros((REMEMBERED, *env.encoding.shape), np.int8)
        self.legal = np.zeros((REMEMBERED, actions), np.bool_)
        self.policy = np.zeros((REMEMBERED, actions), np.float16)
        self.value = np.zeros(REMEMBERED, np.float32)
        self.added = 0

    def add(self, planes: NDArray[np.int8], legal: NDArray[np.bool_], policy: Floats, value: float) -> None:
        at = self.added % REMEMBERED
        self.planes[at], self.legal[at], self.policy[at], self.value[at] = planes, legal, policy, value
        self.added += 1

    def batch(self, random: np.random.Generator) -> tuple[Floats, NDArray[np.bool_], Floats, Floats]:
        at = random.integers(min(self.added, REMEMBERED), size=BATCH)
        planes, policy = self.planes[at].astype(np.float32), self.policy[at].astype(np.float32)
        return planes, self.legal[at], policy, self.value[at]


class Learner:
    """Plays games against itself, and trains the network on them."""

    def __init__(self, game: str, games: int = GAMES, simulations: int = SIMULATIONS, seed: int = 1) -> None:
        self.env = VectorEnv(game, games)
        self.random = np.random.default_rng(seed)
        self.network = Network(int(np.prod(self.env.encoding.shape)), len(self.env.encoding.actions), self.random)
        self.search = Search(game, self.network, games, simulations, seed)
        self.memory = Memory(self.env)
        self.played: list[list[tuple[NDArray[np.int8], NDArray[np.bool_], Floats, int]]] = [[] for _ in range(games)]
        self.games = 0

    def step(self) -> None:
        """Play one action in each game, and learn from the positions remembered."""
        visits = self.search.visits_from(self.env.save(), noise=True)
        policy = visits / visits.sum(axis=1, keepdims=True)
        legal = self.env.legal_actions()
        for game, played in enumerate(self.played):
            played.append((self.env.observations[game].copy(), legal[game], policy[game], self.env.players[game]))
        drawn = (policy.cumsum(axis=1) > self.random.random((len(policy), 1)) * (1 - 1e-5)).argmax(axis=1)
        early = np.array([len(played) <= SAMPLED_MOVES for played in self.played])
        self.env.step(np.where(early, drawn, policy.argmax(axis=1)))
        for game in np.flatnonzero(self.env.terminated | self.env.truncated).tolist():
            for planes, mask, target, player in self.played[game]:
                self.memory.add(planes, mask, target, self.env.player_rewards[game, player])
            self.played[game] = []
            self.games += 1
        if self.memory.added >= BATCH:
            for _ in range(BATCHES):
                self.network.learn(*self.memory.batch(self.random))


def score(network: Network, game: str, opponent: Opponent, games: int, simulations: int = SIMULATIONS) -> float:
    """The share of the points that the network makes with its search, in games with either side.

    Each game begins with four random actions, so that no two are alike.
    """
    env = VectorEnv(game, games)
    env.reset(seed=games)
    for _ in range(4):
        env.step(env.random_actions())
    search = Search(game, network, games, simulations)
    sides, points, playing = np.arange(games) % 2, np.zeros(games), np.ones(games, np.bool_)
    while playing.any():
        actions = search.visits_from(env.save()).argmax(axis=1)
        for each in np.flatnonzero(playing & (env.players != sides)).tolist():
            actions[each] = opponent(env, each)
        env.step(actions)
        over = playing & (env.terminated | env.truncated)
        points[over] = 0.5 + 0.5 * env.player_rewards[over, sides[over]]
        playing &= ~over
    return float(points.mean())


def player(text: str, game: str) -> Opponent:
    """A player of the package, such as ``level:1``; ``random`` for random moves."""
    if text == "random":
        return lambda env, each: int(env.random_actions()[each])
    chooser = read_player(text, VectorEnv(game).game)
    prepared: dict[int, list[int]] = {}

    def choose(env: VectorEnv, each: int) -> int:
        # A move of several actions is chosen once.
        if not prepared.get(each):
            (position,) = env.positions([each])
            move = chooser.choose(PlayedGame(env.game, position)).move
            prepared[each] = list(env.encoding.actions_of(position, move))
        return prepared[each].pop(0)

    return choose


def main(game: str = "turm:castle", minutes: str = "3", seed: str = "1") -> None:
    learner = Learner(game, seed=int(seed))
    opponents = {text: player(text, game) for text in ("random", "mcts:visits=100", "level:1")}
    print("minutes   games  positions  " + "  ".join(f"{text:>15}" for text in opponents))
    seconds, limit = 0.0, 60 * float(minutes)
    for share in (0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1):
        while seconds < share * limit:
            began = process_time()
            learner.step()
            seconds += process_time() - began
        scores = (score(learner.network, game, opponent, 60) for opponent in opponents.values())
        shown = "  ".join(f"{points:>15.0%}" for points in scores)
        print(f"{seconds / 60:>7.1f}  {learner.games:>6}  {learner.memory.added:>9}  {shown}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
