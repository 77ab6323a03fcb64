"""``boardwright check``."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from shlex import join
from typing import Any

from boardwright.check import (
    MOVES,
    RANDOM_POSITIONS,
    SAMPLES,
    Answer,
    Difference,
    Program,
    Question,
    Verdict,
    check_program,
    move_list_program,
    programs_of,
    questions,
)
from boardwright.cli.inputs import variants_of
from boardwright.cli.json_output import print_json
from boardwright.cli.options import Parser, add_json, add_seed, seconds, whole_number
from boardwright.cli.terminal import print_diagram
from boardwright.conformance import GAMES, Nonconformance, check_game
from boardwright.endless import RunningCode, watch_calls
from boardwright.errors import BoardwrightError, UnknownGame
from boardwright.game import AnyGame
from boardwright.game_messages import message_problems
from boardwright.lessons import lesson_problems, lessons_of
from boardwright.names import did_you_mean
from boardwright.registry import find_game, installed_games, split_path
from boardwright.texts import counted

ABOUT = "compare your program with the reference rules, or test the rules of a game by random play"
COMMAND_FOLLOWS = True
DIFFERENT = 1
SECONDS = 10.0
CALL_SECONDS = 10.0
"""The processor time after which a call of a game's code counts as endless, in seconds."""
BROKEN = "the contract is broken: "


def declare(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME[:PROGRAM]", help="a game, and the course program to check")
    parser.add_argument(
        "command",
        metavar="COMMAND",
        nargs="*",
        default=[],
        help="your program, after --; without it, the rules of the game are checked",
    )
    parser.add_argument(
        "--positions",
        type=whole_number(1),
        metavar="N",
        help="number of random positions, in addition to those that cover the rules "
        f"(default: {RANDOM_POSITIONS}, fewer for slow programs)",
    )
    parser.add_argument(
        "--games",
        type=whole_number(1),
        metavar="N",
        help=f"number of random games for the check of a game's rules (default: {GAMES})",
    )
    parser.add_argument(
        "--seconds", type=seconds, metavar="S", help=f"timeout of your program in seconds (default: {SECONDS:g})"
    )
    add_seed(parser)
    add_json(parser)
    parser.more_help = _program_list


def _program_list() -> str:
    """Return the programs of all games, for the help."""
    listed = [
        (f"{game.name}:{name}", program.about)
        for game in installed_games()
        for name, program in programs_of(game).items()
    ]
    if not listed:
        return ""
    width = max(len(name) for name, _ in listed)
    lines = [f"  {name:<{width}}  {about}\n" for name, about in listed]
    title = f"programs (GAME and GAME:{MOVES}: prints the legal moves of the position in its argument):"
    return "".join([f"\n{title}\n", *lines])


def run(options: argparse.Namespace) -> int | None:
    command = [*options.command, *options.tail]
    path, _ = split_path(options.game)
    if path and not command:
        watch_calls(str(Path.cwd() / path), CALL_SECONDS, partial(_report_endless, options))
    game, program = parse_target(options.game)
    if command:
        if options.games:
            raise BoardwrightError("--games is for the rules of a game: expected --positions with a program")
        return _check_program(options, game, program or move_list_program(game), command)
    if program:
        raise BoardwrightError(
            f"{options.game} is a course program and your command is missing: "
            f"expected boardwright check {options.game} -- COMMAND"
        )
    return _check_rules(options, game)


def _check_rules(options: argparse.Namespace, game: AnyGame) -> int | None:
    if options.positions or options.seconds:
        raise BoardwrightError("--positions and --seconds are for a program: expected one after --")
    games = options.games or GAMES
    for each in variants_of(game, options.game):
        try:
            done = check_game(each, seed=options.seed, games=games)
        except Nonconformance as error:
            return _report_breach(options, each, str(error))
        if options.json:
            print_json({"game": each.full_name, "conforms": True, "positions": done.positions, "games": done.games})
        else:
            tested = f"{done.positions} positions of {counted(done.games, 'random game')} checked"
            print(f"{each.full_name} keeps the contract: {tested}")
    problems = [f"the lessons of {game.name}: {problem}" for problem in lesson_problems(game)] or message_problems(game)
    if problems:
        return _report_breach(options, game, problems[0], title="")
    if lessons_of(game) and not options.json:
        print(f"{counted(len(lessons_of(game)), 'lesson')} checked: every task can be done")
    return None


def _report_endless(options: argparse.Namespace, call: RunningCode) -> None:
    """Report a call of the game's code that does not end, and end the process."""
    name = "loading the file" if call.method == "<module>" else call.method
    place = f"line {call.line} of {Path(call.called.f_code.co_filename).name}"
    if call.function != call.method:
        place += f", in {call.function}"
    message = f"{name} has not ended within {CALL_SECONDS:g} s ({place}): expected code that ends"
    if options.json:
        print_json({"game": options.game, "conforms": False, "breach": message})
    else:
        print(f"{BROKEN}{message}")
    sys.stdout.flush()
    os._exit(DIFFERENT)


def _report_breach(options: argparse.Namespace, game: AnyGame, breach: str, title: str = BROKEN) -> int:
    if options.json:
        print_json({"game": game.full_name, "conforms": False, "breach": breach})
    else:
        print(f"{title}{breach}")
    return DIFFERENT


def _check_program(options: argparse.Namespace, game: AnyGame, program: Program[Any], command: list[str]) -> int | None:
    tested = questions(game, program, count=options.positions or program.random_positions, seed=options.seed)
    verdict = check_program(program, command, tested, seconds=options.seconds or SECONDS)
    if options.json:
        print_json(_data(game, verdict))
        return DIFFERENT if verdict.difference else None
    if verdict.difference is None:
        print(f"all {verdict.agreed} positions agree{_described(tested)}")
        return None
    if _never_worked(verdict):
        print(f"your program printed nothing and {_ending(verdict.difference.answer)}")
        print(f"it was run as: {join([*command, *verdict.difference.question.case.arguments])}")
        return DIFFERENT
    number, rule = verdict.agreed + 1, verdict.difference.question.rule
    print(f"{counted(verdict.agreed, 'position')} agreed; position {number} differs")
    print(f"position {number} is about: {rule}" if rule else f"position {number} is a random one")
    _print_difference(game, verdict.difference, batch=program.batch)
    return DIFFERENT


def _never_worked(verdict: Verdict[Any]) -> bool:
    """Return whether the program failed at its first run without output, so that there is no answer to compare."""
    answer = verdict.difference and verdict.difference.answer
    return bool(answer and not verdict.agreed and not answer.lines and answer.status > 0)


def _ending(answer: Answer) -> str:
    ending = answer.failure or f"ended with status {answer.status}"
    return f"{ending}: {answer.last_error or 'no error output'}"


def _data(game: AnyGame, verdict: Verdict[Any]) -> dict[str, object]:
    difference = verdict.difference
    return {
        "game": game.full_name,
        "agreed": verdict.agreed,
        "difference": difference
        and {
            "rule": difference.question.rule or None,
            "position": game.format_position(difference.question.position),
            "stdin": difference.question.case.stdin,
            "arguments": difference.question.case.arguments,
            "expected": difference.question.case.answer,
            "answer": difference.answer.lines,
            "status": difference.answer.status,
            "failure": difference.answer.failure or None,
            "stderr": difference.answer.last_error,
        },
    }


def _described(tested: list[Question[Any]]) -> str:
    """Return how many positions cover rules, if the game has such positions."""
    rule_names = [question.rule for question in tested if question.rule]
    if not rule_names:
        return ""
    samples, rules = rule_names.count(SAMPLES), len(set(rule_names) - {SAMPLES})
    by_rule = f"{len(rule_names) - samples} about {counted(rules, 'rule')}"
    return f": {by_rule}, {counted(samples, 'sample')}, {len(tested) - len(rule_names)} at random"


def parse_target(name: str) -> tuple[AnyGame, Program[Any] | None]:
    """Return the game of GAME or GAME:VARIANT, and the program if :PROGRAM follows."""
    before, _, last = name.rpartition(":")
    try:
        return find_game(name), None
    except UnknownGame as error:
        if not before:
            raise
        game = find_game(before)
        programs = {MOVES: move_list_program(game), **programs_of(game)}
        if last not in programs:
            hint = did_you_mean(last, programs)
            raise UnknownGame(f"{error}, or a program: {', '.join(programs)}{hint}") from error
        return game, programs[last]


def _print_difference(game: AnyGame, difference: Difference[Any], *, batch: bool) -> None:
    position, case, answer = difference.question.position, difference.question.case, difference.answer
    print()
    print_diagram(game.view(position), game.sides)
    print()
    print(game.format_position(position))
    if case.stdin:
        print("standard input:")
        print(("1\n" if batch else "") + case.stdin.rstrip("\n"))
    if case.arguments:
        print(f"arguments: {' '.join(map(repr, case.arguments))}")
    for title, lines in (("expected", case.answer), ("your program", answer.lines)):
        print(f"{title}:")
        print("\n".join(f"  {line}" for line in lines) or "  (nothing)")
    if answer.failure or answer.status:
        print(f"your program {_ending(answer)}")
    differs = bool(answer.failure)
    for title, one, other in (("missing", case.answer, answer.lines), ("too many", answer.lines, case.answer)):
        words = sorted({word for line in one for word in line.split()} - {w for line in other for w in line.split()})
        if words:
            differs = True
            print(f"{title}: {' '.join(words)}")
    if not differs:
        print("the words are the same, but their order, their number, spaces or empty lines differ")
