"""The values of all moves of a position, as a player sees them: whether the choice matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from boardwright.arena.pairs import MatchSetup
from boardwright.engine.players import MAX_VARIATIONS, read_player
from boardwright.played_game import PlayedGame
from boardwright.registry import as_game

EQUAL = 0.02
"""The largest difference of win probabilities of moves that are equally good."""

GOOD = 0.05
"""How much worse than the best a good first move may be, in win probability."""


class MoveValue(NamedTuple):
    """A move and the win probability of the side to move after it."""

    move: str
    win_probability: float


def move_values(setup: MatchSetup, position: str) -> list[MoveValue]:
    """Return the values of all moves of a position, the best first; none if the player does not evaluate all of them.

    Monte Carlo tree search estimates the moves it plays least by a few random games, which says nothing.
    """
    game = as_game(setup.game)
    player = read_player(setup.players[0], game, seed=setup.seed, limits=setup.limits)
    try:
        player.multipv = MAX_VARIATIONS
        played = PlayedGame(game, game.parse_position(position))
        variations = player.choose(played).variations
    finally:
        player.close()
    if any(each.score is None for each in variations) or len(variations) < len(played.legal_moves()):
        return []
    texts = (game.format_move(played.position, each.moves[0]) for each in variations)
    values = (MoveValue(text, round(each.win_probability, 4)) for text, each in zip(texts, variations, strict=True))
    return sorted(values, key=lambda value: -value.win_probability)


@dataclass(frozen=True, slots=True)
class Choices:
    """The values of the first moves, and of how many positions with a choice all moves are equally good."""

    first: Sequence[MoveValue]
    positions: int
    idle: int
    example: str = ""
    """A position in which all moves are equally good."""

    @property
    def good_first_moves(self) -> int:
        """The number of first moves that are nearly as good as the best."""
        best = max((value.win_probability for value in self.first), default=0.0)
        return sum(value.win_probability >= best - GOOD for value in self.first)


def is_idle(values: Sequence[MoveValue]) -> bool:
    """Whether all moves are equally good.

    >>> is_idle([MoveValue("a", 0.5), MoveValue("b", 0.49)]), is_idle([MoveValue("a", 0.5), MoveValue("b", 0.4)])
    (True, False)
    """
    return values[0].win_probability - values[-1].win_probability <= EQUAL
