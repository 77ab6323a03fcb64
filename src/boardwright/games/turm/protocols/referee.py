"""A game of the course as its server referees it: moves, clocks, and violations."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic

from boardwright.clocks import Clocks
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import Termination
from boardwright.games.turm.protocols.messages import GAME, GET, INCREMENT, SECONDS, BadMessage, State
from boardwright.games.turm.rules import RED, Move, Position
from boardwright.played_game import PlayedGame
from boardwright.views import Side


class Referee:
    """Judges the messages of two sides, and logs a line for every event.

    >>> referee = Referee(print, now=lambda: 0.0)
    >>> referee.begin()
    >>> referee.receive(0, "D5-D4-1")
    red D5-D4-1, red 120.01 s, blue 120.00 s
    >>> referee.receive(1, "D3-D5-2")
    red wins: adjudged, blue sent a bad move: 'D3-D5-2' is illegal: the tower on D3 has 1 stone, not 2
    >>> referee.state(1).end
    True
    """

    def __init__(
        self,
        log: Callable[[str], None],
        *,
        seconds: float = SECONDS,
        increment: float = INCREMENT,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.played: PlayedGame[Position, Move] = PlayedGame(GAME)
        self.clocks = Clocks(seconds, increment=increment, now=now)
        self.begun = False
        self._log = log
        self._terms = {"seconds": seconds, "increment": increment}
        self._spent: list[float] = []

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.played.outcome is not None

    def begin(self) -> None:
        """Start the game with red's clock: both sides are connected."""
        self.begun = True
        self.clocks.start(RED)

    def state(self, side: Side) -> State:
        """Return the state for a side."""
        played = self.played
        board, left = GAME.format_position(played.position), self.clocks.left(side)
        return State(board, self.begun, left, self.over, played.outcome, played.side_to_move)

    def receive(self, side: Side, message: object) -> None:
        """Process a message; before the game only questions are allowed, after it messages are ignored."""
        self.look_at_clocks()
        if message == GET or self.over:
            return
        text = message if isinstance(message, str) else json.dumps(message)
        if not self.begun:
            raise BadMessage(f'{quoted(text)} comes before the game begins: expected "get"')
        if not isinstance(message, str):
            self.lose(side, f'sent {quoted(text)}: expected "get" or a move such as "A7-B7-1"')
        elif side != self.played.side_to_move:
            self.lose(side, f"sent {quoted(text)} while {self.played.side} was to move")
        else:
            self._play(side, text)

    def _play(self, side: Side, text: str) -> None:
        try:
            move = GAME.parse_move(self.played.position, text)
        except BoardwrightError as error:
            self.lose(side, f"sent a bad move: {error}")
            return
        canonical = GAME.format_move(self.played.position, move)
        self.played.play(move)
        self._spent.append(self.clocks.press(1 - side))
        clocks = ", ".join(f"{name} {self.clocks.left(at):.2f} s" for at, name in enumerate(GAME.sides))
        self._log(f"{GAME.sides[side]} {canonical}, {clocks}")
        self._end_if_over()

    def look_at_clocks(self) -> None:
        """End the game if a side has run out of time."""
        late = self.clocks.flag
        if late is not None:
            self.lose(late, "ran out of time", Termination.TIME_FORFEIT)

    def lose(self, side: Side, how: str, termination: Termination = Termination.FAILURE) -> None:
        """End the game, if it is not over, as lost for a side; ``how`` continues the sentence after its name."""
        if not self.over:
            self.played.adjudicate(1 - side, f"{GAME.sides[side]} {how}", termination)
            self._end_if_over()

    def _end_if_over(self) -> None:
        if self.over:
            self.clocks.stop()
            self._log(GAME.format_outcome(self.played.outcome))

    @property
    def figures(self) -> dict[str, object]:
        """The clocks, and the time of each move."""
        return {"clocks": self._terms, "seconds": [round(spent, 4) for spent in self._spent]}
