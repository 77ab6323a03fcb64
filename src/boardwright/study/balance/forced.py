"""Proofs from the start position: a side that wins by force, whatever the other one plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardwright.core import find_core
from boardwright.engine.limits import Limits
from boardwright.engine.players import best_player
from boardwright.game import AnyGame
from boardwright.played_game import PlayedGame
from boardwright.study.puzzles.proof import BruteForce, TooLarge
from boardwright.views import Side

SEARCH_NODES = 200_000
"""How long the engine of a game with a core searches for a proof."""

RULES_NODES = 30_000
"""The number of positions that are tried by the rules in Python."""

MOST_PLIES = 40


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A side that wins by force from the start within a number of plies, and a line of best play on both sides."""

    side: Side
    plies: int
    line: tuple[str, ...]


def forced_win(game: AnyGame, stop: Callable[[], bool] = lambda: False) -> ForcedWin | None:
    """Return the side that is proven to win from the start position; None if no proof is found.

    >>> from boardwright import find_game
    >>> forced_win(find_game("examples/breakthrough.py"))
    """
    if game.outcome(game.start()) is not None:
        return None
    return _by_engine(game, stop) or (_by_rules(game, stop) if find_core(game) is None else None)


def _by_engine(game: AnyGame, stop: Callable[[], bool]) -> ForcedWin | None:
    """Search with the strongest player."""
    played = PlayedGame(game)
    player = best_player(game)
    try:
        nodes = RULES_NODES if find_core(game) is None else SEARCH_NODES
        best = player.choose(played, Limits(nodes=nodes), stop=stop).variations[0]
    finally:
        player.close()
    score = best.score
    if score is None or score.distance is None or score.certain_win_probability not in (0.0, 1.0):
        return None
    side = played.side_to_move if score.value > 0 else 1 - played.side_to_move
    return ForcedWin(side, score.distance, tuple(best.texts(game)))


def _by_rules(game: AnyGame, stop: Callable[[], bool]) -> ForcedWin | None:
    """Try all moves of both sides by the rules, one ply deeper each time."""
    start, brute = game.start(), BruteForce(game, RULES_NODES, stop)
    try:
        for plies in range(1, MOST_PLIES + 1):
            for side in (0, 1):
                if brute.forces(start, plies, side):
                    # The proof is there: the line needs few positions more.
                    brute.most, brute.stop = None, lambda: False
                    return ForcedWin(side, plies, tuple(_line(game, brute, start, plies, side)))
    except TooLarge:
        pass
    return None


def _line(game: AnyGame, brute: BruteForce, position: Any, plies: int, side: Side) -> list[str]:
    """Return a line in which the winner wins as fast, and the other side loses as late, as it can."""
    line: list[str] = []
    while game.outcome(position) is None and plies > 0:
        plies -= 1
        distances = {
            move: _distance(game, brute, game.successor(position, move), plies, side)
            for move in game.legal_moves(position)
        }
        known = {move: distance for move, distance in distances.items() if distance is not None}
        choose = min if game.side_to_move(position) == side else max
        move = choose(known, key=lambda move: known[move])
        line.append(game.format_move(position, move))
        position = game.successor(position, move)
    return line


def _distance(game: AnyGame, brute: BruteForce, position: Any, most: int, side: Side) -> int | None:
    """Return in how many plies a side forces the win; None if it does not within ``most``."""
    outcome = game.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner == side else None
    return next((plies for plies in range(1, most + 1) if brute.forces(position, plies, side)), None)
