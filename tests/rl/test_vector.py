"""The games of the core are the games of the episodes: the same planes, masks, rewards and ends, action by action."""

from __future__ import annotations

from random import Random
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from tests.rl.games import BUILT_IN, FILE
from tests.running import without_header

from boardwright import BoardwrightError
from boardwright.core import CoreMissing
from boardwright.rl import Episode
from boardwright.rl.vector import MAX_GAMES, VectorEnv

CHAINS = {
    "congo:full": "2l4/7/1Mep3/1c2m2/2e4/3L3/7 w 0",
    "draughts": "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
}
"""Positions with moves of several actions."""


def compare(env: VectorEnv, start: Any, steps: int, seed: str) -> tuple[int, int]:
    """Play random actions in the core and in episodes alike; how many games ended, and how many chains there were."""
    random, ended, chains = Random(seed), 0, 0
    episodes = [Episode(env.game, start) for _ in range(env.games)]
    for _ in range(steps):
        legal = env.legal_actions()
        for number, episode in enumerate(episodes):
            assert np.flatnonzero(legal[number]).tolist() == list(episode.options)
            assert env.observations[number].astype(np.int8).tobytes() == episode.observe(episode.side)
            assert env.players[number] == episode.side
        # Half of the time a move that takes several actions, where there is one.
        chained = [[action for action, move in episode.options.items() if move is None] for episode in episodes]
        actions = [
            random.choice(chain if chain and random.random() < 0.5 else list(episode.options))
            for chain, episode in zip(chained, episodes, strict=True)
        ]
        env.step(actions)
        for number, episode in enumerate(episodes):
            side = episode.side
            episode.act(actions[number])
            result, by_history = episode.result, episode.played.is_drawn_by_history
            assert env.rewards[number] == (0 if result is None else result[side])
            assert env.terminated[number] == (result is not None and not by_history)
            assert env.truncated[number] == by_history
            chains += len(episode.prefix) == 1
            if result is not None:
                ended += 1
                episodes[number] = Episode(env.game, start)
    return ended, chains


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_core_plays_as_the_episodes_do(name: str, dense: bool) -> None:
    env = VectorEnv(name, 2, dense=dense)
    ended, _ = compare(env, env.game.start(), 250, f"vector {name} {dense}")
    assert ended > 0 or name == "margrites"


@pytest.mark.parametrize("name", CHAINS)
def test_the_core_jumps_one_action_at_a_time_too(name: str) -> None:
    env = VectorEnv(name, 24, position=CHAINS[name])
    _, chains = compare(env, env.game.parse_position(CHAINS[name]), 60, f"chains {name}")
    assert chains > 20


def test_a_draw_by_history_truncates_and_begins_anew() -> None:
    env = VectorEnv("turm", 5)
    first = env.observations.copy()
    names = env.encoding.actions
    for step in ["D7-D6", "D7-D6", "D6-D7", "D6-D7"] * 2:
        assert not env.truncated.any()
        env.step(np.full(5, names.index(step)))
    assert env.truncated.all()
    assert not env.terminated.any()
    assert not env.rewards.any()
    assert (env.observations == first).all()


def test_random_actions_are_legal_and_repeat_with_their_seed() -> None:
    played = []
    for seed in (1, 1, 2):
        env = VectorEnv("congo:full", 64, seed=seed)
        chosen = []
        for _ in range(50):
            actions = env.random_actions()
            assert env.legal_actions()[np.arange(64), actions].all()
            chosen.append(actions.copy())
            env.step(actions)
        played.append(np.array(chosen))
    assert (played[0] == played[1]).all()
    assert (played[0] != played[2]).any()


@pytest.mark.parametrize("dense", [False, True])
def test_every_legal_action_is_chosen_as_often(dense: bool) -> None:
    env = VectorEnv("turm", 25_000, dense=dense)
    counts = np.bincount(env.random_actions(), minlength=588)
    assert (counts > 0).tolist() == env.legal_actions()[0].tolist()
    # A thousand each, give or take five deviations.
    assert abs(counts[counts > 0] - 1000).max() < 160


def test_masks_of_bits_and_of_numbers_say_the_same() -> None:
    bits, numbers = VectorEnv("draughts", 16, seed=3), VectorEnv("draughts", 16, seed=3, dense=True)
    for _ in range(100):
        assert (bits.legal_actions() == numbers.legal_actions()).all()
        assert (bits.observations == numbers.observations).all()
        actions = bits.random_actions()
        bits.step(actions)
        numbers.step(actions)


def test_an_illegal_action_is_named_and_nothing_is_done() -> None:
    env = VectorEnv("turm", 4)
    good = env.random_actions().copy()
    before = env.observations.copy()
    for bad in (-1, 588, 0, 2**40, -(2**40)):
        actions = good.astype(np.int64)
        actions[2] = bad
        with pytest.raises(
            BoardwrightError, match=r"game 2: 'action .* is illegal: it is not among the 25 legal actions"
        ):
            env.step(actions)
        assert (env.observations == before).all()
    env.step(good)
    assert (env.observations != before).any()


@pytest.mark.parametrize("actions", [[1, 2], np.zeros((4, 1), int), [0.0] * 4, ["a"] * 4, [], 7])
def test_what_is_no_list_of_actions_is_refused(actions: Any) -> None:
    env = VectorEnv("turm", 4)
    with pytest.raises(BoardwrightError, match="expected 4 whole numbers, one a game"):
        env.step(actions)


def test_the_arrays_stay_the_same_and_belong_to_the_core() -> None:
    env = VectorEnv("cabeza", 3)
    observations, rewards, terminated, truncated, info = env.step(env.random_actions())
    assert observations is env.observations
    assert info["action_mask"] is env.masks
    for array in (observations, rewards, terminated, truncated, *info.values()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_threads_take_turns() -> None:
    env = VectorEnv("margrites", 50, seed=1)

    def play() -> None:
        for _ in range(100):
            try:
                env.step(env.random_actions().copy())
            except BoardwrightError:
                # Another thread was first: the action is of an earlier position.
                continue

    threads = [Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert env.legal_actions().any(axis=1).all()


def test_masks_that_a_user_overwrites_let_nothing_illegal_pass() -> None:
    env = VectorEnv("congo", 3, seed=1)
    legal = env.legal_actions()
    env.masks.flags.writeable = True
    env.masks[:] = 255
    illegal = int(np.flatnonzero(~legal[0])[0])
    with pytest.raises(BoardwrightError, match="game 0: "):
        env.step(np.full(3, illegal))
    env.masks[:] = 0
    assert all(legal[game, action] for game, action in enumerate(env.random_actions()))


def test_actions_that_another_thread_writes_meanwhile_are_refused_or_taken() -> None:
    env = VectorEnv("turm", 2000, seed=1)
    actions = env.random_actions().copy()
    done = Event()

    def spoil() -> None:
        while not done.is_set():
            actions[:] = 1 << 30
            actions[:] = env.random_actions()

    thread = Thread(target=spoil)
    thread.start()
    taken = refused = 0
    while taken + refused < 300:
        try:
            env.step(actions)
            taken += 1
        except BoardwrightError:
            refused += 1
    done.set()
    thread.join()
    assert env.legal_actions().any(axis=1).all()


def test_what_cannot_be_is_refused_in_one_line() -> None:
    with pytest.raises(BoardwrightError, match="expected 2 whole numbers, one a game"):
        VectorEnv("turm", 2).step([[1], [2, 3]])
    with pytest.raises(CoreMissing, match="breakthrough has no core"):
        VectorEnv(without_header(FILE), 2)
    with pytest.raises(BoardwrightError, match=f"0 games were asked for: expected 1 to {MAX_GAMES}"):
        VectorEnv("turm", 0)
    with pytest.raises(BoardwrightError, match="expected a position that is not over"):
        VectorEnv("turm", 2, position="7/7/7/3RG3/7/7/BG6 b")
