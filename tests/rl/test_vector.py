"""The games of the core are the games of the episodes: the same planes, masks, rewards and ends, action by action."""

from __future__ import annotations

import pickle
from random import Random
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from tests.rl.games import BUILT_IN, FILE
from tests.running import without_header

from boardwright import BoardwrightError
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
    episodes = [Episode(env.game, start) for _ in range(env.num_envs)]
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


@pytest.mark.parametrize("dtype", ["int8", "float32"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_core_plays_as_the_episodes_do(name: str, dtype: str) -> None:
    env = VectorEnv(name, 2, dtype=dtype, packed_masks=dtype == "int8")
    ended, _ = compare(env, env.game.start(), 250, f"vector {name} {dtype == 'float32'}")
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
        env = VectorEnv("congo:full", 64)
        env.reset(seed=seed)
        chosen = []
        for _ in range(50):
            actions = env.random_actions()
            assert env.legal_actions()[np.arange(64), actions].all()
            chosen.append(actions.copy())
            env.step(actions)
        played.append(np.array(chosen))
    assert (played[0] == played[1]).all()
    assert (played[0] != played[2]).any()


def test_every_legal_action_is_chosen_as_often() -> None:
    env = VectorEnv("turm", 25_000)
    env.reset(seed=4)
    counts = np.bincount(env.random_actions(), minlength=588)
    assert (counts > 0).tolist() == env.legal_actions()[0].tolist()
    # A thousand each, give or take five deviations.
    assert abs(counts[counts > 0] - 1000).max() < 160


def test_packed_masks_and_float32_say_the_same() -> None:
    envs = [VectorEnv("draughts", 16), VectorEnv("draughts", 16, packed_masks=True, dtype=np.float32)]
    for env in envs:
        env.reset(seed=3)
    for _ in range(100):
        first, second = envs
        assert (first.legal_actions() == second.legal_actions()).all()
        assert (first.masks == first.legal_actions()).all()
        assert (first.observations == second.observations).all()
        actions = first.random_actions()
        for env in envs:
            env.step(actions)


def test_threads_change_nothing() -> None:
    played = []
    for threads in (1, 3):
        env = VectorEnv("congo:full", 200, threads=threads, copy=False)
        env.reset(seed=9)
        for _ in range(150):
            env.step(env.random_actions())
        env.restore(env.save()[::-1])
        played.append((env.observations, env.masks, env.rewards, env.players))
    for one, three in zip(*played, strict=True):
        assert (one == three).all()


@pytest.mark.parametrize("name", ["turm:castle", "congo:full", "draughts", "margrites", FILE])
def test_a_restored_game_goes_on_as_the_saved_one(name: str) -> None:
    """Also in the middle of a move, and with the history that draws depend on."""
    env, other = VectorEnv(name, 30), VectorEnv(name, 30, dtype=np.float32, packed_masks=True)
    env.reset(seed=2)
    for _ in range(60):
        env.step(env.random_actions())
    states = pickle.loads(pickle.dumps(env.save()))
    others = np.arange(30)[::-1]
    observations, info = other.restore(states, others)
    assert (observations[others] == env.observations).all()
    assert (info["player"][others] == env.players).all()
    ended = 0
    for _ in range(250):
        actions = env.random_actions()
        stepped, (_, rewards, terminated, truncated, _) = env.step(actions), other.step(actions[others])
        for one, two in zip(stepped[1:4], (rewards, terminated, truncated), strict=True):
            assert (one == two[others]).all()
        assert (env.observations == other.observations[others]).all()
        assert (env.legal_actions() == other.legal_actions()[others]).all()
        ended += stepped[2].sum() + stepped[3].sum()
    assert ended > 0 or name == "margrites"


def test_repetitions_are_part_of_a_state() -> None:
    env = VectorEnv("turm", 2)
    names = env.encoding.actions
    there_and_back = ["D7-D6", "D7-D6", "D6-D7", "D6-D7"]
    for step in [*there_and_back, *there_and_back[:3]]:
        env.step([names.index(step)] * 2)
    before_the_third = env.save([0])
    env.reset()
    env.restore(before_the_third, [1])
    _, _, _, truncated, _ = env.step([names.index("D7-D6"), names.index("D6-D7")])
    assert truncated.tolist() == [False, True]


def test_some_games_are_saved_and_restored() -> None:
    env = VectorEnv("cabeza", 5)
    env.reset(seed=1)
    start = env.observations.copy()
    root = env.save([2])
    for _ in range(3):
        env.step(env.random_actions())
    moved = env.observations.copy()
    env.restore(np.repeat(root, 2), [4, 0])
    assert (env.observations[[0, 4]] == start[[0, 4]]).all()
    assert (env.observations[1:4] == moved[1:4]).all()
    assert env.positions([0, 4]) == [env.game.start()] * 2
    env.restore(root, np.array([False, False, True, False, False]))
    assert (env.observations[2] == start[2]).all()


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (lambda state: state[:-1], 0),
        (lambda state: state[:-8], 0),
        (lambda state: b"", 0),
        (lambda state: state[:40] + bytes([state[40] ^ 1]) + state[41:], 0),
        (lambda state: state.decode("latin-1"), 0),
        (lambda state: VectorEnv("turm:centre").save()[0], 0),
    ],
)
def test_what_is_no_state_of_the_game_is_refused(change: Any, at: int) -> None:
    env = VectorEnv("turm:castle", 2)
    env.reset(seed=1)
    states = env.save()
    env.step(env.random_actions())
    before = env.observations.copy()
    for position in (0, 1):
        damaged = states.copy()
        damaged[position] = change(states[position])
        with pytest.raises(BoardwrightError, match=f"the state at index {position} is not a state of turm:castle"):
            env.restore(damaged)
        assert (env.observations == before).all()


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


def test_without_copies_the_arrays_stay_the_same() -> None:
    env = VectorEnv("cabeza", 3, copy=False)
    observations, rewards, terminated, truncated, info = env.step(env.random_actions())
    assert observations is env.observations
    assert rewards is env.rewards
    assert (terminated is env.terminated, truncated is env.truncated) == (True, True)
    assert info["action_mask"] is env.masks
    assert info["player"] is env.players
    assert info["rewards"] is env.player_rewards


def test_what_a_user_writes_into_the_arrays_changes_no_game() -> None:
    env, other = VectorEnv("congo", 8, copy=False), VectorEnv("congo", 8)
    for _ in range(50):
        actions = other.random_actions()
        observations, *results, info = env.step(actions)
        for array in (observations, *results, info["action_mask"], info["player"]):
            array[:] = 1
        other.step(actions)
    assert env.positions() == other.positions()
    illegal = int(np.flatnonzero(~other.legal_actions()[0])[0])
    with pytest.raises(BoardwrightError, match="game 0: "):
        env.step(np.full(8, illegal))


def test_threads_take_turns() -> None:
    env = VectorEnv("margrites", 50, threads=2)

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


def test_actions_that_another_thread_writes_meanwhile_are_refused_or_taken() -> None:
    env = VectorEnv("turm", 2000)
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


def test_an_illegal_action_loses_where_that_is_asked_for() -> None:
    env = VectorEnv("turm", 3, illegal_actions="lose")
    actions = env.random_actions().copy()
    actions[1] = -5
    _, rewards, terminated, truncated, info = env.step(actions)
    assert (rewards.tolist(), terminated.tolist()) == ([0, -1, 0], [False, True, False])
    assert not truncated.any()
    assert info["rewards"].tolist() == [[0, 0], [-1, 1], [0, 0]]
    assert info["player"].tolist() == [1, 0, 1]


def test_games_start_where_they_are_asked_to() -> None:
    text = "7/7/7/7/3RG3/7/BG6 r"
    env = VectorEnv("turm", 3)
    there = env.game.parse_position(text)
    env.reset(options={"position": text})
    assert env.positions() == [there] * 3
    env.reset(options={"position": [text, None, text], "reset_mask": np.array([True, True, False])})
    assert env.positions() == [there, env.game.start(), there]
    win, pause = map(env.encoding.actions.index, ("D3-D4", "D3-C3"))
    _, rewards, terminated, _, _ = env.step([win, env.random_actions()[1], pause])
    assert (rewards.tolist(), terminated.tolist()) == ([1, 0, 0], [True, False, False])
    # Only this once: a game that is reset after its end begins as usual.
    assert env.positions([0]) == [env.game.start()]
    always = VectorEnv("turm", 1, position=text)
    always.step([env.encoding.actions.index("D3-D4")])
    assert always.positions() == [there]


def test_the_games_are_rendered() -> None:
    env = VectorEnv("turm", 2, render_mode="ansi")
    assert [str(text).splitlines()[0].split()[0] for text in env.render() or ()] == ["7", "7"]
    frames: Any = VectorEnv("turm", 2, render_mode="rgb_array").render()
    assert [frame.shape for frame in frames] == [(224, 224, 3)] * 2


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda env: env.step([[1], [2, 3]]), "expected 2 whole numbers, one a game"),
        (lambda env: VectorEnv(without_header(FILE)), "breakthrough has no core"),
        (lambda env: VectorEnv("turm", 0), f"there is no number of games '0': expected 1 to {MAX_GAMES}"),
        (lambda env: VectorEnv("turm", threads=0), "there is no number of threads '0': expected 1 to 1024"),
        (lambda env: VectorEnv("turm", autoreset_mode="Never"), "expected SameStep, NextStep, Disabled"),
        (lambda env: VectorEnv("turm", dtype="float64"), "'float64': expected int8, float32"),
        (lambda env: VectorEnv("turm", illegal_actions="draw"), "'draw': expected raise, lose"),  # type: ignore[arg-type]
        (lambda env: VectorEnv("turm", render_mode="human"), "'human': expected ansi, rgb_array"),  # type: ignore[arg-type]
        (lambda env: VectorEnv("turm", position="7/7/7/3RG3/7/7/BG6 b"), "expected a position that is not over"),
        (
            lambda env: env.reset(options={"postion": "7"}),
            "there is no option 'postion': expected position, reset_mask",
        ),
        (lambda env: env.reset(options={"position": "7"}), "'7'"),
        (
            lambda env: env.reset(options={"position": ["7/7/7/7/3RG3/7/BG6 r"]}),
            "expected a text, or 2 texts, one a game",
        ),
        (
            lambda env: env.save([0, 2]),
            r"the games are '\[0, 2\]': expected distinct numbers from 0 to 1, or 2 booleans",
        ),
        (lambda env: env.save([1, 1]), "expected distinct numbers"),
        (lambda env: env.save([0.5]), "expected distinct numbers"),
        (lambda env: env.save([-1]), "expected distinct numbers"),
        (lambda env: env.restore(env.save(), [0]), "found 2 states: expected 1, one a game"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(use: Any, message: str) -> None:
    with pytest.raises(BoardwrightError, match=message):
        use(VectorEnv("turm", 2))


def test_a_closed_environment_says_so() -> None:
    env = VectorEnv("turm", 2, threads=2)
    env.close()
    env.close()
    for use in (env.reset, env.random_actions, env.save, lambda: env.step([0, 0]), lambda: env.restore([b"", b""])):
        with pytest.raises(BoardwrightError, match="the environment is closed"):
            use()
