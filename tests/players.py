"""Matches between the generic player and random moves."""

from __future__ import annotations

from random import Random

from boardwright.engine.mcts import Mcts
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame


def score_against_random(
    game: AnyGame, games: int, *, seed: int, visits: int | None = None, time: float | None = None
) -> float:
    """The share of the points that the player makes against random moves, sides in turn."""
    score = 0.0
    for number in range(games):
        played: AnyPlayedGame = PlayedGame(game)
        random, player, mine = Random(seed + number), Mcts(game, seed=seed + number), number % 2
        while played.outcome is None:
            if played.side_to_move == mine:
                played.play(player.search(played.position, nodes=visits, time=time).move)
            else:
                played.play(random.choice(played.legal_moves()))
        winner = played.outcome.winner
        score += 0.5 if winner is None else float(winner == mine)
    return score / games
