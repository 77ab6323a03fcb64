"""A player that is another program, which speaks Hub."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardwright.engine.limits import Limits
from boardwright.errors import quoted
from boardwright.games.draughts.protocols.hub import NORMAL, VARIANT
from boardwright.games.draughts.protocols.hub.dialects import Dialect, Version1, Version2, read_message, spoken
from boardwright.games.draughts.protocols.hub.notation import parse_move
from boardwright.played_game import AnyPlayedGame
from boardwright.protocols.info import Info
from boardwright.protocols.player import ProgramPlayer


class HubPlayer(ProgramPlayer):
    """A program that speaks Hub, such as Scan, in either of its versions."""

    protocol = "hub"
    _dialect: Dialect = Version2()

    def _declared(self, settings: Mapping[str, str]) -> list[str]:
        messages = [read_message(line) for line in self._ask("hub", until="wait")]
        self._dialect = spoken(messages)
        if isinstance(self._dialect, Version1):
            self._require_known_limit()
            return list(settings)
        params = [given for command, given in messages if command == "param" and given.get("name")]
        for given in params:
            if given["name"] == VARIANT:
                self._require_normal(given)
        return [given["name"] for given in params]

    def _require_known_limit(self) -> None:
        if self.limits in (Limits(), Limits(nodes=self.limits.nodes)):
            raise self.program.fail("speaks Hub 1, which has no limit by nodes: expected time, tc or depth")

    def _require_normal(self, given: Mapping[str, str]) -> None:
        """Select international draughts, if the program plays other variants too."""
        played = given.get("values", NORMAL)
        if NORMAL not in played.split():
            raise self.program.fail(f"plays {quoted(played)}, not {NORMAL}")
        if given.get("value") != NORMAL:
            self._set_option(VARIANT, NORMAL)

    def _set_option(self, name: str, value: str) -> None:
        self.program.send(self._dialect.set_option(name, value))

    def _get_ready(self) -> None:
        self._ask("init", until="ready")
        self.program.send(self._dialect.new_game)

    def _set_up(self, played_game: AnyPlayedGame) -> None:
        # Drain stale output, so that it is not taken for the answer to this move.
        self._ask(*self._dialect.set_up(played_game), "ping", until="pong")

    def _go(self, limits: Limits) -> None:
        for line in (*self._dialect.set_limits(limits), self._dialect.go):
            self.program.send(line)

    def _chosen(self, line: str) -> str | None:
        return self._dialect.chosen(line)

    def _info(self, line: str) -> Info | None:
        return self._dialect.info(line)

    def _error_in(self, line: str) -> str | None:
        return self._dialect.error_in(line)

    def _parse_move(self, position: Any, text: str) -> Any:
        return parse_move(position, text)
