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
from boardwright.games.draughts.protocols.dxp.peer import OUR_NAME, PeerGone, Tell
from boardwright.games.draughts.protocols.dxp.table import Breach, PeerEnded, Table
from boardwright.games.draughts.rules import Move
from boardwright.records.archive import Archive
from boardwright.views import Side

GAME = Draughts()
RESERVE = 1.0
"""The seconds of a clock that are kept in reserve."""
WAY = 0.05
"""The network latency of a move, in seconds: the other side's clock counts it too."""


@dataclass(frozen=True, slots=True)
class OurSide:
    """Our player, the log of events, its time limit per move, and the archive of its games."""

    player: Player
    tell: Tell
    time: float | None = None
    archive: Archive | None = None

    def play(self, table: Table, request: GameRequest, opponent: str, number: int) -> str:
        """Play a game to its end, or to the requested length; return how it ended, in words."""
        self.tell(f"game {number}: {GAME.sides[table.side]} against {opponent} at {table.peer.name}, {request.terms}")
        ended = "the game was interrupted"
        try:
            ended = _Playing(self, table, request.moves).to_the_end()
        except KeyboardInterrupt:
            table.last = True
            table.confirm_end()
            raise
        finally:
            self.tell(f"game {number}: {ended}")
            self._keep(table, opponent, number, ended)
        return ended

    def _keep(self, table: Table, opponent: str, number: int, ended: str) -> None:
        if self.archive is not None:
            names = (OUR_NAME, opponent) if table.side == 0 else (opponent, OUR_NAME)
            self.archive.add_match(table.played, names, self.tell, event="DamExchange", number=number, ended=ended)


class _Playing:
    """One game in progress."""

    def __init__(self, ours: OurSide, table: Table, moves: int) -> None:
        self.ours = ours
        self.table = table
        self.moves = moves
        self.played = table.played
        self.us, self.them = self.played.game.sides[table.side], self.played.game.sides[1 - table.side]

    def to_the_end(self) -> str:
        try:
            self._alternate()
        except PeerEnded as end:
            self._accept(end.reason)
            self.table.confirm_end()
            if self.played.outcome is None:
                return str(end)
        except Breach as breach:
            self.played.adjudicate(self.table.side, f"{self.them} failed: {breach}", Termination.FAILURE)
            with suppress(PeerGone):
                self.table.peer.send_apart(Chat.of(str(breach)))
            self.table.finish(Reason.I_WIN, at_once=True)
        except PeerGone as gone:
            # A peer that leaves after the last move has not lost by that.
            if self.played.outcome is None:
                self.played.adjudicate(self.table.side, f"{self.them} failed: {gone}", Termination.FAILURE)
        else:
            self.table.finish(reason_of(self.played.outcome, self.table.side))
            if self.played.outcome is None:
                return f"{self.moves} moves each were played, and no more were asked for"
        return self.played.game.format_outcome(self.played.outcome)

    def _alternate(self) -> None:
        """Move in turn until the game is over, or has the requested length."""
        table, played_game = self.table, self.played
        while played_game.outcome is None and not self._is_long_enough:
            mover, position = played_game.side_to_move, played_game.position
            if table.is_our_turn:
                move = self._thought()
                if move is None:
                    return
                played_game.play(move)
                table.tell(move)
            else:
                move = table.hear()
                played_game.play(move)
            clock = table.clocks.left(mover)
            left = "" if isinf(clock) else f", {clock:.1f} s left"
            self.ours.tell(
                f"{played_game.game.sides[mover]} plays {played_game.game.format_move(position, move)}{left}"
            )

    @property
    def _is_long_enough(self) -> bool:
        """Whether we may end the game without a result."""
        return 0 < 2 * self.moves <= len(self.played.moves) and self.table.is_our_turn

    def _thought(self) -> Move | None:
        """Return our move; None if our player has failed, which loses the game."""
        player, table = self.ours.player, self.table
        try:
            result = player.choose(self.played, self._limits(), stop=table.is_disturbed, to_play=True)
        except Exception as error:
            table.calm()
            self.played.adjudicate(1 - table.side, f"{self.us} failed: {one_line(error)}", Termination.FAILURE)
            return None
        table.calm()
        move: Move = result.move
        return move

    def _limits(self) -> Limits:
        """Return the limits of this move by our clock."""
        played = (
            sum(self.played.game.side_to_move(position) == self.table.side for position in self.played.positions) - 1
        )
        clock = self.table.clocks.left(self.table.side)
        if isinf(clock):
            return Limits(self.ours.time or (None if isinstance(self.ours.player, LevelPlayer) else DEFAULT_TIME))
        left = clock - RESERVE - WAY * (played + 1)
        to_go = max(1, self.moves - played) if self.moves else None
        return Limits(self.ours.time).on_clock(left, moves_to_go=to_go)

    def _accept(self, reason: Reason) -> None:
        """End the game as the other side ends it; a claimed win only counts on the board."""
        if reason == Reason.I_LOSE:
            self.played.resign(1 - self.table.side)
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
