"""The positions that are measured, and how deep each program counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boardwright import find_game
from boardwright.game import AnyGame


@dataclass(frozen=True)
class Case:
    """A position; depths are such that the programs take a good part of a second each."""

    name: str
    game_name: str
    text: str | None
    goal: int
    """The million leaves a second that one thread of the core should count."""
    core_depth: int
    plain_depth: int
    python_depth: int

    @property
    def game(self) -> AnyGame:
        return find_game(self.game_name)

    @property
    def room(self) -> str:
        """The name of the game without its variant."""
        return self.game_name.partition(":")[0]

    @property
    def position(self) -> Any:
        return self.game.start() if self.text is None else self.game.parse_position(self.text)

    @property
    def canonical(self) -> str:
        """The text of the position as other programs read it."""
        return self.game.format_position(self.position)


CASES = (
    Case("start", "turm", None, 1800, 6, 5, 4),
    Case("tall towers", "turm", "7/6r3/1RG5/3b43/1r25/7/2BG3r1 r", 1000, 7, 6, 4),
    Case("start", "congo", None, 1800, 6, 5, 4),
    Case("start", "congo:full", None, 600, 6, 5, 4),
    Case("start", "cabeza", None, 400, 6, 6, 4),
    Case("start", "margrites", None, 450, 5, 5, 3),
    Case("in contact", "margrites", "9/9/4ww3/1wwwbbww1/1bbbb1bb1/9/9/9 w 4 - 0(0)-1(0)", 100, 5, 5, 3),
    Case("start", "draughts", None, 575, 10, 8, 6),
    Case("all kings", "draughts", "W:WK31-50:BK1-20", 100, 10, 9, 6),
    Case("random178", "draughts", "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", 500, 8, 7, 5),
)

PLAYOUT_GOALS = {"turm": 30, "congo": 30, "cabeza": 10, "margrites": 5, "draughts": 30}
"""The million moves a second that random games on one thread should make."""

BATCH_GOAL = 5
"""The million move lists a second that a batch should give."""
