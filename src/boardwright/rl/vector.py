"""A vector environment: thousands of games stepped in one call by the core.

The encoding is that of the other environments. All arrays are updated in place: each call returns the same arrays
with new contents, so copy what must be kept.

>>> from boardwright.rl.vector import VectorEnv
>>> env = VectorEnv("turm:castle", games=1024, seed=1)
>>> env.observations.shape, env.observations.dtype.name
((1024, 6, 7, 7), 'int8')
>>> for _ in range(100):
...     observations, rewards, terminated, truncated, info = env.step(env.random_actions())
>>> bool(terminated.any())
True
"""

from __future__ import annotations

from typing import Any, TypeAlias

from boardwright.core import Words, core_of
from boardwright.encoding import encoding_of
from boardwright.errors import BoardwrightError
from boardwright.installing import needs
from boardwright.registry import find_game
from boardwright.rl.episode import first_position
from boardwright.texts import counted

with needs(__name__, extra="rl"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

MAX_GAMES = 1 << 20
Stepped: TypeAlias = tuple[
    NDArray[Any], NDArray[np.int8], NDArray[np.bool_], NDArray[np.bool_], dict[str, NDArray[Any]]
]


class VectorEnv:
    """Many games of one kind, each at its own move; a game that ends is reset in the same step.

    ``observations`` are from the perspective of the side to move, ``masks`` say which actions are legal, ``players``
    who acts. After a step ``rewards`` holds 1 if the player who acted has won, -1 if the other one has;
    ``terminated`` marks games ended by the rules, ``truncated`` those ended by their history only.

    Observations are signed bytes and masks bits, the first action lowest in the first byte; with ``dense=True`` both
    are float32.
    """

    def __init__(
        self, game: str, games: int, *, dense: bool = False, seed: int = 0, position: str | None = None
    ) -> None:
        self.game = find_game(game)
        core = core_of(self.game)
        if not 1 <= games <= MAX_GAMES:
            raise BoardwrightError(f"{games} games were asked for: expected 1 to {MAX_GAMES}")
        self.games = games
        self.encoding = encoding_of(self.game)
        start = first_position(self.game, position)
        self.dense = dense
        actions = len(self.encoding.actions)
        buffers: list[NDArray[Any]] = [
            np.zeros((games, *self.encoding.shape), np.float32 if dense else np.int8),
            np.zeros((games, actions), np.float32) if dense else np.zeros((games, (actions + 63) // 64 * 8), np.uint8),
            *(np.zeros(games, kind) for kind in (np.int8, np.int8, np.bool_, np.bool_)),
        ]
        self._vector = core.new_vector_env(start, games, self.encoding, dense=dense, buffers=buffers)
        self._actions: Words = np.zeros(games, np.int32)
        for array in buffers:
            array.flags.writeable = False
        self.observations, self.masks, self.rewards, self.players, self.terminated, self.truncated = buffers
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
        """Reset all games; the seed is for :meth:`random_actions`, by default 0."""
        self._vector.reset((seed or 0) % 2**64)
        return self.observations, self._info()

    def step(self, actions: ArrayLike) -> Stepped:
        """Take one action in each game; if any is illegal this raises, and no game changes."""
        try:
            taken: Words = np.ascontiguousarray(actions)
        except ValueError as error:
            raise BoardwrightError(f"{error}: expected {counted(self.games, 'whole number')}, one a game") from error
        if taken.shape != (self.games,) or taken.dtype.kind not in "iu":
            raise BoardwrightError(
                f"found actions of shape {taken.shape} and type {taken.dtype}: "
                f"expected {counted(self.games, 'whole number')}, one a game"
            )
        limits = np.iinfo(np.int32)
        if taken.dtype != np.int32:
            taken = taken.astype(np.int64).clip(limits.min, limits.max).astype(np.int32)
        illegal = self._vector.step(taken)
        if illegal >= 0:
            side, action, legal = self.players[illegal], int(taken[illegal]), int(self.legal_actions()[illegal].sum())
            raise BoardwrightError(f"game {illegal}: {self.encoding.illegal_action_error(int(side), action, legal)}")
        return self.observations, self.rewards, self.terminated, self.truncated, self._info()

    def random_actions(self) -> NDArray[np.int32]:
        """Return a uniformly random legal action for each game, in an array that the next call overwrites."""
        self._vector.sample(self._actions)
        chosen: NDArray[np.int32] = self._actions
        return chosen

    def legal_actions(self) -> NDArray[np.bool_]:
        """Return the masks as booleans, one per action, in a new array."""
        if self.dense:
            return self.masks.astype(np.bool_)
        bits = np.unpackbits(self.masks, axis=1, count=len(self.encoding.actions), bitorder="little")
        return bits.astype(np.bool_)

    def _info(self) -> dict[str, NDArray[Any]]:
        return {"action_mask": self.masks, "player": self.players}
