"""``boardwright dxp-client``."""

from __future__ import annotations

import argparse

from boardwright.cli.options import add_number, add_server, whole_number
from boardwright.errors import BoardwrightError
from boardwright.games.draughts.commands.dxp_options import add_options, our_side
from boardwright.games.draughts.protocols.dxp import PORT
from boardwright.games.draughts.protocols.dxp.messages import MAX_TERM, GameRequest, Reason
from boardwright.games.draughts.protocols.dxp.peer import OUR_NAME, Peer
from boardwright.games.draughts.protocols.dxp.play import GAME, OurSide, reason_of
from boardwright.games.draughts.protocols.dxp.remote_game import RemoteGame, ask_for_game
from boardwright.games.draughts.rules import Position
from boardwright.played_game import PlayedGame
from boardwright.protocols.tcp import Wire, read_address

ABOUT = "connect to another draughts program by DamExchange (DXP) and play games against it"

BOTH = "both"
RESULTS = {Reason.I_WIN: "won", Reason.DRAWN: "drawn", Reason.I_LOSE: "lost", Reason.UNKNOWN: "without a result"}


def declare(parser: argparse.ArgumentParser) -> None:
    add_server(parser, PORT)
    parser.add_argument(
        "--colour",
        choices=(*GAME.sides, BOTH),
        default=BOTH,
        help="our colour; both: alternating, white first (default: both)",
    )
    add_number(
        parser, "--minutes", whole_number(0, MAX_TERM), 5, "minutes of each side for the whole game; 0: no clock"
    )
    add_number(parser, "--moves", whole_number(0, MAX_TERM), 0, "end a game after N moves by each side; 0: never")
    add_number(parser, "--games", whole_number(1), 1, "number of games")
    parser.add_argument("--position", metavar="FEN", help="position to start from (default: the start position)")
    add_options(parser)


def run(options: argparse.Namespace) -> None:
    position = None if options.position is None else GAME.parse_position(options.position)
    outcome = None if position is None else GAME.outcome(position)
    if outcome is not None:
        raise BoardwrightError(f"the game is over, {GAME.format_outcome(outcome)}: expected another position")
    with our_side(options) as ours:
        peer = Peer(Wire.connect(*read_address(options.host, options.port)), ours.log)
        try:
            _play(options, ours, peer, position)
        finally:
            peer.close()


def _play(options: argparse.Namespace, ours: OurSide, peer: Peer, position: Position | None) -> None:
    """Play the games as long as the other side is connected; print how each ended, and finally the score."""
    score = dict.fromkeys(RESULTS.values(), 0)
    try:
        for number in range(1, options.games + 1):
            side = (number - 1) % 2 if options.colour == BOTH else GAME.sides.index(options.colour)
            request = GameRequest(OUR_NAME, 1 - side, options.minutes, options.moves, position)
            opponent = ask_for_game(peer, request)
            played = PlayedGame(GAME, position)
            remote = RemoteGame(peer, played, side, options.minutes * 60)
            ended = ours.play(remote, request, opponent, number)
            print(f"game {number}, {GAME.sides[side]} against {opponent}: {ended}", flush=True)
            score[RESULTS[reason_of(played.outcome, side)]] += 1
            if remote.peer_wants_no_more or peer.failure is not None:
                break
    finally:
        if any(score.values()):
            print(", ".join(f"{word} {games}" for word, games in score.items() if games), flush=True)
