"""Players by their specification: ``engine:time=0.1``, ``mcts:visits=1000``, ``level:3``, ``random``.

>>> from boardwright import find_game
>>> from boardwright.played_game import PlayedGame
>>> turm = find_game("turm")
>>> player = read_player("engine:nodes=2000", turm)
>>> played = PlayedGame(turm, turm.parse_position("7/7/7/7/3RG3/7/BG6 r"))
>>> turm.format_move(played.position, player.choose(played).move)
'D3-D4-1'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, TypeAlias

from boardwright.core import MAX_HASH, MAX_THREADS
from boardwright.engine.bitbases import AUTO, OFF
from boardwright.engine.limits import DEFAULT_TIME, LIMITS, MAX_NODES, Limits, parse_whole
from boardwright.engine.mcts import MAX_VISITS, Mcts
from boardwright.engine.network import read_network
from boardwright.engine.python_search.weights import read_weights
from boardwright.engine.result import AnySearchResult, Score, Variation, one_move
from boardwright.engine.search import DEFAULT_HASH, Engine, core_option, has_core
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame
from boardwright.manifest import GameProtocol, load
from boardwright.names import did_you_mean
from boardwright.parse_numbers import read_whole_number
from boardwright.played_game import AnyPlayedGame
from boardwright.protocol_registry import knows, player_forms, protocols_of
from boardwright.views import Side

OnInfo: TypeAlias = Callable[[AnySearchResult], None] | None
Stop: TypeAlias = Callable[[], bool]

ARENA_HASH = 16
MAX_VARIATIONS = 500


class EndedElsewhere(Exception):
    """Raised by a player instead of a move: another referee ended the game for a reason that is not on the board."""

    def __init__(self, winner: Side | None, reason: str) -> None:
        super().__init__(reason)
        self.winner = winner


class Player(ABC):
    """Anything that chooses moves in one game."""

    options: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    """The options of a specification, with their parsers."""
    is_single: ClassVar[bool] = False
    """Whether there can be only one instance, as behind a connection: it plays its games one after another."""
    multipv: int = 1
    """The number of variations of a result, if the player can search several."""

    def __init__(self, game: AnyGame, limits: Limits, seed: int) -> None:
        self.game = game
        self.limits = limits
        self.seed = seed

    def choose(
        self,
        played: AnyPlayedGame,
        limits: Limits | None = None,
        *,
        on_info: OnInfo = None,
        stop: Stop = lambda: False,
        to_play: bool = False,
    ) -> AnySearchResult:
        """Choose a move for the side to move, within the player's own limits unless others are given.

        :param played: the game so far, with its history
        :param limits: replace the player's own
        :param on_info: receives intermediate results
        :param stop: is polled, and ends the search early
        :param to_play: the move is for a game rather than an analysis, so that the only legal move is played at once
        """
        limits = (self.limits if limits is None else limits).in_time_control()
        # Only moves on a clock have an optimum, and clocks run only in games.
        is_in_game = to_play or limits.optimum is not None
        return self._think(played, limits.in_game(played) if is_in_game else limits, on_info, stop)

    @abstractmethod
    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult: ...

    def end_game(self) -> None:  # noqa: B027 (most players need not know)
        """Note that the game is over; another one may follow."""

    def close(self) -> None:  # noqa: B027 (most players hold nothing)
        """Release the player's resources, such as a child process."""


def parse_params(text: str) -> dict[str, int]:
    """Parse search parameters.

    >>> parse_params("futility_margin=70/lmr_divisor=240")
    {'futility_margin': 70, 'lmr_divisor': 240}
    """
    params: dict[str, int] = {}
    for part in text.split("/"):
        name, _, value = part.partition("=")
        number = read_whole_number(value, 0)
        if not name or number is None:
            raise BoardwrightError(
                f"{quoted(part)} is not a search parameter: expected NAME=NUMBER, several separated by /"
            )
        if name in params:
            raise BoardwrightError(f"the search parameter {name} is set twice: expected it once")
        params[name] = number
    return params


class EnginePlayer(Player):
    """The engine: the core's search, or that by the Python rules of a game without a core."""

    options: ClassVar = {
        "network": str,
        "weights": str,
        "threads": lambda text: parse_whole("threads", text, 1, MAX_THREADS),
        "hash": lambda text: parse_whole("hash", text, 1, MAX_HASH),
        "endings": str,
        "params": parse_params,
    }
    baseline = False

    def __init__(
        self,
        game: AnyGame,
        limits: Limits,
        seed: int,
        *,
        threads: int = 1,
        hash: int = ARENA_HASH,
        network: str | None = None,
        weights: str | None = None,
        endings: str = AUTO,
        params: Mapping[str, int] = {},
    ) -> None:
        super().__init__(game, limits, seed)
        if network is not None and not has_core(game):
            raise core_option(game, "network")
        self.engine = Engine(
            game,
            threads=threads,
            hash_mb=hash,
            seed=seed,
            baseline=self.baseline,
            network=None if network is None else read_network(game, network),
            weights=None if weights is None else read_weights(game, weights),
            endings=endings,
            params=params,
        )
        if self.engine.endings is not None:
            # Load before a clock runs: reading the files takes time.
            self.engine.endings.load()

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        # Positions before the last progress cannot be repeated, but the game's own draw rules may look back further.
        since = -1 - max(played.quiet_plies, self.engine.reach)
        history = played.positions[since:-1]
        return self.engine.search(
            played.position, limits, history=history, multipv=self.multipv, on_info=on_info, stop=stop
        )


class Baseline(EnginePlayer):
    """The same search on material alone, without quiescence search and reductions: for measurements."""

    options: ClassVar = {name: EnginePlayer.options[name] for name in ("threads", "hash")}
    baseline = True

    def __init__(self, game: AnyGame, limits: Limits, seed: int, *, threads: int = 1, hash: int = ARENA_HASH) -> None:
        super().__init__(game, limits, seed, threads=threads, hash=hash, endings=OFF)


class MctsPlayer(Player):
    """MCTS: for every game, with or without a core."""

    options: ClassVar = {"visits": lambda text: parse_whole("visits", text, 1, MAX_NODES)}

    def __init__(self, game: AnyGame, limits: Limits, seed: int) -> None:
        super().__init__(game, limits, seed)
        self.mcts = Mcts(game, seed=seed)

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        # An endless search ends when its tree is full.
        nodes = 1 if limits.optimum == 0.0 else limits.nodes if limits else MAX_VISITS
        bounded = Limits(limits.optimum or limits.time, limits.depth, nodes)
        return self.mcts.search(played.position, bounded, multipv=self.multipv, on_info=on_info, stop=stop)


class RandomPlayer(Player):
    """Chooses a legal move at random."""

    def __init__(self, game: AnyGame, limits: Limits, seed: int) -> None:
        super().__init__(game, limits, seed)
        self.random = Random(seed)

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        return one_move(played.position, self.random.choice(played.legal_moves()), depth=1, nodes=1)


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level: search depth, and the standard deviation of its score errors as a share of the scale."""

    depth: int
    error: float

    @property
    def variations(self) -> int:
        """The number of variations among which the level chooses."""
        return 1 if not self.error else FEW_VARIATIONS if self.depth > 3 else MAX_VARIATIONS


DEPTHS = (1, 1, 2, 3, 4, 5, 6, 8, 10, 12)
ERRORS = (1.5, 0.25, 0.16, 0.12, 0.095, 0.055, 0.04, 0.022, 0.01, 0.0)
LEVELS = tuple(map(Level, DEPTHS, ERRORS))
PYTHON_LEVEL = Limits(time=3.0, nodes=20_000)
"""What bounds a level besides its depth in games without a core."""
FEW_VARIATIONS = 4
"""The number of variations that deep levels compare, where searching every move would take too long."""


class LevelPlayer(EnginePlayer):
    """A weakened engine for people, from level 1 to 10: it searches less deep and makes random errors.

    It adds noise to the score of each move before it chooses the best; proven scores get none.
    """

    def __init__(self, game: AnyGame, number: int, seed: int) -> None:
        self.level = LEVELS[number - 1]
        self.bounds = replace(Limits() if has_core(game) else PYTHON_LEVEL, depth=self.level.depth)
        super().__init__(game, self.bounds, seed, endings=OFF)
        self.random = Random(seed)
        self.multipv = self.level.variations

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        result = super()._think(played, limits.within(self.bounds), on_info, stop)
        return weakened(result, self.level, self.engine.scale, self.random)


def weakened(result: AnySearchResult, level: Level, scale: int, random: Random) -> AnySearchResult:
    """Return a result with its variations in the order in which a level finds them good, with its random errors."""
    error = level.error * scale / 100

    def spoiled(variation: Variation[Any]) -> float:
        score = variation.score or Score(0.0)
        return score.value + (random.gauss(0, error) if score.distance is None else 0)

    return replace(result, variations=tuple(sorted(result.variations, key=spoiled, reverse=True)))


def best_player(
    game: AnyGame,
    level: int | None = None,
    *,
    threads: int = 1,
    hash_mb: int = DEFAULT_HASH,
    seed: int = 0,
    endings: str = AUTO,
) -> Player:
    """Return the player of a level; for None or 0 the strongest one, the engine.

    The other parameters are those of :class:`Engine`.
    """
    if level:
        return LevelPlayer(game, level, seed)
    return EnginePlayer(game, Limits(time=DEFAULT_TIME), seed, threads=threads, hash=hash_mb, endings=endings)


KINDS: Mapping[str, type[Player]] = {
    "engine": EnginePlayer,
    "baseline": Baseline,
    "mcts": MctsPlayer,
    "random": RandomPlayer,
}


ALIASES = {"visits": "nodes"}
"""Other names of limits in a specification."""


def read_player(text: str, game: AnyGame, *, seed: int = 0, limits: Limits | None = None) -> Player:
    """Parse a player specification.

    :param text: ``engine:time=0.1``, ``level:3``, ``mcts:visits=1000``, ``random``, ``ugi:COMMAND``; see
        ``docs/matches.md``
    :param game: the game that the player will play
    :param seed: its random seed
    :param limits: apply if the specification sets none; by default one second a move

    >>> from boardwright import find_game
    >>> print(read_player("engine:time=0.5,depth=12", find_game("congo")).limits)
    0.5 s, depth 12
    """
    kind, _, rest = text.partition(":")
    if kind == "level":
        return LevelPlayer(game, parse_whole("level", rest, 1, len(LEVELS)), seed)
    if kind not in KINDS:
        protocol = protocols_of(game).get(kind)
        if protocol is not None and protocol.player:
            return protocol_player(protocol, rest, game, seed, limits)
        expected = ", ".join((*KINDS, "level:1 to level:10", *player_forms(game)))
        hint = did_you_mean(kind, (*KINDS, "level"))
        raise BoardwrightError(f"unknown player {quoted(text)}{hint}: expected {expected}")
    known = {**({} if kind == "random" else LIMITS), **KINDS[kind].options}
    given: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        name, _, value = part.partition("=")
        if name not in known:
            expected = " or ".join(known) or "none"
            hint = did_you_mean(name, known)
            raise BoardwrightError(f"the player {kind} has no option {quoted(name)}{hint}: expected {expected}")
        field = ALIASES.get(name, name)
        if field in given:
            raise BoardwrightError(f"the player {quoted(text)} sets {field} twice: expected it once")
        try:
            given[field] = known[name](value)
        except BoardwrightError as error:
            raise BoardwrightError(f"{error}, in {quoted(text)}") from error
    try:
        own = Limits(**{field: given.pop(field, None) for field in LIMITS})
    except BoardwrightError as error:
        raise BoardwrightError(f"{error}, in {quoted(text)}") from error
    if kind == "mcts" and own and own == Limits(depth=own.depth):
        # The depth bounds the tree only; it does not end the search.
        raise BoardwrightError(f"the player {quoted(text)} needs another limit than depth: expected time or visits too")
    return KINDS[kind](game, own or limits or Limits(time=DEFAULT_TIME), seed, **given)


def protocol_player(protocol: GameProtocol, text: str, game: AnyGame, seed: int, limits: Limits | None) -> Player:
    """Return the player of a protocol for a specification without the protocol's name."""
    if not knows(protocol, game):
        raise BoardwrightError(f"the protocol supports only {game.name}:{protocol.variant}: found {game.full_name}")
    player: Player = load(protocol.player).read(text, game, seed, limits)
    return player
