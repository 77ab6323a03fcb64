"""UGI, the UCI-like text protocol of every game.

``docs/protocols.md`` describes it. The server reads commands from a stream and writes answers to
another. A search runs in its own thread while commands are read.

>>> import sys
>>> from io import StringIO
>>> from boardwright import find_game
>>> serve(find_game("turm"), StringIO("isready\\nposition fen 7/7/7/3RG3/7/7/BG6 b\\ngo depth 3\\n"), sys.stdout)
readyok
bestmove none
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TextIO

from boardwright.engine.bitbases import AUTO
from boardwright.engine.result import AnySearchResult
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame
from boardwright.protocols.commands import answer_all, run_command
from boardwright.protocols.go import read_go
from boardwright.protocols.info import format_info
from boardwright.protocols.server import SearchServer, options_of
from boardwright.render import text_diagram
from boardwright.version import __version__

START = "startpos"


class Server(SearchServer):
    """The commands of the protocol, for one game."""

    def __init__(self, game: AnyGame, output: TextIO) -> None:
        super().__init__(game, output, options_of(game))
        self._commands: Mapping[str, Callable[[str], None]] = {
            "ugi": self._identify,
            "isready": self._ready,
            "setoption": self._set_option,
            "ugnewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop_searching,
            "d": self._draw,
            "quit": self._quit,
        }

    def _execute(self, line: str) -> None:
        run_command(line, self._commands, ("setoption", "position", "go"))

    # The format of answers.

    def _write_error(self, message: str) -> None:
        self._write(f"info string error: {message}")

    def _heartbeat(self, seconds: float) -> str:
        return f"info time {seconds * 1000:.0f}"

    def _info_lines(self, result: AnySearchResult) -> list[str]:
        return format_info(self.game, result, self.values["multipv"])

    def _answer(self, moves: Sequence[Hashable]) -> str:
        return f"bestmove {self.game.format_move(self.played.position, moves[0])}"

    # The commands.

    def _identify(self, _: str) -> None:
        self._write(
            f"id name boardwright {__version__}",
            f"id game {self.game.full_name}",
            *(
                f"option name {option.name} type spin default {option.default} min {option.least} max {option.most}"
                for option in self.options.values()
            ),
            *([f"option name {self.endings_name} type string default {AUTO}"] if self._has_endings else []),
            "ugiok",
        )

    def _ready(self, _: str) -> None:
        self._prepare()
        self._write("readyok")

    def _set_option(self, text: str) -> None:
        words = text.split(maxsplit=3)
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise BoardwrightError(f"setoption {quoted(text)}: expected setoption name NAME value VALUE")
        self._set(words[1], words[3])

    def _set_position(self, text: str) -> None:
        start, *tail = re.split(r"\s+moves(?:\s+|$)", text, maxsplit=1)
        self._set_up(start, tail[0].split() if tail else [])

    def _first_position(self, start: str) -> Any:
        kind, _, position = start.partition(" ")
        if kind not in (START, "fen") or (kind == START and position):
            raise BoardwrightError(f"position {quoted(start)}: expected {START} or fen POSITION, then moves MOVE...")
        return self.game.start() if kind == START else self.game.parse_position(position.strip())

    def _go(self, text: str) -> None:
        self._require_idle()
        limits = read_go(text, self.played.side_to_move)
        if self.played.legal_moves():
            self._start(limits, endless=not limits)
        else:
            self._write("bestmove none")

    def _draw(self, _: str) -> None:
        outcome, position = self.played.outcome, self.played.position
        status = self.game.status(position) if outcome is None else self.game.format_outcome(outcome)
        self._write(text_diagram(self.game.view(position)), "", self.game.format_position(position), status)


def serve(game: AnyGame, commands: TextIO, output: TextIO) -> None:
    """Execute commands until ``quit``, the end of input, or a closed output (OSError)."""
    answer_all(Server(game, output), commands)
