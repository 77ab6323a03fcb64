"""Compare a student's program with the reference, on seeded random positions.

A game declares the programs its courses ask for (:attr:`boardwright.game.Game.programs`);
this module turns positions into cases, runs the program and finds the first difference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from random import Random
from typing import Generic, NamedTuple, TypeVar

from boardwright.game import Game

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Case(NamedTuple):
    """One question to a program, and the lines that the reference answers."""

    answer: tuple[str, ...]
    stdin: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program(Generic[P]):
    """A program as a course describes it.

    ``case`` makes a question of a position. A ``batch`` program gets the number of cases and
    then all their ``stdin`` texts in one run, and answers each with ``lines`` lines, blank
    lines between answers aside; any other program is run once a case, with the case's arguments and standard input.
    """

    about: str
    case: Callable[[P, Random], Case]
    batch: bool = False
    lines: int = 1


def move_list_program(game: Game[P, M]) -> Program[P]:
    """The program that takes a position as its argument and prints the moves, one a line, sorted."""

    def case(position: P, random: Random) -> Case:
        moves = sorted(game.format_move(position, move) for move in game.listed_moves(position))
        return Case(tuple(moves), arguments=(game.format_position(position),))

    return Program("prints the legal moves of the position in its argument, one a line, sorted", case)
