"""Monte Carlo tree search: a player for every game that fulfils the contract.

A visit descends the tree by UCT, expands one node, and runs playouts from it: ``PLAYOUTS_PER_VISIT`` complete ones in
the core or, for a game without one, a single playout by its Python rules, which ends with the game or, after
``ESTIMATE_AFTER``, with the game's estimate. Proven wins and losses are backed up through the tree
(MCTS-Solver), so that a win in one is played and a loss in one avoided even after few visits.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Generic, Unpack

from boardwright.core import find_core
from boardwright.engine.limits import LimitKeywords, Limits, check_positive
from boardwright.engine.result import SearchResult, Variation
from boardwright.errors import BoardwrightError
from boardwright.game import Game, M, P
from boardwright.views import Side

EXPLORATION = 0.7
ESTIMATE_AFTER = 16
MAX_PLAYOUT_PLIES = 2000
MAX_VISITS = 1_000_000
"""A bound on memory: each visit adds a node."""
PLAYOUTS_PER_VISIT = 8
FIRST_REPORT = 128
"""The number of visits before the first report; then reports follow at each doubling."""

PLIES_PER_STOP_CHECK = 16
"""How often a playout by the Python rules checks whether the search was stopped."""


class _Halted(Exception):
    """Aborts a playout when the search is stopped."""


class _Node(Generic[P, M]):
    """A node of the tree. ``total`` sums the results for side 0; ``winner`` is proven.

    ``drawn`` marks a drawn end of the game; draws are not backed up as proven.
    """

    __slots__ = ("children", "drawn", "move", "position", "side", "total", "untried", "visits", "winner")

    def __init__(self, position: P, side: Side, move: M | None) -> None:
        self.position = position
        self.side = side
        self.move = move
        self.children: list[_Node[P, M]] = []
        self.untried: list[M] | None = None
        self.visits = 0
        self.total = 0.0
        self.winner: Side | None = None
        self.drawn = False

    def value(self, side: Side) -> float:
        """Return the mean result for a side, or the exact one if the winner is proven."""
        if self.winner is not None:
            return 1.0 if self.winner == side else -1.0
        mean = self.total / self.visits if self.visits else 0.0
        return mean if side == 0 else -mean


class Mcts(Generic[P, M]):
    """Monte Carlo tree search, deterministic for the same seed and number of visits.

    >>> from boardwright import find_game
    >>> turm = find_game("turm")
    >>> result = Mcts(turm, seed=1).search(turm.parse_position("7/7/7/7/3RG3/7/BG6 r"), nodes=50)
    >>> turm.format_move(turm.parse_position("7/7/7/7/3RG3/7/BG6 r"), result.move), result.win_probability
    ('D3-D4-1', 1.0)

    :param game: the game to search, with a core or without
    :param seed: the random seed; None for another one every time
    """

    def __init__(self, game: Game[P, M], *, seed: int | None = None) -> None:
        self.game = game
        self.random = Random(seed)
        self.core = find_core(game)

    def search(
        self,
        position: P,
        limits: Limits | None = None,
        *,
        multipv: int = 1,
        on_info: Callable[[SearchResult[M]], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
        **keywords: Unpack[LimitKeywords],
    ) -> SearchResult[M]:
        """Search until the time or the number of visits, ``nodes``, is used up; ``depth`` bounds the tree.

        :param position: the position to search, in which the game is not over
        :param limits: when to end: ``nodes`` counts visits
        :param multipv: the number of variations
        :param on_info: receives intermediate results and the final one
        :param stop: is polled between visits and in long playouts, and ends the search early
        :param keywords: ``time``, ``depth``, ``nodes``: these replace those of ``limits``
        """
        outcome = self.game.outcome(position)
        if outcome is not None:
            raise BoardwrightError(f"there is nothing to search: the game is over, {self.game.format_outcome(outcome)}")
        limits = replace(limits or Limits(), **keywords)
        check_positive("multipv", multipv)
        if limits.time is None and limits.nodes is None:
            raise BoardwrightError("a search needs a limit: expected a time or a number of nodes")
        began = perf_counter()
        deadline = float("inf") if limits.time is None else began + limits.time
        visits = min(limits.nodes or MAX_VISITS, MAX_VISITS)
        root: _Node[P, M] = _Node(position, self.game.side_to_move(position), None)

        def halted() -> bool:
            return perf_counter() >= deadline or stop()

        report_at = FIRST_REPORT
        with suppress(_Halted):
            while root.visits == 0 or (root.winner is None and root.visits < visits and not halted()):
                self._visit(root, limits.depth or MAX_PLAYOUT_PLIES, halted)
                if on_info is not None and root.visits == report_at:
                    on_info(_result(root, multipv, perf_counter() - began))
                    report_at *= 2
        result = _result(root, multipv, perf_counter() - began)
        if on_info is not None:
            on_info(result)
        return result

    def _visit(self, root: _Node[P, M], depth: int, halted: Callable[[], bool]) -> None:
        path = [root]
        node = root
        while node.winner is None and not node.drawn and len(path) <= depth:
            if node.untried is None:
                node.untried = self.game.legal_moves(node.position)
                self.random.shuffle(node.untried)
            if node.untried:
                node = self._add_child(node, node.untried.pop())
                path.append(node)
                break
            node = self._select(node)
            path.append(node)
        result = self._playout(node, halted)
        for node in reversed(path):
            node.visits += 1
            node.total += result
            if node.winner is None and node.children:
                node.winner = self._proven(node)

    def _add_child(self, parent: _Node[P, M], move: M) -> _Node[P, M]:
        position = self.game.successor(parent.position, move)
        child = _Node(position, self.game.side_to_move(position), move)
        outcome = self.game.outcome(position)
        if outcome is not None:
            child.winner = outcome.winner
            child.drawn = outcome.winner is None
        parent.children.append(child)
        return child

    @staticmethod
    def _select(node: _Node[P, M]) -> _Node[P, M]:
        explore = EXPLORATION * sqrt(log(node.visits))
        side = node.side
        return max(node.children, key=lambda child: child.value(side) + explore / sqrt(child.visits))

    @staticmethod
    def _proven(node: _Node[P, M]) -> Side | None:
        """Return the proven winner: the side to move by one winning child, or the opponent by all children."""
        if any(child.winner == node.side for child in node.children):
            return node.side
        if not node.untried and all(child.winner == 1 - node.side for child in node.children):
            return 1 - node.side
        return None

    def _playout(self, node: _Node[P, M], halted: Callable[[], bool]) -> float:
        """Return the mean playout result for side 0, from -1 to 1."""
        if node.winner is not None:
            return node.value(0)
        if node.drawn:
            return 0.0
        if self.core is not None:
            won, lost, _ = self.core.rollouts(node.position, PLAYOUTS_PER_VISIT, self.random.getrandbits(64))
            return (won - lost) / PLAYOUTS_PER_VISIT
        game, position = self.game, node.position
        for ply in range(MAX_PLAYOUT_PLIES):
            outcome = game.outcome(position)
            if outcome is not None:
                return 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
            if ply >= ESTIMATE_AFTER:
                guess = game.estimate(position)
                if guess is not None:
                    return guess
            if ply % PLIES_PER_STOP_CHECK == PLIES_PER_STOP_CHECK - 1 and halted():
                raise _Halted
            position = game.successor(position, self.random.choice(game.legal_moves(position)))
        return 0.0


def _result(root: _Node[P, M], multipv: int, seconds: float) -> SearchResult[M]:
    ranked = sorted(root.children, key=lambda child: _preference(child, root.side), reverse=True)
    variations = tuple(_variation(root, child) for child in ranked)
    depth = max(len(variation.moves) for variation in variations)
    return SearchResult(variations[:multipv], depth, root.visits, seconds)


def _variation(root: _Node[P, M], child: _Node[P, M]) -> Variation[M]:
    """Return the variation of a child of the root: its move, then the preferred moves of both sides."""
    moves: list[M] = []
    positions: list[P] = []
    win_probability = (1 + child.value(root.side)) / 2
    parent, node = root, child
    while True:
        assert node.move is not None
        moves.append(node.move)
        positions.append(parent.position)
        if not node.children:
            return Variation(tuple(moves), tuple(positions), win_probability)
        parent, side = node, node.side
        node = max(node.children, key=lambda each: _preference(each, side))


def _preference(child: _Node[P, M], side: Side) -> tuple[int, int]:
    """Rank proven wins of the side first and proven losses last, then by visits."""
    return 0 if child.winner is None else 1 if child.winner == side else -1, child.visits
