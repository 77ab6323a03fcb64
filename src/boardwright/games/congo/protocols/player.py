"""A player that is another program, which uses the protocol of the course's tournament."""

from __future__ import annotations

from time import monotonic
from typing import Any

from boardwright.engine.limits import Limits
from boardwright.engine.players import OnInfo, Stop
from boardwright.engine.result import AnySearchResult, one_move
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame
from boardwright.parse_numbers import read_number
from boardwright.played_game import AnyPlayedGame
from boardwright.protocols.player import RESPONSE_TIMEOUT, StartedPlayer, read_specification
from boardwright.protocols.program import Program

GIGABYTE = 10**9
MAX_MEMORY = 10**6


class TournamentPlayer(StartedPlayer):
    """A program that may use ``memory`` gigabytes, by default any amount."""

    def __init__(
        self,
        game: AnyGame,
        limits: Limits,
        seed: int,
        *,
        command: str,
        folder: str | None = None,
        memory: float | None = None,
    ) -> None:
        _time_of(limits)
        most = None if memory is None else round(memory * GIGABYTE)
        super().__init__(game, limits, seed, Program(command, memory=most, folder=folder))
        self._known: list[Any] = []
        """The first position and the moves of the game that the program knows."""

    @classmethod
    def read(cls, text: str, game: AnyGame, seed: int, limits: Limits | None) -> TournamentPlayer:
        """Parse ``COMMAND`` or ``NAME=VALUE,...:COMMAND``, with the names time, memory and cwd."""
        command, folder, own, settings = read_specification("congo", text, limits)
        memory = settings.pop("memory", None)
        for name in settings:
            raise BoardwrightError(f"the player congo has no option {quoted(name)}: expected time, memory or cwd")
        gigabytes = None if memory is None else _gigabytes(memory)
        return cls(game, own, seed, command=command, folder=folder, memory=gigabytes)

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        began = monotonic()
        seconds = _time_of(limits)
        for line in self._lines_within(0.0, stop):
            raise self.program.fail(f"printed {quoted(line)} out of turn")
        for line in (*self._news(played), f"go {seconds:g}"):
            self.program.send(line)
        for line in self._lines_within(seconds + RESPONSE_TIMEOUT, stop):
            move = self._move(played, line)
            self._known = [played.positions[0], *played.moves, move]
            return one_move(played.position, move, seconds=monotonic() - began)
        raise self.program.fail("gives no move in time")

    def _news(self, played: AnyPlayedGame) -> list[str]:
        """Return the commands to send before its move; only the other side's moves are sent."""
        game, moves = self.game, played.moves
        last = [f"moves {game.format_move(played.positions[-2], moves[-1])}"] if moves else []
        if last and self._known == [played.positions[0], *moves[:-1]]:
            return last
        return ["newgame", f"position {game.format_position(played.positions[-1 - len(last)])}", *last]


def _time_of(limits: Limits) -> float:
    seconds = limits.in_time_control().move_time
    if seconds is None:
        raise BoardwrightError("the player congo has no other limit than its time: expected congo:time=S:COMMAND")
    return seconds


def _gigabytes(text: str) -> float:
    number = read_number(text, 0, MAX_MEMORY)
    if not number:
        raise BoardwrightError(f"a player's memory is {quoted(text)}: expected a positive number of gigabytes")
    return number
