"""The options of our side in DXP games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import randbits

from boardwright.cli.options import add_saving, add_strength
from boardwright.engine.players import best_player
from boardwright.games.draughts.protocols.dxp.play import GAME, OurSide
from boardwright.protocols.log import Log
from boardwright.records.archive import open_archive


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options for our side's strength and the folder for its games."""
    add_strength(parser)
    add_saving(parser)


@contextmanager
def our_side(options: argparse.Namespace) -> Iterator[OurSide]:
    """Set up our side from the options, with its log on standard error."""
    player = best_player(GAME, options.level, threads=options.threads, hash_mb=options.hash, seed=randbits(32))
    with Log(sys.stderr) as log, open_archive(options.save, GAME, log.write) as archive:
        yield OurSide(player, log.write, options.time, archive)
