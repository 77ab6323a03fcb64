"""Play the games of a balance study."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from random import Random
from time import monotonic

from boardwright.arena.matches import play_match
from boardwright.arena.openings import DEFAULT_PLIES, sound_opening
from boardwright.arena.pairs import MatchSetup, play_between
from boardwright.arena.results import MatchResult
from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.players import read_player
from boardwright.engine.search import has_core, nodes_for
from boardwright.errors import BoardwrightError
from boardwright.executors import executor_or_jobs
from boardwright.executors.executor import Executor, tolerate_error
from boardwright.executors.jobs import Crash, Job
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.registry import as_game, picklable_ref
from boardwright.study.balance.balance import Balance
from boardwright.study.balance.findings import find_weaknesses
from boardwright.study.balance.forced import forced_win
from boardwright.study.balance.game_statistics import GameStatistics, game_statistics
from boardwright.study.balance.sample import Sample
from boardwright.study.balance.skill import STEPS, step_pairs
from boardwright.study.balance.values import Choices, is_idle, move_values

RANDOM = "random"
PLAYER_NODES = 2000
"""The nodes per move of the default player, with a core."""

CORE_GAMES, OTHER_GAMES = 300, 20
"""The default number of games with and without a core."""

PILOTS = 2
"""How many games from the start position test whether the player varies there."""

WEAKER = 10
"""The factor by which the weaker opponent's limit is smaller."""


PHASES = {"player": 0.45, RANDOM: 0.1, "skill": 0.1, "curve": 0.2, "values": 0.05, "proof": 0.1}
"""The parts of a study, in order, with their shares of its time if that is limited."""

FIRST_GAME = 20.0
"""How long the first game may take at least, however short the time is, in seconds: processes have to start."""

MOST_VALUED = 60
"""The number of positions of which all moves are evaluated."""


def study_balance(
    game: AnyGame | str,
    *,
    player: str | None = None,
    games: int | None = None,
    steps: int = STEPS,
    time: float | None = None,
    seed: int = 0,
    jobs: int | None = None,
    executor: Executor | None = None,
    on_progress: Callable[[int, Balance], None] = lambda done, balance: None,
    stop: Callable[[], bool] = lambda: False,
) -> Balance:
    """Study a game: a player against itself, and random games for comparison (unless the player is random).

    If the player's limits are depth or nodes, and there is no time limit, the number of processes does not change the
    result.

    :param game: a game, or its name
    :param player: a player specification; by default :func:`default_player`
    :param games: the games of the player, and of random moves; by default :func:`default_games`. The player plays half
        as many against random moves and against a player with a tenth of its limit, and a quarter as many for each step
    :param steps: the doublings of the skill curve
    :param time: bounds the whole study in seconds: there are fewer games if it is too short, and those in progress are
        left out; with ``jobs=0`` they are played to their end
    :param seed: the random seed
    :param jobs: the number of processes; None: one per core; 0: this process
    :param executor: replaces them
    :param on_progress: receives the number of finished games
    :param stop: is polled, and ends the study early

    >>> balance = study_balance("turm", player="random", games=10, jobs=0)
    >>> balance.player.results, balance.player.lengths.median
    (Results(won=5, drawn=0, lost=5), 154.5)
    """
    played = as_game(game)
    player = player or default_player(played)
    games = games or default_games(played)
    read_player(player, played).close()
    balance = Balance(played, Sample(played, player), Sample(played, RANDOM), seed)
    with executor_or_jobs(executor, jobs) as where:
        study = _Study(balance, where, on_progress, _Watch(time, stop, lambda: balance.games > 0))
        study.play_samples(games)
        study.play_matches(games, steps)
        study.evaluate_choices()
        study.prove()
    balance.findings = find_weaknesses(balance)
    return balance


def default_player(game: AnyGame) -> str:
    """Return the default player of a study."""
    return f"engine:nodes={nodes_for(game, PLAYER_NODES)}"


def default_games(game: AnyGame) -> int:
    """Return the default number of games: about a minute of play."""
    return CORE_GAMES if has_core(game) else OTHER_GAMES


def all_games(player: str, games: int, steps: int = STEPS) -> int:
    """Return the total number of games of a study with ``games`` games per sample."""
    beside = 0 if player == RANDOM else games + games // 4 * 2
    curve = len(step_pairs(player, steps)) * _of_step(games)
    return games + beside + (0 if weaker_player(player) is None else games // 4 * 2) + curve


def _of_step(games: int) -> int:
    """Return the number of games of a step of the skill curve: a quarter, in pairs."""
    return max(games // 8 * 2, 2)


def weaker_player(player: str) -> str | None:
    """Return the same player with a tenth of its limit; None if it has no limit to cut.

    >>> weaker_player("engine:nodes=2000"), weaker_player("mcts:time=0.5,depth=9"), weaker_player("random")
    ('engine:nodes=200', 'mcts:time=0.05,depth=9', None)
    """
    if player.startswith("ugi:"):
        return None
    found = re.search(r"\b(nodes|visits|time)=([0-9.]+)", player)
    if found is None:
        return None
    limit = float(found[2]) / WEAKER
    less = f"{limit:g}" if found[1] == "time" else str(max(int(limit), 1))
    return f"{player[: found.start(2)]}{less}{player[found.end(2) :]}"


class _Watch:
    """When to stop: at the user's wish, or when the time of a part of the study is over.

    Until there is a game, the first part goes on, but leaves the random games their share; one of those is played
    in any case.
    """

    def __init__(self, time: float | None, stop: Callable[[], bool], has_games: Callable[[], bool]) -> None:
        self.stopped_by_user = stop
        self._time = time
        self._has_games = has_games
        self._began = monotonic()
        self._deadline = self._without_games = float("inf")
        self.was_late = False

    def begin(self, phase: str) -> None:
        """Begin a part of the study; time that earlier parts have not used is added to its share."""
        self.was_late = False
        if self._time is not None:
            names = list(PHASES)
            is_first = phase == names[0]
            share = sum(PHASES[name] for name in names[: names.index(phase) + 1])
            self._deadline = self._began + self._time * (share if is_first or self._has_games() else 1)
            most = max(self._time * (1 - PHASES[RANDOM]), FIRST_GAME)
            self._without_games = self._began + most if is_first else float("inf")

    def stop(self) -> bool:
        """Whether the current part has to end."""
        is_late = monotonic() >= (self._deadline if self._has_games() else self._without_games)
        self.was_late |= is_late
        return is_late or self.stopped_by_user()


@dataclass
class _Study:
    """A study in progress."""

    balance: Balance
    executor: Executor
    on_progress: Callable[[int, Balance], None]
    watch: _Watch
    done: int = 0
    stopped: bool = False

    @property
    def setup(self) -> MatchSetup:
        """The player against itself."""
        balance = self.balance
        players = (balance.player.player,) * 2
        return MatchSetup(picklable_ref(balance.game), players, Limits(time=DEFAULT_TIME), balance.seed)

    def play_samples(self, games: int) -> None:
        """The games of both samples."""
        setup = self.setup
        self.watch.begin("player")
        if setup.players[0] == RANDOM:
            self._play(self.balance.player, ((setup, number, False) for number in range(games)), games)
            return
        pilots = min(PILOTS, games)
        self._play(self.balance.player, ((setup, number, False) for number in range(pilots)), pilots)
        varies = self._keep_distinct_pilots()
        rest = range(len(self.balance.player.statistics), games)
        # If the player varies from the start position, every other game begins there.
        tasks = ((setup, number, not varies or number % 2 == 0) for number in rest)
        self._play(self.balance.player, tasks, len(rest))
        by_chance = replace(setup, players=(RANDOM, RANDOM))
        self.watch.begin(RANDOM)
        self._play(self.balance.random, ((by_chance, number, False) for number in range(games)), games)

    def _keep_distinct_pilots(self) -> bool:
        """Whether the first games from the start position differ; equal ones are counted once."""
        statistics = self.balance.player.statistics
        varies = len({game.line for game in statistics}) > 1
        if not varies:
            del statistics[1:]
            self.done = len(statistics)
        return varies

    def _play(self, sample: Sample, games: Iterator[tuple[MatchSetup, int, bool]], most: int) -> None:
        if self.stopped or not most:
            return
        played = 0
        jobs = (
            Job(f"game {number + 1} of {sample.player}", play_one_game, (setup, number, opened))
            for setup, number, opened in games
        )
        results = tolerate_error(
            self.executor.results(jobs, self.watch.stop), lambda: self.balance.games > 0, self.balance.crashes
        )
        with closing(results) as statistics:
            for game in statistics:
                played += 1
                self.done += 1
                if isinstance(game, Crash):
                    self.balance.crashes.append(f"a game of {sample.player} was lost: {game.reason}")
                else:
                    sample.add(game)
                self.on_progress(self.done, self.balance)
        self._note_end(played < most)

    def _note_end(self, is_short: bool) -> None:
        """Note whether a part has ended early, and why."""
        if is_short and self.watch.was_late and not self.watch.stopped_by_user():
            self.balance.in_time = False
            return
        self.stopped = is_short
        self.balance.complete = not is_short

    def play_matches(self, games: int, steps: int) -> None:
        """Play the matches against random moves and a weaker player, and those of the skill curve."""
        balance, player = self.balance, self.balance.player.player
        weaker, half = weaker_player(player), games // 4 * 2
        self.watch.begin("skill")
        if player != RANDOM and half:
            self._match((player, RANDOM), half, lambda result: setattr(balance, "against_random", result))
        if weaker is not None and half:
            self._match((player, weaker), half, lambda result: setattr(balance, "skill", result))
        self.watch.begin("curve")
        for number, players in enumerate(step_pairs(player, steps)):

            def keep(result: MatchResult, number: int = number) -> None:
                balance.curve[number:] = [result]

            self._match(players, _of_step(games), keep)

    @property
    def _opening_plies(self) -> int:
        """The number of random plies before the games of matches: fewer if games are short."""
        shortest = min(sample.lengths.least for sample in self.balance.samples if sample.games)
        return min(DEFAULT_PLIES, shortest // 2)

    def _match(self, players: tuple[str, str], games: int, keep: Callable[[MatchResult], None]) -> None:
        """Play a match; ``keep`` receives its result so far."""
        if self.stopped or not self.balance.player.games:
            return
        if self.watch.stop():
            self._note_end(True)
            return
        before, balance = self.done, self.balance

        def tell(result: MatchResult) -> None:
            keep(result)
            self.done = before + result.games
            self.on_progress(self.done, balance)

        try:
            result = play_match(
                balance.game,
                players,
                games=games,
                seed=balance.seed,
                executor=self.executor,
                opening_plies=self._opening_plies,
                on_pair=tell,
                stop=self.watch.stop,
            )
        except BoardwrightError as error:
            balance.crashes.append(str(error))
            self.stopped, balance.complete = True, False
            return
        keep(result)
        balance.crashes += result.crashes
        self._note_end(not result.complete)

    def evaluate_choices(self) -> None:
        """Evaluate all first moves, and all moves of positions of the games, if the player can."""
        balance, setup = self.balance, self.setup
        self.watch.begin("values")
        if self.stopped or setup.players[0] == RANDOM or not balance.player.games or self.watch.stop():
            return
        game = balance.game
        first = move_values(setup, game.format_position(game.start()))
        if not first:
            return
        sampled = dict.fromkeys(text for played in balance.player.statistics for text in played.sampled)
        texts = list(sampled)[:MOST_VALUED]
        jobs = (Job(f"the moves of {text}", move_values, (setup, text)) for text in texts)
        results = tolerate_error(self.executor.results(jobs, self.watch.stop), lambda: True, balance.crashes)
        with closing(results) as found:
            valued = [
                (text, values)
                for text, values in zip(texts, found, strict=False)
                if not isinstance(values, Crash) and len(values) > 1
            ]
        idle = [text for text, values in valued if is_idle(values)]
        balance.choices = Choices(first, len(valued), len(idle), idle[0] if idle else "")

    def prove(self) -> None:
        """Look for a win by force from the start."""
        self.watch.begin("proof")
        if not self.stopped and self.balance.player.games and not self.watch.stop():
            self.balance.forced = forced_win(self.balance.game, self.watch.stop)


def play_one_game(setup: MatchSetup, number: int, opened: bool) -> GameStatistics:
    """Play one game of a player against itself, from the start or from a varied opening."""
    game = as_game(setup.game)
    played_game: AnyPlayedGame = PlayedGame(game)
    if opened:
        played_game = sound_opening(game, Random(f"sound opening {setup.seed} {number}"))
    return game_statistics(play_between(setup, number, 0, played_game))
