"""``boardwright perft``."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter
from typing import Any

from boardwright.cli.inputs import BATCH, for_each_line, read_position
from boardwright.cli.json_output import json_text, print_json
from boardwright.cli.options import (
    add_game,
    add_json,
    add_number,
    add_position,
    add_python,
    add_ray,
    add_threads,
    whole_number,
)
from boardwright.cli.program import INTERRUPTED
from boardwright.cli.terminal import progress, watch
from boardwright.core import MAX_HASH, Core, find_core
from boardwright.errors import BoardwrightError
from boardwright.executors import open_executor
from boardwright.executors.executor import Executor
from boardwright.explore import perft
from boardwright.game import AnyGame, Game, M, P
from boardwright.registry import find_game
from boardwright.study.perft_jobs import PIECES, add_shares, perft_jobs

ABOUT = "count the move sequences of a given length (perft)"
MAX_DEPTH = 100


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0, MAX_DEPTH), help="length in plies")
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="print the count for each first move, then the total")
    workers = parser.add_mutually_exclusive_group()
    add_threads(workers, 1)
    add_ray(workers)
    add_number(parser, "--hash", whole_number(0, MAX_HASH), 0, "size of the hash table for counts in MB; 0: none", "MB")
    add_python(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    core = None if options.python else find_core(game)
    if options.ray is not None and options.hash:
        raise BoardwrightError("the hash table cannot be shared by a cluster: expected --ray or --hash, not both")
    if options.position == BATCH:
        return _count_lines(options, game, core)
    position = read_position(game, options.position, strict=options.strict)
    began = perf_counter()
    shares, whole = {"": 1}, True
    if options.depth and core is not None and options.ray is None:
        shares, whole = _core_shares(options, game, core, position)
    elif options.depth:
        with _executor(options) as executor:
            began = perf_counter()
            shares = _job_shares(options, game, core, position, executor)
    seconds = perf_counter() - began
    total = sum(shares.values())
    if options.json:
        print_json(_data(options, game, position, shares, seconds) | {"complete": whole})
        return None if whole else INTERRUPTED
    if options.divide and options.depth:
        sys.stdout.writelines(f"{text}: {shares[text]}\n" for text in sorted(shares))
    speed = f"{seconds:.2f} s, {total / max(seconds, 1e-9):,.0f} a second"
    if not whole:
        print(f"interrupted: {total} counted so far; {speed}", file=sys.stderr)
        return INTERRUPTED
    print(total)
    print(speed, file=sys.stderr)
    return None


def _data(
    options: argparse.Namespace, game: Game[P, M], position: P, shares: dict[str, int], seconds: float
) -> dict[str, object]:
    nodes = sum(shares.values())
    return {
        **_count_data(options, game, position, nodes),
        "seconds": round(seconds, 4),
        "nps": round(nodes / max(seconds, 1e-9)),
        **({"moves": dict(sorted(shares.items()))} if options.divide and options.depth else {}),
    }


def _count_data(options: argparse.Namespace, game: Game[P, M], position: P, nodes: int) -> dict[str, object]:
    return {"game": game.full_name, "position": game.format_position(position), "depth": options.depth, "nodes": nodes}


def _executor(options: argparse.Namespace) -> Executor:
    return open_executor(options.threads if options.threads > 1 else 0, options.ray)


def _count_lines(options: argparse.Namespace, game: AnyGame, core: Core[Any, Any] | None) -> int:
    """Print the count for each position on standard input."""
    if options.divide:
        raise BoardwrightError("--divide is for one position: expected its text, not '-'")

    def answer(line: str, executor: Executor | None = None) -> str:
        position = read_position(game, line, strict=options.strict)
        nodes = _count(options, game, core, position, executor)
        return json_text(_count_data(options, game, position, nodes)) if options.json else str(nodes)

    if options.ray is None and (core is not None or options.threads == 1):
        return for_each_line(answer, json_errors=options.json)
    with _executor(options) as executor:
        return for_each_line(lambda line: answer(line, executor), json_errors=options.json)


def _count(
    options: argparse.Namespace, game: Game[P, M], core: Core[P, M] | None, position: P, executor: Executor | None
) -> int:
    if executor is not None and options.depth:
        return sum(_job_shares(options, game, core, position, executor).values())
    if core is None:
        return perft(game, position, options.depth)
    return core.perft(position, options.depth, threads=options.threads, hash_mb=options.hash)


def _core_shares(
    options: argparse.Namespace, game: Game[P, M], core: Core[P, M], position: P
) -> tuple[dict[str, int], bool]:
    """Return the count for each first move, and whether the job finished."""
    job = core.start_perft(position, options.depth, threads=options.threads, hash_mb=options.hash)
    whole = watch(job, "perft")
    words, shares = job.root_moves, job.counts
    texts = [game.format_move(position, core.packing.unpack_move(position, word)) for word in words]
    return dict(zip(texts, shares, strict=True)), whole


def _job_shares(
    options: argparse.Namespace, game: Game[P, M], core: Core[P, M] | None, position: P, executor: Executor
) -> dict[str, int]:
    """Return the count for each first move, counted by jobs of an executor."""
    jobs = perft_jobs(game, position, options.depth, pieces=PIECES * executor.width, python=core is None)
    return add_shares(progress(executor.map(jobs), "perft", len(jobs)))
