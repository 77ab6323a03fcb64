"""Compare a student's program with the reference.

A game declares its course programs (in its manifest), and positions that
cover its rules one by one. A program is tested on
these first, since random play seldom reaches the rare rules, and then on seeded random positions;
this module finds the first answer that differs, and the rule that it is about.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Generic, NamedTuple, TypeAlias

from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.explore import random_positions
from boardwright.game import Game, M, P
from boardwright.manifest import load
from boardwright.watchdog import end_group, has_ended, prepare, watch

MAX_OUTPUT = 64 << 20
SHOWN_OUTPUT = 1000
"""Number of bytes shown of an output that exceeds ``MAX_OUTPUT``."""
TOO_MUCH_OUTPUT = "printed too much"
POLL_SECONDS = 0.02
CASES_PER_TIMEOUT = 10
RANDOM_POSITIONS = 200
MOVES = "moves"
"""The name of the program that lists the moves of a position."""
RulePositions: TypeAlias = Mapping[str, Sequence[str]]
"""Texts of positions, by the rule that they cover."""
SAMPLES = "the sample positions of the course"
"""Used in place of a rule for positions of an assignment, which cover several rules at once."""


class Case(NamedTuple):
    """Input of a program, and the expected output lines."""

    answer: tuple[str, ...]
    stdin: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question(Generic[P]):
    """A position to test, its case, and the rule that it covers; no rule for a random position."""

    position: P
    case: Case
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Program(Generic[P]):
    """Description of a course program.

    ``case`` makes the test case of a position. A ``batch`` program reads the number of cases and then
    all their ``stdin`` texts in one run, and prints ``lines`` lines for each; empty lines between
    answers are ignored. Any other program is run once per case, with the case's arguments and standard input.
    ``by_rule`` makes the questions that cover the rules one by one: each answer changes if its rule is dropped.
    """

    about: str
    case: Callable[[P, Random], Case]
    batch: bool = False
    lines: int = 1
    by_rule: Callable[[], Iterable[Question[P]]] = tuple
    random_positions: int = RANDOM_POSITIONS
    """Default number of random positions; fewer for programs that take long."""


def move_list_program(game: Game[P, M]) -> Program[P]:
    """Return the program that takes a position as its argument and prints the moves, one per line, sorted."""

    def case(position: P, random: Random) -> Case:
        moves = sorted(game.format_move(position, move) for move in game.listed_moves(position))
        return Case(tuple(moves), arguments=(game.format_position(position),))

    about = "prints the legal moves of the position in its argument, one per line, sorted"
    return Program(about, case, by_rule=partial(rule_questions, game, case, load(game.manifest.rule_positions) or {}))


def programs_of(game: Game[P, M]) -> Mapping[str, Program[P]]:
    """Return the course programs of a game by name: those of its manifest, or the list of moves."""
    declared: Callable[[Game[P, M]], Mapping[str, Program[P]]] | None = load(game.manifest.programs)
    return declared(game) if declared else {MOVES: move_list_program(game)}


def rule_questions(game: Game[P, M], case: Callable[[P, Random], Case], positions: RulePositions) -> list[Question[P]]:
    """Return a question for each of the positions, which are grouped by the rule that they cover."""
    named = [(rule, game.parse_position(text)) for rule, texts in positions.items() for text in texts]
    return [Question(position, case(position, Random(0)), rule) for rule, position in named]


def both_sides(positions: RulePositions, mirrored: Callable[[str], str]) -> RulePositions:
    """Return the positions of each rule, and the same positions with the sides swapped."""
    return {rule: (*texts, *map(mirrored, texts)) for rule, texts in positions.items()}


class Answer(NamedTuple):
    """Output of a program, without trailing spaces, and its exit status.

    ``failure`` is set if it timed out, printed too much or was killed by a signal.
    """

    lines: tuple[str, ...]
    status: int = 0
    last_error: str = ""
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Difference(Generic[P]):
    """A question that a program answered differently from the reference."""

    question: Question[P]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Verdict(Generic[P]):
    """Result of a check: the number of answers that agreed, and the first that did not."""

    agreed: int
    difference: Difference[P] | None = None


def questions(game: Game[P, M], program: Program[P], *, count: int, seed: int) -> list[Question[P]]:
    """Return the questions for a program: the positions that cover its rules, then ``count`` random ones."""
    random = Random(seed)
    positions = islice(random_positions(game, random), count)
    return [*program.by_rule(), *(Question(position, program.case(position, random)) for position in positions)]


def check_program(
    program: Program[P], command: Sequence[str], questions: Sequence[Question[P]], *, seconds: float
) -> Verdict[P]:
    """Run a program on the questions, up to the first answer that differs."""
    cases = [question.case for question in questions]
    if program.batch:
        # One run answers many cases: scale the timeout.
        timeout = seconds * max(1, len(cases) // CASES_PER_TIMEOUT)
        return compare(questions, _batch_answers(program, command, cases, timeout))
    return compare(questions, (_run(command, case, seconds) for case in cases))


def compare(questions: Sequence[Question[P]], answers: Iterable[Answer]) -> Verdict[P]:
    """Find the first answer that differs from the reference's."""
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True)):
        if not _agrees(question.case, answer):
            return Verdict(number, Difference(question, answer))
    return Verdict(len(questions))


def _agrees(case: Case, answer: Answer) -> bool:
    """Return whether an answer equals the reference's; an expected empty answer may also be an empty line."""
    if answer.failure:
        return False
    if case.answer:
        return answer.lines == tuple(line.rstrip() for line in case.answer)
    # A program that fails before it prints has not answered.
    return answer.lines in ((), ("",)) and answer.status == 0


def _batch_answers(program: Program[P], command: Sequence[str], cases: Sequence[Case], seconds: float) -> list[Answer]:
    """Run all cases at once; missing answers are empty, and extra lines belong to the last one."""
    stdin = "".join([f"{len(cases)}\n", *(case.stdin + "\n" for case in cases)])
    lines, status, last_error, failure = _run(command, Case((), stdin), seconds)
    size, last = program.lines, len(cases) - 1
    if size > 1:
        lines = tuple(line for line in lines if line)
    elif len(lines) == last and not any(cases[last].answer):
        # The last answer is an empty line, and its newline is missing.
        lines = (*lines, "")
    # A failure belongs to the first answer that is missing.
    failed = min(len(lines) // size, last)
    return [
        Answer(
            lines[n * size : None if n == last else (n + 1) * size], status, last_error, failure if n >= failed else ""
        )
        for n in range(len(cases))
    ]


def _run(command: Sequence[str], case: Case, seconds: float) -> Answer:
    """Run a program once; kill it if it times out or prints too much, and kill everything it started at the end."""
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(case.stdin.encode())
        stdin.seek(0)
        prepare()
        try:
            process = subprocess.Popen(
                [*command, *case.arguments], stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise BoardwrightError(f"the program {quoted(command[0])} cannot be run: {reason_of(error)}") from error
        watch(process.pid)
        try:
            failure = _failure(process, (stdout, stderr), seconds)
        finally:
            end_group(process)
        if process.returncode < 0:
            failure = failure or f"was ended by signal {-process.returncode}"
        printed, errors = (
            _lines(file, SHOWN_OUTPUT if failure == TOO_MUCH_OUTPUT else -1) for file in (stdout, stderr)
        )
    return Answer(printed, process.returncode, errors[-1] if errors else "", failure)


def _failure(process: subprocess.Popen[bytes], outputs: Sequence[IO[bytes]], seconds: float) -> str:
    """Wait until a program has ended; return why it must be killed instead, or ""."""
    deadline = monotonic() + seconds
    while not has_ended(process, POLL_SECONDS):
        if max(os.fstat(file.fileno()).st_size for file in outputs) > MAX_OUTPUT:
            return TOO_MUCH_OUTPUT
        if monotonic() > deadline:
            return f"gave no answer within {seconds:g} s"
    return ""


def _lines(file: IO[bytes], most: int) -> tuple[str, ...]:
    """Return the lines of a file without trailing spaces, reading at most ``most`` bytes."""
    file.seek(0)
    return tuple(line.rstrip() for line in file.read(most).decode(errors="replace").splitlines())
