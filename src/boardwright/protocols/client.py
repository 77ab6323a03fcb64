"""Player that runs another program over UGI."""

from __future__ import annotations

import re
from collections.abc import Mapping

from boardwright.engine.limits import Limits
from boardwright.engine.time_control import MoveClocks
from boardwright.errors import quoted
from boardwright.played_game import AnyPlayedGame
from boardwright.protocols.go import CLOCKS
from boardwright.protocols.info import Info, parse_info
from boardwright.protocols.player import ProgramPlayer

PLAYED = "id game "
ERROR_PREFIX = "info string error:"


class UgiPlayer(ProgramPlayer):
    """A program that speaks the protocol of ``boardwright ugi``."""

    protocol = "ugi"

    def _declared(self, settings: Mapping[str, str]) -> list[str]:
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

    def _set_option(self, name: str, value: str) -> None:
        self.program.send(f"setoption name {name} value {value}")

    def _get_ready(self) -> None:
        self._ask("ugnewgame", "isready", until="readyok")

    def _set_up(self, played_game: AnyPlayedGame) -> None:
        # Drain stale output so that it is not taken for the answer to this move.
        self._ask(_position(played_game), "isready", until="readyok")

    def _go(self, limits: Limits) -> None:
        words = ["go"]
        if limits.clocks is not None:
            words += _clock_words(limits.clocks)
        elif limits.time is not None:
            words.append(f"movetime {max(1, round(limits.time * 1000))}")
        if limits.depth is not None:
            words.append(f"depth {limits.depth}")
        if limits.nodes is not None:
            words.append(f"nodes {limits.nodes}")
        self.program.send(" ".join(words))

    def _chosen(self, line: str) -> str | None:
        words = line.split()
        if words[:1] != ["bestmove"]:
            return None
        return "" if words[1:2] in ([], ["none"]) else words[1]

    def _info(self, line: str) -> Info | None:
        info = parse_info(line)
        return info if info is not None and info.multipv == 1 else None

    def _error_in(self, line: str) -> str | None:
        return line.removeprefix(ERROR_PREFIX).strip() if line.startswith(ERROR_PREFIX) else None


def _clock_words(clocks: MoveClocks) -> list[str]:
    """Return the arguments of ``go`` for the clocks of a game.

    >>> from boardwright.engine.time_control import ClockReading
    >>> _clock_words(MoveClocks(1, (ClockReading(9.5, 0.1, None), ClockReading(8, 0, 7))))
    ['firsttime 9500', 'firstinc 100', 'secondtime 8000', 'secondinc 0', 'movestogo 7']
    """
    words = []
    for names, reading in zip(CLOCKS, clocks.readings, strict=True):
        if reading is not None:
            seconds = reading.left, reading.increment
            words += [f"{name} {max(0, round(1000 * s))}" for name, s in zip(names, seconds, strict=True)]
    own = clocks.readings[clocks.side]
    return [*words, f"movestogo {own.moves_to_go}"] if own is not None and own.moves_to_go else words


def _position(played_game: AnyPlayedGame) -> str:
    game, first = played_game.game, played_game.positions[0]
    start = "startpos" if first == game.start() else f"fen {game.format_position(first)}"
    texts = [game.format_move(*played) for played in zip(played_game.positions, played_game.moves, strict=False)]
    return " ".join(["position", start, *(["moves"] if texts else []), *texts])
