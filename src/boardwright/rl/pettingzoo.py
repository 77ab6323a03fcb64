"""Every game as a PettingZoo AEC environment.

The agents are ``player_0``, who moves first, and ``player_1``; if a move takes several actions, or a turn several
moves, an agent acts several times in a row. An end by the rules is a termination; a draw by history, such as
repetition or lack of progress, is a truncation.

>>> from boardwright.rl import pettingzoo
>>> env = pettingzoo.env("turm:castle")
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     if terminated or truncated:
...         env.step(None)
...     else:
...         env.step(env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any, TypeAlias

from boardwright.encoding import encoding_of
from boardwright.errors import BoardwrightError
from boardwright.installing import needs
from boardwright.registry import find_game
from boardwright.render import text_diagram
from boardwright.rl.episode import Episode, first_position

with needs(__name__, extra="rl"):
    import gymnasium
    import numpy as np
    from gymnasium.utils import EzPickle
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from boardwright.rl.image import draw

AGENTS = ["player_0", "player_1"]
RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL = -1
"""The reward of an agent that takes an illegal action, which ends the game."""

Observation: TypeAlias = dict[str, NDArray[np.int8]]


def env(game: str, render_mode: str | None = None) -> AECEnv:
    """Return the environment of a game.

    As in PettingZoo's classic games an illegal action loses, and calls in the wrong order raise.

    :param game: its name, ``name:variant`` or the path of a Python file
    :param render_mode: ``human`` prints the board, ``ansi`` returns it as text, ``rgb_array`` as pixels
    """
    wrapped = wrappers.TerminateIllegalWrapper(BoardEnv(game, render_mode), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class BoardEnv(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """The environment itself, without the wrappers of :func:`env`."""

    def __init__(self, game: str, render_mode: str | None = None) -> None:
        EzPickle.__init__(self, game, render_mode)
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise BoardwrightError(f"there is no render mode {render_mode!r}: expected {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self.game = find_game(game)
        self.encoding = encoding_of(self.game)
        self.metadata = {
            "name": f"{self.game.full_name.replace(':', '_')}_v{self.encoding.version}",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = AGENTS[:]
        actions = len(self.encoding.actions)
        seen: dict[str, gymnasium.spaces.Space[Any]] = {
            "observation": gymnasium.spaces.Box(-128, 127, self.encoding.shape, np.int8),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: gymnasium.spaces.Dict(seen) for agent in AGENTS}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a game; ``options={"position": TEXT}`` sets another first position.

        The games are deterministic, so that the seed makes no difference.
        """
        self.episode = Episode(self.game, first_position(self.game, (options or {}).get("position")))
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._next_agent()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BoardwrightError(f"{agent} is to act: expected the number of an action")
        self.episode.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        result = self.episode.result
        if result is not None:
            self.rewards = dict(zip(AGENTS, map(float, result), strict=True))
            by_history = self.episode.played.is_drawn_by_history
            self.truncations = dict.fromkeys(AGENTS, by_history)
            self.terminations = dict.fromkeys(AGENTS, not by_history)
        self._accumulate_rewards()
        self._next_agent()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        seen = np.frombuffer(self.episode.observe(AGENTS.index(agent)), np.int8)
        return {"observation": seen.reshape(self.encoding.shape).copy(), "action_mask": self._mask(agent)}

    def render(self) -> str | NDArray[np.uint8] | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, such as env(game, render_mode='ansi')")
            return None
        if self.render_mode == "rgb_array":
            return draw(self.game, self.episode.played.position)
        diagram = text_diagram(self.game.view(self.episode.played.position))
        if self.render_mode == "ansi":
            return diagram
        print(diagram, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: no window is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = np.zeros(len(self.encoding.actions), np.int8)
        if agent == self.agent_selection:
            mask[list(self.episode.options)] = 1
        return mask

    def _next_agent(self) -> None:
        self.agent_selection = AGENTS[self.episode.side]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in AGENTS}
