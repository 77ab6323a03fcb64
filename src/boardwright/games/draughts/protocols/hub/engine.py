"""The engine side of Hub, version 2, for GUIs and other programs. ``docs/hub.md`` describes it.

>>> import sys
>>> from io import StringIO
>>> serve(StringIO("ping\\npos pos=We moves=32-28\\nquit\\n"), sys.stdout)
pong
error message="the position 'We' has 2 letters: expected 51, the side to move and its squares"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TextIO

from boardwright.engine.result import SearchResult
from boardwright.errors import BoardwrightError, quoted
from boardwright.games.draughts import Draughts
from boardwright.games.draughts.protocols.hub import NORMAL, VARIANT, level
from boardwright.games.draughts.protocols.hub.info import format_info
from boardwright.games.draughts.protocols.hub.messages import format_message, parse_message
from boardwright.games.draughts.protocols.hub.notation import format_move, format_position, parse_move, parse_position
from boardwright.games.draughts.rules import Position
from boardwright.protocols.commands import answer_all
from boardwright.protocols.server import SearchServer, options_of
from boardwright.version import __version__

MODES = ("think", "ponder", "analyze")


class HubServer(SearchServer):
    """The commands of Hub; ``values`` are the initial values of its parameters."""

    endings_name = "endings"

    def __init__(self, output: TextIO, values: Mapping[str, int] | None = None) -> None:
        game = Draughts()
        # Hub programs expect one variation.
        options = [option for option in options_of(game) if option.name != "MultiPV"]
        super().__init__(game, output, [option._replace(name=option.name.lower()) for option in options])
        self.values |= {name: value for name, value in (values or {}).items() if name in self.options}
        self._level: dict[str, float] = {}
        """The limits of the next search."""
        self._pondering: level.Pondering | None = None
        self._commands: Mapping[str, tuple[Callable[[Mapping[str, str]], None], tuple[str, ...]]] = {
            "hub": (self._identify, ()),
            "set-param": (self._set_param, ("name", "value")),
            "init": (self._init, ()),
            "new-game": (self._new_game, ()),
            "pos": (self._set_position, ("start", "pos", "moves")),
            "level": (self._set_level, level.NAMES),
            "go": (self._go, MODES),
            "ponder-hit": (self._ponder_hit, ()),
            "stop": (self._stop_searching, ()),
            "ping": (self._ping, ()),
            "quit": (self._quit, ()),
        }

    def _execute(self, line: str) -> None:
        command, arguments = parse_message(line)
        if not command:
            return
        if command not in self._commands:
            raise BoardwrightError(f"unknown command {quoted(command)}: expected {', '.join(self._commands)}")
        execute, names = self._commands[command]
        execute({name: value for name, value in arguments.items() if name in names})
        # Ignore unknown arguments: a newer protocol may have more.
        unknown = [quoted(name) for name in arguments if name not in names]
        if unknown:
            expected = ", ".join(names) or "nothing"
            raise BoardwrightError(f"{command} knows no {unknown[0]}, and leaves it out: expected {expected}")

    # Output.

    def _write_error(self, message: str) -> None:
        self._write(format_message("error", {"message": message}))

    def _heartbeat(self, seconds: float) -> str:
        return format_message("info", {"time": f"{seconds:.3f}"})

    def _info_lines(self, result: SearchResult[Any]) -> list[str]:
        return [format_info(result)]

    def _answer(self, moves: Sequence[Any]) -> str:
        return format_message("done", dict(zip(("move", "ponder"), map(format_move, moves), strict=False)))

    # Commands.

    def _identify(self, _: Mapping[str, str]) -> None:
        about = {"name": "Boardwright", "version": __version__, "author": "The Boardwright developers", "country": ""}
        params = (format_message("param", param) for param in self._params())
        self._write(format_message("id", about), *params, "wait")

    def _params(self) -> Iterator[dict[str, object]]:
        yield {"name": VARIANT, "value": NORMAL, "type": "enum", "values": NORMAL}
        for name, option in self.options.items():
            value = self.values[name]
            yield {"name": name, "value": value, "type": "int", "min": option.least, "max": option.most}
        if self._has_endings:
            yield {"name": self.endings_name, "value": self.endings, "type": "string"}

    def _set_param(self, given: Mapping[str, str]) -> None:
        if "name" not in given or "value" not in given:
            raise BoardwrightError("set-param lacks a name or a value: expected set-param name=NAME value=VALUE")
        name, value = given["name"], given["value"]
        if name != VARIANT:
            self._set(name, value)
        elif value != NORMAL:
            raise BoardwrightError(f"the variant {quoted(value)} is not played here: expected {NORMAL}")

    def _init(self, _: Mapping[str, str]) -> None:
        self._prepare()
        self._write("ready")

    def _set_position(self, given: Mapping[str, str]) -> None:
        self._set_up(given.get("pos", format_position(self.game.start())), given.get("moves", "").split())

    def _first_position(self, start: str) -> Position:
        return parse_position(start)

    def _play(self, text: str) -> None:
        self.played.play(parse_move(self.played.position, text))
        # The other program decides whether that ends the game.
        if self.played.is_drawn_by_history:
            self.played.play_on()

    def _set_level(self, given: Mapping[str, str]) -> None:
        self._require_idle()
        numbers = level.read_level(given)
        # Limits may come one by one.
        self._level = {**self._level, **numbers} if numbers else {}

    def _go(self, given: Mapping[str, str]) -> None:
        self._require_idle()
        if len(given) > 1:
            raise BoardwrightError(f"go has {' and '.join(given)}: expected one of {', '.join(MODES)}")
        limits, self._level = level.limits_of(self._level), {}
        if not self.played.legal_moves():
            self._write("done")
        elif "ponder" in given:
            self._pondering = level.Pondering(self.played, limits)
            self._start(replace(limits, time=None, optimum=None), endless=True)
        else:
            self._pondering = None
            self._start(limits, endless=not limits, to_play="analyze" not in given)

    def _ponder_hit(self, _: Mapping[str, str]) -> None:
        if self._pondering is not None:
            self._pondering.hit()
            if self._pondering.limits:
                self._may_answer.set()

    def _ping(self, _: Mapping[str, str]) -> None:
        self._write("pong")

    # Search.

    def _on_info(self, result: SearchResult[Any]) -> None:
        if self._pondering is not None:
            self._pondering.update(result)
        super()._on_info(result)

    def _should_stop(self) -> bool:
        return super()._should_stop() or (self._pondering is not None and self._pondering.is_over)


def serve(commands: TextIO, output: TextIO, values: Mapping[str, int] | None = None) -> None:
    """Answer commands until ``quit``, the end of the input, or a closed output (OSError)."""
    answer_all(HubServer(output, values), commands)
