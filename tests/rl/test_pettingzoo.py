"""PettingZoo's own tests hold for the environments, and so do its customs."""

from __future__ import annotations

import pickle
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from tests.rl.games import BUILT_IN, FILE

from boardwright import BoardwrightError, UnknownGame, find_game
from boardwright.rl import pettingzoo

GAMES = [*BUILT_IN, FILE]
# PettingZoo warns about the dictionaries that its own classic games observe, and about masks of agents that are done.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("name", GAMES)
def test_the_api_is_kept(name: str) -> None:
    api_test(pettingzoo.env(name), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_equal_seeds_play_alike(name: str) -> None:
    seed_test(partial(pettingzoo.env, name), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_every_render_mode_renders(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, name))
    assert find_game(name).view(find_game(name).start()).board.column_labels[0] in capsys.readouterr().out


def play(env: Any, random: Random) -> list[str]:
    """A random game to its end: the agents in the order in which they acted."""
    acted = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        acted.append(agent)
        env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return acted


def test_the_winner_gets_one_and_the_loser_loses_it() -> None:
    env = pettingzoo.env("turm")
    env.reset(options={"position": "7/7/7/7/3RG3/7/BG6 r"})
    action = env.unwrapped.encoding.actions.index("D3-D4")
    env.step(action)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.truncations == {"player_0": False, "player_1": False}


def test_a_draw_by_history_is_a_truncation() -> None:
    env = pettingzoo.env("turm")
    env.reset()
    names = env.unwrapped.encoding.actions
    # Both guards go to and fro; each side sees its own as the first side's.
    for step in ["D7-D6", "D7-D6", "D6-D7", "D6-D7"] * 2:
        assert not any(env.truncations.values())
        env.step(names.index(step))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}
    assert not env.observe("player_0")["action_mask"].any()


def test_a_capture_of_several_pieces_keeps_its_agent() -> None:
    env = pettingzoo.env("draughts")
    env.reset(options={"position": "W:W37:B1,12,13,22,23,32,33"})
    assert play(env, Random(1))[:7] == ["player_0"] * 6 + ["player_1"]


def test_masks_are_the_same_in_observation_and_info_and_only_of_the_agent_that_acts() -> None:
    env = pettingzoo.env("congo:full")
    env.reset()
    observation, _, _, _, info = env.last()
    assert (observation["action_mask"] == info["action_mask"]).all()
    assert observation["action_mask"].sum() == 24
    assert not env.observe("player_1")["action_mask"].any()
    assert (observation["observation"] == env.observe("player_1")["observation"]).all()


def test_an_illegal_action_loses_as_in_the_classic_games() -> None:
    env = pettingzoo.env("turm")
    env.reset()
    env.step(0)
    assert env.rewards["player_0"] == -1.0
    assert all(env.terminations.values())


def test_what_cannot_be_is_refused_in_one_line() -> None:
    with pytest.raises(UnknownGame, match="unknown game 'chess'"):
        pettingzoo.env("chess")
    with pytest.raises(BoardwrightError, match="there is no render mode 'svg': expected human, ansi, rgb_array"):
        pettingzoo.env("turm", render_mode="svg")
    env = pettingzoo.env("turm")
    with pytest.raises(BoardwrightError, match="expected a position that is not over"):
        env.reset(options={"position": "7/7/7/3RG3/7/7/BG6 b"})
    with pytest.raises(BoardwrightError, match="the position is '7': expected a string"):
        env.reset(options={"position": 7})


def test_an_environment_survives_pickling() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.BoardEnv("turm:castle", "ansi")))
    env.reset()
    assert (str(env), env.render_mode) == ("turm_castle_v1", "ansi")
    assert env.render().splitlines()[0].split()[0] == "7"


def test_a_picture_shows_the_sides_in_their_colours() -> None:
    env = pettingzoo.env("turm", render_mode="rgb_array")
    env.reset()
    pixels: Any = env.render()
    red, blue = (216, 67, 47), (43, 102, 184)
    assert pixels.shape == (224, 224, 3)
    # The middle of D7, where the red guard stands, and of D1.
    assert tuple(pixels[16, 112]) == red
    assert tuple(pixels[208, 112]) == blue


def test_hexagons_and_points_are_drawn_in_pixels() -> None:
    hexagons: Any = pettingzoo.env("examples/hexxagon.py", render_mode="rgb_array")
    hexagons.reset()
    pixels = hexagons.render()
    assert pixels.shape == (9 * 32, 9 * 32, 3)
    # The stone on a1, in the lowest row, which begins two hexagons to the right of the widest.
    assert tuple(pixels[8 * 32 + 16, 2 * 32 + 16]) == (216, 67, 47)
    points: Any = pettingzoo.env("examples/morris.py", render_mode="rgb_array")
    points.reset()
    assert points.render().shape == (7 * 32, 8 * 32, 3)
