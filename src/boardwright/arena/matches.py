"""Matches: many pairs of games between two players, in parallel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from itertools import islice
from pathlib import Path

from boardwright.arena.openings import DEFAULT_PLIES, openings
from boardwright.arena.pairs import MatchSetup, close_kept, play_pair
from boardwright.arena.play import MARGIN
from boardwright.arena.results import GameReport, MatchResult
from boardwright.arena.sprt import Sprt
from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.players import read_player
from boardwright.errors import BoardwrightError
from boardwright.executors import executor_or_jobs, open_executor
from boardwright.executors.executor import Executor, tolerate_error
from boardwright.executors.jobs import Crash, Job
from boardwright.game import AnyGame
from boardwright.records.archive import Archive
from boardwright.registry import as_game, picklable_ref

MAX_FAILED_STARTS = 3
"""A match ends after this many pairs in a row, or a first pair, in which a player failed before its first move."""


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
    save: str | Path | None = None,
    on_game: Callable[[dict[str, object]], None] = lambda record: None,
    on_pair: Callable[[MatchResult], None] = lambda result: None,
    stop: Callable[[], bool] = lambda: False,
) -> MatchResult:
    """Play a match between two players, given by their specifications; an odd number of games is rounded up to pairs.

    ``limits`` apply to players that set none; the default is the other player's time, or one second per move. A player
    that exceeds its time for a move, or that of its clock, by more than ``margin`` seconds loses the game. The match
    ends early when ``sprt`` reaches a decision, or when a player fails before its first move in both games of a pair.

    Games run in ``jobs`` processes (None: one per core; 0: this process), or on ``executor`` if it is given; with depth
    or node limits the number of processes does not change the result. ``save`` is a folder for the records; ``on_game``
    receives each game, ``on_pair`` the result so far; ``stop`` ends the match early. An error of the executor ends it
    too: if games were played it is added to the result's ``crashes``, else raised.

    >>> result = play_match("turm", ("engine:nodes=200", "random"), games=4, jobs=0)
    >>> result.games, result.won, result.pairs
    (4, 4, [0, 0, 0, 0, 2])
    """
    if games < 1:
        raise BoardwrightError(f"a match of {games} games is not possible: expected at least 1")
    if not 0 <= margin < float("inf"):
        raise BoardwrightError(f"the margin is {margin:g} s: expected 0 seconds or more")
    if len(players) != 2:
        raise BoardwrightError(f"a match is between two players: found {len(players)}")
    played = as_game(game)
    first, second = players
    checked = {text: _check_player(played, text, limits) for text in dict.fromkeys(players)}
    # A player without limits of its own gets the time of the other one, so that both have the same.
    times = [Limits(own.time, tc=own.tc) for own, _ in checked.values() if own is not None and (own.time or own.tc)]
    common = limits or (times[0] if times else Limits(time=DEFAULT_TIME))
    first_limits, second_limits = (common if own is None else own for own, _ in map(checked.__getitem__, players))
    result = MatchResult(played.full_name, (first, second), sprt, margin, (first_limits, second_limits))
    result.sides.update(dict.fromkeys(played.sides, 0))
    began = datetime.now()
    tags = None if save is None else {"Event": f"{first} - {second}", "Date": f"{began:%Y.%m.%d}"}
    setup = MatchSetup(picklable_ref(played), result.players, common, seed, tags, margin)
    pairs = (games + 1) // 2
    chosen = islice(openings(played, plies=opening_plies, seed=seed), pairs)
    tasks = (
        Job(f"pair {number + 1}", play_pair, (setup, number, opening.move_texts()))
        for number, opening in enumerate(chosen)
    )
    is_single = any(single for _, single in checked.values())
    finished, in_a_row = 0, 0
    with ExitStack() as stack:
        stack.callback(close_kept)
        where = stack.enter_context(executor_or_jobs(executor, jobs))
        if is_single and where.width > 1:
            # A player of which only one instance can run is kept from game to game by one process.
            where = stack.enter_context(open_executor(1))
        archive = None if save is None else stack.enter_context(Archive(save, played, began))
        results = tolerate_error(where.results(tasks, stop), lambda: result.games > 0, result.crashes)
        for finished, reports in enumerate(stack.enter_context(closing(results)), 1):
            if isinstance(reports, Crash):
                result.crashes.append(f"pair {finished} was lost: {reports.reason}")
                in_a_row = 0
            else:
                _add_pair(result, reports, archive, on_game)
                absent = {report.absent for report in reports}
                in_a_row = in_a_row + 1 if len(absent) == 1 and None not in absent else 0
                if in_a_row >= (MAX_FAILED_STARTS if any(result.pairs) else 1):
                    _give_up(result, reports)
                    return result
            on_pair(result)
            if result.verdict is not None:
                break
    result.complete = result.verdict is not None or finished == pairs
    return result


def _check_player(game: AnyGame, text: str, limits: Limits | None) -> tuple[Limits | None, bool]:
    """Create a player once, so that a bad specification is reported before the first game.

    Return its own limits, if it sets any, and whether only one instance can run at a time.
    """
    others = limits or Limits(time=DEFAULT_TIME)
    player = read_player(text, game, limits=others)
    player.close()
    return None if player.limits is others else player.limits, player.is_single


def _give_up(result: MatchResult, reports: list[GameReport]) -> None:
    """End a match that one player cannot play; keep the earlier games, or raise if there are none."""
    why = f"the match was stopped, since a player failed before its first move in both games: {reports[-1].failure}"
    if not any(result.pairs):
        raise BoardwrightError(why)
    result.crashes.append(why)
    result.complete = False


def _add_pair(
    result: MatchResult,
    reports: list[GameReport],
    archive: Archive | None,
    on_game: Callable[[dict[str, object]], None],
) -> None:
    result.add_pair(reports)
    for report in reports:
        if archive is not None:
            archive.add(report.record, report.texts)
            result.saved = archive.paths
        on_game(report.record)
