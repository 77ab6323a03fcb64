"""Walk a game's tree by its Python rules: perft, random games, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boardwright.game import AnyGame, Game, M, Outcome, P
from boardwright.played_game import AnyPlayedGame, PlayedGame

if TYPE_CHECKING:
    from random import Random


SAMPLED = 0.1


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """How many lines of ``depth`` moves begin in a position; lines end only where no move is left.

    >>> from boardwright import find_game
    >>> turm = find_game("turm")
    >>> perft(turm, turm.start(), 2)
    625
    """
    if depth == 0:
        return 1
    moves = game.legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.successor(position, move), depth - 1) for move in moves)


def first_moves(game: Game[P, M], position: P) -> list[tuple[str, P]]:
    """Return the text of each legal move and the position after it, sorted by text."""
    moves = {game.format_move(position, move): move for move in game.legal_moves(position)}
    return [(text, game.successor(position, moves[text])) for text in sorted(moves)]


def random_game(
    game: Game[P, M], random: Random, position: P | None = None, plies: int | None = None
) -> PlayedGame[P, M]:
    """Play random legal moves to the end of the game or for ``plies`` plies."""
    played = PlayedGame(game, position)
    while (plies is None or len(played.moves) < plies) and (moves := played.legal_moves()):
        played.play(random.choice(moves))
    return played


def random_positions(game: Game[P, M], random: Random) -> Iterator[P]:
    """Yield positions from random games without end, including finished ones."""
    while True:
        for position in random_game(game, random).positions:
            if random.random() < SAMPLED:
                yield position


@dataclass
class Playouts:
    """Statistics of random games."""

    games: int = 0
    plies: int = 0
    shortest: int | None = None
    longest: int = 0
    choices: int = 0
    most_choices: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, played: AnyPlayedGame) -> None:
        """Count one finished game."""
        game, length, outcome = played.game, len(played.moves), played.outcome
        choices = [len(game.legal_moves(position)) for position in played.positions[:-1]]
        self.games += 1
        self.plies += length
        self.shortest = length if self.shortest is None else min(self.shortest, length)
        self.longest = max(self.longest, length)
        self.choices += sum(choices)
        self.most_choices = max(self.most_choices, *choices, 0)
        self.add_ending(game, outcome, 1)

    def add_ending(self, game: AnyGame, outcome: Outcome | None, games: int) -> None:
        """Count several games with the same outcome."""
        winner = None if outcome is None else outcome.winner
        self.winners["draw" if winner is None else game.sides[winner]] += games
        self.endings[game.format_outcome(outcome)] += games

    def add_all(self, others: Playouts) -> None:
        """Add the counts of another instance."""
        shortest = [number for number in (self.shortest, others.shortest) if number is not None]
        self.games += others.games
        self.plies += others.plies
        self.shortest = min(shortest, default=None)
        self.longest = max(self.longest, others.longest)
        self.choices += others.choices
        self.most_choices = max(self.most_choices, others.most_choices)
        self.winners += others.winners
        self.endings += others.endings

    def summary(self, sides: tuple[str, str]) -> dict[str, Any]:
        """Return the statistics as plain data."""
        return {
            "games": self.games,
            "results": {result: self.winners[result] for result in (*sides, "draw")},
            "plies": {
                "mean": round(self.plies / self.games, 2) if self.games else 0,
                "shortest": self.shortest or 0,
                "longest": self.longest,
            },
            "branching": {
                "mean": round(self.choices / self.plies, 2) if self.plies else 0,
                "most": self.most_choices,
            },
            "endings": dict(sorted(self.endings.items(), key=lambda ending: (-ending[1], ending[0]))),
        }
