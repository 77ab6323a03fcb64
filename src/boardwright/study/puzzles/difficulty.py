"""How difficult a puzzle is: how often the levels for people solve it."""

from __future__ import annotations

from random import Random

from boardwright.engine.limits import Limits
from boardwright.engine.players import LEVELS, LevelPlayer
from boardwright.engine.search import nodes_for
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.puzzles import Puzzle, turns_of

TRIES = 2
"""How often each level tries a puzzle."""
MOST_NODES = 10_000
"""The node limit of a level for one move."""


class Solvers:
    """The levels of a game, which try puzzles."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._players = [LevelPlayer(game, number, 0) for number in range(1, len(LEVELS) + 1)]

    def share(self, puzzle: Puzzle) -> float:
        """Return the share of the attempts of all levels that find the whole solution.

        It depends on the puzzle alone.
        """
        solved = 0
        for player in self._players:
            player.random = Random(puzzle.position)
            solved += sum(_solves(self.game, player, puzzle) for _ in range(TRIES))
        return round(solved / (TRIES * len(self._players)), 2)


def _solves(game: AnyGame, player: LevelPlayer, puzzle: Puzzle) -> bool:
    """Whether a player finds a solution against the replies of the puzzle."""
    turns = turns_of(game, puzzle)
    played: AnyPlayedGame = PlayedGame(game, turns[0].position)
    for turn in turns:
        if turn.side != turns[0].side:
            for text in turn.moves:
                played.play_text(text)
            continue
        done: tuple[str, ...] = ()
        while done not in turn.orders:
            move = player.choose(played, Limits(nodes=nodes_for(game, MOST_NODES))).move
            done = (*done, game.format_move(played.position, move))
            played.play(move)
            if played.outcome is not None and played.outcome.winner == turn.side:
                return True
            if not any(order[: len(done)] == done for order in turn.orders):
                return False
    return True
