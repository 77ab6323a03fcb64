"""``boardwright turm-client``."""

from __future__ import annotations

import argparse
from itertools import count
from time import sleep

from boardwright.cli.options import add_number, add_seed, add_server, add_strength, whole_number
from boardwright.engine.limits import Limits
from boardwright.engine.players import best_player
from boardwright.errors import Disconnected
from boardwright.game import Outcome
from boardwright.games.turm.protocols.client import ClientGame, Seat
from boardwright.games.turm.protocols.messages import GAME, PORT
from boardwright.games.turm.rules import SIDES
from boardwright.protocols.tcp import read_address
from boardwright.views import Side

ABOUT = "play Turm & Wächter on a server of the course's protocol"

RETRY_PAUSE = 2.0
OUTCOME_UNKNOWN = 1
"""The exit status if the end of a game is unknown."""


def declare(parser: argparse.ArgumentParser) -> None:
    add_server(parser, PORT)
    add_strength(parser)
    add_seed(parser)
    add_number(parser, "--games", whole_number(0), 1, "number of games, one after another; 0: no limit")


def run(options: argparse.Namespace) -> int | None:
    player = best_player(GAME, options.level, threads=options.threads, hash_mb=options.hash, seed=options.seed)
    status = None
    for number in range(options.games) if options.games else count():
        seat = _next_seat(*read_address(options.host, options.port), waits=number > 0 and not options.games)
        _print(f"{SIDES[seat.side]} at {seat.name}")
        game = ClientGame(seat, player, Limits(time=options.time), _print)
        why_not = "the server does not report it"
        try:
            outcome = game.play()
        except Disconnected as error:
            # The server may have closed the connection because our move ended the game.
            outcome, why_not = game.played.outcome, str(error)
        finally:
            seat.close()
        if outcome is None:
            status = OUTCOME_UNKNOWN
        _print(f"not known how it ended: {why_not}" if outcome is None else result_text(outcome, seat.side))
    return status


def _next_seat(host: str, port: int, *, waits: bool) -> Seat:
    """Take a seat for a game; with ``waits``, retry while the server is away between games."""
    while True:
        try:
            return Seat.connect(host, port)
        except Disconnected as error:
            if not waits:
                raise
            _print(f"{error}: trying again in {RETRY_PAUSE:g} s")
            sleep(RETRY_PAUSE)


def _print(line: str) -> None:
    print(line, flush=True)


def result_text(outcome: Outcome, side: Side) -> str:
    """Return how a game ended for a side.

    >>> result_text(Outcome(0, "the red guard has reached D1"), 1)
    'lost: the red guard has reached D1'
    """
    return f"{'drawn' if outcome.winner is None else 'won' if outcome.winner == side else 'lost'}: {outcome.reason}"
