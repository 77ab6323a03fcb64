"""Every game as a Python game of OpenSpiel; importing this module registers all installed games.

Player 0 moves first; if a move takes several actions, or a turn several moves, a player acts several times in a row.
A draw by history, such as the third occurrence of a position, is a normal end.

>>> import pyspiel
>>> import boardwright.rl.openspiel
>>> state = pyspiel.load_game("boardwright_turm_castle").new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()[:3]]
['D5-D4', 'D5-C5', 'D5-E5']
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, ClassVar

from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.installing import needs
from boardwright.registry import find_game, installed_games
from boardwright.rl.episode import Episode

with needs(__name__, package="open_spiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

PREFIX = "boardwright_"
_KNOWN: dict[str, type[AnyGame]] = {}
MAX_ACTIONS = 100_000
"""Longer than any of the built-in games can last."""


def register(name: str) -> str:
    """Register a game, by its name or the path of a Python file, with OpenSpiel; return its OpenSpiel name."""
    game = find_game(name)
    kind = game_type(game)
    known = _KNOWN.setdefault(kind.short_name, type(game))
    if known is not type(game):
        raise BoardwrightError(f"OpenSpiel knows another game as {kind.short_name}: expected one game of a name")
    if kind.short_name not in pyspiel.registered_names():
        # The registry outlives the interpreter: it may hold a class, which is released silently, but not a function.
        pyspiel.register_game(kind, type(kind.short_name, (BoardGame,), {"board_game": game, "kind": kind}))
    return str(kind.short_name)


def game_type(game: AnyGame) -> Any:
    """Return the OpenSpiel game type, needed before the game is loaded."""
    return pyspiel.GameType(
        short_name=PREFIX + game.full_name.replace(":", "_"),
        long_name=f"{game.title} ({game.variant})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class BoardGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One game and variant; each has a subclass."""

    board_game: ClassVar[AnyGame]
    kind: ClassVar[Any]

    def __init__(self, parameters: Mapping[str, object] | None = None) -> None:
        self.start = Episode(self.board_game)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.start.encoding.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_ACTIONS,
        )
        super().__init__(self.kind, info, parameters or {})

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> BoardState:
        return BoardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.start)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class BoardState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game; the names of the methods are OpenSpiel's."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self.episode = deepcopy(game.start)

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.episode.side

    def is_terminal(self) -> bool:
        return self.episode.result is not None

    def returns(self) -> list[float]:
        return list(map(float, self.episode.result or (0, 0)))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.episode.options)

    def _apply_action(self, action: int) -> None:
        self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.episode.encoding.action_name(player, action)

    def __str__(self) -> str:
        """Return the position, and the part of a move chosen so far."""
        played, encoding = self.episode.played, self.episode.encoding
        chosen = [encoding.action_name(self.episode.side, action) for action in self.episode.prefix]
        return " ".join([played.game.format_position(played.position), *chosen])


class BoardObserver:
    """The planes of a position from a player's perspective; perfect information needs no other observation."""

    def __init__(self, start: Episode) -> None:
        self.tensor = np.zeros(np.prod(start.encoding.shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(start.encoding.shape)}

    def set_from(self, state: BoardState, player: int) -> None:
        self.tensor[:] = np.frombuffer(state.episode.observe(player), np.int8)

    def string_from(self, state: BoardState, player: int) -> str:
        return str(state)


for _installed in installed_games():
    for _variant in _installed.variants:
        register(f"{_installed.name}:{_variant}")
