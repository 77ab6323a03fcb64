"""A vector environment: thousands of games stepped in one call by the core, as a ``gymnasium.vector.VectorEnv``.

>>> from boardwright.rl.vector import VectorEnv
>>> env = VectorEnv("turm:castle", num_envs=1024)
>>> observations, info = env.reset(seed=1)
>>> observations.shape, observations.dtype.name, info["action_mask"].shape
((1024, 6, 7, 7), 'int8', (1024, 588))
>>> for _ in range(100):
...     observations, rewards, terminated, truncated, info = env.step(env.random_actions())
>>> bool(terminated.any())
True

Importing this module registers the games with Gymnasium:

>>> import gymnasium
>>> gymnasium.make_vec("boardwright/Turm-v1", num_envs=3, variant="castle")
VectorEnv(boardwright/Turm-v1, num_envs=3)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias

from boardwright.core import Words, core_of
from boardwright.encoding import encoding_class, encoding_of
from boardwright.errors import BoardwrightError, quoted
from boardwright.installing import needs
from boardwright.registry import find_game, installed_games
from boardwright.render import text_diagram
from boardwright.rl.episode import first_position
from boardwright.texts import counted

with needs(__name__, extra="rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from boardwright.rl.image import Pixels, draw

MAX_GAMES = 1 << 20
MAX_THREADS = 1024
MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)
"""In the order of the core's ``Autoreset``."""
RENDER_MODES = ["ansi", "rgb_array"]
OPTIONS = ("position", "reset_mask")
Info: TypeAlias = dict[str, Any]
Stepped: TypeAlias = tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]
States: TypeAlias = NDArray[np.object_]


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[Any], ArrayLike, NDArray[Any]]):
    """Many games of one kind, each at its own move; both players act through it, each when it is to move.

    Observations are the planes seen by the player to move. A reward is that of the player who acted: 1 for a win, -1
    for a loss. The info has, for each game, ``action_mask`` (which actions are legal), ``player`` (who is to act) and
    ``rewards`` (of player 0 and player 1).

    ``autoreset_mode`` is one of Gymnasium's: with ``SameStep``, the default, a game that ends is reset in the same
    step, and the info has its ``final_obs`` and ``final_info``. An illegal action raises, and no game changes; with
    ``illegal_actions="lose"`` it loses the game. ``dtype`` is that of the observations, int8 or float32;
    ``packed_masks=True`` makes masks of bits, the first action lowest in the first byte. ``threads`` share the games
    of a step. Games start from ``position``, by default the start position.

    With ``copy=False`` the returned arrays are the attributes of the same content, which every step overwrites:
    ``observations``, ``masks``, ``rewards``, ``player_rewards``, ``players``, ``terminated`` and ``truncated``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        dtype: DTypeLike = np.int8,
        packed_masks: bool = False,
        illegal_actions: Literal["raise", "lose"] = "raise",
        position: str | None = None,
        threads: int = 1,
        copy: bool = True,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        self.game = find_game(game)
        self.core = core_of(self.game)
        self.encoding = encoding_of(self.game)
        modes = {key: mode for mode in MODES for key in (mode, mode.value)}
        _check("number of games", num_envs, range(1, MAX_GAMES + 1))
        _check("number of threads", threads, range(1, MAX_THREADS + 1))
        _check("autoreset mode", autoreset_mode, modes, [mode.value for mode in MODES])
        _check("rule for illegal actions", illegal_actions, ["raise", "lose"])
        _check("type of observations", np.dtype(dtype).name, ["int8", "float32"])
        _check("render mode", render_mode, [None, *RENDER_MODES], RENDER_MODES)
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.autoreset_mode = modes[autoreset_mode]
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": self.autoreset_mode}
        self.packed_masks = packed_masks
        actions = len(self.encoding.actions)
        self.single_observation_space = spaces.Box(-128, 127, self.encoding.shape, np.dtype(dtype).type)
        self.single_action_space = spaces.Discrete(actions)

        planes = (num_envs, *self.encoding.shape)
        self.observations: NDArray[Any] = np.zeros(planes, dtype)
        self.masks: NDArray[Any] = (
            np.zeros((num_envs, (actions + 63) // 64 * 8), np.uint8)
            if packed_masks
            else np.zeros((num_envs, actions), np.int8)
        )
        self.rewards = np.zeros(num_envs)
        self.player_rewards = np.zeros((num_envs, 2))
        self.players = np.zeros(num_envs, np.int8)
        self.terminated = np.zeros(num_envs, np.bool_)
        self.truncated = np.zeros(num_envs, np.bool_)
        self._info: Info = {"action_mask": self.masks, "player": self.players, "rewards": self.player_rewards}
        # By Gymnasium's convention: which games have it.
        self._info |= {f"_{name}": np.ones(num_envs, np.bool_) for name in self._info}
        self._final_observations: NDArray[Any] = np.zeros(planes, dtype)
        self._final_players = np.zeros(num_envs, np.int8)
        self._no_actions = np.zeros_like(self.masks)
        self._actions: Words = np.zeros(num_envs, np.int32)
        self._all = np.arange(num_envs, dtype=np.int32)
        self._vector: Any = self.core.new_vector_env(
            first_position(self.game, position),
            num_envs,
            self.encoding,
            dense=np.dtype(dtype) == np.float32,
            packed=packed_masks,
            illegal_loses=illegal_actions == "lose",
            autoreset=MODES.index(self.autoreset_mode),
            threads=threads,
            buffers=[
                *(self.observations, self.masks, self.rewards, self.player_rewards, self.players),
                *(self.terminated, self.truncated, self._final_observations, self._final_players),
            ],
        )
        self._seeded = False
        self._open().reset(self._all, None)

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]  # large with many games
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        return batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[NDArray[Any], Info]:
        """Start the games anew; the seed is for :meth:`random_actions`, since the games have no chance.

        Options: ``position``, a text or one for each game, where these games start; ``reset_mask``, an array of
        booleans that selects the games to reset.
        """
        vector = self._open()
        super().reset(seed=seed)
        if seed is not None:
            vector.seed(seed % 2**64)
            self._seeded = True
        given = dict(options or {})
        for name in given:
            _check("option", name, OPTIONS)
        chosen = self._selected(given.get("reset_mask"))
        position = given.get("position")
        if position is None:
            vector.reset(chosen, None)
            return self._observed()
        if isinstance(position, str):
            words = np.tile(self.core.pack([first_position(self.game, position)]), len(chosen))
        else:
            texts = list(position) if isinstance(position, Iterable) else []
            if len(texts) != self.num_envs:
                expected = f"expected a text, or {counted(self.num_envs, 'text')}, one a game"
                raise BoardwrightError(f"the positions are {quoted(repr(position))}: {expected}")
            words = self.core.pack([first_position(self.game, texts[game]) for game in chosen])
        vector.reset(chosen, words)
        return self._observed()

    def step(self, actions: ArrayLike) -> Stepped:
        """Take one action in each game."""
        vector = self._open()
        try:
            taken: Words = np.ascontiguousarray(actions)
        except ValueError as error:
            raise BoardwrightError(f"{error}: expected {counted(self.num_envs, 'whole number')}, one a game") from error
        if taken.shape != (self.num_envs,) or taken.dtype.kind not in "iu":
            raise BoardwrightError(
                f"found actions of shape {taken.shape} and type {taken.dtype}: "
                f"expected {counted(self.num_envs, 'whole number')}, one a game"
            )
        limits = np.iinfo(np.int32)
        if taken.dtype != np.int32:
            taken = taken.astype(np.int64).clip(limits.min, limits.max).astype(np.int32)
        illegal = vector.step(taken)
        if illegal >= 0:
            if self.autoreset_mode is AutoresetMode.DISABLED and (self.terminated | self.truncated)[illegal]:
                raise BoardwrightError(f"game {illegal} is over: expected it to be reset before a step")
            side, action, legal = self.players[illegal], int(taken[illegal]), int(self.legal_actions()[illegal].sum())
            raise BoardwrightError(f"game {illegal}: {self.encoding.illegal_action_error(int(side), action, legal)}")
        observations, info = self._observed()
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._add_final(info)
        rewards, terminated, truncated = map(self._given, (self.rewards, self.terminated, self.truncated))
        return observations, rewards, terminated, truncated, info

    def random_actions(self) -> NDArray[np.int32]:
        """Return a uniformly random legal action for each game, in an array that the next call overwrites."""
        vector = self._open()
        if not self._seeded:
            vector.seed(int(self.np_random.integers(2**63)))
            self._seeded = True
        vector.sample(self._actions)
        chosen: NDArray[np.int32] = self._actions
        return chosen

    def legal_actions(self) -> NDArray[np.bool_]:
        """Return the masks as booleans, one per action, in a new array."""
        if not self.packed_masks:
            return self.masks.astype(np.bool_)
        bits = np.unpackbits(self.masks, axis=1, count=len(self.encoding.actions), bitorder="little")
        return bits.astype(np.bool_)

    def save(self, indices: ArrayLike | None = None) -> States:
        """Return the states of some games, by default all: an array of bytes objects, each with all that matters.

        That includes the history that draws depend on. The states can be kept, pickled, and restored in any game of an
        environment of the same game; what :meth:`random_actions` draws next is not part of them.
        """
        saved = self._open().save(self._selected(indices))
        states = np.empty(len(saved), np.object_)
        states[:] = saved
        return states

    def restore(self, states: ArrayLike, indices: ArrayLike | None = None) -> tuple[NDArray[Any], Info]:
        """Go on from saved states in some games, by default all; return what :meth:`reset` returns."""
        chosen = self._selected(indices)
        given = list(np.atleast_1d(np.asarray(states, np.object_)))
        if len(given) != len(chosen):
            raise BoardwrightError(f"found {counted(len(given), 'state')}: expected {len(chosen)}, one a game")
        wrong = next((at for at, state in enumerate(given) if not isinstance(state, bytes)), -1)
        if wrong < 0:
            wrong = self._open().restore(given, chosen)
        if wrong >= 0:
            raise BoardwrightError(
                f"the state at index {wrong} is not a state of {self.game.full_name}: expected bytes from save()"
            )
        return self._observed()

    def positions(self, indices: ArrayLike | None = None) -> list[Any]:
        """Return the positions of some games, by default all, as the Python rules have them."""
        words = b"".join(state[: 8 * self.core.words] for state in self.save(indices))
        return list(self.core.unpack(np.frombuffer(words, np.uint64)))

    def render(self) -> tuple[str | Pixels, ...] | None:
        """Return a diagram or a picture of each game, by the render mode; None without one."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, such as VectorEnv(game, render_mode='ansi')")
            return None
        if self.render_mode == "rgb_array":
            return tuple(draw(self.game, position) for position in self.positions())
        return tuple(text_diagram(self.game.view(position)) for position in self.positions())

    def close_extras(self, **_: Any) -> None:
        """Release the games and threads of the core; the arrays stay."""
        self._vector = None

    def _open(self) -> Any:
        """The games in the core; a closed environment raises."""
        if self._vector is None:
            raise BoardwrightError("the environment is closed: expected one that is open")
        return self._vector

    def _selected(self, indices: ArrayLike | None) -> Words:
        """The numbers of the games that indices or a mask of booleans select."""
        if indices is None:
            return self._all
        chosen = np.atleast_1d(np.asarray(indices))
        if chosen.dtype == np.bool_ and chosen.shape == (self.num_envs,):
            return np.flatnonzero(chosen).astype(np.int32)
        fits = chosen.ndim == 1 and (chosen.dtype.kind in "iu" or not chosen.size)
        if not fits or any(chosen < 0) or any(chosen >= self.num_envs) or len(np.unique(chosen)) != len(chosen):
            raise BoardwrightError(
                f"the games are {quoted(repr(indices))}: expected distinct numbers from 0 to {self.num_envs - 1}, "
                f"or {counted(self.num_envs, 'boolean')}"
            )
        return chosen.astype(np.int32)

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _observed(self) -> tuple[NDArray[Any], Info]:
        if not self.copy:
            return self.observations, self._info.copy()
        return self.observations.copy(), {name: array.copy() for name, array in self._info.items()}

    def _add_final(self, info: Info) -> None:
        """Add what there was at the end of the games that have been reset."""
        ended = self.terminated | self.truncated
        games = np.flatnonzero(ended)
        if not len(games):
            return
        observations = np.full(self.num_envs, None, np.object_)
        for game, observation in zip(games.tolist(), self._final_observations[games], strict=True):
            observations[game] = observation
        final: Info = {"action_mask": self._given(self._no_actions)}
        for name, array in (("player", self._final_players), ("rewards", self.player_rewards)):
            final[name] = np.zeros_like(array)
            final[name][games] = array[games]
        final.update({f"_{name}": self._given(ended) for name in list(final)})
        info.update(final_obs=observations, _final_obs=ended, final_info=final, _final_info=self._given(ended))


def _check(what: str, value: Any, possible: Any, listed: Iterable[str] | None = None) -> None:
    """Reject a setting that is not possible."""
    try:
        if value in possible:
            return
    except TypeError:
        pass
    one_of = f"{possible[0]} to {possible[-1]}" if isinstance(possible, range) else ", ".join(listed or possible)
    raise BoardwrightError(f"there is no {what} {quoted(str(value))}: expected {one_of}")


def make(game: str, variant: str = "", **settings: Any) -> VectorEnv:
    """Create the environment of a registered game, for ``gymnasium.make_vec``."""
    return VectorEnv(f"{game}:{variant}" if variant else game, **settings)


def _register() -> None:
    for game in installed_games():
        gymnasium.register(
            f"boardwright/{game.name.capitalize()}-v{encoding_class(game).version}",
            vector_entry_point=f"{__name__}:make",
            kwargs={"game": game.name},
        )


_register()
