"""Compare a student's program with the reference, on seeded random positions.

A game declares the programs its courses ask for (:attr:`boardwright.game.Game.programs`);
this module turns positions into cases, runs the program and finds the first difference.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Generic, NamedTuple

from boardwright.explore import random_positions
from boardwright.game import BoardwrightError, Game, M, P, quoted, reason_of
from boardwright.watchdog import release, watch

MOST_OUTPUT = 64 << 20
POLL_SECONDS = 0.02
CASES_A_WAIT = 10


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


class Answer(NamedTuple):
    """What a program printed, without blanks at the ends of lines, and how it ended."""

    lines: tuple[str, ...]
    status: int = 0
    last_error: str = ""


@dataclass(frozen=True, slots=True)
class Difference(Generic[P]):
    """A case in which a program did not answer as the reference does."""

    position: P
    case: Case
    answer: Answer


@dataclass(frozen=True, slots=True)
class Verdict(Generic[P]):
    """What a check found: how many cases agreed, and the first that did not."""

    agreed: int
    difference: Difference[P] | None = None


def check_program(
    game: Game[P, M], program: Program[P], command: Sequence[str], *, count: int, seed: int, seconds: float
) -> Verdict[P]:
    """Run a program on random positions, and stop at the first answer that differs."""
    random = Random(seed)
    asked = [(position, program.case(position, random)) for position in islice(random_positions(game, random), count)]
    # One run answers many cases, and may take longer than one answer.
    patience = seconds * max(1, count // CASES_A_WAIT)
    said = _batch_answers(program, command, [case for _, case in asked], patience) if program.batch else None
    for number, (position, case) in enumerate(asked):
        answer = said[number] if said is not None else _run(command, case, seconds)
        if answer.lines != tuple(line.rstrip() for line in case.answer):
            return Verdict(number, Difference(position, case, answer))
    return Verdict(count)


def _batch_answers(program: Program[P], command: Sequence[str], cases: Sequence[Case], seconds: float) -> list[Answer]:
    """One run over all cases; what is missing at the end is empty, what is too much belongs to the last."""
    stdin = "".join([f"{len(cases)}\n", *(case.stdin + "\n" for case in cases)])
    lines, status, last_error = _run(command, Case((), stdin), seconds)
    size, last = program.lines, len(cases) - 1
    if size > 1:
        lines = tuple(line for line in lines if line)
    return [
        Answer(lines[n * size : None if n == last else (n + 1) * size], status, last_error) for n in range(len(cases))
    ]


def _run(command: Sequence[str], case: Case, seconds: float) -> Answer:
    """Run a program once; one that is late or says too much is ended with everything it started."""
    name = quoted(command[0])
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(case.stdin.encode())
        stdin.seek(0)
        try:
            process = subprocess.Popen(
                [*command, *case.arguments], stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise BoardwrightError(f"the program {name} cannot be run: {reason_of(error)}") from error
        watch(process.pid)
        deadline = monotonic() + seconds
        while not _ended(process):
            size = max(os.fstat(file.fileno()).st_size for file in (stdout, stderr))
            if size > MOST_OUTPUT or monotonic() > deadline:
                os.killpg(process.pid, signal.SIGKILL)
                release(process.pid)
                process.wait()
                late = f"gave no answer within {seconds:g} s"
                raise BoardwrightError(f"the program {name} {late if size <= MOST_OUTPUT else 'printed without end'}")
        release(process.pid)
        if process.returncode < 0:
            raise BoardwrightError(f"the program {name} was ended by signal {-process.returncode}")
        printed, complaints = _lines(stdout), _lines(stderr)
    return Answer(printed, process.returncode, complaints[-1] if complaints else "")


def _ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return True


def _lines(file: IO[bytes]) -> tuple[str, ...]:
    """What a program wrote to a file, without the blanks at the ends of lines."""
    file.seek(0)
    return tuple(line.rstrip() for line in file.read().decode(errors="replace").splitlines())
