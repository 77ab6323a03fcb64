"""Matches: many pairs of games between two players, in parallel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from boardwright.arena.adjudication import NEVER, Adjudication
from boardwright.arena.opening_files import OpeningFile
from boardwright.arena.openings import DEFAULT_PLIES
from boardwright.arena.play import MARGIN
from boardwright.arena.results import MatchResult
from boardwright.arena.sprt import Sprt
from boardwright.arena.standings import Schedule, TournamentResult
from boardwright.arena.tournament import ContestFiles, ContestSettings, Watcher, play_tournament
from boardwright.engine.limits import Limits
from boardwright.executors.executor import Executor
from boardwright.game import AnyGame


def play_match(
    game: AnyGame | str,
    players: Sequence[str],
    *,
    games: int = 100,
    limits: Limits | None = None,
    margin: float = MARGIN,
    sprt: Sprt | None = None,
    seed: int = 0,
    jobs: int | None = None,
    executor: Executor | None = None,
    opening_plies: int = DEFAULT_PLIES,
    opening_file: OpeningFile | None = None,
    adjudication: Adjudication = NEVER,
    save: str | Path | None = None,
    state: str | Path | None = None,
    on_game: Callable[[dict[str, object]], None] = lambda record: None,
    on_pair: Callable[[MatchResult], None] = lambda result: None,
    stop: Callable[[], bool] = lambda: False,
) -> MatchResult:
    """Play a match between two players, given by their specifications; an odd number of games is rounded up to pairs.

    The match ends early when the sequential test reaches a decision, or when a player fails before its first move in
    both games of the first pair, or of three pairs in a row. An error of the executor ends it too: if games were
    played it is added to the result's ``crashes``, else raised.

    :param games: the number of games
    :param limits: the limits of players that set none; by default the other player's time, or one second per move
    :param margin: by how many seconds a player may exceed its time before it loses the game
    :param sprt: the sequential test
    :param seed: with depth or node limits, the same seed gives the same games
    :param jobs: the number of processes; None: one per core; 0: this process; it does not change the result
    :param executor: where the games run instead
    :param opening_plies: the number of random plies before the players start
    :param opening_file: the openings to play instead
    :param adjudication: when games end by the scores of the players
    :param save: a folder for the records
    :param state: a file from which the match continues after an interruption
    :param on_game: receives the record of each game
    :param on_pair: receives the result after each pair
    :param stop: polled; ends the match when it returns true

    >>> result = play_match("turm", ("engine:nodes=200", "random"), games=4, jobs=0)
    >>> result.games, result.won, result.pairs
    (4, 4, [0, 0, 0, 0, 2])
    """
    result = play_tournament(
        game,
        players,
        schedule=Schedule.MATCH,
        settings=ContestSettings(games, limits, margin, seed, opening_plies, opening_file, adjudication),
        sprt=sprt,
        files=ContestFiles(save, state=state),
        watcher=Watcher(on_game, lambda result: on_pair(match_of(result))),
        jobs=jobs,
        executor=executor,
        stop=stop,
    )
    return match_of(result)


def match_of(result: TournamentResult) -> MatchResult:
    """Return the only match of a tournament of two players, with what has ended the tournament."""
    (match,) = result.matches
    match.crashes += [crash for crash in result.crashes if crash not in match.crashes]
    return match
