"""The searches that live games and analyses ask of an engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from boardwright.engine.limits import Limits
from boardwright.errors import BoardwrightError
from boardwright.web.game_files import Problem
from boardwright.web.serialisation import JsonObject

LONGEST_LINE = 16
"""The number of moves of a variation that are reported."""


class Urgency(IntEnum):
    """The priority of a task: a game against a person, a game of the engine against itself, an analysis."""

    GAME = 0
    SHOW = 1
    ANALYSIS = 2


@dataclass(frozen=True, slots=True)
class Task:
    """A search: a position by game, start and moves, with its limits and number of variations.

    ``game`` is the name, or the file with the variant, by which another process finds the rules;
    ``limits`` have a time; ``tell`` asks for intermediate results.
    """

    game: str
    start: str
    moves: Sequence[str]
    limits: Limits
    level: int | None = None
    lines: int = 1
    seed: int = 0
    tell: bool = False


class EngineFailed(BoardwrightError):
    """A process failed at a task or died; ``problem`` describes an error in the code of a game's file."""

    def __init__(self, text: str, problem: Problem | None = None) -> None:
        super().__init__(text)
        self.problem = problem


class Thinker(Protocol):
    """What searches: processes of the server, or the engine of a browser."""

    @property
    def processes(self) -> int:
        """How many searches can run at a time."""

    @property
    def waiting(self) -> Sequence[Any]:
        """The searches that wait for another one to end."""

    async def think(
        self, task: Task, urgency: Urgency, on_info: Callable[[JsonObject], None] = lambda result: None
    ) -> JsonObject:
        """Search, and return the final result as plain data; cancelling stops the search."""
