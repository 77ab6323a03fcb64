"""``boardwright ugi``."""

from __future__ import annotations

import argparse
import sys

from boardwright.cli.options import add_game
from boardwright.protocols.ugi import serve
from boardwright.registry import find_game

ABOUT = "run an engine for another program, by UCI-like commands on standard input (UGI)"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)


def run(options: argparse.Namespace) -> None:
    serve(find_game(options.game), sys.stdin, sys.stdout)
