"""Play one game between two players, whatever errors they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from time import perf_counter
from typing import NamedTuple, Self

from boardwright.arena.adjudication import NEVER, Adjudication, Adjudicator
from boardwright.conformance import game_failure
from boardwright.engine.players import EndedElsewhere, Player
from boardwright.engine.time_control import MoveClocks, PlayerClock
from boardwright.errors import Disconnected, IllegalMove, InvalidMove, one_line
from boardwright.game import Termination
from boardwright.played_game import LONGEST_GAME, REASONS, AnyPlayedGame
from boardwright.views import Side

MARGIN = 1.0
"""The default margin by which a player may exceed its time, in seconds: a busy machine has caused 0.8."""


class ForfeitKind(StrEnum):
    """Why a player lost a game by forfeit."""

    TIME = auto()
    ILLEGAL_MOVE = auto()
    DISCONNECT = auto()
    """Its program has ended, or its connection is lost."""
    ERROR = auto()
    """Any other failure."""


class MoveStats(NamedTuple):
    """The search result of a move: its value for the mover, depth, nodes and time.

    ``seconds`` is by the arena's clock, not the player's; ``distance`` is that of a proven score, in plies.
    """

    score: float | None
    win_probability: float
    depth: int
    nodes: int
    seconds: float
    distance: int | None = None


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A finished game, the number of its opening moves, and the search results of the others.

    ``forfeit`` is the side whose player failed and so lost, ``kind`` and ``how`` it did so and ``detail`` what belongs
    to this game alone; ``last_seconds`` is the time of the move at which it failed. ``adjudged_by`` is the rule of the
    adjudication that ended the game, if one did.
    """

    played: AnyPlayedGame
    opening: int
    move_stats: list[MoveStats]
    forfeit: Side | None = None
    kind: ForfeitKind | None = None
    how: str = ""
    detail: str = ""
    last_seconds: float = 0.0
    adjudged_by: str | None = None

    @property
    def failure(self) -> str | None:
        """Why a player lost by forfeit, if one did."""
        return None if self.forfeit is None else f"{self.how}: {self.detail}"

    @property
    def late(self) -> bool:
        """Whether a player exceeded its time."""
        return self.kind is ForfeitKind.TIME


HOW = {
    ForfeitKind.TIME: "overstepped its time",
    ForfeitKind.ILLEGAL_MOVE: "played an illegal move",
    ForfeitKind.DISCONNECT: "failed",
    ForfeitKind.ERROR: "failed",
}


class Forfeit(Exception):
    """A player lost the game by an error, after ``seconds``."""

    def __init__(self, kind: ForfeitKind, detail: str, seconds: float = 0.0) -> None:
        super().__init__(kind, detail, seconds)

    @classmethod
    def of(cls, error: Exception, seconds: float = 0.0) -> Self:
        """Return the forfeit for an error of a player."""
        # A program's bad move is an error of the program, caused by the one of the move.
        if any(isinstance(each, IllegalMove | InvalidMove) for each in (error, error.__cause__)):
            return cls(ForfeitKind.ILLEGAL_MOVE, one_line(error), seconds)
        lost = isinstance(error, Disconnected)
        return cls(ForfeitKind.DISCONNECT if lost else ForfeitKind.ERROR, one_line(error), seconds)

    def end(self, played: AnyPlayedGame, opening: int, move_stats: list[MoveStats], side: Side) -> ArenaGame:
        """End the game as lost for the side of the player."""
        kind, detail, seconds = self.args
        how = f"{played.game.sides[side]} {HOW[kind]}"
        termination = Termination.TIME_FORFEIT if kind is ForfeitKind.TIME else Termination.FAILURE
        played.adjudicate(1 - side, f"{how}: {detail}", termination)
        return ArenaGame(played, opening, move_stats, side, kind, how, detail, seconds)


def play_game(
    played: AnyPlayedGame,
    players: Sequence[Player],
    *,
    margin: float = MARGIN,
    longest: int = LONGEST_GAME,
    adjudication: Adjudication = NEVER,
    on_move: Callable[[AnyPlayedGame, MoveStats], None] | None = None,
) -> ArenaGame:
    """Play a game from its current position to its end; ``players[0]`` has the side that moves first.

    A player that fails, plays an illegal move, or exceeds its time for a move, or that of its clock, by more than
    ``margin`` seconds loses the game, and the outcome says why. A game of ``longest`` moves is a draw; a game ended by
    a player's own referee gets its outcome. ``adjudication`` ends games by the players' scores. ``on_move`` receives
    the game and the figures of the move after every move.

    >>> from boardwright import PlayedGame, find_game
    >>> from boardwright.engine import read_player
    >>> turm = find_game("turm")
    >>> players = [read_player(text, turm) for text in ("engine:nodes=500", "random")]
    >>> played = play_game(PlayedGame(turm), players)
    >>> played.played.outcome.winner, len(played.played.moves) == len(played.move_stats)
    (0, True)
    """
    opening, move_stats = len(played.moves), []
    adjudicator = Adjudicator(adjudication, played.game.sides)
    clocks = [None if player.limits.tc is None else PlayerClock(player.limits.tc) for player in players]
    while played.outcome is None:
        if len(played.moves) >= longest:
            played.adjudicate(None, REASONS("move_limit", moves=longest))
            break
        side = played.side_to_move
        try:
            move_stats.append(_move(played, players[side], clocks, margin))
        except Forfeit as forfeit:
            return forfeit.end(played, opening, move_stats, side)
        except EndedElsewhere as ended:
            played.adjudicate(ended.winner, one_line(ended))
            break
        if on_move is not None:
            on_move(played, move_stats[-1])
        adjudged = adjudicator.after_move(side, move_stats[-1].score, len(played.moves))
        if adjudged is not None and played.outcome is None:
            played.adjudicate(adjudged.winner, adjudged.reason, adjudged.termination)
            return ArenaGame(played, opening, move_stats, adjudged_by=adjudged.rule)
    return ArenaGame(played, opening, move_stats)


def _move(played: AnyPlayedGame, player: Player, clocks: Sequence[PlayerClock | None], margin: float) -> MoveStats:
    """Ask a player for its move; any error raises :class:`Forfeit`."""
    clock = clocks[played.side_to_move]
    first, second = (None if each is None else each.reading for each in clocks)
    limits = player.limits.in_time_control(MoveClocks(played.side_to_move, (first, second)))
    allowed = player.limits.time if clock is None else clock.left
    began = perf_counter()
    deadline = float("inf") if allowed is None else began + allowed + margin
    failure: Exception | None = None
    try:
        result = player.choose(played, limits, stop=lambda: perf_counter() > deadline, to_play=True)
    except EndedElsewhere:
        raise
    except Exception as error:
        failure = error
    ended = perf_counter()
    if failure is not None:
        # After the clock was read: looking for the cause must not count as the player's time.
        _raise_game_failure(failure)
    taken = ended - began
    # An error after the time limit does not matter any more.
    if ended > deadline:
        given = f"of {allowed:g} s" if clock is None else f"with {allowed:.3f} s on the clock"
        detail = f"{taken:.3f} s for a move {given}, with a margin of {margin:g} s"
        raise Forfeit(ForfeitKind.TIME, detail, taken) from failure
    if failure is not None:
        raise Forfeit.of(failure, taken) from failure
    try:
        best = result.variations[0]
        score, distance = (None, None) if best.score is None else (best.score.value, best.score.distance)
        stats = MoveStats(score, best.win_probability, result.depth, result.nodes, taken, distance)
        played.play(result.move)
    except IllegalMove as error:
        raise Forfeit(ForfeitKind.ILLEGAL_MOVE, str(error), taken) from error
    except Exception as error:
        _raise_game_failure(error)
        raise Forfeit(ForfeitKind.ERROR, f"it did not give a move: {one_line(error)}", taken) from error
    if clock is not None:
        clock.spend(taken)
    return stats


def _raise_game_failure(error: Exception) -> None:
    """Raise an error in the game's own code: no player loses for it."""
    failure = game_failure(error)
    if failure is not None:
        raise failure from error
