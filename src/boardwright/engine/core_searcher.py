"""The search of the core, as the engine runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Generic

from boardwright.core import DRAW_CLOCK_REACH, MAX_DEPTH, core_of
from boardwright.engine.bitbases import find_bitbases
from boardwright.engine.limits import Limits
from boardwright.engine.network import Network, shipped_network
from boardwright.engine.packed import CoreReport, result_of
from boardwright.engine.result import SearchResult
from boardwright.game import Game, M, P

if TYPE_CHECKING:
    from boardwright.core._core import Search

MAX_VARIATIONS = 10**6
POLL_INTERVAL = 0.005
"""The polling interval of a running search, in seconds."""


class CoreSearcher(Generic[P, M]):
    """Runs searches as jobs of the core, with one transposition table."""

    reach = DRAW_CLOCK_REACH
    """How many plies of the game before the last progress the search uses."""

    def __init__(
        self,
        game: Game[P, M],
        *,
        threads: int,
        hash_mb: int,
        seed: int,
        baseline: bool,
        network: Network | None,
        endings: str,
        params: Mapping[str, int],
    ) -> None:
        self.game = game
        self.core = core_of(game)
        self.threads = threads
        self.seed = seed
        self.baseline = baseline
        self.core.param_values(params)
        self.params = dict(params)
        self.endings = find_bitbases(game, endings)
        self.table = self.core.new_transposition_table(hash_mb)
        self.network = (network or shipped_network(game)).compiled()

    @property
    def scale(self) -> int:
        """The score at which ten of eleven games are won, in hundredths."""
        return self.core.scale

    def reports(
        self, position: P, history: Sequence[P], limits: Limits, multipv: int, stop: Callable[[], bool]
    ) -> Iterator[CoreReport]:
        """Yield a report for every finished depth; the last one has all nodes."""
        endings = None if self.endings is None else self.endings.near(position)
        sent: list[CoreReport] = []
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

    def result(self, position: P, report: CoreReport) -> SearchResult[M]:
        """Return the search result of a report."""
        return result_of(self.game, self.core.packing.unpack_move, self.core.scale, position, report)
