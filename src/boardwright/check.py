"""Compare a student's program with the reference, on seeded random positions.

A game declares the programs its courses ask for (:attr:`boardwright.game.Game.programs`);
this module turns positions into cases, runs the program and finds the first difference.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from boardwright.explore import random_positions
from boardwright.game import BoardwrightError, Game, quoted

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


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: how many cases agreed, and the first that did not."""

    agreed: int
    position: Any = None
    case: Case | None = None
    said: tuple[str, ...] = ()


def check_program(
    game: Game[P, M], program: Program[P], command: Sequence[str], *, count: int, seed: int, seconds: float
) -> Verdict:
    """Run a program on random positions, and stop at the first answer that differs."""
    random = Random(seed)
    asked = [(position, program.case(position, random)) for position in islice(random_positions(game, random), count)]
    said = _batch_answers(program, command, [case for _, case in asked], seconds) if program.batch else None
    for number, (position, case) in enumerate(asked):
        answer = said[number] if said is not None else _run(command, case, seconds)
        if answer != tuple(line.rstrip() for line in case.answer):
            return Verdict(number, position, case, answer)
    return Verdict(count)


def _batch_answers(
    program: Program[P], command: Sequence[str], cases: Sequence[Case], seconds: float
) -> list[tuple[str, ...]]:
    """One run over all cases; an answer that is missing at the end is empty."""
    stdin = "".join([f"{len(cases)}\n", *(case.stdin + "\n" for case in cases)])
    lines = _run(command, Case((), stdin), seconds)
    if program.lines > 1:
        lines = tuple(line for line in lines if line)
    return [lines[n * program.lines : (n + 1) * program.lines] for n in range(len(cases))]


def _run(command: Sequence[str], case: Case, seconds: float) -> tuple[str, ...]:
    """The lines a program prints, without the blanks at their ends."""
    name = quoted(command[0])
    try:
        done = subprocess.run(
            [*command, *case.arguments],
            input=case.stdin,
            capture_output=True,
            timeout=seconds,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BoardwrightError(f"the program {name} gave no answer within {seconds:g} s") from error
    except (OSError, ValueError) as error:
        raise BoardwrightError(f"the program {name} cannot be run: {error}") from error
    if done.returncode < 0:
        raise BoardwrightError(f"the program {name} was ended by signal {-done.returncode}")
    return tuple(line.rstrip() for line in done.stdout.splitlines())
