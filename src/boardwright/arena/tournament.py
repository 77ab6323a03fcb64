"""Tournaments: matches between several players, played together and round by round.

A match of two players is the smallest tournament.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from pathlib import Path

from boardwright.arena.adjudication import NEVER, Adjudication
from boardwright.arena.opening_files import OpeningBook, OpeningFile
from boardwright.arena.openings import DEFAULT_PLIES, Opening, openings
from boardwright.arena.pairs import GameProgress, MatchSetup, PairReport, close_kept, play_pair
from boardwright.arena.play import MARGIN
from boardwright.arena.results import GameReport, MatchResult
from boardwright.arena.sprt import Sprt
from boardwright.arena.standings import Schedule, TournamentResult
from boardwright.arena.state import ContestState
from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.players import read_player
from boardwright.errors import BoardwrightError
from boardwright.executors import executor_or_jobs, open_executor
from boardwright.executors.executor import Executor, tolerate_error
from boardwright.executors.jobs import Crash, Job
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame
from boardwright.records.archive import Archive, GamesFile
from boardwright.registry import as_game, picklable_ref

MAX_FAILED_STARTS = 3
"""A match ends after this many pairs in a row, or a first pair, in which a player failed before its first move."""

NAMED = re.compile(r"(\w[\w .+-]*)=(.+)", re.DOTALL)
"""A player with a name of its own: no specification has an equals sign before its first colon."""

Place = tuple[int, int]
"""The number of a match, and that of a pair in it."""


@dataclass(frozen=True, slots=True)
class ContestSettings:
    """What decides which games are played and how; ``games`` are for each match, rounded up to pairs.

    ``limits`` apply to players that set none; the default is the opponent's time, or one second per move. A player
    that exceeds its time for a move, or that of its clock, by more than ``margin`` seconds loses the game.
    ``opening_plies`` are those of random openings, which ``opening_file`` replaces.
    """

    games: int = 100
    limits: Limits | None = None
    margin: float = MARGIN
    seed: int = 0
    opening_plies: int = DEFAULT_PLIES
    opening_file: OpeningFile | None = None
    adjudication: Adjudication = NEVER

    def __post_init__(self) -> None:
        if self.games < 1:
            raise BoardwrightError(f"a match of {self.games} games is not possible: expected at least 1")
        if not 0 <= self.margin < float("inf"):
            raise BoardwrightError(f"the margin is {self.margin:g} s: expected 0 seconds or more")

    @property
    def pairs(self) -> int:
        """The number of pairs of each match."""
        return (self.games + 1) // 2


DEFAULTS = ContestSettings()


@dataclass(frozen=True, slots=True)
class ContestFiles:
    """Where a contest is stored.

    ``save`` is a folder for the games, ``output`` one file for them, whose ending selects the format; ``state`` is the
    file from which the contest continues after an interruption.
    """

    save: str | Path | None = None
    output: str | Path | None = None
    state: str | Path | None = None


NO_FILES = ContestFiles()


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who watches a contest.

    ``on_start`` receives the result before the first pair, ``on_game`` the record of each game and ``on_pair`` the
    result after each pair, in the order of the schedule; ``on_progress`` the games under way and ``on_finished`` each
    pair as soon as it is over.
    """

    on_game: Callable[[dict[str, object]], None] = lambda record: None
    on_pair: Callable[[TournamentResult], None] = lambda result: None
    on_progress: Callable[[GameProgress], None] | None = None
    on_finished: Callable[[PairReport], None] = lambda pair: None
    on_start: Callable[[TournamentResult], None] = lambda result: None


NOBODY = Watcher()


def play_tournament(
    game: AnyGame | str,
    players: Sequence[str],
    *,
    schedule: Schedule = Schedule.ROUND_ROBIN,
    settings: ContestSettings = DEFAULTS,
    sprt: Sprt | None = None,
    files: ContestFiles = NO_FILES,
    watcher: Watcher = NOBODY,
    jobs: int | None = None,
    executor: Executor | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> TournamentResult:
    """Play a tournament between players given by their specifications, or by ``NAME=SPECIFICATION``.

    The first pair of every match is played before the second ones. A match ends early when a player fails before its
    first move in both games of the first pair, or of three pairs in a row. An error of the executor ends the
    tournament: if games were played it is added to the result's ``crashes``, else raised.

    :param schedule: who plays whom
    :param settings: what decides which games are played and how
    :param sprt: the sequential test that ends a match of two players
    :param files: where the games and the state are stored
    :param watcher: who receives the games and the results so far
    :param jobs: the number of processes; None: one per core; 0: this process
    :param executor: where the games run instead; with depth or node limits neither changes the result
    :param stop: polled; ends the tournament when it returns true

    >>> result = play_tournament(
    ...     "turm", ["engine:nodes=200", "random", "level:1"], settings=ContestSettings(games=2), jobs=0
    ... )
    >>> [standing.name for standing in result.standings()][0], result.games
    ('engine:nodes=200', 6)
    """
    return _Contest(as_game(game), players, schedule, settings, sprt).play(files, watcher, jobs, executor, stop)


@dataclass(slots=True)
class _Match:
    setup: MatchSetup
    result: MatchResult
    done: int = 0
    failed_starts: int = 0
    """How many pairs in a row one player could not begin."""
    ended: bool = False


class _Contest:
    """One run of a tournament."""

    def __init__(
        self, game: AnyGame, players: Sequence[str], schedule: Schedule, settings: ContestSettings, sprt: Sprt | None
    ) -> None:
        self.game = game
        self.settings = settings
        self.book: OpeningBook | None = None
        entrants = [_named(text) for text in players]
        checked = {spec: _check_player(game, spec, settings.limits) for _, spec in entrants}
        self.has_single = any(single for _, single in checked.values())
        self.names, self.specs = _distinct([name for name, _ in entrants]), [spec for _, spec in entrants]
        pairings = schedule.pairings(len(players))
        if sprt is not None and len(pairings) > 1:
            raise BoardwrightError("a sequential test is of two players: expected a match")
        if settings.opening_file is not None:
            self.book = settings.opening_file.read(game)
        self.matches = []
        for pairing in pairings:
            own = [checked[self.specs[player]][0] for player in pairing]
            # A player without limits of its own gets the time of the other one, so that both have the same.
            times = [Limits(each.time, tc=each.tc) for each in own if each is not None and (each.time or each.tc)]
            common = settings.limits or (times[0] if times else Limits(time=DEFAULT_TIME))
            first, second = pairing
            names, (limits, other_limits) = (self.names[first], self.names[second]), (each or common for each in own)
            result = MatchResult(game.full_name, names, sprt, settings.margin, (limits, other_limits))
            result.sides.update(dict.fromkeys(game.sides, 0))
            specs = self.specs[first], self.specs[second]
            setup = MatchSetup(
                picklable_ref(game),
                specs,
                common,
                settings.seed,
                margin=settings.margin,
                adjudication=settings.adjudication,
                names=names,
            )
            self.matches.append(_Match(setup, result))
        results = [match.result for match in self.matches]
        self.result = TournamentResult(game.full_name, self.names, schedule, pairings, results)

    def play(
        self,
        files: ContestFiles,
        watcher: Watcher,
        jobs: int | None,
        executor: Executor | None,
        stop: Callable[[], bool],
    ) -> TournamentResult:
        began = datetime.now()
        result = self.result
        with ExitStack() as stack:
            stack.callback(close_kept)
            where = stack.enter_context(executor_or_jobs(executor, jobs))
            if self.has_single and where.width > 1:
                # A player of which only one instance can run is kept from game to game by one process.
                where = stack.enter_context(open_executor(1))
            state = None
            if files.state is not None:
                state = stack.enter_context(ContestState(files.state, self._identity()))
                result.resumed = len(state)
            archive = self._archive(files, began, [] if state is None else state.saved)
            if archive is not None:
                stack.enter_context(archive)
            if archive is not None and state is not None:
                state.add_saved(archive.paths)
            if archive is not None or state is not None:
                self._add_tags(f"{began:%Y.%m.%d}")
            stack.callback(setattr, where, "on_progress", where.on_progress)
            where.on_progress = watcher.on_progress
            watcher.on_start(result)
            for place, outcome in stack.enter_context(closing(self._finished(where, stop, state, watcher))):
                match = self.matches[place[0]]
                if match.ended:
                    continue
                match.done += 1
                if isinstance(outcome, Crash):
                    match.result.crashes.append(f"pair {place[1] + 1} was lost: {outcome.reason}")
                    match.failed_starts = 0
                else:
                    self._add_pair(match, outcome.games, archive, watcher.on_game)
                    if archive is not None and state is not None:
                        state.add_saved(archive.paths)
                watcher.on_pair(result)
                if match.result.verdict is not None:
                    break
        for match in self.matches:
            match.result.complete = match.result.verdict is not None or match.done == self.settings.pairs
        result.complete = all(each.complete for each in result.matches) and not result.crashes
        return result

    def _finished(
        self, where: Executor, stop: Callable[[], bool], state: ContestState | None, watcher: Watcher
    ) -> Generator[tuple[Place, PairReport | Crash], None, None]:
        """Yield the finished pairs in the order of the schedule; those of the state are not played again."""
        waiting: deque[Place] = deque()
        known = frozenset() if state is None else state.places()

        schedule = self._schedule()

        def jobs() -> Iterator[Job[PairReport]]:
            for place, opening in schedule:
                match, number = place
                if self.matches[match].ended:
                    continue
                waiting.append(place)
                if place not in known:
                    live = watcher.on_progress is not None
                    setup = self.matches[match].setup
                    yield Job(f"pair {number + 1}", play_pair, (setup, match, number, opening, live))

        def from_state() -> Iterator[tuple[Place, PairReport]]:
            while state is not None and waiting and waiting[0] in known:
                place = waiting.popleft()
                yield place, state.pair(place)

        def add(pair: PairReport) -> None:
            # A pair that a player could not begin is played again: its program may have been mended.
            if state is not None and all(report.absent is None for report in pair.games):
                state.add_pair(pair)
            watcher.on_finished(pair)

        # The pairs before the first new one are shown at once, not only when that is over.
        for place, opening in schedule:
            if place not in known:
                schedule = chain([(place, opening)], schedule)
                break
            waiting.append(place)
            yield from from_state()
        results = where.results(jobs(), stop, add)
        with closing(tolerate_error(results, lambda: self.result.games > 0, self.result.crashes)) as tolerated:
            for outcome in tolerated:
                yield from from_state()
                yield waiting.popleft(), outcome
        yield from from_state()

    def _schedule(self) -> Iterator[tuple[Place, Opening]]:
        """Yield the pairs round by round; the opening of a round is the same in all matches."""
        settings = self.settings
        if self.book is not None:
            chosen: Iterator[AnyPlayedGame] = self.book.played(settings.seed)
        else:
            chosen = openings(self.game, plies=settings.opening_plies, seed=settings.seed)
        for number, played in enumerate(islice(chosen, settings.pairs)):
            for match in range(len(self.matches)):
                yield (match, number), Opening.of(played)

    def _add_pair(
        self,
        match: _Match,
        games: Sequence[GameReport],
        archive: Archive | None,
        on_game: Callable[[dict[str, object]], None],
    ) -> None:
        had_pairs = any(match.result.pairs)
        match.result.add_pair(games)
        for report in games:
            if archive is not None:
                archive.add(report.record, report.texts)
                self.result.saved = match.result.saved = archive.paths
            on_game(report.record)
        absent = {report.absent for report in games}
        match.failed_starts = match.failed_starts + 1 if len(absent) == 1 and None not in absent else 0
        if match.failed_starts < (MAX_FAILED_STARTS if had_pairs else 1):
            return
        why = f"the match was stopped, since a player failed before its first move in both games: {games[-1].failure}"
        if len(self.matches) == 1 and not had_pairs:
            raise BoardwrightError(why)
        match.result.crashes.append(why)
        match.ended = True
        match.done = 0

    def _archive(self, files: ContestFiles, began: datetime, written: Sequence[str]) -> Archive | None:
        """Return the files for the games; those ``written`` before the contest was interrupted are written again."""
        if files.output is not None:
            return GamesFile(files.output, self.game, again=written)
        return None if files.save is None else Archive(files.save, self.game, began, again=written)

    def _add_tags(self, date: str) -> None:
        for match in self.matches:
            event = " - ".join(match.result.players)
            match.setup = match.setup.tagged({"Event": event, "Date": date})

    def _identity(self) -> dict[str, object]:
        """Return what must be the same for the contest to continue; more games may be added."""
        settings = self.settings
        return {
            "game": self.game.full_name,
            "rules": self.game.version,
            "schedule": self.result.schedule,
            "players": [f"{name}={spec}" for name, spec in zip(self.names, self.specs, strict=True)],
            "limits": [[str(limits) for limits in match.result.limits] for match in self.matches],
            "margin": settings.margin,
            "seed": settings.seed,
            "openings": {"plies": settings.opening_plies} if self.book is None else self.book.to_json(),
            "adjudication": settings.adjudication.to_json(),
        }


def _named(text: str) -> tuple[str, str]:
    """Return the name and the specification of a player.

    >>> _named("new=engine:nodes=1000"), _named("engine:nodes=1000")
    (('new', 'engine:nodes=1000'), ('engine:nodes=1000', 'engine:nodes=1000'))
    """
    named = NAMED.fullmatch(text)
    return (named[1], named[2]) if named else (text, text)


def _distinct(names: Sequence[str]) -> list[str]:
    """Number equal names of more than two players.

    >>> _distinct(["random", "engine", "random"])
    ['random', 'engine', 'random (2)']
    """
    seen: Counter[str] = Counter()
    distinct = []
    for name in names:
        seen[name] += 1
        distinct.append(name if seen[name] == 1 or len(names) == 2 else f"{name} ({seen[name]})")
    return distinct


def _check_player(game: AnyGame, text: str, limits: Limits | None) -> tuple[Limits | None, bool]:
    """Create a player once, so that a bad specification is reported before the first game.

    Return its own limits, if it sets any, and whether only one instance can run at a time.
    """
    others = limits or Limits(time=DEFAULT_TIME)
    player = read_player(text, game, limits=others)
    player.close()
    return None if player.limits is others else player.limits, player.is_single
