"""Play one game between two players, whatever errors they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from boardwright.conformance import game_failure
from boardwright.engine.players import EndedElsewhere, Player
from boardwright.engine.time_control import MoveClocks, PlayerClock
from boardwright.errors import IllegalMove, one_line
from boardwright.game import Termination
from boardwright.played_game import LONGEST_GAME, REASONS, AnyPlayedGame
from boardwright.views import Side

MARGIN = 1.0
"""The default margin by which a player may exceed its time, in seconds: a busy machine has caused 0.8."""


class MoveStats(NamedTuple):
    """The search result of a move: its value for the mover, depth, nodes and time.

    ``seconds`` is by the arena's clock, not the player's.
    """

    score: float | None
    win_probability: float
    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A finished game, the number of its opening moves, and the search results of the others.

    ``forfeit`` is the side whose player failed and so lost, ``how`` it did so and ``detail`` what belongs to this game
    alone; ``last_seconds`` is the time of the move at which it failed.
    """

    played: AnyPlayedGame
    opening: int
    move_stats: list[MoveStats]
    forfeit: Side | None = None
    how: str = ""
    detail: str = ""
    last_seconds: float = 0.0

    @property
    def failure(self) -> str | None:
        """Why a player lost by forfeit, if one did."""
        return None if self.forfeit is None else f"{self.how}: {self.detail}"

    @property
    def late(self) -> bool:
        """Whether a player exceeded its time."""
        outcome = self.played.outcome
        return outcome is not None and outcome.termination is Termination.TIME_FORFEIT


class Forfeit(Exception):
    """A player lost the game by an error, after ``seconds``."""

    def __init__(
        self, how: str, detail: str, seconds: float = 0.0, termination: Termination = Termination.FAILURE
    ) -> None:
        super().__init__(how, detail, seconds, termination)

    def end(self, played: AnyPlayedGame, opening: int, move_stats: list[MoveStats], side: Side) -> ArenaGame:
        """End the game as lost for the side of the player."""
        how, detail, seconds, termination = self.args
        how = f"{played.game.sides[side]} {how}"
        played.adjudicate(1 - side, f"{how}: {detail}", termination)
        return ArenaGame(played, opening, move_stats, side, how, detail, seconds)


def play_game(
    played: AnyPlayedGame,
    players: Sequence[Player],
    *,
    margin: float = MARGIN,
    longest: int = LONGEST_GAME,
    on_move: Callable[[AnyPlayedGame], None] | None = None,
) -> ArenaGame:
    """Play a game from its current position to its end; ``players[0]`` has the side that moves first.

    A player that fails, plays an illegal move, or exceeds its time for a move, or that of its clock, by more than
    ``margin`` seconds loses the game, and the outcome says why. A game of ``longest`` moves is a draw; a game ended by
    a player's own referee gets its outcome. ``on_move`` receives the game after every move.

    >>> from boardwright import PlayedGame, find_game
    >>> from boardwright.engine import read_player
    >>> turm = find_game("turm")
    >>> players = [read_player(text, turm) for text in ("engine:nodes=500", "random")]
    >>> played = play_game(PlayedGame(turm), players)
    >>> played.played.outcome.winner, len(played.played.moves) == len(played.move_stats)
    (0, True)
    """
    opening, move_stats = len(played.moves), []
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
            on_move(played)
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
        raise Forfeit("overstepped its time", detail, taken, Termination.TIME_FORFEIT) from failure
    if failure is not None:
        raise Forfeit("failed", one_line(failure), taken) from failure
    try:
        best = result.variations[0]
        score = None if best.score is None else best.score.value
        stats = MoveStats(score, best.win_probability, result.depth, result.nodes, taken)
        played.play(result.move)
    except IllegalMove as error:
        raise Forfeit("played an illegal move", str(error), taken) from error
    except Exception as error:
        _raise_game_failure(error)
        raise Forfeit("failed", f"it did not give a move: {one_line(error)}", taken) from error
    if clock is not None:
        clock.spend(taken)
    return stats


def _raise_game_failure(error: Exception) -> None:
    """Raise an error in the game's own code: no player loses for it."""
    failure = game_failure(error)
    if failure is not None:
        raise failure from error
