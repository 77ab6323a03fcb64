"""One game between two players, whatever they do in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

from boardwright.conformance import game_failure
from boardwright.engine.players import EndedElsewhere, Player
from boardwright.errors import IllegalMove, in_words
from boardwright.played_game import Match
from boardwright.views import Side

MARGIN = 1.0
"""How much longer than its time a player may take by default, in seconds: a busy machine has cost one 0.8."""
LONGEST_GAME = 5000


class Thought(NamedTuple):
    """What a player told of a move: its worth to the mover, how deep it looked, how much, how long.

    ``seconds`` is what the clock of the arena says, not the player.
    """

    score: float | None
    win_probability: float
    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the match, how many of its moves are the opening, and the thoughts behind the others.

    ``forfeit`` is the side whose player failed and so lost, ``late`` whether it was for its time, ``last_seconds``
    how long it took for the move that it failed at.
    """

    match: Match[Any, Any]
    opening: int
    thoughts: list[Thought]
    forfeit: Side | None = None
    late: bool = False
    last_seconds: float = 0.0


class Forfeit(Exception):
    """A player did what loses a game at once, after so many seconds; the message says what."""

    def __init__(self, reason: str, seconds: float, *, late: bool = False) -> None:
        super().__init__(reason)
        self.seconds = seconds
        self.late = late


def play_game(
    match: Match[Any, Any],
    players: Sequence[Player],
    *,
    margin: float = MARGIN,
    longest: int = LONGEST_GAME,
    on_move: Callable[[Match[Any, Any]], None] | None = None,
) -> Played:
    """Play a match from where it stands to its end; ``players[0]`` has the side that moves first.

    A player that fails, plays an illegal move, or takes more than its time and ``margin`` seconds for
    a move loses the game, and the outcome says why. A game of ``longest`` moves is a draw; one that a
    player's own referee has ended is over as that one says. ``on_move`` is shown the match after every move.

    >>> from boardwright import find_game
    >>> from boardwright.engine import read_player
    >>> turm = find_game("turm")
    >>> players = [read_player(text, turm) for text in ("engine:nodes=500", "random")]
    >>> played = play_game(Match(turm), players)
    >>> played.match.outcome.winner, len(played.match.moves) == len(played.thoughts)
    (0, True)
    """
    opening, thoughts = len(match.moves), []
    while match.outcome is None:
        if len(match.moves) >= longest:
            match.adjudge(None, f"{longest} moves were played")
            break
        side = match.side_to_move
        try:
            thoughts.append(_move(match, players[side], margin))
        except Forfeit as forfeit:
            match.adjudge(1 - side, f"{match.game.sides[side]} {forfeit}")
            return Played(match, opening, thoughts, side, forfeit.late, forfeit.seconds)
        except EndedElsewhere as ended:
            match.adjudge(ended.winner, one_line(ended))
            break
        if on_move is not None:
            on_move(match)
    return Played(match, opening, thoughts)


def _move(match: Match[Any, Any], player: Player, margin: float) -> Thought:
    """Let a player move; whatever it does wrong is a :class:`Forfeit`."""
    allowed = player.limits.time
    began = perf_counter()
    deadline = float("inf") if allowed is None else began + allowed + margin
    failure: Exception | None = None
    try:
        found = player.choose(match, stop=lambda: perf_counter() > deadline, to_play=True)
    except EndedElsewhere:
        raise
    except Exception as error:
        failure = error
    ended = perf_counter()
    if failure is not None:
        # After the clock was read: to look for the cause takes time of ours, not of the player.
        _raise_game_failure(failure)
    taken = ended - began
    # Whatever a player does after its time comes too late to matter.
    if ended > deadline:
        told = f"{taken:.3f} s for a move of {allowed:g} s, with a margin of {margin:g} s"
        raise Forfeit(f"overstepped its time: {told}", taken, late=True) from failure
    if failure is not None:
        raise Forfeit(f"failed: {one_line(failure)}", taken) from failure
    try:
        best = found.lines[0]
        score = None if best.score is None else best.score.value
        thought = Thought(score, best.win_probability, found.depth, found.nodes, taken)
        match.play(found.move)
    except IllegalMove as error:
        raise Forfeit(f"played an illegal move: {error}", taken) from error
    except Exception as error:
        _raise_game_failure(error)
        raise Forfeit(f"failed: its move is none, {one_line(error)}", taken) from error
    return thought


def _raise_game_failure(error: Exception) -> None:
    """Raise what went wrong in the game's own code: no player loses for it."""
    failure = game_failure(error)
    if failure is not None:
        raise failure from error


def one_line(error: Exception) -> str:
    """An error as a reason, whatever its words are."""
    return " ".join(in_words(error).split())
