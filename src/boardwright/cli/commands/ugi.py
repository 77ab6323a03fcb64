"""``boardwright ugi``."""

from __future__ import annotations

import argparse
import sys

from boardwright.cli.options import add_game
from boardwright.protocols.ugi import serve
from boardwright.registry import find_game

ABOUT = "run as a UGI engine (a UCI-like protocol) under a GUI or match program"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)


def run(options: argparse.Namespace) -> None:
    serve(find_game(options.game), sys.stdin, sys.stdout)
