"""A game of our own player over a connection, from its start to its record."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import isinf

from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.players import LevelPlayer, Player
from boardwright.errors import one_line
from boardwright.game import Outcome, Termination
from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.protocols.dxp.messages import Chat, GameRequest, Reason
from boardwright.games.draughts.protocols.dxp.peer import OUR_NAME, OnEvent, PeerDisconnected
from boardwright.games.draughts.protocols.dxp.remote_game import PeerEnded, RemoteGame, Violation
from boardwright.games.draughts.rules import Move
from boardwright.records.archive import Archive
from boardwright.views import Side

GAME = Draughts()
RESERVE = 1.0
"""The seconds of a clock that are kept in reserve."""
LATENCY = 0.05
"""The network latency of a move, in seconds: the other side's clock counts it too."""


@dataclass(frozen=True, slots=True)
class OurSide:
    """Our player, the log of events, its time limit per move, and the archive of its games."""

    player: Player
    log: OnEvent
    time: float | None = None
    archive: Archive | None = None

    def play(self, remote: RemoteGame, request: GameRequest, opponent: str, number: int) -> str:
        """Play a game to its end, or to the requested length; return how it ended, in words."""
        self.log(f"game {number}: {GAME.sides[remote.side]} against {opponent} at {remote.peer.name}, {request.terms}")
        ended = "the game was interrupted"
        try:
            ended = _Playing(self, remote, request.moves).play()
        except KeyboardInterrupt:
            remote.last = True
            remote.confirm_end()
            raise
        finally:
            self.log(f"game {number}: {ended}")
            self._save(remote, opponent, number, ended)
        return ended

    def _save(self, remote: RemoteGame, opponent: str, number: int, ended: str) -> None:
        if self.archive is not None:
            names = (OUR_NAME, opponent) if remote.side == 0 else (opponent, OUR_NAME)
            self.archive.add_match(remote.played, names, self.log, event="DamExchange", number=number, ended=ended)


class _Playing:
    """One game in progress."""

    def __init__(self, ours: OurSide, remote: RemoteGame, moves: int) -> None:
        self.ours = ours
        self.remote = remote
        self.moves = moves
        self.played = remote.played
        self.us, self.them = GAME.sides[remote.side], GAME.sides[1 - remote.side]

    def play(self) -> str:
        try:
            self._play_moves()
        except PeerEnded as end:
            self._accept(end.reason)
            self.remote.confirm_end()
            if self.played.outcome is None:
                return str(end)
        except Violation as violation:
            self.played.adjudicate(self.remote.side, f"{self.them} failed: {violation}", Termination.FAILURE)
            with suppress(PeerDisconnected):
                self.remote.peer.send_apart(Chat.of(str(violation)))
            self.remote.finish(Reason.I_WIN, at_once=True)
        except PeerDisconnected as error:
            # A peer that leaves after the last move has not lost by that.
            if self.played.outcome is None:
                self.played.adjudicate(self.remote.side, f"{self.them} failed: {error}", Termination.FAILURE)
        else:
            self.remote.finish(reason_of(self.played.outcome, self.remote.side))
            if self.played.outcome is None:
                return f"{self.moves} moves each were played, and no more were asked for"
        return GAME.format_outcome(self.played.outcome)

    def _play_moves(self) -> None:
        """Move in turn until the game is over, or has the requested length."""
        remote, played = self.remote, self.played
        while played.outcome is None and not self._is_long_enough:
            mover, position = played.side_to_move, played.position
            ours = remote.is_our_turn
            move = self._our_move() if ours else remote.receive_move()
            if move is None:
                return
            played.play(move)
            if ours:
                remote.send_move(move)
            clock = remote.clocks.left(mover)
            left = "" if isinf(clock) else f", {clock:.1f} s left"
            self.ours.log(f"{GAME.sides[mover]} plays {GAME.format_move(position, move)}{left}")

    @property
    def _is_long_enough(self) -> bool:
        """Whether we may end the game without a result."""
        return 0 < 2 * self.moves <= len(self.played.moves) and self.remote.is_our_turn

    def _our_move(self) -> Move | None:
        """Return our move; None if our player has failed, which loses the game."""
        player, remote = self.ours.player, self.remote
        try:
            result = player.choose(self.played, self._limits(), stop=remote.is_interrupted, to_play=True)
        except Exception as error:
            remote.raise_interruption()
            self.played.adjudicate(1 - remote.side, f"{self.us} failed: {one_line(error)}", Termination.FAILURE)
            return None
        remote.raise_interruption()
        move: Move = result.move
        return move

    def _limits(self) -> Limits:
        """Return the limits of this move by our clock."""
        played = sum(GAME.side_to_move(position) == self.remote.side for position in self.played.positions) - 1
        clock = self.remote.clocks.left(self.remote.side)
        if isinf(clock):
            return Limits(self.ours.time or (None if isinstance(self.ours.player, LevelPlayer) else DEFAULT_TIME))
        left = clock - RESERVE - LATENCY * (played + 1)
        to_go = max(1, self.moves - played) if self.moves else None
        return Limits(self.ours.time).on_clock(left, moves_to_go=to_go)

    def _accept(self, reason: Reason) -> None:
        """End the game as the other side ends it; a claimed win only counts on the board."""
        if reason == Reason.I_LOSE:
            self.played.resign(1 - self.remote.side)
        elif reason == Reason.DRAWN:
            self.played.agree_draw()


def reason_of(outcome: Outcome | None, side: Side) -> Reason:
    """Return the reason to send for an outcome.

    >>> reason_of(Outcome(0, "the side to move is blocked"), 1)
    <Reason.I_LOSE: 1>
    """
    if outcome is None:
        return Reason.UNKNOWN
    if outcome.winner is None:
        return Reason.DRAWN
    return Reason.I_WIN if outcome.winner == side else Reason.I_LOSE
