"""A player that is another program, connected by DamExchange."""

from __future__ import annotations

from contextlib import suppress
from math import ceil
from time import monotonic
from typing import Any

from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.players import OnInfo, Player, Stop
from boardwright.engine.result import AnySearchResult, one_move
from boardwright.engine.time_control import TimeControl
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame
from boardwright.games.draughts.protocols.dxp import PORT
from boardwright.games.draughts.protocols.dxp.messages import MAX_TERM, GameRequest
from boardwright.games.draughts.protocols.dxp.peer import OUR_NAME, Peer, PeerDisconnected
from boardwright.games.draughts.protocols.dxp.play import reason_of
from boardwright.games.draughts.protocols.dxp.remote_game import PeerEnded, RemoteGame, ask_for_game
from boardwright.games.draughts.rules import Move
from boardwright.parse_numbers import read_whole_number
from boardwright.played_game import AnyPlayedGame
from boardwright.protocols.player import split_settings
from boardwright.protocols.tcp import Wire, read_address

MOVES_A_GAME = 60
"""The assumed number of moves of a game: a program that only has a clock gets this many times its time per move."""


class DxpPlayer(Player):
    """A program that waits for games at an address, and has ``minutes`` for each.

    A game is requested from the current position when the program's first move is needed. Many programs accept a single
    connection only, so all games share one, opened for the first of them. The program manages its own clock, so its
    moves have no limit; exceeding the clock is a failure.
    """

    is_single = True

    def __init__(self, game: AnyGame, seed: int, *, address: tuple[str, int], minutes: int, moves: int = 0) -> None:
        super().__init__(game, Limits(), seed)
        self.minutes = minutes
        self.moves = moves
        self.address = address
        self.peer: Peer | None = None
        self._remote: RemoteGame | None = None
        self._known: tuple[Any, list[Move]] = None, []
        """The first position of the game, and its moves as far as the program knows them."""

    @classmethod
    def read(cls, text: str, game: AnyGame, seed: int, limits: Limits | None) -> DxpPlayer:
        """Parse ``HOST``, ``HOST:PORT`` or ``minutes=N,moves=N:HOST:PORT``."""
        terms = _terms_of(limits or Limits(time=DEFAULT_TIME))
        settings, text = split_settings(text)
        for name, value in settings.items():
            number = read_whole_number(value, 0, MAX_TERM)
            if name not in terms or number is None:
                expected = f"minutes or moves, from 0 to {MAX_TERM}"
                raise BoardwrightError(
                    f"the player dxp has no setting {quoted(f'{name}={value}')}: expected {expected}"
                )
            terms[name] = number
        if not text.strip():
            raise BoardwrightError("the player dxp lacks its address: expected dxp:HOST:PORT")
        return cls(game, seed, address=read_address(text, PORT), **terms)

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        began = monotonic()
        remote = self._remote
        if remote is not None and self._lacks_one_move(played):
            remote.played = played
            remote.send_move(played.moves[-1])
        else:
            remote = self._begin(played)
        try:
            move = remote.receive_move(stop)
        except PeerEnded:
            self._remote = None
            remote.confirm_end()
            raise
        self._known = played.positions[0], [*played.moves, move]
        return one_move(played.position, move, seconds=monotonic() - began)

    def close(self) -> None:
        """End the game, if one is in progress, and close the connection."""
        self.end_game()
        if self.peer is not None:
            self.peer.close()

    def _lacks_one_move(self, played: AnyPlayedGame) -> bool:
        """Whether the program knows all of a game but its last move; if not, it is another game."""
        return bool(played.moves) and (played.positions[0], list(played.moves[:-1])) == self._known

    def _begin(self, played: AnyPlayedGame) -> RemoteGame:
        """Ask the program for a game in which it is to move."""
        self.end_game()
        side, position = played.side_to_move, played.position
        at_start = position == self.game.start()
        request = GameRequest(OUR_NAME, side, self.minutes, self.moves, None if at_start else position)
        self._remote = RemoteGame(self._ask(request), played, 1 - side, self.minutes * 60)
        return self._remote

    def _ask(self, request: GameRequest) -> Peer:
        """Ask for a game on the open connection; on a new one if the program has closed that."""
        if self.peer is not None:
            try:
                ask_for_game(self.peer, request)
            except PeerDisconnected:
                self.peer.close()
            else:
                return self.peer
        self.peer = Peer(Wire.connect(*self.address), lambda event: None)
        ask_for_game(self.peer, request)
        return self.peer

    def end_game(self) -> None:
        """End the current game; if our move ended it, send that move first."""
        remote, self._remote = self._remote, None
        if remote is None:
            return
        has_move_to_send = remote.played.outcome is not None and self._lacks_one_move(remote.played)
        with suppress(PeerDisconnected):
            if has_move_to_send:
                remote.send_move(remote.played.moves[-1])
            remote.finish(reason_of(remote.played.outcome, remote.side), at_once=not has_move_to_send)


def _terms_of(limits: Limits) -> dict[str, int]:
    """Return the minutes and moves to request: whole minutes, into which increments are counted.

    >>> _terms_of(Limits(tc=TimeControl(60, increment=1))), _terms_of(Limits(tc=TimeControl(120, moves=40)))
    ({'minutes': 2, 'moves': 0}, {'minutes': 2, 'moves': 40})
    """
    control = limits.tc or TimeControl((limits.time or DEFAULT_TIME) * MOVES_A_GAME)
    seconds = control.seconds + control.increment * (control.moves or MOVES_A_GAME)
    return {"minutes": min(MAX_TERM, ceil(seconds / 60)), "moves": min(MAX_TERM, control.moves or 0)}
