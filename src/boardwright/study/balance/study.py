"""Play the games of a balance study."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from boardwright.arena.matches import play_match
from boardwright.arena.openings import sound_opening
from boardwright.arena.pairs import MatchSetup, play_between
from boardwright.arena.results import MatchResult
from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.players import read_player
from boardwright.engine.search import can_search
from boardwright.errors import BoardwrightError
from boardwright.executors import executor_or_jobs
from boardwright.executors.executor import Executor, tolerate_error
from boardwright.executors.jobs import Crash, Job
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.registry import as_game, picklable_ref
from boardwright.study.balance.game_statistics import GameStatistics, game_statistics
from boardwright.study.balance.sample import Sample
from boardwright.study.balance.summary import sample_summary, skill_summary

RANDOM = "random"
SEARCHED, BY_RANDOM_GAMES = "engine:nodes=2000", "mcts:visits=25"
"""The default players of games with and without a core."""

SEARCHED_GAMES, OTHER_GAMES = 300, 20
"""The default number of games of each of them."""

PILOTS = 2
"""How many games from the start position test whether the player varies there."""

WEAKER = 10
"""The factor by which the weaker opponent's limit is smaller."""


@dataclass
class Balance:
    """The results of a study: the player's games, random games for comparison, and a match of skill."""

    game: AnyGame
    player: Sample
    random: Sample
    seed: int = 0
    skill: MatchResult | None = None
    crashes: list[str] = field(default_factory=list)
    complete: bool = True

    @property
    def samples(self) -> tuple[Sample, Sample]:
        """The player's games and the random ones."""
        return self.player, self.random

    @property
    def games(self) -> int:
        """The number of games in all."""
        return self.player.games + self.random.games + (self.skill.games if self.skill else 0)

    def summary(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "game": self.game.full_name,
            "title": self.game.title,
            "sides": list(self.game.sides),
            "seed": self.seed,
            "complete": self.complete,
            "crashes": self.crashes,
            "player": sample_summary(self.player),
            "random": sample_summary(self.random),
            "skill": None if self.skill is None else skill_summary(self.skill),
        }


def study_balance(
    game: AnyGame | str,
    *,
    player: str | None = None,
    games: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    executor: Executor | None = None,
    on_progress: Callable[[int, Balance], None] = lambda done, balance: None,
    stop: Callable[[], bool] = lambda: False,
) -> Balance:
    """Study a game: a player against itself, and random games for comparison (unless the player is random).

    Each plays ``games`` games, and the player half as many against one with a tenth of its limit; the defaults are
    :func:`default_player` and :func:`default_games`. ``jobs`` processes play (None: one per core; 0: this process);
    if the player's limits are depth or nodes, their number does not change the result. ``executor`` replaces them.
    ``on_progress`` receives the number of finished games; ``stop`` ends the study early.

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
        study = _Study(balance, where, on_progress, stop)
        study.play_samples(games)
        weaker = weaker_player(player)
        if weaker is not None and not study.stopped:
            study.play_skill(weaker, games // 2)
    return balance


def default_player(game: AnyGame) -> str:
    """Return the default player of a study."""
    return SEARCHED if can_search(game) else BY_RANDOM_GAMES


def default_games(game: AnyGame) -> int:
    """Return the default number of games: about a minute of play."""
    return SEARCHED_GAMES if can_search(game) else OTHER_GAMES


def all_games(player: str, games: int) -> int:
    """Return the total number of games of a study with ``games`` games per sample."""
    beside = 0 if player == RANDOM else games
    return games + beside + (0 if weaker_player(player) is None else games // 4 * 2)


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


@dataclass
class _Study:
    """A study in progress."""

    balance: Balance
    executor: Executor
    on_progress: Callable[[int, Balance], None]
    stop: Callable[[], bool]
    done: int = 0
    stopped: bool = False

    def play_samples(self, games: int) -> None:
        """The games of both samples."""
        game = self.balance.game
        limits = Limits(time=DEFAULT_TIME)
        setup = MatchSetup(picklable_ref(game), (self.balance.player.player,) * 2, limits, self.balance.seed)
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
            self.executor.results(jobs, self.stop), lambda: self.balance.games > 0, self.balance.crashes
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
        self.stopped = played < most
        self.balance.complete = not self.stopped

    def play_skill(self, weaker: str, games: int) -> None:
        """Play the match against the weaker player."""
        if games < 2:
            return
        before = self.done

        def tell(result: MatchResult) -> None:
            self.balance.skill = result
            self.on_progress(before + result.games, self.balance)

        balance = self.balance
        players = (balance.player.player, weaker)
        try:
            balance.skill = play_match(
                balance.game,
                players,
                games=games // 2 * 2,
                seed=balance.seed,
                executor=self.executor,
                on_pair=tell,
                stop=self.stop,
            )
        except BoardwrightError as error:
            balance.crashes.append(str(error))
            balance.complete = False
            return
        balance.crashes += balance.skill.crashes
        balance.complete = balance.skill.complete


def play_one_game(setup: MatchSetup, number: int, opened: bool) -> GameStatistics:
    """Play one game of a player against itself, from the start or from a varied opening."""
    game = as_game(setup.game)
    played_game: AnyPlayedGame = PlayedGame(game)
    if opened:
        played_game = sound_opening(game, Random(f"sound opening {setup.seed} {number}"))
    return game_statistics(play_between(setup, number, 0, played_game))
