"""The two versions of Hub, for programs that use either of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from boardwright.engine.limits import Limits
from boardwright.engine.result import Score
from boardwright.engine.time_control import MoveClocks
from boardwright.errors import BoardwrightError
from boardwright.games.draughts.protocols.hub.info import read_info
from boardwright.games.draughts.protocols.hub.messages import Message, format_message, parse_message
from boardwright.games.draughts.protocols.hub.notation import format_move, format_position
from boardwright.parse_numbers import read_number, read_whole_number
from boardwright.played_game import AnyPlayedGame
from boardwright.protocols.info import Info


class Dialect(ABC):
    """Formats commands to a program, and parses its lines."""

    new_game: ClassVar[str]
    go: ClassVar[str]

    @abstractmethod
    def set_option(self, name: str, value: str) -> str: ...

    @abstractmethod
    def set_up(self, played: AnyPlayedGame) -> list[str]:
        """Return the lines that send the position and the moves that led to it."""

    @abstractmethod
    def set_limits(self, limits: Limits) -> list[str]: ...

    @abstractmethod
    def chosen(self, line: str) -> str | None:
        """Return the move that ends a search, empty for none; None for a line that does not end it."""

    @abstractmethod
    def info(self, line: str) -> Info | None:
        """Parse the search information of a line."""

    @abstractmethod
    def error_in(self, line: str) -> str | None:
        """Return the error message of a line."""


class Version2(Dialect):
    """Arguments by name: ``go think`` is answered by ``done move=32-28``."""

    new_game, go = "new-game", "go think"

    def set_option(self, name: str, value: str) -> str:
        return format_message("set-param", {"name": name, "value": value})

    def set_up(self, played: AnyPlayedGame) -> list[str]:
        fields = {"pos": format_position(played.positions[0])}
        if played.moves:
            fields["moves"] = " ".join(map(format_move, played.moves))
        return [format_message("pos", fields)]

    def set_limits(self, limits: Limits) -> list[str]:
        # One by one: a program need not support several limits in a line.
        given = {
            "move-time": None if limits.time is None or limits.clocks else f"{max(limits.time, 0.001):.3f}",
            "depth": limits.depth,
            "nodes": limits.nodes,
        }
        clocks = [] if limits.clocks is None else [_level_of(limits.clocks)]
        return [*clocks, *(f"level {name}={value}" for name, value in given.items() if value is not None)]

    def chosen(self, line: str) -> str | None:
        command, given = read_message(line)
        return given.get("move", "") if command == "done" else None

    def info(self, line: str) -> Info | None:
        return read_info(read_message(line))

    def error_in(self, line: str) -> str | None:
        command, given = read_message(line)
        return None if command != "error" else given.get("message") or line.removeprefix("error").strip()


class Version1(Dialect):
    """Positional arguments, as Scan 2.0 has them: ``go`` is answered by ``move 32-28``.

    Programs do not declare their parameters, there is no node limit, and times are in milliseconds.
    """

    new_game, go = "new", "go"

    def set_option(self, name: str, value: str) -> str:
        return f"set {name} {value}"

    def set_up(self, played: AnyPlayedGame) -> list[str]:
        position = format_position(played.positions[0])
        # Here the side to move is in lower case.
        return [f"pos {position[0].lower()}{position[1:]}", *(f"move {format_move(move)}" for move in played.moves)]

    def set_limits(self, limits: Limits) -> list[str]:
        seconds = limits.move_time
        given = {"time": None if seconds is None else max(1, round(seconds * 1000)), "depth": limits.depth}
        return [f"{name} {value}" for name, value in given.items() if value is not None]

    def chosen(self, line: str) -> str | None:
        command, *moves = line.split()
        return (moves or [""])[0] if command == "move" else None

    def info(self, line: str) -> Info | None:
        """Parse depth, mean depth, score in hundredths of a man, nodes and seconds; the variation is for people."""
        command, *given = line.split()
        if command != "info" or len(given) < 5:
            return None
        depth, nodes = (read_whole_number(given[at], 0) for at in (0, 3))
        hundredths, seconds = read_number(given[2], -1e6, 1e6), read_number(given[4], 0.0, 1e9)
        if depth is None or nodes is None or hundredths is None or seconds is None:
            return None
        return Info(depth, nodes, seconds, score=Score(hundredths / 100))

    def error_in(self, line: str) -> str | None:
        command, _, words = line.partition(" ")
        return words.strip() if command == "error" else None


def _level_of(clocks: MoveClocks) -> str:
    """Return the command for the mover's clock, which shows the time without the increment of this move.

    >>> from boardwright.engine.time_control import ClockReading
    >>> _level_of(MoveClocks(0, (ClockReading(9.5, 0.5, 7), None)))
    'level time=9.000 inc=0.500 moves=7'
    """
    own = clocks.readings[clocks.side]
    assert own is not None
    moves = f" moves={own.moves_to_go}" if own.moves_to_go else ""
    return f"level time={own.left - own.increment:.3f} inc={own.increment:.3f}{moves}"


def spoken(greeting: Sequence[Message]) -> Dialect:
    """Return the version of a program by its answer to ``hub``: the older one sends its name in a separate line.

    >>> type(spoken([read_message("name Scan 2.0"), read_message("country France")])).__name__
    'Version1'
    """
    commands = {message.command for message in greeting}
    return Version1() if "name" in commands and "id" not in commands else Version2()


def read_message(line: str) -> Message:
    """Parse a line of a program; of a malformed one, only the first word."""
    try:
        return parse_message(line)
    except BoardwrightError:
        return Message(line.split()[0], {})
