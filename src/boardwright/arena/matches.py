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

    The settings are those of :class:`ContestSettings`, and it is played as :func:`play_tournament` plays. The match
    ends early when ``sprt`` reaches a decision, or when a player fails before its first move in both games of a pair.
    ``save`` is a folder for the records, ``state`` a file from which the match continues after an interruption;
    ``on_game`` receives each game, ``on_pair`` the result so far; ``stop`` ends the match early.

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
