"""A game over a connection: one side's moves are told, the other's are heard, and both agree that it is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf, isinf
from time import monotonic

from boardwright.clocks import Clocks
from boardwright.engine.players import AnyMatch, Stop
from boardwright.errors import BoardwrightError, IllegalMove
from boardwright.games.draughts.dxp.messages import (
    Acceptance,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    Played,
    Reason,
    plain,
)
from boardwright.games.draughts.dxp.peer import HURRY, OUR_NAME, Peer, PeerGone
from boardwright.games.draughts.rules import Move
from boardwright.views import Side

PATIENCE_TO_ACCEPT = 60.0
PATIENCE_TO_END = 5.0
GRACE = 2.0
"""How late the other side's move may come, in seconds: it was on its way for some of its time."""
LONGEST_MOVE = 600.0
"""How long a move may take by default where there is no clock, or for a guest of ours, in seconds."""
GLANCE = 0.1

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


class Breach(BoardwrightError):
    """The other side has lost the game by what it did, and not on the board."""


class PeerEnded(BoardwrightError):
    """The other side has ended the game before it was over."""

    def __init__(self, name: str, reason: Reason) -> None:
        super().__init__(f"{name} ended the game {ENDINGS[reason]}")
        self.reason = reason


class Table:
    """A game with another program, which has accepted it; the match is kept by whoever sits here.

    ``side`` is ours, ``seconds`` what either side has for the game (0: as much as it likes), ``last`` whether we want
    no other game. ``receive`` waits for the next message, and may do something else meanwhile. ``longest_move`` is how
    many seconds the other side may take for a move, whatever its clock says.
    """

    def __init__(
        self,
        peer: Peer,
        match: AnyMatch,
        side: Side,
        seconds: float,
        *,
        last: bool = False,
        receive: Callable[[float], Message | None] | None = None,
        longest_move: float | None = None,
    ) -> None:
        self.peer = peer
        self.match = match
        self.side = side
        self.last = last
        self.peer_is_through = False
        """Whether the other side wants no other game."""
        self.clocks = Clocks(seconds or inf)
        self.clocks.start(match.side_to_move)
        self._receive = receive or peer.receive
        self._longest_move = longest_move
        self._trouble: Breach | PeerEnded | PeerGone | None = None

    @property
    def is_our_turn(self) -> bool:
        """Whether our side is to move."""
        return self.match.side_to_move == self.side

    def tell(self, move: Move) -> None:
        """Tell the other side our move; its clock runs from now on."""
        self.peer.send_apart(Played.of(move, self.clocks.press(1 - self.side)))

    def hear(self, stop: Stop = lambda: False) -> Move:
        """The other side's move, which is legal; whatever else it does is an error."""
        deadline = monotonic() + self._patience()
        while True:
            message = self._receive(max(0.0, min(GLANCE, deadline - monotonic())))
            if isinstance(message, Played):
                return self._checked(message)
            if message is not None:
                self._refuse_to_mix(message)
            elif monotonic() > deadline:
                raise Breach(f"{self.peer.name} gave no move in time")
            elif stop():
                raise Breach(f"{self.peer.name} was not waited for")

    def _patience(self) -> float:
        """How long the other side's next move may take."""
        left = self.clocks.left(1 - self.side)
        if self._longest_move is not None:
            return min(self._longest_move, left + GRACE)
        return LONGEST_MOVE if isinf(left) else left + GRACE

    def is_disturbed(self) -> bool:
        """Look whether the other side ends the game while we think; then :meth:`calm` says how."""
        if self._trouble is None:
            try:
                message = self._receive(0.0)
                if isinstance(message, Played):
                    raise Breach(f"{self.peer.name} moved out of turn")
                if message is not None:
                    self._refuse_to_mix(message)
            except (Breach, PeerEnded, PeerGone) as trouble:
                self._trouble = trouble
        return self._trouble is not None

    def calm(self) -> None:
        """Raise what :meth:`is_disturbed` has seen."""
        if self._trouble is not None:
            raise self._trouble

    def finish(self, reason: Reason, *, at_once: bool = False) -> None:
        """Agree that the game is over: who is to move says so, and the other answers.

        Who says nothing in time is told, whoever is to move; ``at_once``: even before that time.
        """
        with suppress(PeerGone):
            if self.is_our_turn or at_once or not self._heard_the_end():
                self.peer.send_apart(GameEnd(reason, self.last))
                self._heard_the_end()
            else:
                self.confirm_end()

    def confirm_end(self) -> None:
        """Answer the other side, which has ended the game."""
        with suppress(PeerGone):
            self.peer.send_apart(GameEnd(Reason.UNKNOWN, self.last))

    def _heard_the_end(self) -> bool:
        """Whether the other side says that the game is over, or asks for the next; a move says that it is not."""
        deadline = monotonic() + PATIENCE_TO_END
        while (left := deadline - monotonic()) > 0:
            message = self._receive(left)
            if isinstance(message, GameEnd):
                self.peer_is_through = message.last
                return True
            if isinstance(message, GameRequest):
                self.peer.put_back(message)
                return True
            if isinstance(message, Played) and not self.is_our_turn:
                return False
        return False

    def _checked(self, message: Played) -> Move:
        try:
            move: Move = self.match.game.checked(self.match.position, message.move)
        except IllegalMove as error:
            raise Breach(f"{self.peer.name} played an illegal move: {error}") from error
        self.clocks.press(self.side)
        self.peer.forgive()
        return move

    def _refuse_to_mix(self, message: Message) -> None:
        """Take the end of the game; there is no other one beside it."""
        if isinstance(message, GameEnd):
            self.peer_is_through = message.last
            raise PeerEnded(self.peer.name, message.reason)
        if isinstance(message, GameRequest):
            self.peer.send(GameAnswer(OUR_NAME, Acceptance.NOT_THIS_GAME), HURRY)


def ask_for_game(peer: Peer, request: GameRequest) -> str:
    """Ask another program for a game; the name that it gives itself."""
    peer.send_apart(request)
    deadline = monotonic() + PATIENCE_TO_ACCEPT
    while (left := deadline - monotonic()) > 0:
        message = peer.receive(left)
        if isinstance(message, GameAnswer):
            if message.acceptance != Acceptance.YES:
                raise BoardwrightError(f"{peer.name} refuses the game: {REFUSALS[message.acceptance]}")
            peer.forgive()
            return plain(message.name) or peer.name
    raise BoardwrightError(f"{peer.name} does not answer the request: expected it within {PATIENCE_TO_ACCEPT:g} s")
