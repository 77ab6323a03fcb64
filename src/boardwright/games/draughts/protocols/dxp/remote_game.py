"""A game over a connection: sending our moves, receiving the other side's, and agreeing on the end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf, isinf
from time import monotonic

from boardwright.clocks import Clocks
from boardwright.engine.players import Stop
from boardwright.errors import BoardwrightError, IllegalMove
from boardwright.games.draughts.protocols.dxp.messages import (
    Acceptance,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMade,
    Reason,
    plain,
)
from boardwright.games.draughts.protocols.dxp.peer import COURTESY_TIMEOUT, OUR_NAME, Peer, PeerDisconnected
from boardwright.games.draughts.rules import Move
from boardwright.played_game import AnyPlayedGame
from boardwright.views import Side

ACCEPT_TIMEOUT = 60.0
END_TIMEOUT = 5.0
GRACE = 2.0
"""How late the other side's move may arrive, in seconds: network latency."""
LONGEST_MOVE = 600.0
"""The default maximum time of a move without a clock, or for a client, in seconds."""
POLL_INTERVAL = 0.1

REFUSALS = {
    Acceptance.OTHER_VERSION: "it speaks another version of the protocol",
    Acceptance.NOT_THIS_GAME: "it does not want this game",
    Acceptance.NO_GAME: "it does not want any game",
}
ENDINGS = {
    Reason.UNKNOWN: "without a result",
    Reason.I_LOSE: "and gives up",
    Reason.DRAWN: "as a draw",
    Reason.I_WIN: "and says that it has won",
}


class Violation(BoardwrightError):
    """The other side lost the game by a violation, not on the board."""


class PeerEnded(BoardwrightError):
    """The other side ended the game before it was over."""

    def __init__(self, name: str, reason: Reason) -> None:
        super().__init__(f"{name} ended the game {ENDINGS[reason]}")
        self.reason = reason


class RemoteGame:
    """A game that another program has accepted; the caller keeps the played game.

    ``side`` is ours, ``seconds`` the time of each side for the game (0: no limit), ``last`` whether we want no other
    game. ``receive`` waits for the next message, and may do other work meanwhile. ``longest_move`` is the other
    side's maximum time for a move, whatever its clock says.
    """

    def __init__(
        self,
        peer: Peer,
        played: AnyPlayedGame,
        side: Side,
        seconds: float,
        *,
        last: bool = False,
        receive: Callable[[float], Message | None] | None = None,
        longest_move: float | None = None,
    ) -> None:
        self.peer = peer
        self.played = played
        self.side = side
        self.last = last
        self.peer_wants_no_more = False
        """Whether the other side wants no other game."""
        self.clocks = Clocks(seconds or inf)
        self.clocks.start(played.side_to_move)
        self._receive = receive or peer.receive
        self._longest_move = longest_move
        self._interruption: Violation | PeerEnded | PeerDisconnected | None = None

    @property
    def is_our_turn(self) -> bool:
        """Whether our side is to move."""
        return self.played.side_to_move == self.side

    def send_move(self, move: Move) -> None:
        """Send our move; the other side's clock starts."""
        self.peer.send_apart(MoveMade.of(move, self.clocks.press(1 - self.side)))

    def receive_move(self, stop: Stop = lambda: False) -> Move:
        """Return the other side's move, which is legal; anything else it does raises."""
        deadline = monotonic() + self._move_timeout()
        while True:
            message = self._receive(max(0.0, min(POLL_INTERVAL, deadline - monotonic())))
            if isinstance(message, MoveMade):
                return self._checked(message)
            if message is not None:
                self._handle_other(message)
            elif monotonic() > deadline:
                raise Violation(f"{self.peer.name} gave no move in time")
            elif stop():
                raise Violation(f"{self.peer.name} was not waited for")

    def _move_timeout(self) -> float:
        """Return how long the other side's next move may take."""
        left = self.clocks.left(1 - self.side)
        if self._longest_move is not None:
            return min(self._longest_move, left + GRACE)
        return LONGEST_MOVE if isinf(left) else left + GRACE

    def is_interrupted(self) -> bool:
        """Whether the other side ends the game while we search; then :meth:`raise_interruption` raises how."""
        if self._interruption is None:
            try:
                message = self._receive(0.0)
                if isinstance(message, MoveMade):
                    raise Violation(f"{self.peer.name} moved out of turn")
                if message is not None:
                    self._handle_other(message)
            except (Violation, PeerEnded, PeerDisconnected) as error:
                self._interruption = error
        return self._interruption is not None

    def raise_interruption(self) -> None:
        """Raise what :meth:`is_interrupted` has seen."""
        if self._interruption is not None:
            raise self._interruption

    def finish(self, reason: Reason, *, at_once: bool = False) -> None:
        """Agree that the game is over: the side to move announces it, and the other answers.

        If the other side does not in time, we announce it; with ``at_once``, we do so without waiting.
        """
        with suppress(PeerDisconnected):
            if self.is_our_turn or at_once or not self._receive_end():
                self.peer.send_apart(GameEnd(reason, self.last))
                self._receive_end()
            else:
                self.confirm_end()

    def confirm_end(self) -> None:
        """Answer the other side, which has ended the game."""
        with suppress(PeerDisconnected):
            self.peer.send_apart(GameEnd(Reason.UNKNOWN, self.last))

    def _receive_end(self) -> bool:
        """Whether the other side announces the end of the game, or asks for the next one, in time and before a move."""
        deadline = monotonic() + END_TIMEOUT
        while (left := deadline - monotonic()) > 0:
            message = self._receive(left)
            if isinstance(message, GameEnd):
                self.peer_wants_no_more = message.last
                return True
            if isinstance(message, GameRequest):
                self.peer.put_back(message)
                return True
            if isinstance(message, MoveMade) and not self.is_our_turn:
                return False
        return False

    def _checked(self, message: MoveMade) -> Move:
        try:
            move: Move = self.played.game.require_legal(self.played.position, message.move)
        except IllegalMove as error:
            raise Violation(f"{self.peer.name} played an illegal move: {error}") from error
        self.clocks.press(self.side)
        self.peer.reset_idle()
        return move

    def _handle_other(self, message: Message) -> None:
        """Raise if the other side ends the game; decline a request for another game during this one."""
        if isinstance(message, GameEnd):
            self.peer_wants_no_more = message.last
            raise PeerEnded(self.peer.name, message.reason)
        if isinstance(message, GameRequest):
            self.peer.send(GameAnswer(OUR_NAME, Acceptance.NOT_THIS_GAME), COURTESY_TIMEOUT)


def ask_for_game(peer: Peer, request: GameRequest) -> str:
    """Ask another program for a game; return the name that it gives."""
    peer.send_apart(request)
    deadline = monotonic() + ACCEPT_TIMEOUT
    while (left := deadline - monotonic()) > 0:
        message = peer.receive(left)
        if isinstance(message, GameAnswer):
            if message.acceptance != Acceptance.YES:
                raise BoardwrightError(f"{peer.name} refuses the game: {REFUSALS[message.acceptance]}")
            peer.reset_idle()
            return plain(message.name) or peer.name
    raise BoardwrightError(f"{peer.name} does not answer the request: expected it within {ACCEPT_TIMEOUT:g} s")
