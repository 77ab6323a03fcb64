"""The engine: one interface for the core's search and for the search by Python rules."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any, Generic, Protocol, Unpack

from boardwright.core import MAX_THREADS, Core, core_of, find_core
from boardwright.engine.bitbases import AUTO, OFF, Bitbases
from boardwright.engine.core_searcher import CoreSearcher
from boardwright.engine.limits import LimitKeywords, Limits, check_positive
from boardwright.engine.network import Network
from boardwright.engine.python_search.searcher import PythonSearcher
from boardwright.engine.python_search.weights import Weights
from boardwright.engine.result import SearchResult
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame, Game, M, P

DEFAULT_HASH = 64
NODES_OF_CORE = 20
"""How many nodes the core searches about in the time of one by Python rules, at the least."""


class Searcher(Protocol):
    """What runs the searches of an engine. A report is the state of a search; it becomes a result on demand."""

    reach: int
    """How many plies of the game before the last progress the search uses."""

    @property
    def scale(self) -> int:
        """The score at which ten of eleven games are won, in hundredths."""

    def reports(
        self, position: Any, history: Sequence[Any], limits: Limits, multipv: int, stop: Callable[[], bool]
    ) -> Iterator[Any]:
        """Yield a report for every finished depth; the last one has all nodes."""

    def result(self, position: Any, report: Any) -> SearchResult[Any]:
        """Return the search result of a report."""


def has_core(game: AnyGame) -> bool:
    """Whether the core searches the game: its rules and an evaluation are compiled."""
    core = find_core(game)
    return core is not None and core.scale > 0


def most_threads(game: AnyGame) -> int:
    """Return how many threads can search a game: those of the core, or one by Python rules."""
    return MAX_THREADS if has_core(game) else 1


def nodes_for(game: AnyGame, nodes: int) -> int:
    """Return how many nodes of a game take no longer than that number in the core.

    >>> from boardwright import find_game
    >>> nodes_for(find_game("turm"), 2000), nodes_for(find_game("examples/morris.py"), 2000)
    (2000, 100)
    """
    return nodes if has_core(game) else max(nodes // NODES_OF_CORE, 1)


class Engine(Generic[P, M]):
    """The search with its transposition table, which is kept from one search to the next.

    A game with a core is searched by it, any other one by its Python rules, with the same results in kind. A search by
    depth or nodes on one thread is deterministic.

    >>> from boardwright import find_game
    >>> turm = find_game("turm")
    >>> position = turm.parse_position("7/7/7/7/3RG3/7/BG6 r")
    >>> result = Engine(turm).search(position, depth=3)
    >>> turm.format_move(position, result.move), str(result.score), result.win_probability
    ('D3-D4-1', 'win in 1', 1.0)

    :param game: the game to search
    :param threads: the number of search threads, which share the transposition table; a game without a core has one
    :param hash_mb: the size of the transposition table in megabytes
    :param seed: other than 0, to choose at random among equally good moves
    :param baseline: for measurements: material alone, no quiescence search, no reductions
    :param network: replaces the shipped network of the evaluation, in a game with a core
    :param weights: replace those beside the game's file, in a game without a core
    :param endings: which bitbases to probe: ``auto`` for those that are shipped and those in the user's folder (see
        ``boardwright bitbase``), ``off``, or a folder
    :param params: replace search parameters of a game with a core, by the names in ``engine.core.params``
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
        weights: Weights | None = None,
        endings: str = AUTO,
        params: Mapping[str, int] = {},
    ) -> None:
        if not 1 <= threads <= MAX_THREADS:
            raise BoardwrightError(f"the engine's threads are {threads}: expected from 1 to {MAX_THREADS}")
        self.game = game
        self.threads = threads
        self._free = Lock()
        self._core_searcher: CoreSearcher[P, M] | None = None
        self._searcher: Searcher
        if has_core(game):
            if weights is not None:
                raise BoardwrightError(f"{game.full_name} has a core: expected a network instead of weights")
            self._core_searcher = CoreSearcher(
                game,
                threads=threads,
                hash_mb=hash_mb,
                seed=seed,
                baseline=baseline,
                network=network,
                endings=endings,
                params=params,
            )
            self._searcher = self._core_searcher
        else:
            given = {
                "threads": threads > 1,
                "network": network,
                "endings": endings not in (AUTO, OFF),
                "params": params,
            }
            for name, value in given.items():
                if value:
                    raise core_option(game, name)
            self._searcher = PythonSearcher(game, hash_mb=hash_mb, seed=seed, baseline=baseline, weights=weights)

    @property
    def core(self) -> Core[P, M]:
        """The core of the game; raises if it has none."""
        return core_of(self.game) if self._core_searcher is None else self._core_searcher.core

    @property
    def scale(self) -> int:
        """The score at which ten of eleven games are won, in hundredths."""
        return self._searcher.scale

    @property
    def reach(self) -> int:
        """How many plies of the game before the last progress the search uses."""
        return self._searcher.reach

    @property
    def endings(self) -> Bitbases[P, M] | None:
        """The bitbases that the search probes, if there are any."""
        return None if self._core_searcher is None else self._core_searcher.endings

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

        :param position: the position to search, in which the game is not over
        :param limits: when to end; at least one limit is needed
        :param history: the earlier positions of the game, for repetitions
        :param multipv: the number of variations
        :param on_info: receives the result of every finished depth
        :param stop: is polled, and ends the search early with the result so far
        :param keywords: ``time`` in seconds, ``depth`` in plies, ``nodes``: these replace those of ``limits``
        """
        if limits is None and not Limits(**keywords):
            raise BoardwrightError("a search needs a limit: expected a time, a depth or a number of nodes")
        limits = replace(limits or Limits(), **keywords)
        time_manager = limits.time_manager()
        last = None
        is_over = stop if time_manager is None else lambda: time_manager.enough or stop()
        callbacks: list[Callable[[SearchResult[M]], None]] = [] if on_info is None else [on_info]
        callbacks += [] if time_manager is None else [time_manager.update]
        for last in self._reports(position, history, limits, multipv, is_over):
            if callbacks:
                result = self._searcher.result(position, last)
                for callback in callbacks:
                    callback(result)
        if last is None:
            raise BoardwrightError("the search was stopped before it found a move")
        return self._searcher.result(position, last)

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
        """Yield the result of every finished depth; without a limit, until the iterator is closed.

        The parameters are those of :meth:`search`.
        """
        for report in self._reports(position, history, replace(limits or Limits(), **keywords), multipv, stop):
            yield self._searcher.result(position, report)

    def _reports(
        self, position: P, history: Sequence[P], limits: Limits, multipv: int, stop: Callable[[], bool]
    ) -> Iterator[Any]:
        outcome = self.game.outcome(position)
        if outcome is not None:
            raise BoardwrightError(f"there is nothing to search: the game is over, {self.game.format_outcome(outcome)}")
        check_positive("multipv", multipv)
        if not self._free.acquire(blocking=False):
            raise BoardwrightError("the engine is already searching: expected one search at a time")
        try:
            yield from self._searcher.reports(position, history, limits, multipv, stop)
        finally:
            self._free.release()


def core_option(game: AnyGame, name: str) -> BoardwrightError:
    """Return the error for an option of the engine that only games with a core have."""
    return BoardwrightError(
        f"{game.full_name} has no core, without which the engine has no option {name}: expected hash or weights"
    )
