"""A player that is another program: what protocols in lines have in common."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, ClassVar, NamedTuple, Self

from boardwright.engine.players import DEFAULT_TIME, LIMITS, AnyMatch, Limits, OnInfo, Player, Stop
from boardwright.engine.result import SearchResult, Variation
from boardwright.errors import BoardwrightError, quoted
from boardwright.protocols.info import Info
from boardwright.protocols.program import Program
from boardwright.registry import AnyGame

PATIENCE = 20.0
"""How long a program may take to begin, and how much longer than its time for a move, in seconds."""

LONGEST_MOVE = 600.0
"""How long a program may take for a move that has no time limit, in seconds."""

PATIENCE_TO_STOP = 1.0
GLANCE = 0.02
MOST_LINES = 1000
VALUE = r"""(?:"[^"]*"|'[^']*'|(?!["'])[^\s:,]*)"""
SETTINGS = re.compile(rf"[\w-]+={VALUE}(?:,[\w-]*(?:={VALUE})?)*:")
SETTING = re.compile(rf"([\w-]*)=?({VALUE})[,:]")
SEED = "seed"
FOLDER = "cwd"
"""The setting that names the folder which a program works in."""


def split_settings(text: str) -> tuple[dict[str, str], str]:
    """The settings of ``NAME=VALUE,...:PARTNER``, none where there are none, and the partner.

    A value with a blank, a colon or a comma in it stands in quotes.

    >>> split_settings("time=0.5,Hash=32:./engine"), split_settings("localhost:80")
    (({'time': '0.5', 'Hash': '32'}, './engine'), ({}, 'localhost:80'))
    >>> split_settings("cwd='/opt/my engines':./engine")
    ({'cwd': '/opt/my engines'}, './engine')
    """
    found = SETTINGS.match(text)
    if found is None:
        return {}, text
    partner = text[found.end() :]
    settings = [(name, _unquoted(value)) for name, value in SETTING.findall(found[0])]
    for number, (name, _) in enumerate(settings):
        if name.lower() in [earlier.lower() for earlier, _ in settings[:number]]:
            raise BoardwrightError(f"the player {quoted(text)} is told its {name} twice: expected it once")
    return dict(settings), partner


def _unquoted(value: str) -> str:
    return value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[:1] else value


class Specification(NamedTuple):
    """A player that is a program: its command, the folder that it works in, its limits, its other settings."""

    command: str
    folder: str | None
    limits: Limits
    settings: dict[str, str]


def read_specification(protocol: str, text: str, limits: Limits | None) -> Specification:
    """The player of ``COMMAND`` or ``NAME=VALUE,...:COMMAND``; ``limits`` are those of one that names none.

    >>> read_specification("ugi", "time=0.5,Hash=32:./engine", None)
    Specification(command='./engine', folder=None, limits=Limits(time=0.5, depth=None, nodes=None, aim=None), \
settings={'Hash': '32'})
    """
    given, text = split_settings(text)
    folder = given.pop(FOLDER, None)
    own, settings = Limits(), {}
    for name, value in given.items():
        if name in LIMITS:
            field, read = LIMITS[name]
            own = replace(own, **{field: read(value)})
        else:
            settings[name] = value
    if not text.strip():
        raise BoardwrightError(f"the player {protocol} lacks its program: expected {protocol}:COMMAND")
    return Specification(text, folder, own or limits or Limits(time=DEFAULT_TIME), settings)


class StartedPlayer(Player):
    """A program that was started by its command line; it ends when the player is closed.

    A program that fails in any way is ended, and what it did is one error.
    """

    def __init__(self, game: AnyGame, limits: Limits, seed: int, program: Program) -> None:
        super().__init__(game, limits, seed)
        self.program = program

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not."""
        self.program.close("quit")

    def _refusal(self, line: str) -> str | None:
        """What a line says is wrong, if it says so."""
        return None

    def _ask_to_stop(self) -> float:
        """Tell the program to stop, if it can be told; how many seconds it has for that."""
        return 0.0

    def _parse_move(self, position: Any, text: str) -> Any:
        return self.game.parse_move(position, text)

    def _said(self, seconds: float, stop: Stop = lambda: False) -> Iterator[str]:
        """What the program says in so many seconds, empty lines aside, or in a moment once it is stopped."""
        deadline = monotonic() + seconds
        stopped = False
        while True:
            line = self.program.receive(min(GLANCE, seconds))
            if line:
                refusal = self._refusal(line)
                if refusal is not None:
                    raise self.program.fail(f"refuses: {quoted(refusal, 200)}")
                yield line
            if not stopped and stop():
                stopped = True
                deadline = monotonic() + self._ask_to_stop()
            if monotonic() >= deadline:
                return

    def _move(self, match: AnyMatch, text: str) -> Any:
        """The move of a text."""
        try:
            return self._parse_move(match.position, text)
        except BoardwrightError as error:
            raise self.program.fail(f"plays a bad move: {error}") from error


class ProgramPlayer(StartedPlayer):
    """A program with which a protocol begins by a handshake.

    ``settings`` are for the options that the program declares. It gets the seed if it has an option
    of that name.
    """

    protocol: ClassVar[str]
    """How the protocol is named in a specification."""

    def __init__(
        self,
        game: AnyGame,
        limits: Limits,
        seed: int,
        *,
        command: str,
        folder: str | None = None,
        settings: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(game, limits, seed, Program(command, folder=folder))
        self.patience = patience
        try:
            self._set(self._declared(settings or {}), settings or {})
            self._get_ready()
        except BaseException:
            self.program.close()
            raise

    @classmethod
    def read(cls, text: str, game: AnyGame, seed: int, limits: Limits | None) -> Self:
        """The player of ``COMMAND`` or ``NAME=VALUE,...:COMMAND``: limits, a folder, and options of the program."""
        command, folder, own, settings = read_specification(cls.protocol, text, limits)
        return cls(game, own, seed, command=command, folder=folder, settings=settings)

    # What a protocol has of its own.

    @abstractmethod
    def _declared(self, settings: Mapping[str, str]) -> Iterable[str]:
        """The names of the options that the program declares; it must play the same game.

        Where a protocol has no declarations, they are those that ``settings`` name.
        """

    @abstractmethod
    def _set_option(self, name: str, value: str) -> None: ...

    @abstractmethod
    def _get_ready(self) -> None:
        """What is said after the options, and waited for."""

    @abstractmethod
    def _set_up(self, match: AnyMatch) -> None:
        """Tell the position, and wait until the program has understood it."""

    @abstractmethod
    def _go(self, limits: Limits) -> None: ...

    @abstractmethod
    def _chosen(self, line: str) -> str | None:
        """The move that a line ends the search with, empty for none; None where it does not end it."""

    @abstractmethod
    def _info(self, line: str) -> Info | None:
        """What a line tells of the search's best moves."""

    @abstractmethod
    def _refusal(self, line: str) -> str | None:
        """What a line says is wrong."""

    # What all of them do.

    def _think(self, match: AnyMatch, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        self._set_up(match)
        self._go(limits)
        last = Info()
        for line in self._said(LONGEST_MOVE if limits.time is None else limits.time + self.patience, stop):
            chosen = self._chosen(line)
            if chosen is not None:
                return self._found(match, chosen, last)
            info = self._info(line)
            if info is not None:
                last = info
                found = None if on_info is None else info.found(self.game, match.position, self._parse_move)
                if on_info is not None and found is not None:
                    on_info(found)
        raise self.program.fail("gave no move in time")

    def _ask_to_stop(self) -> float:
        self.program.send("stop")
        return PATIENCE_TO_STOP

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
        """Tell the program some lines; what it says until it has said a word."""
        for line in lines:
            self.program.send(line)
        answer: list[str] = []
        for line in self._said(self.patience):
            if line == until:
                return answer
            if len(answer) < MOST_LINES:
                answer.append(line)
        raise self.program.fail(f"does not say {until}")

    def _found(self, match: AnyMatch, text: str, last: Info) -> SearchResult[Any]:
        """The move that the program chose, with what it told of it."""
        if not text:
            raise self.program.fail("gives no move in a game that goes on")
        move = self._move(match, text)
        found = last.found(self.game, match.position, self._parse_move)
        if found is not None and found.move == move:
            return found
        return SearchResult(
            (Variation((move,), last.win_probability, last.score),), last.depth, last.nodes, last.seconds
        )
