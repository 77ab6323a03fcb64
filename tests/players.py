"""Matches between the generic player and random moves."""

from __future__ import annotations

from random import Random
from typing import Any

from boardwright.engine.mcts import Mcts
from boardwright.played_game import Match
from boardwright.registry import AnyGame


def score_against_random(
    game: AnyGame, games: int, *, seed: int, visits: int | None = None, time: float | None = None
) -> float:
    """The share of the points that the player makes against random moves, sides in turn."""
    score = 0.0
    for number in range(games):
        match: Match[Any, Any] = Match(game)
        random, player, mine = Random(seed + number), Mcts(game, seed=seed + number), number % 2
        while match.outcome is None:
            if match.side_to_move == mine:
                match.play(player.search(match.position, visits=visits, time=time).move)
            else:
                match.play(random.choice(match.legal_moves()))
        winner = match.outcome.winner
        score += 0.5 if winner is None else float(winner == mine)
    return score / games
