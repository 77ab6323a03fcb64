"""Adjudication of games by the scores of the players: draws, and wins that the loser would resign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

from boardwright.arena.settings import read_settings
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import Termination
from boardwright.parse_numbers import read_whole_number
from boardwright.views import Side

MOST_MOVES = 1_000_000
HIGHEST_SCORE = 100_000
SAME_SCORE = 1e-9


def _count(text: str) -> int:
    return _whole(text, 1, MOST_MOVES)


def _number_or_zero(text: str) -> int:
    return _whole(text, 0, MOST_MOVES)


def _hundredths(text: str) -> int:
    return _whole(text, 0, HIGHEST_SCORE)


def _whole(text: str, least: int, most: int) -> int:
    number = read_whole_number(text, least, most)
    if number is None:
        raise BoardwrightError(f"{quoted(text)}: expected a whole number from {least} to {most}")
    return number


@dataclass(frozen=True, slots=True)
class DrawRule:
    """A draw, once the scores of both players were at most ``score`` from 0 for ``movecount`` moves each.

    Scores are in hundredths of the game's unit. Before move ``movenumber`` of each side no game is a draw.
    """

    movecount: int
    score: int
    movenumber: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``movenumber=N,movecount=N,score=N``.

        >>> DrawRule.parse("movenumber=40,movecount=8,score=10")
        DrawRule(movecount=8, score=10, movenumber=40)
        """
        known = {"movenumber": _number_or_zero, "movecount": _count, "score": _hundredths}
        example = "movenumber=40,movecount=8,score=10"
        return cls(**read_settings(text, known, required=("movecount", "score"), example=example))

    def __str__(self) -> str:
        return f"movenumber={self.movenumber},movecount={self.movecount},score={self.score}"


@dataclass(frozen=True, slots=True)
class ResignRule:
    """A loss for a player whose own score was ``-score`` or worse for ``movecount`` of its moves in a row.

    With ``twosided`` the other player's scores must have been ``score`` or better as often.
    """

    movecount: int
    score: int
    twosided: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse ``movecount=N,score=N[,twosided]``.

        >>> ResignRule.parse("movecount=3,score=600,twosided")
        ResignRule(movecount=3, score=600, twosided=True)
        """
        known = {"movecount": _count, "score": _hundredths}
        example = "movecount=3,score=600"
        required = ("movecount", "score")
        return cls(**read_settings(text, known, required=required, flags=("twosided",), example=example))

    def __str__(self) -> str:
        return f"movecount={self.movecount},score={self.score}{',twosided' if self.twosided else ''}"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When games are adjudicated; ``max_moves`` of each side make a draw."""

    draw: DrawRule | None = None
    resign: ResignRule | None = None
    max_moves: int | None = None

    def to_json(self) -> dict[str, object]:
        """Return the rules as plain data, as the options are written."""
        return {
            "draw": None if self.draw is None else str(self.draw),
            "resign": None if self.resign is None else str(self.resign),
            "max_moves": self.max_moves,
        }


RULES = ("draw", "resign", "max_moves")
NEVER = Adjudication()


class Adjudged(NamedTuple):
    """The end of an adjudicated game; ``rule`` is the one that ended it, ``draw``, ``resign`` or ``max_moves``."""

    rule: str
    winner: Side | None
    reason: str
    termination: Termination


class Adjudicator:
    """Applies the rules to one game, move by move. A move without a score interrupts every count."""

    def __init__(self, rules: Adjudication, sides: tuple[str, str]) -> None:
        self.rules = rules
        self.sides = sides
        self._even = 0
        self._losing = [0, 0]
        self._winning = [0, 0]

    def after_move(self, side: Side, score: float | None, plies: int) -> Adjudged | None:
        """Return how the game ends after a move of ``side`` with this score for it; ``plies`` were played in all."""
        draw, resign, most = self.rules.draw, self.rules.resign, self.rules.max_moves
        # Scores have hundredths; the product of one is not always whole.
        value = None if score is None else 100 * score
        if resign is not None:
            self._losing[side] = self._losing[side] + 1 if _at_least(value, resign.score, -1) else 0
            self._winning[side] = self._winning[side] + 1 if _at_least(value, resign.score, 1) else 0
            for loser in (0, 1):
                agreed = not resign.twosided or self._winning[1 - loser] >= resign.movecount
                if self._losing[loser] >= resign.movecount and agreed:
                    reason = f"{self.sides[loser]} lost by score"
                    return Adjudged("resign", 1 - loser, reason, Termination.ADJUDICATION)
        if draw is not None:
            self._even = self._even + 1 if value is not None and abs(value) <= draw.score + SAME_SCORE else 0
            if self._even >= 2 * draw.movecount and plies >= 2 * draw.movenumber:
                return Adjudged("draw", None, "a draw by score", Termination.ADJUDICATION)
        if most is not None and plies >= 2 * most:
            return Adjudged("max_moves", None, f"{most} moves of each side were played", Termination.MOVE_LIMIT)
        return None


def _at_least(value: float | None, score: int, sign: int) -> bool:
    return value is not None and sign * value >= score - SAME_SCORE
