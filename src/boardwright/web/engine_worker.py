"""The program of an engine process of the server: ``python -m boardwright.web.engine_worker``.

It reads tasks from standard input, one JSON object per line, runs one at a time, and answers in the
same way: ``{"result": ...}`` for intermediate results, if the task asks for them, and at the end
``{"done": ...}`` or ``{"failed": reason}``. A line ``{"stop": true}`` stops the search early. The
process exits at the end of its input, and so with the server.
"""

from __future__ import annotations

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Thread
from typing import Any

from boardwright.conformance import game_failure
from boardwright.engine import Limits, Player, best_player
from boardwright.engine.players import LevelPlayer
from boardwright.engine.result import AnySearchResult
from boardwright.errors import one_line
from boardwright.game import AnyGame
from boardwright.registry import find_game, reload_file, split_path
from boardwright.web.engine_tasks import LONGEST_LINE
from boardwright.web.game_files import Stamp, problem_of, stamp_of
from boardwright.web.position_requests import continued_game

PRIORITY = 10
"""The niceness of the process, so that searches yield to the server and the rest of the machine."""
HASH_MB = 32
MAX_PLAYERS = 3
"""The number of players that are kept, one per game, each with its transposition table."""


class EngineWorker:
    """Runs searches in any game, and keeps the players with their transposition tables for later ones."""

    def __init__(self) -> None:
        self.stop = Event()
        self._players: OrderedDict[str, Player] = OrderedDict()
        self._stamps: dict[str, Stamp] = {}
        """The stamps of the files of games as they were when they were read."""

    def think(self, task: Mapping[str, Any], tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Run a search and return its result; ``tell`` receives intermediate ones if the task asks for them."""
        game = self._game(task["game"])
        played = continued_game(game, task["start"], task["moves"])
        player = self._player(game, task)
        player.multipv = player.multipv if task["level"] else task["lines"]

        def to_json(result: AnySearchResult) -> dict[str, Any]:
            return result.to_json(game, LONGEST_LINE)

        on_info = (lambda each: tell(to_json(each))) if task["tell"] else None
        return to_json(player.choose(played, Limits(**task["limits"]), on_info=on_info, stop=self.stop.is_set))

    def answer(self, task: Mapping[str, Any], tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """Run a search and return the final answer, with its result or with what failed."""
        try:
            return {"done": self.think(task, tell)}
        except Exception as error:
            failure = game_failure(error)
            path, _ = split_path(task["game"])
            problem = problem_of(error, Path.cwd() / path) if path else None
            return {"failed": one_line(failure or error), "problem": problem}

    def _game(self, name: str) -> AnyGame:
        """Return a game; a file that has changed is read again, and its player begins anew."""
        path, _ = split_path(name)
        if path:
            stamp = stamp_of(Path.cwd() / path)
            if self._stamps.get(path) != stamp:
                if path in self._stamps:
                    reload_file(path)
                    self._players = OrderedDict((key, each) for key, each in self._players.items() if key != name)
                self._stamps[path] = stamp
        return find_game(name)

    def _player(self, game: AnyGame, task: Mapping[str, Any]) -> Player:
        if task["level"] is not None:
            return LevelPlayer(game, task["level"], task["seed"])
        player = self._players.pop(task["game"], None) or best_player(game, hash_mb=HASH_MB)
        self._players[task["game"]] = player
        if len(self._players) > MAX_PLAYERS:
            self._players.popitem(last=False)
        return player


def main() -> None:
    """Serve tasks until the end of the input."""
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    # Output that a game prints must not mix with the answers.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=output, flush=True)

    def work(task: dict[str, Any]) -> None:
        say(engine_worker.answer(task, lambda result: say({"result": result})))

    engine_worker = EngineWorker()
    for line in sys.stdin:
        task = json.loads(line)
        if "stop" in task:
            engine_worker.stop.set()
        else:
            engine_worker.stop.clear()
            Thread(target=work, args=(task,), daemon=True).start()
    # Exit without waiting for a running search.
    os._exit(0)


if __name__ == "__main__":
    main()
