"""Search results: variations with their scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple

from boardwright.game import Game, M, P

WIN_SCORE = 320.0
"""The score of an immediate win, beyond any evaluation; each ply of distance subtracts a hundredth."""


class Score(NamedTuple):
    """A score for the side to move, in the game's unit; ``distance`` is set for proven scores, in plies.

    ``ending`` is set if the score comes from a bitbase rather than from the evaluation.

    >>> str(Score(1.25)), str(Score(319.95, 5)), str(Score(-319.96, 4)), str(Score(0, ending=True))
    ('+1.25', 'win in 5', 'loss in 4', 'drawn ending')
    """

    value: float
    distance: int | None = None
    ending: bool = False

    @property
    def ending_word(self) -> str | None:
        """The bitbase result: won, lost or drawn; None if the score is not from a bitbase."""
        if not self.ending:
            return None
        return "won" if self.value > 0 else "lost" if self.value < 0 else "drawn"

    @classmethod
    def proven(cls, distance: int, *, won: bool) -> Score:
        """Return the score of a proven win or loss in ``distance`` plies.

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
    """A line of moves from the searched position, with its value for the side that moves first.

    ``win_probability`` counts a draw as half; ``score`` is None if the player has no evaluation, as MCTS.
    """

    moves: tuple[M, ...]
    win_probability: float
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[M]):
    """The result of a search: its variations, best first, with depth, nodes and seconds."""

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
        """The principal variation."""
        return self.lines[0].moves

    @property
    def win_probability(self) -> float:
        """The win probability of the best variation, a draw counted as half."""
        return self.lines[0].win_probability

    @property
    def score(self) -> Score | None:
        """The score of the best variation."""
        return self.lines[0].score


def variation_texts(game: Game[P, M], position: P, moves: Iterable[M]) -> list[str]:
    """Format the moves of a variation, each in the position in which it is played."""
    texts = []
    for move in moves:
        texts.append(game.format_move(position, move))
        position = game.successor(position, move)
    return texts
