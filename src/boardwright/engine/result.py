"""Search results: variations with their scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias

from boardwright.game import Game, M

JSON_VERSION = 1
"""The version of :meth:`SearchResult.to_json`; it changes when a field changes its meaning or goes."""

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

    @property
    def certain_win_probability(self) -> float | None:
        """The win probability of a proven or bitbase score: 1, 0.5 or 0; None for an evaluation."""
        if self.distance is None and not self.ending:
            return None
        return 0.5 + 0.5 * ((self.value > 0) - (self.value < 0))

    @classmethod
    def proven(cls, distance: int, *, won: bool) -> Score:
        """Return the score of a proven win or loss in ``distance`` plies.

        >>> Score.proven(5, won=True).value, Score.proven(4, won=False).value
        (319.95, -319.96)
        """
        value = round(WIN_SCORE - distance / 100, 2)
        return cls(value if won else -value, distance)

    def to_json(self) -> dict[str, object]:
        """Return the score as plain data; ``bitbase`` is won, drawn, lost or None."""
        return {"value": self.value, "distance": self.distance, "bitbase": self.ending_word}

    def __str__(self) -> str:
        if self.ending:
            return f"{self.ending_word} ending"
        if self.distance is None:
            return f"{self.value:+.2f}"
        return f"{'win' if self.value > 0 else 'loss'} in {self.distance}"


@dataclass(frozen=True, slots=True)
class Variation(Generic[M]):
    """Moves from the searched position, with their value for the side that moves first.

    ``positions`` are those before each move; ``win_probability`` counts a draw as half; ``score`` is None if the player
    has no evaluation, as MCTS.
    """

    moves: tuple[M, ...]
    positions: tuple[Any, ...] = field(repr=False)
    win_probability: float
    score: Score | None = None

    def texts(self, game: Game[Any, M], most: int | None = None) -> list[str]:
        """Format the moves, or the first ``most`` of them."""
        return [game.format_move(*step) for step in zip(self.positions[:most], self.moves, strict=False)]

    def to_json(self, game: Game[Any, M], most: int | None = None) -> dict[str, Any]:
        """Return the variation as plain data, with its moves as text."""
        return {"moves": self.texts(game, most), **value_json(self.win_probability, self.score)}


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[M]):
    """The result of a search: its variations, best first, with depth, nodes and seconds."""

    variations: tuple[Variation[M], ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> M:
        """The move to play."""
        return self.variations[0].moves[0]

    @property
    def pv(self) -> tuple[M, ...]:
        """The principal variation."""
        return self.variations[0].moves

    @property
    def win_probability(self) -> float:
        """The win probability of the best variation, a draw counted as half."""
        return self.variations[0].win_probability

    @property
    def score(self) -> Score | None:
        """The score of the best variation."""
        return self.variations[0].score

    def to_json(self, game: Game[Any, M], most: int | None = None) -> dict[str, Any]:
        """Return the result as plain data, with the first ``most`` moves of each variation; ``docs/json.md``.

        >>> from boardwright import find_game
        >>> turm = find_game("turm")
        >>> move = turm.parse_move(turm.start(), "D5-D4-1")
        >>> one_move(turm.start(), move, 0.62, Score(0.35), depth=3, nodes=90).to_json(turm)["variations"]
        [{'moves': ['D5-D4-1'], 'score': {'value': 0.35, 'distance': None, 'bitbase': None}, 'win_probability': 0.62}]
        """
        return {
            "version": JSON_VERSION,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "variations": [variation.to_json(game, most) for variation in self.variations],
        }


AnySearchResult: TypeAlias = SearchResult[Any]


def one_move(
    position: object,
    move: M,
    win_probability: float = 0.5,
    score: Score | None = None,
    *,
    depth: int = 0,
    nodes: int = 0,
    seconds: float = 0.0,
) -> SearchResult[M]:
    """Return the result of a player that chooses one move."""
    return SearchResult((Variation((move,), (position,), win_probability, score),), depth, nodes, seconds)


def value_json(win_probability: float, score: Score | None) -> dict[str, object]:
    """Return the value of a position or variation as plain data."""
    return {"score": None if score is None else score.to_json(), "win_probability": round(win_probability, 4)}
