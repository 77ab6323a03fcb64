"""``boardwright congo-tournament``."""

from __future__ import annotations

import argparse
import os
import sys

from boardwright.cli.options import add_number, seconds_or_zero, whole_number
from boardwright.games.congo.protocols.tournament import MARGIN, serve

ABOUT = "run as a Congo engine for the course's tournament, with commands on standard input"

MAX_THREADS = 8
MAX_HASH = 4096
"""The largest table in megabytes; the tournament allows 6 GB in all."""
DEFAULT_HASH = 256
"""A larger table takes so long to allocate that the first move may be late."""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads",
        type=whole_number(1, MAX_THREADS),
        default=min(MAX_THREADS, os.cpu_count() or 1),
        metavar="N",
        help=f"number of threads (default: one per CPU core, at most {MAX_THREADS}, the tournament's limit)",
    )
    add_number(parser, "--hash", whole_number(1, MAX_HASH), DEFAULT_HASH, "transposition table size in MB", "MB")
    add_number(
        parser,
        "--margin",
        seconds_or_zero,
        MARGIN,
        "safety margin in seconds before the time is up, at most half of the time",
        "S",
    )


def run(options: argparse.Namespace) -> None:
    serve(sys.stdin, sys.stdout, sys.stderr, threads=options.threads, hash_mb=options.hash, margin=options.margin)
