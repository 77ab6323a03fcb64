"""The tree of a Python search: every visited position once, with its moves, the positions after them, and bounds.

It is the transposition table of the search. Legal moves and positions after moves are what takes time in Python, so
they are kept: iterative deepening visits the same positions again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic

from boardwright.engine.python_search.scores import DRAWN
from boardwright.game import Game, M, P
from boardwright.views import Side

UPPER, LOWER, EXACT = 1, 2, 3
"""The kinds of bound; the bits of an exact score are those of both."""

BYTES_PER_NODE = 1500
"""The memory of a node with its position and its share of the moves, measured in Breakthrough."""
MIN_NODES = 1000


class Node(Generic[P]):
    """A position in the tree. Moves are numbers of :attr:`Tree.moves`; ``children`` are None until they are visited.

    ``winner`` is set if the game is over. ``depth``, ``bound`` and ``score`` are those of the last search, ``best`` is
    the index of its best move, and ``proof`` the depth, bound and score of the search of shortest wins.
    """

    __slots__ = (
        "best",
        "bound",
        "children",
        "depth",
        "evaluation",
        "key",
        "moves",
        "noisy",
        "position",
        "proof",
        "score",
        "side",
        "winner",
    )

    def __init__(self, position: P, side: Side, winner: int | None, key: Hashable | None) -> None:
        self.position = position
        self.side = side
        self.winner = winner
        self.key = key
        self.moves: list[int] | None = None
        self.children: list[Node[P] | None] = []
        self.noisy: list[bool] | None = None
        self.evaluation: int | None = None
        self.depth = -1
        self.bound = 0
        self.score = 0
        self.best = -1
        self.proof: tuple[int, int, int] | None = None


class Tree(Generic[P, M]):
    """The nodes of a game, by position; at most about ``most`` of them are kept.

    ``evaluate`` gets a position and, if it ``counts_moves``, the number of its legal moves.
    """

    def __init__(
        self,
        game: Game[P, M],
        evaluate: Callable[[P, int], int],
        noisy_moves: Callable[[P, list[M]], list[bool]],
        most: int,
        counts_moves: bool,
    ) -> None:
        self.game = game
        self.most = max(most, MIN_NODES)
        self.moves: list[M] = []
        """The moves by their numbers."""
        self._evaluate = evaluate
        self._counts_moves = counts_moves
        self._noisy_moves = noisy_moves
        self._numbers: dict[M, int] = {}
        self._nodes: dict[P, Node[P]] = {}

    def node(self, position: P) -> Node[P]:
        """Return the node of a position."""
        found = self._nodes.get(position)
        if found is None:
            game = self.game
            outcome = game.outcome(position)
            winner = None if outcome is None else DRAWN if outcome.winner is None else outcome.winner
            found = Node(position, game.side_to_move(position), winner, game.repetition_key(position))
            if len(self._nodes) >= self.most:
                self._shrink()
            self._nodes[position] = found
        return found

    def expand(self, node: Node[P]) -> list[int]:
        """Return the legal moves of a node, by their numbers."""
        moves = self.game.legal_moves(node.position)
        numbers = self._numbers
        try:
            node.moves = [numbers[move] for move in moves]
        except KeyError:
            node.moves = [self._number(move) for move in moves]
        node.children = [None] * len(moves)
        return node.moves

    def _number(self, move: M) -> int:
        number = self._numbers.setdefault(move, len(self.moves))
        if number == len(self.moves):
            self.moves.append(move)
        return number

    def child(self, node: Node[P], index: int) -> Node[P]:
        """Return the node after a move that is visited for the first time."""
        assert node.moves is not None
        children = node.children
        found = self.node(self.game.successor(node.position, self.moves[node.moves[index]]))
        children[index] = found
        return found

    def evaluation(self, node: Node[P]) -> int:
        """Return the static evaluation of a node for its side to move, which is computed once."""
        moves = 0
        if self._counts_moves:
            # They are kept for the search, which mostly needs them too.
            moves = len(self.expand(node) if node.moves is None else node.moves)
        value = self._evaluate(node.position, moves)
        node.evaluation = value = -value if node.side else value
        return value

    def noisy(self, node: Node[P]) -> list[bool]:
        """Return for each move of an expanded node whether it is progress, which is computed once."""
        assert node.moves is not None
        moves = self.moves
        node.noisy = self._noisy_moves(node.position, [moves[number] for number in node.moves])
        return node.noisy

    def clear(self) -> None:
        """Forget everything, so that the next search does not depend on earlier ones."""
        self._nodes.clear()
        self._numbers.clear()
        self.moves = []

    def keep_below(self, position: P) -> None:
        """Before another search: keep only what can be reached from its root if there is much else."""
        if 2 * len(self._nodes) < self.most:
            return
        root = self._nodes.get(position)
        reached: dict[P, Node[P]] = {}
        waiting = [] if root is None else [root]
        while waiting:
            node = waiting.pop()
            if node.position not in reached:
                reached[node.position] = node
                waiting.extend(child for child in node.children if child is not None)
        self._nodes = reached if 2 * len(reached) < self.most else {}

    def _shrink(self) -> None:
        """Forget the nodes near the leaves, and the links to them."""
        kept = {position: node for position, node in self._nodes.items() if node.depth > 1}
        if 2 * len(kept) > self.most:
            kept = {}
        for node in self._nodes.values():
            # The search may be in the loop over the children of this node, and holds its own list of them.
            node.children = [None] * len(node.children)
        self._nodes = kept
