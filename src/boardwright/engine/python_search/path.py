"""The path from the start of a game to the current node of its search: draws by history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic

from boardwright.engine.python_search.scores import DRAWN, MAX_PLIES
from boardwright.engine.python_search.tree import Node, Tree
from boardwright.game import QUIET_PLIES, REPETITIONS, Game, M, P


@dataclass(frozen=True, slots=True)
class PathHistory(Generic[P, M]):
    """The history of a game that has come to a node, as the game's own rules see it."""

    positions: Sequence[P]
    moves: Sequence[M]
    occurrences: int
    quiet_plies: int


class Path(Generic[P, M]):
    """The positions of the game before the root, and the nodes from the root to the current one.

    A position that repeats one since the root, or one that the game has seen twice, counts as its third occurrence. A
    game with draw rules of its own (``history_outcome``) decides by them; otherwise the third occurrence is a draw, and
    so are ``QUIET_PLIES`` without progress.
    """

    def __init__(self, tree: Tree[P, M], history: Sequence[P], root: P) -> None:
        self._tree = tree
        self._game = tree.game
        self._has_own_rules = type(tree.game).history_outcome is not Game.history_outcome
        self._nodes: list[Node[P]] = []
        counts = Counter(map(self._game.repetition_key, history))
        self._earlier: Counter[Hashable] = Counter({key: n for key, n in counts.items() if key is not None})
        self._drawn = {key for key, times in self._earlier.items() if times >= REPETITIONS - 1}
        """The keys that would occur for the third time, or again since the root."""
        self._positions = [*history, root]
        self._moves: list[M] = []
        self._progress: dict[tuple[P, M], bool] = {}
        self._quiet = 0
        """The plies without progress at the root."""
        if self._has_own_rules or len(history) >= QUIET_PLIES - MAX_PLIES:
            self._replay()

    def enter(self, node: Node[P]) -> None:
        """Go on to the nodes after this one."""
        self._nodes.append(node)
        if node.key is not None:
            self._drawn.add(node.key)

    def leave(self, node: Node[P]) -> None:
        """Go back from the nodes after this one."""
        self._nodes.pop()
        if self._earlier[node.key] < REPETITIONS - 1:
            self._drawn.discard(node.key)

    def winner(self, node: Node[P], ply: int) -> int | None:
        """Return the winner by history at a node, or ``DRAWN``; None if the game goes on."""
        if self._has_own_rules:
            return self._winner_by_own_rules(node)
        if node.key in self._drawn:
            return DRAWN
        if self._quiet + ply >= QUIET_PLIES and self._quiet_plies(self._path_moves(node)) >= QUIET_PLIES:
            return DRAWN
        return None

    def _winner_by_own_rules(self, node: Node[P]) -> int | None:
        moves = self._path_moves(node)
        positions = [*self._positions, *(each.position for each in self._nodes[1:]), node.position]
        occurrences = 0
        if node.key is not None:
            occurrences = self._earlier[node.key] + 1
            if any(each.key == node.key for each in self._nodes):
                occurrences = max(occurrences + 1, REPETITIONS)
        outcome = self._game.history_outcome(
            PathHistory(positions, [*self._moves, *moves], occurrences, self._quiet_plies(moves))
        )
        return None if outcome is None else DRAWN if outcome.winner is None else outcome.winner

    def _path_moves(self, node: Node[P]) -> list[M]:
        """Return the moves from the root to a node after the current one."""
        steps = zip(self._nodes, [*self._nodes[1:], node], strict=True)
        return [self._move_between(before, after) for before, after in steps]

    def _move_between(self, before: Node[P], after: Node[P]) -> M:
        assert before.moves is not None
        if after in before.children:
            return self._tree.moves[before.moves[before.children.index(after)]]
        move = self._find_move(before.position, after.position)
        assert move is not None
        return move

    def _find_move(self, before: P, after: P) -> M | None:
        for move in self._game.legal_moves(before):
            if self._game.successor(before, move) == after:
                return move
        return None

    def _quiet_plies(self, moves: Sequence[M]) -> int:
        """Return the plies without progress after some moves from the root."""
        for back, (node, move) in enumerate(zip(reversed(self._nodes), reversed(moves), strict=True)):
            if self._is_progress(node.position, move):
                return back
        return self._quiet + len(moves)

    def _is_progress(self, position: P, move: M) -> bool:
        """Ask the game once: by default it compares two views."""
        key = position, move
        if key not in self._progress:
            self._progress[key] = self._game.is_progress(position, move)
        return self._progress[key]

    def _replay(self) -> None:
        """Find the moves that led to the root, as far back as the positions follow each other and are needed."""
        quiet, is_quiet = 0, True
        for place in range(len(self._positions) - 1, 0, -1):
            before = self._positions[place - 1]
            move = self._find_move(before, self._positions[place])
            if move is None:
                del self._positions[:place]
                break
            self._moves.insert(0, move)
            is_quiet = is_quiet and not self._game.is_progress(before, move)
            quiet += is_quiet
            if not is_quiet and not self._has_own_rules:
                break
        self._quiet = quiet
