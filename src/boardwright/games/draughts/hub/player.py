"""A player that is another program, which speaks Hub."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardwright.engine.players import AnyMatch, Limits
from boardwright.game import BoardwrightError, quoted
from boardwright.games.draughts.hub import NORMAL, VARIANT
from boardwright.games.draughts.hub.info import read_info
from boardwright.games.draughts.hub.messages import Message, format_message, parse_message
from boardwright.games.draughts.hub.notation import format_move, format_position, parse_move
from boardwright.protocols.info import Info
from boardwright.protocols.player import ProgramPlayer


class HubPlayer(ProgramPlayer):
    """A program that speaks Hub, such as Scan."""

    protocol = "hub"

    def _declared(self) -> list[str]:
        messages = [_message(line) for line in self._ask("hub", until="wait")]
        params = [given for command, given in messages if command == "param" and given.get("name")]
        for given in params:
            if given["name"] == VARIANT:
                self._require_normal(given)
        return [given["name"] for given in params]

    def _require_normal(self, given: Mapping[str, str]) -> None:
        """Have the program play international draughts, where it plays others too."""
        played = given.get("values", NORMAL)
        if NORMAL not in played.split():
            raise self.program.fail(f"plays {quoted(played)}, not {NORMAL}")
        if given.get("value") != NORMAL:
            self._set_option(VARIANT, NORMAL)

    def _set_option(self, name: str, value: str) -> None:
        self.program.send(format_message("set-param", {"name": name, "value": value}))

    def _get_ready(self) -> None:
        self._ask("init", until="ready")
        self.program.send("new-game")

    def _set_up(self, match: AnyMatch) -> None:
        told = {"pos": format_position(match.positions[0])}
        if match.moves:
            told["moves"] = " ".join(map(format_move, match.moves))
        # What the program said too much before is of no move that comes.
        self._ask(format_message("pos", told), "ping", until="pong")

    def _go(self, limits: Limits) -> None:
        # One by one: a program need not know several limits in a line.
        if limits.time is not None:
            self.program.send(f"level move-time={max(limits.time, 0.001):.3f}")
        if limits.depth is not None:
            self.program.send(f"level depth={limits.depth}")
        if limits.nodes is not None:
            self.program.send(f"level nodes={limits.nodes}")
        self.program.send("go think")

    def _chosen(self, line: str) -> str | None:
        command, given = _message(line)
        return given.get("move", "") if command == "done" else None

    def _info(self, line: str) -> Info | None:
        return read_info(_message(line))

    def _refusal(self, line: str) -> str | None:
        command, given = _message(line)
        return None if command != "error" else given.get("message") or line.removeprefix("error").strip()

    def _parse_move(self, position: Any, text: str) -> Any:
        return parse_move(position, text)


def _message(line: str) -> Message:
    """What a program says; of what makes no sense, the first word alone."""
    try:
        return parse_message(line)
    except BoardwrightError:
        return Message(line.split()[0], {})
