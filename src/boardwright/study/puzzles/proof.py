"""Proof of puzzles: by the search, which proves wins, and by brute force, which needs the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from boardwright.core import OPEN, find_core
from boardwright.engine.bitbases import AUTO, OFF, materials_of
from boardwright.engine.search import Engine
from boardwright.game import AnyGame
from boardwright.played_game import LONGEST_GAME
from boardwright.puzzles import Order, Turn, orders_of
from boardwright.views import Side

DRAW = 2
"""The core's number of a draw, beside the sides and ``OPEN``."""

MAX_OTHER = 0.6
"""The highest win probability that a move besides the solution may have."""

HASH_MB = 16


@dataclass(frozen=True, slots=True)
class Win:
    """A proven win of the side to move: its distance in plies and its moves, which may end before the game does.

    The distance is None if a bitbase proves the win.
    """

    distance: int | None
    moves: tuple[Any, ...]


class Prover:
    """Finds proven wins by the search, and evaluates what else a side could play."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        # With bitbases, a score says that an ending is won, and not in how many moves.
        self.engines = [Engine(game, hash_mb=HASH_MB, endings=OFF)]
        if materials_of(game):
            self.engines.append(Engine(game, hash_mb=HASH_MB, endings=AUTO))

    def scan(self, position: Any, nodes: int) -> int | None:
        """Return the distance of a win that is quickly found, 0 if it is not known; None if there seems to be none."""
        # Most positions without a win are recognised by a tenth of the nodes.
        engine = self.engines[-1]
        if engine.search(position, nodes=max(nodes // 10, 1)).win_probability < MAX_OTHER:
            return None
        score = engine.search(position, nodes=nodes).score
        return None if score is None or score.certain_win_probability != 1.0 else score.distance or 0

    def win(self, position: Any, nodes: int) -> Win | None:
        """Return the proven win of the side to move; None if none is found with that number of nodes."""
        for engine in self.engines:
            best = engine.search(position, nodes=nodes).variations[0]
            if best.score is not None and best.score.certain_win_probability == 1.0:
                return Win(best.score.distance, best.moves)
        return None

    def defence(self, position: Any, nodes: int) -> Any | None:
        """Return the move by which a side that is proven to lose loses latest; None if no loss is proved."""
        for engine in self.engines:
            best = engine.search(position, nodes=nodes).variations[0]
            if best.score is not None and best.score.certain_win_probability == 0.0:
                return best.moves[0]
        return None

    def best_other(self, position: Any, accepted: set[str], nodes: int) -> tuple[Any, float] | None:
        """Return the best move besides the accepted ones with its win probability; None if there is none."""
        result = self.engines[-1].search(position, nodes=nodes, multipv=len(accepted) + 1)
        for variation in result.variations:
            if self.game.format_move(position, variation.moves[0]) not in accepted:
                return variation.moves[0], variation.win_probability
        return None


def nodes_of_turn(game: AnyGame, position: Any, orders: tuple[Order, ...]) -> Iterator[tuple[Any, set[str]]]:
    """Yield each position within a turn, once, with the moves that the orders of the solution play there."""
    accepted: dict[Any, set[str]] = {}
    for order in orders:
        at = position
        for step in order:
            accepted.setdefault(at, set()).add(step)
            at = game.successor(at, game.parse_move(at, step, strict=True))
    yield from accepted.items()


def rival(game: AnyGame, prover: Prover, turn: Turn, nodes: int, *, strict: bool) -> tuple[Any, Any, float] | None:
    """Return a move by which a side may win otherwise than by the orders of its turn.

    The result is the position, the move and its win probability; None if there is no such move. Unless ``strict``,
    nothing counts where the solution wins at once: then every move that does is accepted, and slower wins are not.
    """
    for position, accepted in nodes_of_turn(game, turn.position, turn.orders):
        if not strict and all(_wins_at_once(game, position, game.parse_move(position, step)) for step in accepted):
            continue
        # Most rivals are strong from the start.
        for share in (10, 1):
            found = prover.best_other(position, accepted, max(nodes // share, 1))
            if found is not None and found[1] > MAX_OTHER:
                return position, *found
    return None


def _wins_at_once(game: AnyGame, position: Any, move: Any) -> bool:
    outcome = game.outcome(game.successor(position, move))
    return outcome is not None and outcome.winner == game.side_to_move(position)


def solve(game: AnyGame, prover: Prover, position: Any, nodes: int) -> tuple[int | None, list[str]] | None:
    """Return the distance and the moves of the only way to win from a position; None if there is none, or several.

    The moves go on as long as every turn of the solver has one way to win, and the other side loses as late as it can.
    """
    solver = game.side_to_move(position)
    first = win = prover.win(position, nodes)
    moves: list[str] = []
    kept = 0
    while win is not None:
        steps, after = _own_steps(game, prover, position, win, nodes)
        if not steps:
            break
        turn = Turn(solver, position, orders_of(game, position, steps))
        if rival(game, prover, turn, nodes, strict=not moves) is not None:
            break
        moves += steps
        kept, position, win = len(moves), after, None
        while game.outcome(position) is None and game.side_to_move(position) != solver:
            reply = prover.defence(position, nodes)
            if reply is None:
                break
            moves.append(game.format_move(position, reply))
            position = game.successor(position, reply)
        else:
            if game.outcome(position) is None:
                win = prover.win(position, nodes)
    return (first.distance, moves[:kept]) if first is not None and kept else None


def _own_steps(game: AnyGame, prover: Prover, position: Any, win: Win, nodes: int) -> tuple[list[str], Any]:
    """Return the moves of the winning side up to the end of its turn, and the position after them."""
    side = game.side_to_move(position)
    steps: list[str] = []
    line: Win | None = win
    while game.outcome(position) is None and game.side_to_move(position) == side:
        if line is None:
            return [], position
        for move in line.moves:
            if game.outcome(position) is not None or game.side_to_move(position) != side:
                break
            steps.append(game.format_move(position, move))
            position = game.successor(position, move)
        else:
            if game.outcome(position) is None and game.side_to_move(position) == side:
                line = prover.win(position, nodes)
    return steps, position


class TooLarge(Exception):
    """Raised when brute force has expanded more positions than it may."""


class BruteForce:
    """Proves wins by trying all moves of both sides, by the rules alone: without evaluation, pruning or bitbases.

    Draws by history do not count. With a core, its rules are used, which tests compare with those in Python. ``most``
    is the number of positions that may be expanded; more raise :class:`TooLarge`, and so does ``stop``.
    """

    def __init__(self, game: AnyGame, most: int | None = None, stop: Callable[[], bool] = lambda: False) -> None:
        self.game = game
        self.core = find_core(game)
        self.most = most
        self.stop = stop
        self.expanded = 0
        self._bounds: dict[tuple[Side, Any], tuple[int, int]] = {}

    def winning_moves(self, position: Any, plies: int) -> list[str]:
        """Return the moves with which the side to move forces a win within a number of plies."""
        node = self._node(position)
        side, children = self._expand(node)
        return [
            self.game.format_move(position, self._move(position, move))
            for move, child, winner in children
            if winner == side or (winner == OPEN and self._forces(child, plies - 1, side))
        ]

    def forces(self, position: Any, plies: int, side: Side) -> bool:
        """Whether a side forces a win within a number of plies, from a position that is not over."""
        return self._forces(self._node(position), plies, side)

    def _node(self, position: Any) -> Any:
        return position if self.core is None else self.core.pack([position]).tobytes()

    def _move(self, position: Any, move: Any) -> Any:
        return move if self.core is None else self.core.packing.unpack_move(position, int(move))

    def _forces(self, node: Any, plies: int, solver: Side) -> bool:
        """Whether a side forces a win within a number of plies."""
        if plies < 1:
            return False
        won_within, not_within = self._bounds.get((solver, node), (LONGEST_GAME, 0))
        if won_within <= plies:
            return True
        if not_within >= plies:
            return False
        side, children = self._expand(node)
        ends = [winner for _, _, winner in children if winner != OPEN]
        open_nodes = [child for _, child, winner in children if winner == OPEN]
        if side == solver:
            wins = solver in ends or any(self._forces(child, plies - 1, solver) for child in open_nodes)
        else:
            wins = all(winner == solver for winner in ends) and all(
                self._forces(child, plies - 1, solver) for child in open_nodes
            )
        self._bounds[solver, node] = (plies, not_within) if wins else (won_within, plies)
        return wins

    def _expand(self, node: Any) -> tuple[Side, list[tuple[Any, Any, int]]]:
        """Return the side to move and each move with the position after it and its winner, 2 for a draw or ``OPEN``."""
        self.expanded += 1
        if (self.most is not None and self.expanded > self.most) or self.stop():
            raise TooLarge
        if self.core is None:
            game, moves = self.game, self.game.legal_moves(node)
            after = [game.successor(node, move) for move in moves]
            return game.side_to_move(node), [(*each, _kind(game, each[1])) for each in zip(moves, after, strict=True)]
        moves = self.core.legal_moves(node)[1]
        children = self.core.play(node * len(moves), moves)
        kinds = self.core.outcome(children).tobytes()[::2]
        packed, size = children.tobytes(), len(node)
        after = [packed[start : start + size] for start in range(0, len(packed), size)]
        side = self.game.side_to_move(next(self.core.unpack(node)))
        return side, list(zip(moves, after, kinds, strict=True))


def _kind(game: AnyGame, position: Any) -> int:
    outcome = game.outcome(position)
    return OPEN if outcome is None else DRAW if outcome.winner is None else outcome.winner
