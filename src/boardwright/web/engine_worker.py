"""The program of a process that thinks for the server: ``python -m boardwright.web.engine_worker``.

It reads tasks from standard input, one JSON object a line, thinks about one at a time, and answers
in the same way: ``{"found": ...}`` for what it finds meanwhile, where that is asked for, and at the
end ``{"done": ...}`` or ``{"failed": reason}``. A line ``{"stop": true}`` ends the thinking early. It
ends with its input, and so with the server.
"""

from __future__ import annotations

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Any

from boardwright.arena.play import one_line
from boardwright.conformance import game_failure
from boardwright.engine import Limits, Player, SearchResult, Variation, best_player
from boardwright.engine.players import EnginePlayer, LevelPlayer
from boardwright.engine.result import variation_texts
from boardwright.played_game import Match
from boardwright.protocols.go import within
from boardwright.registry import AnyGame, find_game
from boardwright.web.position_requests import play_moves

PRIORITY = 10
"""How far the thinking stands back behind the server and everything else on the machine."""
HASH_MB = 32
MOST_PLAYERS = 3
"""So many games' players are kept, each with what it remembers."""
LONGEST_LINE = 16
"""So many moves of a line are told."""


class EngineWorker:
    """Thinks about matches of any game; what it remembers of one serves the next search."""

    def __init__(self) -> None:
        self.stop = Event()
        self._players: OrderedDict[str, Player] = OrderedDict()

    def think(self, task: Mapping[str, Any], tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """What there is to find; ``tell`` hears it meanwhile."""
        game = find_game(task["game"])
        match = play_moves(game, game.parse_position(task["start"]), task["moves"])
        if match.is_drawn_by_history:
            match.play_on()
        player = self._player(game, task)
        limits = within(Limits(time=task["seconds"], aim=task["aim"]), player)

        def hear(found: SearchResult[Any]) -> None:
            tell(shown_found(match, found))

        return shown_found(match, player.choose(match, limits, on_info=hear, stop=self.stop.is_set))

    def _player(self, game: AnyGame, task: Mapping[str, Any]) -> Player:
        if task["level"] is not None:
            return LevelPlayer(game, task["level"], task["seed"])
        player = self._players.pop(task["game"], None) or best_player(game, hash_mb=HASH_MB)
        self._players[task["game"]] = player
        if len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)
        if isinstance(player, EnginePlayer):
            player.multipv = task["lines"]
        return player


def shown_found(match: Match[Any, Any], found: SearchResult[Any]) -> dict[str, Any]:
    """What was found, as plain data."""
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "win": found.win_probability,
        "lines": [_shown_line(match, line) for line in found.lines],
    }


def _shown_line(match: Match[Any, Any], line: Variation[Any]) -> dict[str, Any]:
    return {
        "score": None if line.score is None else line.score._asdict(),
        "text": f"{line.win_probability:.0%}" if line.score is None else str(line.score),
        "win": line.win_probability,
        "moves": variation_texts(match.game, match.position, line.moves[:LONGEST_LINE]),
    }


def main() -> None:
    """Think until there is no more input."""
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    # What a game prints must not get between the answers.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=output, flush=True)

    def work(task: dict[str, Any]) -> None:
        try:
            done = engine_worker.think(task, lambda found: say({"found": found}) if task["tell"] else None)
        except Exception as error:
            say({"failed": one_line(game_failure(error) or error)})
        else:
            say({"done": done})

    engine_worker = EngineWorker()
    for line in sys.stdin:
        task = json.loads(line)
        if "stop" in task:
            engine_worker.stop.set()
        else:
            engine_worker.stop.clear()
            Thread(target=work, args=(task,), daemon=True).start()
    # At once: a search that goes on has nobody to tell.
    os._exit(0)


if __name__ == "__main__":
    main()
