"""``boardwright core``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from boardwright.cli.inputs import variants_of
from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_game, add_json, add_seed, whole_number
from boardwright.core import core_of, finish
from boardwright.core.compiler import Library
from boardwright.core.library import check, compile_header, header_beside, header_of
from boardwright.core.skeleton import skeleton
from boardwright.core.verification import POSITIONS
from boardwright.errors import BoardwrightError, reason_of
from boardwright.explore import perft
from boardwright.game import AnyGame
from boardwright.registry import find_game

ABOUT = "compile the C++ rules of your game, and compare them with its Python rules"
DIFFERENT = 1
PYTHON_SECONDS, CORE_SECONDS = 0.3, 0.1
"""A perft is measured at the first depth that takes so long."""
DEEPEST = 30


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--new", action="store_true", help="write a header to start from, NAME.hpp beside NAME.py")
    parser.add_argument(
        "--positions",
        type=whole_number(1),
        default=POSITIONS,
        metavar="N",
        help=f"number of positions of random games to compare (default: {POSITIONS})",
    )
    add_seed(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    if options.new:
        written = write_header(game)
        if options.json:
            print_json({"game": game.full_name, "header": str(written)})
        else:
            print(f"written: {written}")
        return None
    header = header_of(game)
    if header is None:
        where = header_beside(game)
        raise BoardwrightError(
            f"{game.full_name} has no header" + ("" if where is None else f": expected {where}; --new writes one")
        )
    library = compile_header(header)
    if not options.json:
        print(f"header    {header}")
        print(f"compiler  {library.compiler}, {library.seconds:.1f} s")
        print(f"library   {library.path}", flush=True)
    games = variants_of(game, options.game)
    problems = [_compare(each, library, options, is_one=len(games) == 1) for each in games]
    return DIFFERENT if any(problems) else None


def _compare(game: AnyGame, library: Library, options: argparse.Namespace, *, is_one: bool) -> str:
    """Compare a variant, and print what was found; return what is wrong, "" if nothing is."""
    verified = check(game, library, positions=options.positions, seed=options.seed)
    problem = f"{library.header.name} {verified.problem}" if verified.problem else ""
    speeds = None if problem else _speeds(game)
    if options.json:
        report: dict[str, Any] = {
            "game": game.full_name,
            "header": str(library.header),
            "compiler": library.compiler,
            "seconds": round(library.seconds, 1),
            "library": str(library.path),
            "positions": verified.positions,
            "problem": problem or None,
        }
        print_json(report if speeds is None else {**report, "perft": speeds})
        return problem
    if not is_one:
        print(f"variant   {game.variant}")
    print(f"rules     {problem or f'the same in {verified.positions} positions of random games'}")
    if speeds is not None:
        python, core = speeds["python"], speeds["core"]
        ratio = f", {core / python:,.0f} times as fast" if python else ""
        print(f"perft     {core:,} leaves per second, {python:,} in Python{ratio}", flush=True)
    return problem


def write_header(game: AnyGame) -> Path:
    """Write a header to start from beside a game's file, unless there is one."""
    header = header_beside(game)
    if header is None:
        raise BoardwrightError(f"{game.full_name} has no file of its own: expected a game in a Python file")
    try:
        with header.open("x", encoding="utf-8") as file:
            file.write(skeleton(game, header.with_suffix(".py").name))
    except FileExistsError:
        raise BoardwrightError(f"{header} exists already: --new overwrites none") from None
    except OSError as error:
        header.unlink(missing_ok=True)
        raise BoardwrightError(f"{header} cannot be written: {reason_of(error)}") from error
    except BaseException:
        header.unlink(missing_ok=True)
        raise
    return header


def _speeds(game: AnyGame) -> dict[str, float]:
    """Measure the leaves per second of perft by both rules."""
    core, start = core_of(game), game.start()
    python = _speed(lambda depth: perft(game, start, depth), PYTHON_SECONDS)

    def counted(depth: int) -> int:
        job = core.start_perft(start, depth)
        finish(job)
        return sum(job.counts)

    return {"python": round(python), "core": round(_speed(counted, CORE_SECONDS))}


def _speed(count: Callable[[int], int], seconds: float) -> float:
    """Return the leaves per second at the first depth that takes some time."""
    speed = 0.0
    for depth in range(1, DEEPEST):
        began = perf_counter()
        leaves = count(depth)
        taken = max(perf_counter() - began, 1e-9)
        if not leaves:
            break
        speed = leaves / taken
        if taken >= seconds:
            break
    return speed
