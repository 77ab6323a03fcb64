"""Programs that break one rule: `boardwright check` finds each of them, and names the rule."""

from __future__ import annotations

import pytest
from tests.check import cabeza_mutants, congo_mutants, draughts_mutants, margrites_mutants, turm_mutants
from tests.check.mutants import (
    Mutant,
    Subject,
    answer_as_course,
    answer_with_moves,
    answer_with_turns,
    asked_by_default,
    check_mutant,
    sides_that_differ,
)

from boardwright.check import SAMPLES, Answer, Verdict, compare, programs_of
from boardwright.registry import BUILT_IN, installed_games

pytestmark = pytest.mark.slow

MOVE_LISTS = (
    Subject("turm", turm_mutants.MUTANTS, answer_with_moves("turm")),
    Subject("turm:castle", turm_mutants.MUTANTS, answer_with_moves("turm:castle")),
    Subject("margrites", margrites_mutants.MUTANTS, answer_with_moves("margrites")),
    Subject("congo", congo_mutants.MOVES, answer_with_moves("congo")),
    Subject("congo:full", congo_mutants.MOVES, answer_with_moves("congo:full")),
    Subject("cabeza", cabeza_mutants.MUTANTS, answer_with_moves("cabeza")),
    Subject("draughts", draughts_mutants.MOVES, answer_with_moves("draughts")),
    Subject("draughts:valid_turns", draughts_mutants.TURNS, answer_with_turns),
)
SUBJECTS = (
    *MOVE_LISTS,
    *(Subject(f"congo:{name}", mutants, answer_as_course(name)) for name, mutants in congo_mutants.COURSE.items()),
)
CASES = [
    pytest.param(subject, mutant, id=f"{subject.name}: {mutant.rule} ({number})")
    for subject in SUBJECTS
    for number, mutant in enumerate(subject.mutants, 1)
]


def rules_of(subject: Subject) -> list[str]:
    """The rules that the positions of a program show, in order."""
    rules = dict.fromkeys(question.rule for question in asked_by_default(subject.name))
    return [rule for rule in rules if rule not in ("", SAMPLES)]


@pytest.mark.parametrize(("subject", "mutant"), CASES)
def test_a_program_that_breaks_one_rule_is_found_by_the_name_of_the_rule(subject: Subject, mutant: Mutant) -> None:
    verdict = check_mutant(subject, mutant)
    assert verdict.difference is not None
    assert verdict.difference.question.rule == mutant.rule


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_every_rule_is_shown_from_both_sides(subject: Subject) -> None:
    sides: dict[str, set[int]] = {rule: set() for rule in rules_of(subject)}
    for mutant in subject.mutants:
        sides[mutant.rule] |= sides_that_differ(subject, mutant)
    assert [rule for rule, seen in sides.items() if seen != {0, 1}] == []


@pytest.mark.parametrize("subject", MOVE_LISTS, ids=lambda subject: subject.name)
def test_the_reference_agrees_when_it_reads_the_questions(subject: Subject) -> None:
    asked = asked_by_default(subject.name)
    answer = subject.answerer()
    assert compare(asked, (Answer(answer(question.case)) for question in asked)) == Verdict(len(asked))


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_every_rule_is_broken_by_some_program(subject: Subject) -> None:
    assert list(dict.fromkeys(mutant.rule for mutant in subject.mutants)) == rules_of(subject)


def test_every_program_has_mutants() -> None:
    known = {f"{game.name}:{name}" for game in installed_games() for name in programs_of(game)}
    # These are the list of moves under another name.
    same = {"turm:main": "turm", "margrites:moves": "margrites", "cabeza:moves": "cabeza", "draughts:moves": "draughts"}
    assert {same.get(name, name) for name in known} | set(BUILT_IN) <= {subject.name for subject in SUBJECTS}
