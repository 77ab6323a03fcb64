"""Every game as a Python game of OpenSpiel; importing this module registers all installed games.

Player 0 moves first; if a move takes several actions, or a turn several moves, a player acts several times in a row.
A draw by history, such as the third occurrence of a position, is a normal end.

>>> import pyspiel
>>> import boardwright.rl.openspiel
>>> state = pyspiel.load_game("boardwright_turm(variant=castle)").new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()[:3]]
['D5-D4', 'D5-C5', 'D5-E5']
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, ClassVar, NamedTuple
from urllib.parse import unquote

from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.installing import needs
from boardwright.registry import find_game, installed_games, split_path
from boardwright.rl.episode import Episode, first_position

with needs(__name__, package="open_spiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

PREFIX = "boardwright_"
_KNOWN: dict[str, type[AnyGame]] = {}
UNBOUNDED = 2**31 - 1
"""The length of games whose draw rules bound it at no number that is known, such as those of files."""
ESCAPED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%,="})
"""OpenSpiel's texts of games take commas and equals signs for their own."""


def register(name: str) -> str:
    """Register a game, by its name or the path of a Python file, with OpenSpiel; return its OpenSpiel name.

    The game is registered with its variant as a parameter, and each variant under a name of its own too. The returned
    name is that of the variant if one is given.
    """
    game = find_game(name)
    kind = type(game)
    short_name = PREFIX + game.name
    _register(short_name, kind, f"{game.title}", "" if len(kind.variants) > 1 else game.variant)
    if len(kind.variants) == 1:
        return short_name
    for variant in kind.variants:
        _register(f"{short_name}_{variant}", kind, f"{game.title} ({variant})", variant)
    path, asked = split_path(name)
    return f"{short_name}_{game.variant}" if asked or (not path and ":" in name) else short_name


def _register(short_name: str, game: type[AnyGame], long_name: str, variant: str) -> None:
    """Register a game with OpenSpiel; without a variant that is a parameter."""
    known = _KNOWN.setdefault(short_name, game)
    if known is not game:
        raise BoardwrightError(f"OpenSpiel knows another game as {short_name}: expected one game of a name")
    if short_name in pyspiel.registered_names():
        return
    kind = game_type(short_name, long_name, {"position": ""} | ({} if variant else {"variant": game.variants[0]}))
    # The registry outlives the interpreter: it may hold a class, which is released silently, but not a function.
    pyspiel.register_game(kind, type(short_name, (BoardGame,), {"board_game": game, "variant": variant, "kind": kind}))


def game_type(short_name: str, long_name: str, parameters: Mapping[str, str]) -> Any:
    """Return the OpenSpiel game type, needed before the game is loaded; parameters come with their defaults."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
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
        parameter_specification=dict(parameters),
    )


class BoardGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One game; each registered name has a subclass.

    The parameter ``position`` is the text of the first position, by default the start position; in it, %2C stands for
    a comma and %3D for an equals sign.
    """

    board_game: ClassVar[type[AnyGame]]
    variant: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, parameters: Mapping[str, str] | None = None) -> None:
        given = dict(parameters or {})
        game = self.board_game(self.variant or given.get("variant", ""))
        text = unquote(given.get("position", ""))
        self.start = Episode(game, first_position(game, text or None))
        if text:
            given["position"] = text.translate(ESCAPED)
        encoding = self.start.encoding
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=encoding.max_actions(self.start.played.position) or UNBOUNDED,
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, position: str | None = None) -> BoardState:
        """Return the first state; with a text, that of the same game with this parameter ``position``."""
        if position is None:
            return BoardState(self)
        parameters = self.get_parameters() | {"position": position.translate(ESCAPED)}
        state: BoardState = pyspiel.load_game(self.get_type().short_name, parameters).new_initial_state()
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.start)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class PlayerAction(NamedTuple):
    """An action with its player, as OpenSpiel's class of this name, which Python cannot create."""

    player: int
    action: int


class BoardState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game; the names of the methods are OpenSpiel's."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self.episode = deepcopy(game.start)
        self.actions: list[PlayerAction] = []
        """The actions so far: OpenSpiel's own list cannot be shortened from Python."""

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.episode.side

    def is_terminal(self) -> bool:
        return self.episode.result is not None

    def returns(self) -> list[float]:
        return list(map(float, self.episode.result or (0, 0)))

    def undo_action(self, player: int, action: int) -> None:
        """Undo the last action, which has to be this one of this player."""
        if not self.actions or self.actions[-1] != (player, action):
            last = "{1} of player {0}".format(*self.actions[-1]) if self.actions else "none"
            raise BoardwrightError(f"action {action} of player {player} is not the last: expected {last}")
        self.episode.undo()
        self.actions.pop()

    def history(self) -> list[int]:
        return [each.action for each in self.actions]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def full_history(self) -> list[PlayerAction]:
        return self.actions.copy()

    def move_number(self) -> int:
        return len(self.actions)

    def is_initial_state(self) -> bool:
        return not self.actions

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.episode.options)

    def _apply_action(self, action: int) -> None:
        player = self.episode.side
        self.episode.act(action)
        self.actions.append(PlayerAction(player, action))

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
    register(_installed.name)
