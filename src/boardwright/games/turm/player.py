"""The player ``turm:HOST:PORT``: whoever has the other seat at a server of the course's protocol."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from time import monotonic, sleep
from typing import Any

from boardwright.engine.found import Found, Line
from boardwright.engine.players import AnyMatch, EndedElsewhere, Limits, OnInfo, Player, Stop
from boardwright.game import BoardwrightError
from boardwright.games.turm.client import PAUSE, Seat, move_between
from boardwright.games.turm.messages import PORT, State
from boardwright.games.turm.rules import RED, SIDES
from boardwright.match import ADJUDGED
from boardwright.protocols.wire import read_address
from boardwright.registry import AnyGame

PATIENCE_TO_MEET = 60.0
"""How long the other program may take to come, in seconds."""
LONGEST_MOVE = 600.0
"""How long it may take for a move if the server lets it, in seconds."""
PAUSE_TO_MEET = 0.5


class CoursePlayer(Player):
    """Somebody at a server, against whom a match is played that the server sees move by move.

    A seat is taken for the other side of the match when this one is first to move. The server's clocks
    count, for both sides; the limits of the match do not.
    """

    def __init__(self, game: AnyGame, seed: int, *, host: str, port: int) -> None:
        super().__init__(game, Limits(), seed)
        self.host, self.port = host, port
        self._seat: Seat | None = None
        self._match: AnyMatch | None = None
        self._known = 0
        """So many moves of the match are known to the server."""

    @classmethod
    def read(cls, text: str, game: AnyGame, seed: int, limits: Limits | None) -> CoursePlayer:
        """The player of ``HOST`` or ``HOST:PORT``."""
        host, port = read_address(text, PORT)
        return cls(game, seed, host=host, port=port)

    def _think(self, match: AnyMatch, limits: Limits, on_info: OnInfo, stop: Stop) -> Found[Any]:
        if self._seat is None or match is not self._match:
            self.close()
            self._seat, self._match, self._known = self._take_seat(match, stop), match, 0
        began = monotonic()
        state = self._tell(self._seat, match)
        while not stop() and monotonic() - began < LONGEST_MOVE:
            move = move_between(match.position, state.position)
            if move is not None:
                self._known = len(match.moves) + 1
                return Found((Line((move,), 0.5),), 0, 0, monotonic() - began)
            if state.end:
                raise self._end(self._seat, state)
            sleep(PAUSE)
            state = self._seat.ask()
        raise BoardwrightError(f"the other side at {self._seat.name} gave no move in time")

    def close(self) -> None:
        """Leave the server, which gets to know a last move first."""
        seat, self._seat = self._seat, None
        if seat is not None and self._match is not None:
            with suppress(BoardwrightError):
                self._tell(seat, self._match)
            seat.close()

    def _tell(self, seat: Seat, match: AnyMatch) -> State:
        """Send the move that the server does not know yet, if there is one; how the game stands there."""
        if len(match.moves) <= self._known:
            return seat.ask()
        self._known = len(match.moves)
        return seat.ask(self.game.format_move(match.positions[-2], match.moves[-1]))

    def _take_seat(self, match: AnyMatch, stop: Stop) -> Seat:
        """A seat for the side that is not to move, once the other one is taken too."""
        theirs = match.side_to_move
        if match.positions[0] != self.game.start() or len(match.moves) != theirs:
            raise BoardwrightError("games at a server begin at the start position: expected --openings 0")
        deadline = monotonic() + PATIENCE_TO_MEET
        while not stop() and monotonic() < deadline:
            seat = Seat.connect(self.host, self.port)
            with ExitStack() as unless_met:
                unless_met.callback(seat.close)
                while seat.side != theirs and not stop() and monotonic() < deadline:
                    if seat.ask().both_connected:
                        unless_met.pop_all()
                        return seat
                    sleep(PAUSE)
            if theirs == RED:
                # Whoever comes first has red: leave it to them. To have it ourselves we must be quick.
                sleep(PAUSE_TO_MEET)
        raise BoardwrightError(
            f"nobody has taken {SIDES[theirs]} at {self.host}:{self.port} in {PATIENCE_TO_MEET:g} s: "
            "expected a program that comes again for each game"
        )

    def _end(self, seat: Seat, state: State) -> Exception:
        if state.outcome is None:
            return BoardwrightError(f"{seat.name} ended the game and does not say how")
        return EndedElsewhere(state.outcome.winner, state.outcome.reason.removeprefix(ADJUDGED))
