"""``boardwright ugi``."""

from __future__ import annotations

import argparse
import sys

from boardwright.arguments import add_game
from boardwright.protocols.ugi import serve
from boardwright.registry import find_game

ABOUT = "play for another program, by commands on standard input in the manner of UCI"
COMMAND_FOLLOWS = False


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)


def run(options: argparse.Namespace) -> None:
    serve(find_game(options.game), sys.stdin, sys.stdout)
