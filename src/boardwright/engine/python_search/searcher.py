"""The root of a Python search: iterative deepening with aspiration windows and MultiPV, and the shortest win."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from time import perf_counter
from typing import Generic, NamedTuple

from boardwright.core import check_hash
from boardwright.engine.limits import Limits
from boardwright.engine.python_search.alpha_beta import AlphaBeta, Counter, Stopped
from boardwright.engine.python_search.evaluation import Evaluation, LastView, estimated
from boardwright.engine.python_search.features import Features
from boardwright.engine.python_search.path import Path
from boardwright.engine.python_search.profile import profile_of
from boardwright.engine.python_search.progress import ProgressTest, all_quiet
from boardwright.engine.python_search.scores import (
    MAX_PLIES,
    MIN_PROVEN,
    SCALE,
    WIN,
    is_proven,
    plies_to_end,
    score_of,
)
from boardwright.engine.python_search.tree import BYTES_PER_NODE, Node, Tree
from boardwright.engine.python_search.weights import Weights, default_weights, find_weights
from boardwright.engine.result import SearchResult, Variation
from boardwright.game import Game, M, P
from boardwright.played_game import LONGEST_GAME

ASPIRATION_DEPTH = 4
ASPIRATION_WINDOW = 50
PROVING_NODES = 20_000
"""How many nodes a search that is limited by depth alone spends at most on the shortest win."""


@dataclass(slots=True)
class RootMove:
    """A move of the root, by its index, with its score and its variation in numbers of moves."""

    index: int
    score: int
    pv: tuple[int, ...]


class Report(NamedTuple):
    """The state of a search after a depth: its nodes and seconds, and the score and moves of each variation."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[tuple[int, tuple[int, ...]], ...]


class PythonSearcher(Generic[P, M]):
    """Alpha-beta over the Python rules of a game, for games without a core.

    The tree is kept from one search to the next, but only searches by time alone use what earlier ones have found: a
    search by depth or nodes is deterministic.
    """

    scale = SCALE
    reach = LONGEST_GAME

    def __init__(
        self, game: Game[P, M], *, hash_mb: int, seed: int = 0, baseline: bool = False, weights: Weights | None = None
    ) -> None:
        check_hash(hash_mb, 1)
        self.game = game
        self.seed = seed
        self.selective = not baseline
        self._weights = weights if weights is not None or baseline else find_weights(game)
        self._most_nodes = hash_mb * 1024 * 1024 // BYTES_PER_NODE
        self._view = LastView(game)
        self.progress = ProgressTest(game, self._view)

    @cached_property
    def tree(self) -> Tree[P, M]:
        """The tree of the searches. The first one makes it: no error in the game's code comes before."""
        noisy_moves = self.progress if profile_of(self.game).has_quiet_moves else all_quiet
        evaluate = self._evaluation()
        counts_moves = isinstance(evaluate, Evaluation) and evaluate.counts_moves
        return Tree(self.game, evaluate, noisy_moves, self._most_nodes, counts_moves)

    def _evaluation(self) -> Callable[[P, int], int]:
        game, default = self.game, default_weights(self.game)
        weights = self._weights or default
        if weights == default and self.selective and type(game).estimate is not Game.estimate:
            return estimated(game)
        return Evaluation(Features(game), weights.values, self._view)

    def reports(
        self, position: P, history: Sequence[P], limits: Limits, multipv: int, stop: Callable[[], bool]
    ) -> Iterator[Report]:
        """Yield a report for every finished depth, and for every shorter win; the last one has all nodes."""
        began = perf_counter()
        by_time_alone = limits.depth is None and limits.nodes is None
        if by_time_alone and (limits.time is not None or limits.optimum is not None):
            self.tree.keep_below(position)
        else:
            self.tree.clear()
            self.progress.clear()
        deadline = float("inf") if limits.time is None else began + limits.time
        counter = Counter(lambda: perf_counter() >= deadline or stop(), limits.nodes)
        root = _Root(self, Path(self.tree, history, position), self.tree.node(position), counter, limits, multipv)
        last: Report | None = None
        for last in root.search(began):
            yield last
        if last is not None and last.nodes != counter.nodes:
            yield last._replace(nodes=counter.nodes, seconds=perf_counter() - began)

    def result(self, position: P, report: Report) -> SearchResult[M]:
        """Return the search result of a report."""
        variations = tuple(self._variation(position, *line) for line in report.lines)
        return SearchResult(variations, report.depth, report.nodes, report.seconds)

    def _variation(self, position: P, value: int, numbers: tuple[int, ...]) -> Variation[M]:
        moves, positions = [], []
        for number in numbers:
            positions.append(position)
            moves.append(self.tree.moves[number])
            position = self.game.successor(position, moves[-1])
        score = score_of(value)
        win_probability = score.certain_win_probability
        if win_probability is None:
            win_probability = 1 / (1 + 10 ** (-value / self.scale))
        return Variation(tuple(moves), tuple(positions), win_probability, score)


class _Root(Generic[P, M]):
    """One search. Its steps are those of ``core/search_worker.hpp``."""

    def __init__(
        self,
        searcher: PythonSearcher[P, M],
        path: Path[P, M],
        node: Node[P],
        counter: Counter,
        limits: Limits,
        multipv: int,
    ) -> None:
        self.alpha_beta = AlphaBeta(searcher.tree, path, counter, selective=searcher.selective)
        self.tree = searcher.tree
        self.path = path
        self.node = node
        self.counter = counter
        self.limits = limits
        self.numbers = self.tree.expand(node) if node.moves is None else node.moves
        noisy = self.tree.noisy(node) if node.noisy is None else node.noisy
        order = self.alpha_beta.order(node, self.numbers, noisy, 0)
        if searcher.seed:
            Random(searcher.seed).shuffle(order)
        self.moves = [RootMove(index, -WIN, (self.numbers[index],)) for index in order]
        self.lines = min(multipv, len(self.moves))
        self.first = 0
        """The index of the line that is searched; the moves before it are excluded."""
        self.completed = 0
        """The number of moves that the current line has finished."""
        self.changed = self.stopped = self.proving = False
        """Whether the current depth has changed the result; whether a limit is reached; whether it looks for a shorter
        win."""

    def search(self, began: float) -> Iterator[Report]:
        """Search deeper and deeper."""
        self.began = began
        self.path.enter(self.node)
        most = min(self.limits.depth or MAX_PLIES, MAX_PLIES)
        for depth in range(1, most + 1):
            if not self.moves or self.stopped:
                return
            self.counter.depth = depth
            if self.lines == len(self.moves) > 1:
                self._search_every_move(depth)
            else:
                self._search_lines(depth)
            # A later line may outscore an earlier one.
            self.first = 0
            self._sort()
            if self.stopped and depth == 1 and self.moves[0].score <= -WIN:
                self.moves[0].score = self.tree.evaluation(self.node)
                self.changed = True
            if self.stopped and depth > 1 and (self.lines > 1 or not self.changed):
                return
            yield self._report(max(depth - 1, 1) if self.stopped else depth)
            if self.lines > 1 or self.stopped or not is_proven(self.moves[0].score):
                continue
            if self.alpha_beta.selective:
                yield from self._prove_distance()
                return
            if depth >= plies_to_end(self.moves[0].score):
                return

    def _search_lines(self, depth: int) -> None:
        """Search each variation without the first moves of those before it."""
        for line in range(self.lines):
            if not self.stopped:
                self.first = line
                self._search_line(depth)

    def _search_every_move(self, depth: int) -> None:
        """Search the variations of all moves, each once with the full window."""
        saved = [RootMove(each.index, each.score, each.pv) for each in self.moves]
        for move in self.moves:
            move.score = -WIN
        for move in self.moves:
            try:
                move.score = self._move_score(move, -WIN, WIN, depth)
            except Stopped:
                self.stopped = True
                if depth > 1:
                    self.moves = saved
                return
            move.pv = (self.numbers[move.index], *self.alpha_beta.pv[1])

    def _search_line(self, depth: int) -> None:
        """Search one variation with an aspiration window."""
        previous = self.moves[self.first].score
        width = ASPIRATION_WINDOW if depth >= ASPIRATION_DEPTH and not is_proven(previous) else 2 * WIN
        alpha, beta = max(previous - width, -WIN), min(previous + width, WIN)
        self.changed = False
        while not self.stopped:
            saved = [RootMove(each.index, each.score, each.pv) for each in self.moves]
            score = self._search_moves(alpha, beta, depth)
            # Interrupted without a good move: the root moves that were not searched may be better.
            if self.stopped and (score <= alpha or score <= -MIN_PROVEN):
                lost = self.completed if score <= -MIN_PROVEN else 0
                self.moves = saved
                self._demote(lost)
                return
            self._sort()
            self.changed = True
            if self.stopped:
                return
            width *= 3
            if score <= alpha and alpha > -WIN:
                alpha = max(score - width, -WIN)
            elif score >= beta and beta < WIN:
                beta = min(score + width, WIN)
            else:
                return

    def _search_moves(self, alpha: int, beta: int, depth: int) -> int:
        best = -WIN
        self.completed = 0
        # Moves that do not raise alpha keep their order, behind those that do.
        for place in range(self.first, len(self.moves)):
            self.moves[place].score = -WIN - place
        for place in range(self.first, len(self.moves)):
            move = self.moves[place]
            try:
                score = alpha + 1
                if place > self.first:
                    score = self._move_score(move, alpha, alpha + 1, depth)
                if score > alpha:
                    score = self._move_score(move, alpha, beta, depth)
            except Stopped:
                self.stopped = True
                return best
            self.completed += 1
            if score > alpha or place == self.first:
                move.score = score
                move.pv = (self.numbers[move.index], *self.alpha_beta.pv[1])
            best = max(best, score)
            alpha = max(alpha, score)
            # `_prove_distance` searches the other moves for a shorter win.
            if alpha >= beta or (alpha >= MIN_PROVEN and self.lines == 1 and not self.proving):
                break
        return best

    def _move_score(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        child = self.node.children[move.index] or self.tree.child(self.node, move.index)
        if child.side == self.node.side:
            return self.alpha_beta.search(child, alpha, beta, depth - 1, 1)
        return -self.alpha_beta.search(child, -beta, -alpha, depth - 1, 1)

    def _prove_distance(self) -> Iterator[Report]:
        """Look for a shorter win, or a longer defence, at full width: what is found by reductions may be too long."""
        reached = self.counter.depth
        if self.limits.depth is not None:
            allowed = self.counter.nodes + PROVING_NODES
            self.counter.most = allowed if self.counter.most is None else min(self.counter.most, allowed)
        self.proving = True
        self.alpha_beta.prove()
        depth = 1
        while depth < plies_to_end(self.moves[0].score) and not self.stopped:
            self.counter.depth = depth
            known = self.moves[0].score
            saved = [RootMove(each.index, each.score, each.pv) for each in self.moves]
            alpha, beta = (known, WIN) if known > 0 else (-WIN, known + 1)
            score = self._search_moves(alpha, beta, depth)
            if not self.stopped and score > -WIN and (score > known) == (known > 0) and is_proven(score):
                self._sort()
                yield self._report(reached)
            else:
                self.moves = saved
            depth += 1

    def _sort(self) -> None:
        self.moves[self.first :] = sorted(self.moves[self.first :], key=lambda move: -move.score)

    def _demote(self, lost: int) -> None:
        """Move the first ``lost`` moves, which lose, to the end: a move that was not searched cannot be worse."""
        if not lost or self.first + lost >= len(self.moves):
            return
        previous = self.moves[self.first].score
        rest = self.moves[self.first :]
        self.moves[self.first :] = rest[lost:] + rest[:lost]
        front = self.moves[self.first]
        self.moves[self.first] = RootMove(front.index, previous, (self.numbers[front.index],))
        self.changed = True

    def _report(self, depth: int) -> Report:
        # A search that is stopped in its first depth may not have come to all of them.
        known = [move for move in self.moves[: self.lines] if move.score > -WIN]
        lines = tuple((move.score, move.pv) for move in known or self.moves[:1])
        return Report(depth, self.counter.nodes, perf_counter() - self.began, lines)
