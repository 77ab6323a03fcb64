"""The vector environment does what Gymnasium's own one does with the same games, and passes its checks."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils import env_checker
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.passive_env_checker import check_action_space, check_observation_space, env_reset_passive_checker
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

from boardwright import find_game
from boardwright.rl import Episode
from boardwright.rl.vector import VectorEnv


class OneGame(gymnasium.Env[Any, Any]):
    """A game by the Python rules, as Gymnasium's vector environment runs many of."""

    def __init__(self, name: str) -> None:
        self.game = find_game(name)
        self.episode = Episode(self.game)
        self.observation_space = spaces.Box(-128, 127, self.episode.encoding.shape, np.int8)
        self.actions = len(self.episode.encoding.actions)
        self.action_space = spaces.Discrete(self.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        text = (options or {}).get("position")
        self.episode = Episode(self.game, self.game.parse_position(text) if text else None)
        return self._observed()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        side = self.episode.side
        self.episode.act(int(action))
        result, by_history = self.episode.result, self.episode.played.is_drawn_by_history
        observation, info = self._observed()
        return observation, float(result[side]) if result else 0.0, bool(result) and not by_history, by_history, info

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        episode = self.episode
        mask = np.zeros(self.actions, np.int8)
        mask[list(episode.options)] = 1
        planes = np.frombuffer(episode.observe(episode.side), np.int8).reshape(episode.encoding.shape)
        rewards = np.array(episode.result or (0, 0), np.float64)
        return planes, {"action_mask": mask, "player": np.int8(episode.side), "rewards": rewards}


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("name", ["turm:castle", "congo:full"])
def test_all_is_as_gymnasiums_own_vector_environment_has_it(name: str, mode: AutoresetMode) -> None:
    """The same spaces, observations, rewards, ends and infos, with their types, through many ends of games."""
    reference = SyncVectorEnv([lambda: OneGame(name)] * 4, autoreset_mode=mode)
    env = VectorEnv(name, 4, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    for space in ("single_observation_space", "single_action_space", "observation_space", "action_space"):
        assert getattr(env, space) == getattr(reference, space)
    assert data_equivalence(env.reset(seed=1), reference.reset(seed=1), exact=True)
    ends = 0
    for _ in range(400):
        over = env.terminated | env.truncated
        if mode is AutoresetMode.DISABLED and over.any():
            observations, info = env.reset(options={"reset_mask": over})
            expected, expected_info = reference.reset(options={"reset_mask": over})
            assert data_equivalence(observations, expected, exact=True)
            for key in ("action_mask", "player", "rewards"):
                assert (expected_info[f"_{key}"] == over).all()
                assert (info[key][over] == expected_info[key][over]).all()
        actions = env.random_actions().copy()
        found, wanted = env.step(actions), reference.step(actions)
        ended = found[2] | found[3]
        if mode is AutoresetMode.NEXT_STEP:
            # Any action will do in a game that the next step resets: it has been played to its end.
            assert found[4]["action_mask"][ended].all()
            found[4]["action_mask"][ended] = 0
        if mode is AutoresetMode.SAME_STEP and ended.any():
            # Gymnasium's has the rewards of the new game here.
            assert (found[4]["rewards"][ended] == wanted[4]["final_info"]["rewards"][ended]).all()
            found[4]["rewards"][ended] = 0
        assert data_equivalence(found, wanted, exact=True)
        ends += ended.sum()
    assert ends > 5


def test_a_game_that_is_over_waits_for_its_reset() -> None:
    env = VectorEnv("turm", 2, autoreset_mode="Disabled")
    env.reset(options={"position": "7/7/7/7/3RG3/7/BG6 r"})
    win = env.encoding.actions.index("D3-D4")
    observations, rewards, terminated, _, info = env.step([win, env.encoding.actions.index("D3-C3")])
    assert (rewards.tolist(), terminated.tolist()) == ([1, 0], [True, False])
    assert not info["action_mask"][0].any()
    assert observations[0].any()
    with pytest.raises(ValueError, match="game 0 is over: expected it to be reset before a step"):
        env.step(env.random_actions())
    ended = env.save()
    env.reset(options={"reset_mask": terminated})
    env.step(env.random_actions())
    env.restore(ended)
    assert (env.terminated.tolist(), env.rewards.tolist()) == ([True, False], [1, 0])
    assert env.player_rewards.tolist() == [[1, -1], [0, 0]]


def test_the_checks_of_gymnasium_pass() -> None:
    """Those that hold for vector environments, without a warning; some look at random actions, illegal ones too."""
    env: Any = gymnasium.make_vec("boardwright/Turm-v1", num_envs=1, illegal_actions="lose")
    env_checker.check_reset_seed_determinism(env)
    env_checker.check_reset_options(env)
    env_checker.check_reset_return_info_deprecation(env)
    env_checker.check_seed_deprecation(env)
    env_checker.check_reset_return_type(env)
    env_checker.check_returned_data_not_reused(env)
    env_checker.check_space_limit(env.single_action_space, "action")
    check_action_space(env.action_space)
    check_observation_space(env.observation_space)
    env_reset_passive_checker(env, seed=1, options={})


def test_gymnasium_makes_the_games() -> None:
    env: Any = gymnasium.make_vec("boardwright/Congo-v1", num_envs=5, variant="full", autoreset_mode="NextStep")
    assert repr(env) == "VectorEnv(boardwright/Congo-v1, num_envs=5)"
    assert env.game.full_name == "congo:full"
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    again: Any = gymnasium.make_vec(env.spec)
    assert (again.num_envs, again.game.full_name) == (5, "congo:full")


def test_a_sample_of_the_action_space_with_the_masks_is_legal() -> None:
    env = VectorEnv("draughts", 6)
    _, info = env.reset()
    for _ in range(30):
        actions = env.action_space.sample(tuple(info["action_mask"]))
        _, _, _, _, info = env.step(actions)


def test_the_wrappers_of_gymnasium_work() -> None:
    env: Any = VectorEnv("turm:castle", 8)
    env = wrappers.RecordEpisodeStatistics(env)
    env = wrappers.TransformReward(env, lambda reward: 2 * reward)
    env = wrappers.NormalizeReward(env)
    env = wrappers.DictInfoToList(env)
    env.reset(seed=1)
    lengths: list[int] = []
    for _ in range(300):
        _, _, terminated, truncated, info = env.step(env.unwrapped.random_actions())
        for game in np.flatnonzero(terminated | truncated):
            assert info[game]["final_obs"].shape == (6, 7, 7)
            assert sorted(info[game]["final_info"]["rewards"]) in ([-1, 1], [0, 0])
            lengths.append(info[game]["episode"]["l"])
    assert lengths
    env.close()
    assert env.unwrapped.closed


def test_wrappers_that_take_no_reset_in_the_same_step_work() -> None:
    env: Any = VectorEnv("cabeza", 4, autoreset_mode="NextStep", dtype=np.float32)
    env = wrappers.FlattenObservation(wrappers.NormalizeObservation(env))
    env.reset(seed=1)
    for _ in range(20):
        observations, _, _, _, _ = env.step(env.unwrapped.random_actions())
    assert observations.shape == (4, 12 * 10 * 10)
    assert np.isfinite(observations).all()


@pytest.mark.parametrize("copy", [False, True])
def test_arrays_are_exchanged_without_copies_or_warnings(copy: bool) -> None:
    env = VectorEnv("cabeza", 3, copy=copy)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        observations, rewards, terminated, truncated, info = env.step(env.random_actions())
        for array in (observations, rewards, terminated, truncated, *info.values()):
            assert array.flags.writeable
            assert array.flags.c_contiguous
            assert np.shares_memory(np.from_dlpack(array), array)
