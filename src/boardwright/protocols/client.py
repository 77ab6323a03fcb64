"""A player that is another program, which speaks the generic protocol."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any

from boardwright.engine.found import Found, Line
from boardwright.engine.players import DEFAULT_TIME, LIMITS, AnyMatch, Limits, OnInfo, Player, Stop
from boardwright.game import BoardwrightError, quoted
from boardwright.protocols.info import Info, parse_info
from boardwright.protocols.program import Program
from boardwright.registry import AnyGame

PATIENCE = 20.0
"""How long a program may take to begin, and how much longer than its time for a move, in seconds."""

LONGEST_MOVE = 600.0
"""How long a program may take for a move that has no time limit, in seconds."""

PATIENCE_TO_STOP = 1.0
GLANCE = 0.02
MOST_LINES = 1000
PLAYED = "id game "
REFUSAL = "info string error:"
SETTINGS = re.compile(r"\w+=[^\s:]*:")


class UgiPlayer(Player):
    """A program that was started by its command line; it ends when the player is closed.

    ``settings`` are for the options that the program declares. It gets the seed if it has an option
    of that name. A program that fails in any way is ended, and what it did is one error.
    """

    def __init__(
        self,
        game: AnyGame,
        limits: Limits,
        seed: int,
        *,
        command: str,
        settings: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(game, limits, seed)
        self.patience = patience
        self.program = Program(command)
        try:
            self._set(self._declared(), settings or {})
            self._ask("ugnewgame", "isready", until="readyok")
        except BaseException:
            self.program.close()
            raise

    @classmethod
    def read(cls, text: str, game: AnyGame, seed: int, limits: Limits | None) -> UgiPlayer:
        """The player of ``COMMAND`` or ``NAME=VALUE,...:COMMAND``: limits, and options of the program."""
        own, settings = Limits(), {}
        if SETTINGS.match(text):
            given, _, text = text.partition(":")
            for part in given.split(","):
                name, _, value = part.partition("=")
                if name in LIMITS:
                    field, read = LIMITS[name]
                    own = replace(own, **{field: read(value)})
                else:
                    settings[name] = value
        if not text.strip():
            raise BoardwrightError("the player ugi lacks its program: expected ugi:COMMAND")
        return cls(game, own or limits or Limits(time=DEFAULT_TIME), seed, command=text, settings=settings)

    def _think(self, match: AnyMatch, limits: Limits, on_info: OnInfo, stop: Stop) -> Found[Any]:
        # What the program said too much before is of no move that comes.
        self._ask(_position(match), "isready", until="readyok")
        self.program.send(_go(limits))
        last = Info()
        for line in self._said(LONGEST_MOVE if limits.time is None else limits.time + self.patience, stop):
            word, _, rest = line.partition(" ")
            if word == "bestmove":
                return self._found(match, rest, last)
            info = parse_info(line) if word == "info" else None
            if info is not None and info.multipv == 1:
                last = info
                found = None if on_info is None else info.found(self.game, match.position)
                if on_info is not None and found is not None:
                    on_info(found)
        raise self.program.fail("gave no move in time")

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not."""
        self.program.close("quit")

    def _declared(self) -> list[str]:
        """The names of the options that the program declares; it must play the same game."""
        declared = []
        for line in self._ask("ugi", until="ugiok"):
            if line.startswith(PLAYED):
                played = line.removeprefix(PLAYED).strip()
                if played != self.game.full_name:
                    raise self.program.fail(f"plays {quoted(played)}, not {self.game.full_name}")
            option = re.fullmatch(r"option name (\S+)( .*)?", line)
            if option is not None:
                declared.append(option[1])
        return declared

    def _set(self, declared: list[str], settings: Mapping[str, str]) -> None:
        names = {name.lower(): name for name in declared}
        wanted = {name.lower(): value for name, value in settings.items()}
        if "seed" in names:
            wanted.setdefault("seed", str(self.seed % 2**32))
        for name, value in wanted.items():
            if name not in names:
                expected = " or ".join((*LIMITS, *declared))
                raise self.program.fail(f"has no option {quoted(name)}: expected {expected}")
            self.program.send(f"setoption name {names[name]} value {value}")

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

    def _said(self, seconds: float, stop: Stop = lambda: False) -> Iterator[str]:
        """What the program says in so many seconds, or in a moment once it is told to stop."""
        deadline = monotonic() + seconds
        stopped = False
        while monotonic() < deadline:
            line = self.program.receive(GLANCE)
            if line is not None:
                if line.startswith(REFUSAL):
                    raise self.program.fail(f"refuses: {quoted(line.removeprefix(REFUSAL).strip(), 200)}")
                yield line
            if not stopped and stop():
                stopped = True
                self.program.send("stop")
                deadline = monotonic() + PATIENCE_TO_STOP

    def _found(self, match: AnyMatch, text: str, last: Info) -> Found[Any]:
        """The move that the program chose, with what it told of it."""
        words = text.split()
        if words[:1] == ["none"] or not words:
            raise self.program.fail("gives no move in a game that goes on")
        try:
            move = self.game.parse_move(match.position, words[0])
        except BoardwrightError as error:
            raise self.program.fail(f"plays a bad move: {error}") from error
        found = last.found(self.game, match.position)
        if found is not None and found.move == move:
            return found
        return Found((Line((move,), last.win, last.score),), last.depth, last.nodes, last.seconds)


def _position(match: AnyMatch) -> str:
    game, first = match.game, match.positions[0]
    start = "startpos" if first == game.start() else f"fen {game.format_position(first)}"
    texts = [game.format_move(*played) for played in zip(match.positions, match.moves, strict=False)]
    return " ".join(["position", start, *(["moves"] if texts else []), *texts])


def _go(limits: Limits) -> str:
    words = ["go"]
    if limits.time is not None:
        words.append(f"movetime {max(1, round(limits.time * 1000))}")
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    if limits.nodes is not None:
        words.append(f"nodes {limits.nodes}")
    return " ".join(words)
