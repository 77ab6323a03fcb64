"""Programs that break one rule: the reference with a small change in its source."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from random import Random
from types import CodeType, ModuleType
from typing import Any, TypeAlias

from boardwright.check import Answer, Case, Question, Verdict, compare, move_list_program, questions
from boardwright.cli.commands.check import parse_target
from boardwright.errors import BoardwrightError
from boardwright.registry import find_game

Lines: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Mutant:
    """A change that breaks a rule: in a module of the game's package, an ``old`` text gives way to a ``new`` one."""

    rule: str
    old: str
    new: str
    module: str = "rules"
    also: tuple[str, str] | None = None
    """A second change in the same module, where one is not enough."""


@dataclass(frozen=True)
class Subject:
    """A program that ``boardwright check`` knows, and the answers of the reference as a function."""

    name: str
    """GAME[:VARIANT][:PROGRAM], as on the command line."""
    mutants: Sequence[Mutant]
    answerer: Callable[[], Callable[[Case], Lines]]
    """Made from modules as they are imported now, so that a mutant's own are used."""

    @property
    def package(self) -> str:
        return f"boardwright.games.{self.name.partition(':')[0]}"


def answer_with_moves(name: str) -> Callable[[], Callable[[Case], Lines]]:
    """The program that lists the moves of the position in its argument."""

    def answerer() -> Callable[[Case], Lines]:
        game = find_game(name)
        program = move_list_program(game)
        return lambda case: program.case(game.parse_position(case.arguments[0]), Random(0)).answer

    return answerer


def answer_with_turns() -> Callable[[Case], Lines]:
    """The program of draughts that lists the turns of a colour on the board of its standard input."""
    turns = import_module("boardwright.games.draughts.course.valid_turns")
    return lambda case: tuple(turns.answer(case.stdin, case.arguments))


def answer_as_course(name: str) -> Callable[[], Callable[[Case], Lines]]:
    """A program of the Congo course."""

    def answerer() -> Callable[[Case], Lines]:
        program = import_module("boardwright.games.congo.course.programs").COURSE[name]
        return lambda case: tuple(program.answer(case.stdin))

    return answerer


def check_mutant(subject: Subject, mutant: Mutant) -> Verdict[Any]:
    """What ``boardwright check`` finds in a mutant by default."""
    asked = asked_by_default(subject.name)
    with changed(subject.package, mutant):
        answer = subject.answerer()
        return compare(asked, (_said(answer, question.case) for question in asked))


def sides_that_differ(subject: Subject, mutant: Mutant) -> set[int]:
    """The sides to move in those positions of its rule at which a mutant differs."""
    game = parse_target(subject.name)[0]
    asked = [question for question in asked_by_default(subject.name) if question.rule == mutant.rule]
    with changed(subject.package, mutant):
        answer = subject.answerer()
        answers = [_said(answer, question.case) for question in asked]
    return {
        game.side_to_move(question.position)
        for question, said in zip(asked, answers, strict=True)
        if compare([question], [said]).difference
    }


def _said(answer: Callable[[Case], Lines], case: Case) -> Answer:
    try:
        return Answer(tuple(line.rstrip() for line in answer(case)))
    except BoardwrightError as error:
        return Answer((), 1, str(error))


@cache
def asked_by_default(name: str) -> tuple[Question[Any], ...]:
    """The questions of ``boardwright check`` with its defaults."""
    game, program = parse_target(name)
    program = program or move_list_program(game)
    return tuple(questions(game, program, count=program.random_positions, seed=0))


@contextmanager
def changed(package: str, mutant: Mutant) -> Iterator[None]:
    """Import a game's package anew with one module changed, and put the right one back at the end."""
    parent, _, child = package.rpartition(".")
    module = import_module(f"{package}.{mutant.module}")
    assert module.__file__ is not None
    finder = _Finder(_Loader(module.__name__, module.__file__, mutant))
    kept = _forget(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _forget(package)
        sys.modules.update(kept)
        setattr(sys.modules[parent], child, kept[package])


def _forget(package: str) -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


class _Loader(SourceFileLoader):
    """Loads a module with the change of a mutant."""

    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        for old, new in ((self.mutant.old, self.mutant.new), self.mutant.also or ("", "")):
            assert not old or source.count(old) == 1, f"{fullname} does not have this just once: {old!r}"
            source = source.replace(old, new)
        return compile(source, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the one module that a loader loads."""

    def __init__(self, loader: _Loader) -> None:
        self.loader = loader

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self.loader.name:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)
