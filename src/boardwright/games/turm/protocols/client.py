"""The engine as a client of the course's server."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

from boardwright.engine.limits import Limits
from boardwright.engine.players import Player
from boardwright.errors import BoardwrightError, Disconnected
from boardwright.game import Outcome
from boardwright.games.turm.protocols.messages import (
    GAME,
    GET,
    INCREMENT,
    SECONDS,
    BadMessage,
    Messages,
    State,
    read_state,
)
from boardwright.games.turm.rules import Move, Position
from boardwright.played_game import PlayedGame
from boardwright.protocols.tcp import Wire
from boardwright.views import Side

RESPONSE_TIMEOUT = 20.0
"""Timeout of a server's answer, in seconds."""
POLL_INTERVAL = 0.05
"""The polling interval, in seconds."""


class Seat:
    """A connection to a server, which has assigned it a ``side``."""

    def __init__(self, wire: Wire) -> None:
        self.name = wire.name
        self._wire = wire
        self._messages = Messages()
        self._received: deque[object] = deque()
        try:
            side = self._next()
            if side not in (0, 1) or isinstance(side, bool):
                raise BadMessage(f"{self.name} begins with {json.dumps(side)}: expected 0 for red or 1 for blue")
        except BaseException:
            self.close()
            raise
        self.side: Side = int(side == 1)

    @classmethod
    def connect(cls, host: str, port: int) -> Seat:
        """Connect to the server and take a seat."""
        return cls(Wire.connect(host, port))

    def ask(self, message: str = GET) -> State:
        """Send a move, or only the question; return the state of the game."""
        self._wire.send(json.dumps(message).encode())
        return read_state(self._next())

    def close(self) -> None:
        """Leave the seat."""
        self._wire.close()

    def _next(self) -> object:
        deadline = monotonic() + RESPONSE_TIMEOUT
        while not self._received:
            data = self._wire.receive(deadline - monotonic())
            if data is None:
                raise Disconnected(f"{self.name} does not answer")
            try:
                self._received.extend(self._messages.read(data))
            except BadMessage as error:
                raise BadMessage(f"{self.name} sent a bad message: {error}") from error
        return self._received.popleft()


def move_between(before: Position, after: Position) -> Move | None:
    """Return the move that leads from one position to another, if there is one.

    >>> start = GAME.start()
    >>> move_between(start, GAME.play(start, GAME.parse_move(start, "D5-D4-1")))
    Move(origin=31, target=24, stones=1)
    """
    return next((move for move in GAME.legal_moves(before) if GAME.play(before, move) == after), None)


class ClientGame:
    """One game in a seat, with a player that chooses the moves; ``log`` receives a line for every move.

    The server sends positions, not moves: the moves are reconstructed, so that repetitions count.
    """

    def __init__(self, seat: Seat, player: Player, limits: Limits, log: Callable[[str], None]) -> None:
        self.seat = seat
        self.player = player
        self.limits = limits
        self.log = log
        self.played: PlayedGame[Position, Move] = PlayedGame(GAME)
        self.left = SECONDS
        """The time left on our clock, as sent by the server or else as estimated."""

    def play(self) -> Outcome | None:
        """Play to the end; return how the game ended, None if neither the server nor the board shows it."""
        state = self.seat.ask()
        while not state.end and not self._is_decided():
            if state.both_connected and not self._follow(state.position):
                self.played = PlayedGame(GAME, state.position)
                self.log(f"the board is now {GAME.format_position(self.played.position)}")
            if state.both_connected and self.played.side_to_move == self.seat.side and not self._is_decided():
                self.left = self.left if state.left is None else state.left
                state = self.seat.ask(self._move())
            else:
                sleep(POLL_INTERVAL)
                state = self.seat.ask()
        # A server that has ended the game may send any board.
        with suppress(BoardwrightError):
            self._follow(state.position)
        return state.outcome or self.played.outcome

    def _is_decided(self) -> bool:
        """Whether the board ends the game; a draw by history does not if the server continues."""
        return self.played.outcome is not None and not self.played.is_drawn_by_history

    def _follow(self, position: Position) -> bool:
        """Play the move of the other side that leads to a position; return False if there is none."""
        # The position is unchanged, or the server has not yet processed our move.
        if position in self.played.positions[-2:]:
            return True
        move = move_between(self.played.position, position)
        if move is not None:
            self._play(move)
        return move is not None

    def _move(self) -> str:
        began = monotonic()
        move = self.player.choose(self.played, self.limits.on_clock(self.left, INCREMENT)).move
        text = GAME.format_move(self.played.position, move)
        self._play(move)
        self.left += INCREMENT - (monotonic() - began)
        return text

    def _play(self, move: Move) -> None:
        self.log(f"{self.played.side} {GAME.format_move(self.played.position, move)}")
        self.played.play(move, past_draw=True)
