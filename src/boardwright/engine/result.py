"""What a search finds: lines of moves with their worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple

from boardwright.game import Game, M, P

WIN_SCORE = 320.0
"""The value of a win at once, far beyond any other score; every move until then takes a hundredth off."""


class Score(NamedTuple):
    """A score for the side to move, in the game's unit; ``distance`` counts the moves to a certain end.

    ``ending``: it is no judgement, but what is known of an ending.

    >>> str(Score(1.25)), str(Score(319.95, 5)), str(Score(-319.96, 4)), str(Score(0, ending=True))
    ('+1.25', 'win in 5', 'loss in 4', 'drawn ending')
    """

    value: float
    distance: int | None = None
    ending: bool = False

    @property
    def ending_word(self) -> str | None:
        """How an ending stands that is known: won, lost or drawn."""
        if not self.ending:
            return None
        return "won" if self.value > 0 else "lost" if self.value < 0 else "drawn"

    @classmethod
    def proven(cls, distance: int, *, won: bool) -> Score:
        """The score of a game that is won or lost in so many moves.

        >>> Score.proven(5, won=True).value, Score.proven(4, won=False).value
        (319.95, -319.96)
        """
        value = round(WIN_SCORE - distance / 100, 2)
        return cls(value if won else -value, distance)

    def __str__(self) -> str:
        if self.ending:
            return f"{self.ending_word} ending"
        if self.distance is None:
            return f"{self.value:+.2f}"
        return f"{'win' if self.value > 0 else 'loss'} in {self.distance}"


@dataclass(frozen=True, slots=True)
class Variation(Generic[M]):
    """Moves from the position on, and what they are worth to the side that moves first.

    ``win`` is the chance to win, a draw counted as half; ``score`` is None where the player does
    not reckon in units.
    """

    moves: tuple[M, ...]
    win_probability: float
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[M]):
    """What a search found: its best lines first, how deep it looked, how much, how long."""

    lines: tuple[Variation[M], ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> M:
        """The move to play."""
        return self.lines[0].moves[0]

    @property
    def line(self) -> tuple[M, ...]:
        """What the search expects to be played."""
        return self.lines[0].moves

    @property
    def win_probability(self) -> float:
        """The chance to win, a draw counted as half."""
        return self.lines[0].win_probability

    @property
    def score(self) -> Score | None:
        """The score of the best line."""
        return self.lines[0].score


def variation_texts(game: Game[P, M], position: P, moves: Iterable[M]) -> list[str]:
    """The moves of a line, each written in the position that it is played in."""
    texts = []
    for move in moves:
        texts.append(game.format_move(position, move))
        position = game.successor(position, move)
    return texts
