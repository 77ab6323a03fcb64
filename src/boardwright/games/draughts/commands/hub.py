"""``boardwright hub``."""

from __future__ import annotations

import argparse
import sys

from boardwright.cli.options import add_hash, add_threads
from boardwright.engine.search import DEFAULT_HASH
from boardwright.games.draughts.protocols.hub.engine import serve

ABOUT = "run as a Hub engine for draughts under a GUI or match program on standard input and output"


def declare(parser: argparse.ArgumentParser) -> None:
    add_threads(parser, 1)
    add_hash(parser, DEFAULT_HASH)


def run(options: argparse.Namespace) -> None:
    serve(sys.stdin, sys.stdout, {"threads": options.threads, "hash": options.hash})
