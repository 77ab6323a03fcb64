"""``boardwright check``."""

from __future__ import annotations

import argparse

from boardwright.check import Verdict, check_program, move_list_program
from boardwright.cli.arguments import add_count, add_seed, seconds
from boardwright.cli.terminal import print_diagram
from boardwright.conformance import Nonconformance, check_game
from boardwright.registry import AnyGame, find_game

ABOUT = "your program, or a game's own rules, against the reference"
DIFFERENT = 1


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME[:PROGRAM]", help="a game, and which program of its course is checked")
    parser.add_argument(
        "command", metavar="COMMAND", nargs="*", help="your program, behind --; none: check the game's own rules"
    )
    add_count(parser, "--positions", "positions")
    parser.add_argument("--seconds", type=seconds, default=10.0, metavar="S", help="the longest wait for it (10)")
    add_seed(parser)


def run(options: argparse.Namespace) -> int | None:
    command = [*options.command, *options.tail]
    return _check_program(options, command) if command else _check_rules(options)


def _check_rules(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    try:
        done = check_game(game, seed=options.seed)
    except Nonconformance as breach:
        print(f"the contract is broken: {breach}")
        return DIFFERENT
    print(f"{game.full_name} keeps the contract: {done.positions} positions of {done.games} random games checked")
    return None


def _check_program(options: argparse.Namespace, command: list[str]) -> int | None:
    name, _, last = options.game.rpartition(":")
    if name and last in find_game(name).programs:
        game = find_game(name)
        program = game.programs[last]
    else:
        game = find_game(options.game)
        program = move_list_program(game)
    verdict = check_program(game, program, command, count=options.positions, seed=options.seed, seconds=options.seconds)
    if verdict.case is None:
        print(f"all {verdict.agreed} positions agree")
        return None
    _print_difference(game, verdict)
    return DIFFERENT


def _print_difference(game: AnyGame, verdict: Verdict) -> None:
    case = verdict.case
    assert case is not None
    print(f"{verdict.agreed} positions agree; the next one differs:")
    print()
    print_diagram(game.view(verdict.position), game.sides)
    print()
    print(game.format_position(verdict.position))
    if case.stdin:
        print("standard input:")
        print(case.stdin.rstrip("\n"))
    if case.arguments:
        print(f"arguments: {' '.join(map(repr, case.arguments))}")
    for title, lines in (("expected", case.answer), ("your program", verdict.said)):
        print(f"{title}:")
        print("\n".join(f"  {line}" for line in lines) or "  (nothing)")
    for title, one, other in (("missing", case.answer, verdict.said), ("too many", verdict.said, case.answer)):
        words = sorted({word for line in one for word in line.split()} - {w for line in other for w in line.split()})
        if words:
            print(f"{title}: {' '.join(words)}")
