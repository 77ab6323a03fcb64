"""``boardwright perft``."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from multiprocessing import Pool
from time import perf_counter
from typing import Any

from boardwright.arguments import add_game, add_position, add_python, add_threads, whole_number
from boardwright.cli.inputs import BATCH, for_each_line, read_position
from boardwright.cli.program import INTERRUPTED
from boardwright.cli.terminal import progress, watch
from boardwright.core import Core, find_core
from boardwright.explore import first_moves, perft
from boardwright.game import BoardwrightError
from boardwright.registry import AnyGame, find_game

ABOUT = "how many lines of DEPTH moves there are"
COMMAND_FOLLOWS = False
DEEPEST = 100
MOST_HASH = 1 << 20


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0, DEEPEST))
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="the share of each first move, then the sum")
    add_threads(parser, 1)
    parser.add_argument(
        "--hash", type=whole_number(0, MOST_HASH), default=0, metavar="MB", help="keep counts in so much memory (0)"
    )
    add_python(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    core = None if options.python else find_core(game)
    if options.position == BATCH:
        if options.divide:
            raise BoardwrightError("--divide is for one position: expected its text, not '-'")
        return for_each_line(lambda line: str(_count(options, game, core, line)))
    position = read_position(game, options.position, strict=options.strict)
    began = perf_counter()
    shares, whole = {"": 1}, True
    if options.depth and core is not None:
        shares, whole = _core_shares(options, game, core, position)
    elif options.depth:
        shares = dict(_python_shares(options, game, position))
    seconds = perf_counter() - began
    total = sum(shares.values())
    if options.divide and options.depth:
        sys.stdout.writelines(f"{text}: {shares[text]}\n" for text in sorted(shares))
    speed = f"{seconds:.2f} s, {total / max(seconds, 1e-9):,.0f} a second"
    if not whole:
        print(f"interrupted: {total} counted so far; {speed}", file=sys.stderr)
        return INTERRUPTED
    print(total)
    print(speed, file=sys.stderr)
    return None


def _count(options: argparse.Namespace, game: AnyGame, core: Core[Any, Any] | None, line: str) -> int:
    position = game.parse_position(line, strict=options.strict)
    if core is None:
        return perft(game, position, options.depth)
    return core.perft(position, options.depth, threads=options.threads, hash_mb=options.hash)


def _core_shares(
    options: argparse.Namespace, game: AnyGame, core: Core[Any, Any], position: Any
) -> tuple[dict[str, int], bool]:
    """Each first move with its share as far as it is counted, and whether all of it is."""
    job = core.start_perft(position, options.depth, threads=options.threads, hash_mb=options.hash)
    whole = watch(job, "perft")
    words, shares = job.first_moves, job.shares
    texts = [game.format_move(position, core.packing.unpack_move(position, word)) for word in words]
    return dict(zip(texts, shares, strict=True)), whole


def _python_shares(options: argparse.Namespace, game: AnyGame, position: Any) -> Iterator[tuple[str, int]]:
    """Each first move with its share, counted by the Python rules in processes of their own."""
    firsts = first_moves(game, position)
    texts, after = [text for text, _ in firsts], [successor for _, successor in firsts]
    if options.threads == 1:
        shares = (perft(game, successor, options.depth - 1) for successor in after)
        yield from zip(texts, progress(shares, "first moves", len(texts)), strict=True)
        return
    # Leaving a pool ends its workers at once, also for Ctrl-C.
    with Pool(options.threads, _ignore_interrupt) as pool:
        work = [(options.game, game.format_position(successor), options.depth - 1) for successor in after]
        yield from zip(texts, progress(pool.imap(_share, work), "first moves", len(texts)), strict=True)


def _ignore_interrupt() -> None:
    """Ctrl-C is for the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _share(work: tuple[str, str, int]) -> int:
    """Count in a process of its own, which finds the game again by its name."""
    name, text, depth = work
    game = find_game(name)
    return perft(game, game.parse_position(text), depth)
