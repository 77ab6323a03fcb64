"""``boardwright perft``."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from multiprocessing import Pool
from time import perf_counter
from typing import Any

from boardwright.cli.arguments import add_game, add_position, whole_number
from boardwright.cli.inputs import BATCH, for_each_line, read_position
from boardwright.cli.terminal import progress
from boardwright.explore import first_moves, perft
from boardwright.game import BoardwrightError
from boardwright.registry import AnyGame, find_game

ABOUT = "how many lines of DEPTH moves there are"
COMMAND_FOLLOWS = False
DEEPEST = 100


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0, DEEPEST))
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="the share of each first move, then the sum")
    parser.add_argument("--threads", type=whole_number(1, 256), default=1, metavar="N", help="use so many cores (1)")
    parser.add_argument("--python", action="store_true", help="count by the Python rules, the only way so far")


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    if options.position == BATCH:
        if options.divide:
            raise BoardwrightError("--divide is for one position: expected its text, not '-'")
        return for_each_line(
            lambda line: str(perft(game, game.parse_position(line, strict=options.strict), options.depth))
        )
    position = read_position(game, options.position, strict=options.strict)
    began = perf_counter()
    total = 0
    for text, share in _shares(options, game, position):
        total += share
        if options.divide and options.depth:
            print(f"{text}: {share}", flush=True)
    seconds = perf_counter() - began
    print(total)
    print(f"{seconds:.2f} s, {total / max(seconds, 1e-9):,.0f} a second", file=sys.stderr)
    return None


def _shares(options: argparse.Namespace, game: AnyGame, position: Any) -> Iterator[tuple[str, int]]:
    """Each first move with its share, as they are counted."""
    if options.depth == 0:
        yield "", 1
        return
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
