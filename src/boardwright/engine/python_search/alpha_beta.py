"""Alpha-beta search (principal variation search) below the root, with quiescence search at its leaves.

It is the core's search (``core/alpha_beta.hpp``) with what pays in Python, where nodes are few and each costs calls of
the rules. Nothing here assumes that sides alternate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import Generic

from boardwright.engine.python_search.path import Path
from boardwright.engine.python_search.scores import (
    MAX_PLIES,
    MIN_PROVEN,
    WIN,
    from_root,
    terminal_score,
    to_stored,
)
from boardwright.engine.python_search.tree import EXACT, LOWER, UPPER, Node, Tree
from boardwright.game import M, P

FUTILITY_MARGIN = 120
"""What a quiet move is expected to gain at most, per ply."""
FUTILITY_DEPTH = 2
REVERSE_FUTILITY_DEPTH = 3
QUIESCENCE_PLIES = 6
QUIESCENCE_NODES = 60
"""How many nodes quiescence search visits at most below one leaf."""
FEW_NOISY = 4
NOISY_SHARE = 0.4
"""A position is not quiet at all where more moves than a few, and a larger share than this, are progress; quiescence
search would not end there."""
REDUCED_FROM = 3
"""Moves are reduced from this number on."""
REDUCED_DEPTH = 2
"""The least depth at which moves are reduced."""
HISTORY_PER_PLY = 6000
"""The history score that changes a reduction by a ply."""
MAX_HISTORY = 1 << 14
MAX_BONUS = 2000

FIRST_ORDER, NOISY_ORDER, KILLER_ORDER = 1 << 30, 1 << 25, 1 << 23

NODES_PER_CHECK = 16
"""How often the time and the caller's stop are checked."""
MAX_NODES_OF_DEPTH_ONE = 1000
"""The first depth is completed beyond the limit of nodes, up to this number of nodes."""


def _reductions() -> list[list[int]]:
    """Return late move reductions by depth and number of the move."""
    table = [[0] * 64 for _ in range(64)]
    for depth in range(1, 64):
        for number in range(1, 64):
            table[depth][number] = int(0.5 + log(depth) * log(number) / 2.2)
    return table


REDUCTIONS = _reductions()


class Stopped(Exception):
    """Ends a search at one of its limits."""


@dataclass(slots=True)
class Counter:
    """The nodes of a search, and its limits."""

    is_over: Callable[[], bool]
    """Whether the time is up or the caller has stopped the search."""
    most: int | None
    nodes: int = 0
    next_check: int = 1
    depth: int = 0
    """The current depth of iterative deepening."""

    def check(self) -> None:
        """Raise :class:`Stopped` if a limit is reached; the node that is being counted then does not count."""
        can_end = self.depth > 1 or self.nodes > MAX_NODES_OF_DEPTH_ONE
        if (can_end and self.most is not None and self.nodes > self.most) or self.is_over():
            self.nodes -= 1
            raise Stopped
        self.next_check = self.nodes + NODES_PER_CHECK
        if self.most is not None and self.nodes <= self.most:
            self.next_check = min(self.next_check, self.most + 1)


class AlphaBeta(Generic[P, M]):
    """The search of one position's tree. Scores are for the side to move, in hundredths."""

    def __init__(self, tree: Tree[P, M], path: Path[P, M], counter: Counter, *, selective: bool = True) -> None:
        self.tree = tree
        self.path = path
        self.counter = counter
        self.pv: list[tuple[int, ...]] = [()] * (MAX_PLIES + 2)
        """The principal variation from each ply on, in numbers of moves."""
        self.selective = selective
        self._proving = False
        self._quiescence_end = 0
        self._killers = [[-1, -1] for _ in range(MAX_PLIES + 2)]
        self._history: tuple[list[int], list[int]] = ([], [])

    def prove(self) -> None:
        """From now on look only for wins within the depth, at full width; scores that prove nothing are 0."""
        self._proving = True

    def search(self, node: Node[P], alpha: int, beta: int, depth: int, ply: int) -> int:
        """Return the score of a node; the ply before has entered it on the path."""
        counter = self.counter
        counter.nodes += 1
        if counter.nodes >= counter.next_check:
            counter.check()
        self.pv[ply] = ()
        # Step 1. Game over, on the board or by history.
        if node.winner is not None:
            return terminal_score(node.winner, node.side, ply)
        ended = self.path.winner(node, ply)
        if ended is not None:
            return terminal_score(ended, node.side, ply)
        if self._proving:
            return self._prove(node, alpha, beta, depth, ply)
        if depth <= 0:
            self._quiescence_end = counter.nodes + QUIESCENCE_NODES
            return self._quiesce(node, alpha, beta, ply, QUIESCENCE_PLIES if self.selective else 0)

        # Step 2. Distance pruning.
        alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
        is_pv = beta - alpha > 1

        # Step 3. Transposition table.
        if not is_pv and node.depth >= depth:
            stored = from_root(node.score, ply)
            if node.bound & (LOWER if stored >= beta else UPPER):
                return stored

        # Step 4. Static evaluation, and reverse futility pruning.
        may_prune = self.selective and not is_pv and alpha > -MIN_PROVEN and beta < MIN_PROVEN
        static = 0
        if may_prune and depth <= REVERSE_FUTILITY_DEPTH:
            static = self.tree.evaluation(node) if node.evaluation is None else node.evaluation
            if static - FUTILITY_MARGIN * depth >= beta:
                return static

        # Step 5. Internal iterative reduction: without a known move the first one is a guess.
        if node.best < 0 and depth >= 4 and self.selective:
            depth -= 1
        if ply >= MAX_PLIES:
            return self.tree.evaluation(node) if node.evaluation is None else node.evaluation
        return self._search_moves(node, alpha, beta, depth, ply, static, may_prune)

    def _search_moves(
        self, node: Node[P], alpha: int, beta: int, depth: int, ply: int, static: int, may_prune: bool
    ) -> int:
        tree, counter, side = self.tree, self.counter, node.side
        moves = tree.expand(node) if node.moves is None else node.moves
        if not moves:
            return 0
        noisy = tree.noisy(node) if node.noisy is None else node.noisy
        order = self.order(node, moves, noisy, ply)
        is_pv = beta - alpha > 1
        old_alpha = alpha
        # Step 6. The only legal move is searched one ply deeper.
        new_depth = depth if len(moves) == 1 and ply < 2 * counter.depth else depth - 1
        prunes = may_prune and depth <= FUTILITY_DEPTH
        late = 4 + 2 * depth * depth
        reducible = self.selective and depth >= REDUCED_DEPTH
        history = self._history[side]
        reductions = REDUCTIONS[min(depth, 63)]
        best, best_index = -WIN, -1
        self._killers[ply + 1][:] = -1, -1
        self.path.enter(node)
        for number, index in enumerate(order):
            quiet = not noisy[index]
            # Step 7. Futility pruning and late move pruning: all that follows is quiet too.
            if (
                prunes
                and quiet
                and best > -MIN_PROVEN
                and number
                and (number >= late or static + FUTILITY_MARGIN * (depth + 1) <= alpha)
            ):
                best = max(best, min(alpha, static))
                break
            child = node.children[index] or tree.child(node, index)
            changed = child.side != side
            # Step 8. Principal variation search with late move reduction.
            if number == 0:
                score = (
                    -self.search(child, -beta, -alpha, new_depth, ply + 1)
                    if changed
                    else self.search(child, alpha, beta, new_depth, ply + 1)
                )
            else:
                reduction = 0
                if reducible and quiet and number >= REDUCED_FROM:
                    reduction = reductions[min(number, 63)] - is_pv - history[moves[index]] // HISTORY_PER_PLY
                    reduction = max(0, min(reduction, new_depth - 1))
                score = self._zero_window(child, changed, alpha, new_depth - reduction, ply + 1)
                if score > alpha and reduction:
                    score = self._zero_window(child, changed, alpha, new_depth, ply + 1)
                if alpha < score < beta:
                    score = (
                        -self.search(child, -beta, -alpha, new_depth, ply + 1)
                        if changed
                        else self.search(child, alpha, beta, new_depth, ply + 1)
                    )
            # Step 9. New best move; a cutoff updates killers and history.
            if score <= best:
                continue
            best = score
            if score <= alpha:
                continue
            alpha, best_index = score, index
            if is_pv:
                self.pv[ply] = (moves[index], *self.pv[ply + 1])
            if alpha >= beta:
                if quiet:
                    self._reward([moves[each] for each in order[: number + 1] if not noisy[each]], side, depth, ply)
                break
        self.path.leave(node)

        # Step 10. Transposition table.
        node.depth, node.score = depth, to_stored(best, ply)
        node.bound = LOWER if best >= beta else EXACT if best > old_alpha else UPPER
        if best_index >= 0:
            node.best = best_index
        return best

    def _zero_window(self, child: Node[P], changed: bool, alpha: int, depth: int, ply: int) -> int:
        if changed:
            return -self.search(child, -alpha - 1, -alpha, depth, ply)
        return self.search(child, alpha, alpha + 1, depth, ply)

    def _quiesce(self, node: Node[P], alpha: int, beta: int, ply: int, left: int) -> int:
        """Return the score of a leaf after up to ``left`` moves that are progress; either side may stop at any time."""
        is_pv = beta - alpha > 1
        if not is_pv and node.depth >= 0:
            stored = from_root(node.score, ply)
            if node.bound & (LOWER if stored >= beta else UPPER):
                return stored
        best = self.tree.evaluation(node) if node.evaluation is None else node.evaluation
        if best >= beta or not left or ply >= MAX_PLIES:
            return best
        tree, counter, side = self.tree, self.counter, node.side
        alpha = max(alpha, best)
        moves = tree.expand(node) if node.moves is None else node.moves
        noisy = tree.noisy(node) if node.noisy is None else node.noisy
        tried = [index for index, flag in enumerate(noisy) if flag]
        if not tried or (len(tried) > FEW_NOISY and len(tried) > NOISY_SHARE * len(noisy)):
            return best
        history = self._history[side]
        self._grow()
        tried.sort(key=lambda index: history[moves[index]], reverse=True)
        for index in tried:
            if counter.nodes >= self._quiescence_end:
                break
            child = node.children[index] or tree.child(node, index)
            counter.nodes += 1
            if counter.nodes >= counter.next_check:
                counter.check()
            self.pv[ply + 1] = ()
            if child.winner is not None:
                score = terminal_score(child.winner, side, ply + 1)
            elif child.side != side:
                score = -self._quiesce(child, -beta, -alpha, ply + 1, left - 1)
            else:
                score = self._quiesce(child, alpha, beta, ply + 1, left - 1)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if is_pv:
                        self.pv[ply] = (moves[index], *self.pv[ply + 1])
                    if alpha >= beta:
                        break
        return best

    def _prove(self, node: Node[P], alpha: int, beta: int, depth: int, ply: int) -> int:
        """Search for wins within the depth and nothing else; other scores are 0."""
        alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
        if depth <= 0 or ply >= MAX_PLIES:
            return 0
        if node.proof is not None:
            reached, bound, stored = node.proof
            stored = from_root(stored, ply)
            enough = bound == EXACT or bound & (LOWER if stored >= beta else UPPER if stored <= alpha else 0)
            if reached >= depth and enough:
                return stored
        tree, side, old_alpha = self.tree, node.side, alpha
        moves = tree.expand(node) if node.moves is None else node.moves
        if not moves:
            return 0
        order = self.order(node, moves, None, ply)
        best = -WIN
        self.path.enter(node)
        for index in order:
            child = node.children[index] or tree.child(node, index)
            score = (
                -self.search(child, -beta, -alpha, depth - 1, ply + 1)
                if child.side != side
                else self.search(child, alpha, beta, depth - 1, ply + 1)
            )
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    node.best = index
                    self.pv[ply] = (moves[index], *self.pv[ply + 1])
                    if alpha >= beta:
                        break
        self.path.leave(node)
        bound = LOWER if best >= beta else EXACT if best > old_alpha else UPPER
        node.proof = depth, bound, to_stored(best, ply)
        return best

    def order(self, node: Node[P], moves: Sequence[int], noisy: Sequence[bool] | None, ply: int) -> list[int]:
        """Return the indices of the moves in search order: the known best one, progress, killers, history."""
        self._grow()
        history = self._history[node.side]
        scores = [history[number] for number in moves]
        first, second = self._killers[ply]
        if first >= 0:
            if first in moves:
                scores[moves.index(first)] += 2 * KILLER_ORDER
            if second in moves:
                scores[moves.index(second)] += KILLER_ORDER
        if noisy is not None and True in noisy:
            scores = [score + NOISY_ORDER if flag else score for score, flag in zip(scores, noisy, strict=True)]
        if node.best >= 0:
            scores[node.best] = FIRST_ORDER
        return sorted(range(len(moves)), key=scores.__getitem__, reverse=True)

    def _grow(self) -> None:
        missing = len(self.tree.moves) - len(self._history[0])
        if missing:
            for history in self._history:
                history.extend([0] * missing)

    def _reward(self, tried: Sequence[int], side: int, depth: int, ply: int) -> None:
        """After a cutoff by the last of some quiet moves: a killer, a bonus for it, a malus for those before it."""
        killers = self._killers[ply]
        if killers[0] != tried[-1]:
            killers[:] = tried[-1], killers[0]
        bonus = min(16 * depth * depth, MAX_BONUS)
        history = self._history[side]
        for number in tried[:-1]:
            history[number] -= bonus + history[number] * bonus // MAX_HISTORY
        history[tried[-1]] += bonus - history[tried[-1]] * bonus // MAX_HISTORY
