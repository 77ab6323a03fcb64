"""The player ``turm:HOST:PORT``: the opponent at a server of the course's protocol."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from time import monotonic, sleep

from boardwright.engine.limits import Limits
from boardwright.engine.players import EndedElsewhere, OnInfo, Player, Stop
from boardwright.engine.result import AnySearchResult, one_move
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.games.turm.protocols.client import POLL_INTERVAL, Seat, move_between
from boardwright.games.turm.protocols.messages import PORT, State
from boardwright.games.turm.rules import RED, SIDES, Move
from boardwright.played_game import AnyPlayedGame
from boardwright.protocols.tcp import format_address, read_address

OPPONENT_TIMEOUT = 60.0
"""How long to wait for the other program, in seconds."""
LONGEST_MOVE = 600.0
"""The maximum time of its move if the server has no limit, in seconds."""
LONGEST_PAUSE = 3.0
"""The longest pause between taking and leaving seats, in seconds; pauses grow up to this."""
MAX_TRIES = 25
"""How many seats are taken before giving up on the right side."""


class CoursePlayer(Player):
    """The opponent at a server, which receives the game move by move.

    A seat is taken for the other side of the game when this player is first to move. The server's clocks apply to
    both sides; the limits of the match do not.
    """

    def __init__(self, game: AnyGame, seed: int, *, host: str, port: int) -> None:
        super().__init__(game, Limits(), seed)
        self.host, self.port = host, port
        self._seat: Seat | None = None
        self._played: AnyPlayedGame | None = None
        self._known = 0
        """The number of moves that the server knows."""

    @classmethod
    def read(cls, text: str, game: AnyGame, seed: int, limits: Limits | None) -> CoursePlayer:
        """Parse ``HOST`` or ``HOST:PORT``."""
        host, port = read_address(text, PORT)
        return cls(game, seed, host=host, port=port)

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        if self._seat is None or played is not self._played:
            self.close()
            self._seat, self._played, self._known = self._take_seat(played, stop), played, 0
        began = monotonic()
        try:
            move = self._next_move(self._seat, played, stop)
        except BoardwrightError as error:
            # A server may close the connection to the loser as well as to the winner.
            raise EndedElsewhere(None, f"not known how it ended: {error}") from error
        if move is None:
            raise BoardwrightError(f"the other side at {self._seat.name} gave no move in time")
        self._known = len(played.moves) + 1
        return one_move(played.position, move, seconds=monotonic() - began)

    def _next_move(self, seat: Seat, played: AnyPlayedGame, stop: Stop) -> Move | None:
        """Return the other side's move after our last one; None on a timeout."""
        deadline = monotonic() + LONGEST_MOVE
        state = self._send_last_move(seat, played)
        while (move := move_between(played.position, state.position)) is None:
            if state.outcome is not None:
                raise EndedElsewhere(state.outcome.winner, state.outcome.reason)
            if state.end:
                raise BoardwrightError(f"{seat.name} does not report it")
            if stop() or monotonic() > deadline:
                return None
            sleep(POLL_INTERVAL)
            state = seat.ask()
        return move

    def close(self) -> None:
        """Leave the server, after sending it the last move."""
        seat, self._seat = self._seat, None
        if seat is not None and self._played is not None:
            with suppress(BoardwrightError):
                self._send_last_move(seat, self._played)
            seat.close()

    def _send_last_move(self, seat: Seat, played: AnyPlayedGame) -> State:
        """Send the move that the server does not know yet, if there is one; return its state."""
        if len(played.moves) <= self._known:
            return seat.ask()
        self._known = len(played.moves)
        return seat.ask(self.game.format_move(played.positions[-2], played.moves[-1]))

    def _take_seat(self, played: AnyPlayedGame, stop: Stop) -> Seat:
        """Take a seat for the side that is not to move, once the other one is taken too."""
        theirs = played.side_to_move
        if played.positions[0] != self.game.start() or len(played.moves) != theirs:
            raise BoardwrightError("games at a server begin at the start position: expected --openings 0")
        began = monotonic()
        pause = POLL_INTERVAL
        for _ in range(MAX_TRIES):
            seat = Seat.connect(self.host, self.port)
            with ExitStack() as on_failure:
                on_failure.callback(seat.close)
                while seat.side != theirs and not self._gives_up(began, stop):
                    if seat.ask().both_connected:
                        on_failure.pop_all()
                        return seat
                    sleep(POLL_INTERVAL)
                if theirs != RED:
                    # To be first next time, reconnect right after leaving, but not all the time.
                    sleep(pause)
            if theirs == RED:
                # The first to connect plays red: leave that to the other side.
                sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            if self._gives_up(began, stop):
                break
        raise BoardwrightError(
            f"nobody has taken {SIDES[theirs]} at {format_address((self.host, self.port))} "
            f"in {monotonic() - began:.1f} s: expected a program that comes again for each game"
        )

    def _gives_up(self, began: float, stop: Stop) -> bool:
        return stop() or monotonic() - began > OPPONENT_TIMEOUT
