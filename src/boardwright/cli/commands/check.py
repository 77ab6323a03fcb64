"""``boardwright check``."""

from __future__ import annotations

import argparse
from typing import Any

from boardwright.arguments import add_json, add_seed, seconds, whole_number
from boardwright.check import Difference, Program, Verdict, check_program, move_list_program
from boardwright.cli.json_output import print_json
from boardwright.cli.terminal import print_diagram
from boardwright.conformance import Nonconformance, check_game
from boardwright.game import BoardwrightError, UnknownGame, counted
from boardwright.registry import AnyGame, find_game

ABOUT = "your program, or a game's own rules, against the reference"
COMMAND_FOLLOWS = True
DIFFERENT = 1
POSITIONS = 100
SECONDS = 10.0


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME[:PROGRAM]", help="a game, and which program of its course is checked")
    parser.add_argument(
        "command", metavar="COMMAND", nargs="*", help="your program, behind --; none: check the game's own rules"
    )
    parser.add_argument("--positions", type=whole_number(1), metavar="N", help=f"how many positions ({POSITIONS})")
    parser.add_argument("--seconds", type=seconds, metavar="S", help=f"the longest wait for it ({SECONDS:g})")
    add_seed(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    command = [*options.command, *options.tail]
    return _check_program(options, command) if command else _check_rules(options)


def _check_rules(options: argparse.Namespace) -> int | None:
    if options.positions or options.seconds:
        raise BoardwrightError("--positions and --seconds are for a program: expected one behind --")
    game = find_game(options.game)
    try:
        done = check_game(game, seed=options.seed)
    except Nonconformance as breach:
        if options.json:
            print_json({"game": game.full_name, "conforms": False, "breach": str(breach)})
        else:
            print(f"the contract is broken: {breach}")
        return DIFFERENT
    if options.json:
        print_json({"game": game.full_name, "conforms": True, "positions": done.positions, "games": done.games})
        return None
    print(f"{game.full_name} keeps the contract: {done.positions} positions of {done.games} random games checked")
    return None


def _check_program(options: argparse.Namespace, command: list[str]) -> int | None:
    game, program = _asked_for(options.game)
    verdict = check_program(
        game,
        program,
        command,
        count=options.positions or POSITIONS,
        seed=options.seed,
        seconds=options.seconds or SECONDS,
    )
    if options.json:
        print_json(_data(game, verdict))
        return DIFFERENT if verdict.difference else None
    if verdict.difference is None:
        print(f"all {verdict.agreed} positions agree")
        return None
    print(f"{counted(verdict.agreed, 'position')} agreed; the next one differs:")
    _print_difference(game, verdict.difference, batch=program.batch)
    return DIFFERENT


def _data(game: AnyGame, verdict: Verdict[Any]) -> dict[str, Any]:
    difference = verdict.difference
    return {
        "game": game.full_name,
        "agreed": verdict.agreed,
        "difference": difference
        and {
            "position": game.format_position(difference.position),
            "stdin": difference.case.stdin,
            "arguments": difference.case.arguments,
            "expected": difference.case.answer,
            "answer": difference.answer.lines,
            "status": difference.answer.status,
            "stderr": difference.answer.last_error,
        },
    }


def _asked_for(name: str) -> tuple[AnyGame, Program[Any]]:
    """The game and the program of GAME, GAME:VARIANT or either with :PROGRAM behind it."""
    before, _, last = name.rpartition(":")
    try:
        game = find_game(name)
    except UnknownGame as error:
        if not before:
            raise
        game = find_game(before)
        if last not in game.programs:
            raise UnknownGame(f"{error}; or one of the programs {', '.join(game.programs)}") from error
        return game, game.programs[last]
    return game, move_list_program(game)


def _print_difference(game: AnyGame, difference: Difference[Any], *, batch: bool) -> None:
    position, case, answer = difference.position, difference.case, difference.answer
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
    if answer.status:
        print(f"your program ended with status {answer.status}: {answer.last_error or 'it said nothing'}")
    differs = False
    for title, one, other in (("missing", case.answer, answer.lines), ("too many", answer.lines, case.answer)):
        words = sorted({word for line in one for word in line.split()} - {w for line in other for w in line.split()})
        if words:
            differs = True
            print(f"{title}: {' '.join(words)}")
    if not differs:
        print("the same words, in another order or number, or with other blanks and empty lines")
