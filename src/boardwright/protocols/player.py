"""Players that are other programs: the base classes of line protocols."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, ClassVar, NamedTuple, Self

from boardwright.engine.limits import DEFAULT_TIME, LIMITS, Limits
from boardwright.engine.players import OnInfo, Player, Stop
from boardwright.engine.result import AnySearchResult, SearchResult, Variation
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame, Position
from boardwright.played_game import AnyPlayedGame
from boardwright.protocols.info import Info
from boardwright.protocols.program import Program

RESPONSE_TIMEOUT = 20.0
"""Timeout for the handshake, and extra time for a move beyond its limit, in seconds."""

LONGEST_MOVE = 600.0
"""Timeout for a move without a time limit, in seconds."""

STOP_TIMEOUT = 1.0
POLL_INTERVAL = 0.02
MAX_LINES = 1000
VALUE = r"""(?:"[^"]*"|'[^']*'|(?!["'])[^\s:,]*)"""
SETTINGS = re.compile(rf"[\w-]+={VALUE}(?:,[\w-]*(?:={VALUE})?)*:")
SETTING = re.compile(rf"([\w-]*)=?({VALUE})[,:]")
SEED = "seed"
FOLDER = "cwd"
"""The setting for the working directory of a program."""


def split_settings(text: str) -> tuple[dict[str, str], str]:
    """Split ``NAME=VALUE,...:PARTNER`` into the settings, which are optional, and the partner.

    A value that contains a space, a colon or a comma must be quoted.

    >>> split_settings("time=0.5,Hash=32:./engine"), split_settings("localhost:80")
    (({'time': '0.5', 'Hash': '32'}, './engine'), ({}, 'localhost:80'))
    >>> split_settings("cwd='/opt/my engines':./engine")
    ({'cwd': '/opt/my engines'}, './engine')
    """
    match = SETTINGS.match(text)
    if match is None:
        return {}, text
    partner = text[match.end() :]
    settings = [(name, _unquoted(value)) for name, value in SETTING.findall(match[0])]
    for number, (name, _) in enumerate(settings):
        if name.lower() in [earlier.lower() for earlier, _ in settings[:number]]:
            raise BoardwrightError(f"the player {quoted(text)} sets {name} twice: expected it once")
    return dict(settings), partner


def _unquoted(value: str) -> str:
    return value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[:1] else value


class Specification(NamedTuple):
    """Specification of a player that is a program: command, working directory, limits, other settings."""

    command: str
    folder: str | None
    limits: Limits
    settings: dict[str, str]


def read_specification(protocol: str, text: str, limits: Limits | None) -> Specification:
    """Parse ``COMMAND`` or ``NAME=VALUE,...:COMMAND``; ``limits`` are the default limits.

    >>> read = read_specification("ugi", "time=0.5,Hash=32:./engine", None)
    >>> print(read.command, read.limits, read.settings, sep=" | ")
    ./engine | 0.5 s | {'Hash': '32'}
    """
    given, text = split_settings(text)
    folder = given.pop(FOLDER, None)
    own, settings = Limits(), {}
    for name, value in given.items():
        if name in LIMITS:
            own = replace(own, **{name: LIMITS[name](value)})
        else:
            settings[name] = value
    if not text.strip():
        raise BoardwrightError(f"the player {protocol} needs a program: expected {protocol}:COMMAND")
    return Specification(text, folder, own or limits or Limits(time=DEFAULT_TIME), settings)


class StartedPlayer(Player):
    """Player that runs a program, which ends when the player is closed.

    A program that fails in any way is killed, and one error describes its failure.
    """

    def __init__(self, game: AnyGame, limits: Limits, seed: int, program: Program) -> None:
        super().__init__(game, limits, seed)
        self.program = program

    def close(self) -> None:
        """Send ``quit``, and kill the program if it does not exit."""
        self.program.close("quit")

    def _error_in(self, line: str) -> str | None:
        """Return the error message of a line, if it is one."""
        return None

    def _ask_to_stop(self) -> float:
        """Send a stop command, if the protocol has one; return how many seconds the program has to answer."""
        return 0.0

    def _parse_move(self, position: Position, text: str) -> Any:
        return self.game.parse_move(position, text)

    def _lines_within(self, seconds: float, stop: Stop = lambda: False) -> Iterator[str]:
        """Yield the non-empty lines that the program sends within ``seconds``, or shortly after ``stop``."""
        deadline = monotonic() + seconds
        stopped = False
        while True:
            line = self.program.receive(min(POLL_INTERVAL, seconds))
            if line:
                error = self._error_in(line)
                if error is not None:
                    raise self.program.fail(f"refuses: {quoted(error, 200)}")
                yield line
            if not stopped and stop():
                stopped = True
                deadline = monotonic() + self._ask_to_stop()
            if monotonic() >= deadline:
                return

    def _move(self, played: AnyPlayedGame, text: str) -> Any:
        """Parse a move of the program; a bad move fails it."""
        try:
            return self._parse_move(played.position, text)
        except BoardwrightError as error:
            raise self.program.fail(f"plays a bad move: {error}") from error


class ProgramPlayer(StartedPlayer):
    """Player that runs a program whose protocol starts with a handshake.

    ``settings`` set options that the program declares. The seed is sent if the program has an option
    of that name.
    """

    protocol: ClassVar[str]
    """Name of the protocol in a specification."""

    def __init__(
        self,
        game: AnyGame,
        limits: Limits,
        seed: int,
        *,
        command: str,
        folder: str | None = None,
        settings: Mapping[str, str] | None = None,
        timeout: float = RESPONSE_TIMEOUT,
    ) -> None:
        super().__init__(game, limits, seed, Program(command, folder=folder))
        self.timeout = timeout
        try:
            self._set(self._declared(settings or {}), settings or {})
            self._get_ready()
        except BaseException:
            self.program.close()
            raise

    @classmethod
    def read(cls, text: str, game: AnyGame, seed: int, limits: Limits | None) -> Self:
        """Start the player of ``COMMAND`` or ``NAME=VALUE,...:COMMAND``: limits, a folder, options of the program."""
        command, folder, own, settings = read_specification(cls.protocol, text, limits)
        return cls(game, own, seed, command=command, folder=folder, settings=settings)

    # Implemented by each protocol.

    @abstractmethod
    def _declared(self, settings: Mapping[str, str]) -> Iterable[str]:
        """Start the handshake and return the names of the declared options; check that the game is the same.

        A protocol without declarations returns the names of ``settings``.
        """

    @abstractmethod
    def _set_option(self, name: str, value: str) -> None: ...

    @abstractmethod
    def _get_ready(self) -> None:
        """Complete the handshake after the options were set."""

    @abstractmethod
    def _set_up(self, played: AnyPlayedGame) -> None:
        """Send the position, and wait until the program has processed it."""

    @abstractmethod
    def _go(self, limits: Limits) -> None: ...

    @abstractmethod
    def _chosen(self, line: str) -> str | None:
        """Return the move of a line that ends the search, empty for none; None for other lines."""

    @abstractmethod
    def _info(self, line: str) -> Info | None:
        """Return the search information of a line, if it has any."""

    @abstractmethod
    def _error_in(self, line: str) -> str | None:
        """Return the error message of a line, if it is one."""

    # Shared by all protocols.

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> AnySearchResult:
        self._set_up(played)
        self._go(limits)
        last = Info()
        for line in self._lines_within(LONGEST_MOVE if limits.time is None else limits.time + self.timeout, stop):
            chosen = self._chosen(line)
            if chosen is not None:
                return self._result(played, chosen, last)
            info = self._info(line)
            if info is not None:
                last = info
                result = None if on_info is None else info.result(self.game, played.position, self._parse_move)
                if on_info is not None and result is not None:
                    on_info(result)
        raise self.program.fail("gave no move in time")

    def _ask_to_stop(self) -> float:
        self.program.send("stop")
        return STOP_TIMEOUT

    def _set(self, declared: Iterable[str], settings: Mapping[str, str]) -> None:
        names = {name.lower(): name for name in declared}
        for name in settings:
            if name.lower() not in names:
                expected = " or ".join((*LIMITS, *names.values(), FOLDER))
                raise self.program.fail(f"has no option {quoted(name)}: expected {expected}")
        wanted = {name.lower(): value for name, value in settings.items()}
        if SEED in names:
            wanted.setdefault(SEED, str(self.seed % 2**32))
        for name, value in wanted.items():
            self._set_option(names[name], value)

    def _ask(self, *lines: str, until: str) -> list[str]:
        """Send lines and return what the program sends until the line ``until``."""
        for line in lines:
            self.program.send(line)
        answer: list[str] = []
        for line in self._lines_within(self.timeout):
            if line == until:
                return answer
            if len(answer) < MAX_LINES:
                answer.append(line)
        raise self.program.fail(f"did not send {until}")

    def _result(self, played: AnyPlayedGame, text: str, last: Info) -> AnySearchResult:
        """Return the program's move with its last search information."""
        if not text:
            raise self.program.fail("returned no move in a game that is not over")
        move = self._move(played, text)
        result = last.result(self.game, played.position, self._parse_move)
        if result is not None and result.move == move:
            return result
        variation = Variation((move,), (played.position,), last.win_probability, last.score)
        return SearchResult((variation,), last.depth, last.nodes, last.seconds)
