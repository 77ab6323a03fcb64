"""The Python interface of the core's search."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeAlias, Unpack

from boardwright.core import (
    MAX_DEPTH,
    MAX_THREADS,
    CoreMissing,
    core_of,
    find_core,
)
from boardwright.engine.bitbases import AUTO, find_bitbases
from boardwright.engine.limits import LimitKeywords, Limits, check_positive
from boardwright.engine.network import Network, shipped_network
from boardwright.engine.result import Score, SearchResult, Variation
from boardwright.errors import BoardwrightError
from boardwright.game import Game, M, P

if TYPE_CHECKING:
    from boardwright.core._core import Search

DEFAULT_HASH = 64
MAX_VARIATIONS = 10**6
POLL_INTERVAL = 0.005
"""The polling interval of a running search, in seconds."""


_Report: TypeAlias = tuple[int, int, float, list[tuple[int, int | None, list[int], bool]]]
"""A report of the core: depth, nodes, seconds, and variations. Each has a score, the distance if it is proven, packed
moves, and whether the score is from a bitbase."""


def can_search(game: Game[P, M]) -> bool:
    """Whether the game has a core with an evaluation."""
    core = find_core(game)
    return core is not None and core.scale > 0


class Engine(Generic[P, M]):
    """The core's search with its transposition table, which is kept from one search to the next.

    A search by depth or nodes on one thread is deterministic.

    >>> from boardwright import find_game
    >>> turm = find_game("turm")
    >>> position = turm.parse_position("7/7/7/7/3RG3/7/BG6 r")
    >>> result = Engine(turm).search(position, depth=3)
    >>> turm.format_move(position, result.move), str(result.score), result.win_probability
    ('D3-D4-1', 'win in 1', 1.0)

    A ``seed`` other than 0 chooses at random among equally good moves; ``baseline`` is for
    measurements: material alone, no quiescence search, no reductions. ``network`` replaces the shipped network of
    the evaluation. ``endings`` selects the bitbases: ``auto`` for those that are shipped and those in the user's
    folder (see ``boardwright bitbase``), ``off``, or a folder. ``params`` replace search parameters of the game, by
    the names in ``engine.core.params``.
    """

    def __init__(
        self,
        game: Game[P, M],
        *,
        threads: int = 1,
        hash_mb: int = DEFAULT_HASH,
        seed: int = 0,
        baseline: bool = False,
        network: Network | None = None,
        endings: str = AUTO,
        params: Mapping[str, int] = {},
    ) -> None:
        self.game = game
        self.core = core_of(game)
        if not self.core.scale:
            raise CoreMissing(f"{game.full_name} has no evaluation for the engine: use the mcts player")
        if not 1 <= threads <= MAX_THREADS:
            raise BoardwrightError(f"the engine's threads are {threads}: expected from 1 to {MAX_THREADS}")
        self.threads = threads
        self.seed = seed
        self.baseline = baseline
        self.core.param_values(params)
        self.params = dict(params)
        self.endings = find_bitbases(game, endings)
        self.table = self.core.new_transposition_table(hash_mb)
        self.network = (network or shipped_network(game)).compiled()
        self._free = Lock()

    def search(
        self,
        position: P,
        limits: Limits | None = None,
        *,
        history: Sequence[P] = (),
        multipv: int = 1,
        on_info: Callable[[SearchResult[M]], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
        **keywords: Unpack[LimitKeywords],
    ) -> SearchResult[M]:
        """Search until the first limit is reached, given as :class:`Limits` or by its fields: time, depth, nodes.

        With an optimum, the search may end before the other limits, as :class:`TimeManager` decides.
        ``history`` holds the earlier positions of the game, for repetitions; ``multipv`` is the number of
        variations; ``on_info`` receives the result of every finished depth; ``stop`` is polled, and ends the
        search early with the result so far.
        """
        if limits is None and not Limits(**keywords):
            raise BoardwrightError("a search needs a limit: expected a time, a depth or a number of nodes")
        limits = replace(limits or Limits(), **keywords)
        time_manager = limits.time_manager()
        last: _Report | None = None
        is_over = stop if time_manager is None else lambda: time_manager.enough or stop()
        callbacks: list[Callable[[SearchResult[M]], None]] = [] if on_info is None else [on_info]
        callbacks += [] if time_manager is None else [time_manager.update]
        for last in self._reports(position, history, limits, multipv, is_over):
            if callbacks:
                result = self._result(position, last)
                for callback in callbacks:
                    callback(result)
        if last is None:
            raise BoardwrightError("the search was stopped before it found a move")
        return self._result(position, last)

    def analyse(
        self,
        position: P,
        limits: Limits | None = None,
        *,
        history: Sequence[P] = (),
        multipv: int = 1,
        stop: Callable[[], bool] = lambda: False,
        **keywords: Unpack[LimitKeywords],
    ) -> Generator[SearchResult[M]]:
        """Yield the result of every finished depth; without a limit, until the iterator is closed."""
        for report in self._reports(position, history, replace(limits or Limits(), **keywords), multipv, stop):
            yield self._result(position, report)

    def _reports(
        self, position: P, history: Sequence[P], limits: Limits, multipv: int, stop: Callable[[], bool]
    ) -> Iterator[_Report]:
        outcome = self.game.outcome(position)
        if outcome is not None:
            raise BoardwrightError(f"there is nothing to search: the game is over, {self.game.format_outcome(outcome)}")
        check_positive("multipv", multipv)
        endings = None if self.endings is None else self.endings.near(position)
        if not self._free.acquire(blocking=False):
            raise BoardwrightError("the engine is already searching: expected one search at a time")
        sent: list[_Report] = []
        job: Search | None = None
        try:
            job = self.core.start_search(
                [*history, position],
                self.table,
                depth=min(limits.depth or MAX_DEPTH + 1, MAX_DEPTH + 1),
                nodes=limits.nodes or 0,
                seconds=limits.time or 0.0,
                lines=min(multipv, MAX_VARIATIONS),
                baseline=self.baseline,
                seed=self.seed,
                network=self.network,
                bitbases=endings,
                threads=self.threads,
                params=self.params,
            )
            while not job.wait(POLL_INTERVAL):
                reports = job.reports(len(sent))
                sent += reports
                yield from reports
                # Never stop before the first depth is finished: there must be a move to play.
                if stop() and sent:
                    job.stop()
            reports = job.reports(len(sent))
            yield from reports[:-1]
            # The last report has the final node count and time. It is emitted again if nodes were searched since.
            for depth_reached, nodes, _, lines in (sent + reports)[-1:]:
                if reports or nodes != job.nodes:
                    yield depth_reached, job.nodes, job.seconds, lines
        finally:
            if job is not None:
                job.stop()
                # Wait for all threads: the next search uses the same transposition table.
                while not job.wait(POLL_INTERVAL):
                    pass
            self._free.release()

    def _result(self, position: P, report: _Report) -> SearchResult[M]:
        depth, nodes, seconds, lines = report
        return SearchResult(tuple(self._variation(position, *line) for line in lines), depth, nodes, seconds)

    def _variation(self, position: P, value: int, distance: int | None, words: list[int], ending: bool) -> Variation[M]:
        moves, positions = [], []
        for word in words:
            positions.append(position)
            moves.append(self.core.packing.unpack_move(position, word))
            position = self.game.successor(position, moves[-1])
        score = Score(value / 100, ending=ending) if distance is None else Score.proven(distance, won=value > 0)
        win_probability = score.certain_win_probability
        if win_probability is None:
            win_probability = 1 / (1 + 10 ** (-value / self.core.scale))
        return Variation(tuple(moves), tuple(positions), win_probability, score)
