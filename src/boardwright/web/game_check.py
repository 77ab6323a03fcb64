"""The program that tries a file with a game before the server loads it.

``python -m boardwright.web.game_check FILE SECONDS`` prints two lines of JSON: first what is wrong with loading the
file, then how its game breaks the contract; null for nothing. Code that never ends, or ends its process, so does no
harm to the server. The seconds are processor time, so that a busy machine does not make code look endless.
"""

from __future__ import annotations

import json
import os
import sys
from math import inf
from pathlib import Path
from threading import Thread
from time import monotonic, process_time, sleep

from boardwright.conformance import check_game
from boardwright.endless import running_code
from boardwright.game import AnyGame
from boardwright.lessons import lesson_problems, lessons_file
from boardwright.registry import find_game, split_path
from boardwright.web.game_files import Problem, problem_of, show_once

GAMES, PLIES = 2, 60
"""How many random games check the contract, and how many plies each has at most."""
PRIORITY = 10
CLOCK_INTERVAL = 0.1
PATIENCE = 5
"""How much longer than its processor time the check may take."""


def main(name: str, seconds: float) -> None:
    """Print what is wrong with a file."""
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    # What the game prints must not mix with the answers.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def say(problem: Problem | None) -> None:
        print(json.dumps(problem), file=output, flush=True)

    file = Path.cwd() / split_path(name)[0]

    def limit_time() -> None:
        # Code that waits takes no processor time, and on a busy machine there is little of it.
        began = monotonic()
        while process_time() < seconds and monotonic() - began < PATIENCE * seconds:
            sleep(CLOCK_INTERVAL)
        running = running_code(str(file))
        say(Problem(file.name, running and running.line, f"its code has not ended within {seconds:g} s"))
        os._exit(0)

    Thread(target=limit_time, daemon=True).start()
    try:
        game = find_game(name)
        show_once(game)
    except Exception as error:
        say(problem_of(error, file))
        return
    say(None)
    say(breach_of(game, file, seconds / 2))


def breach_of(game: AnyGame, file: Path, seconds: float = inf) -> Problem | None:
    """Return how the game of a file breaks the contract, or what is wrong with its lessons.

    No further variant is begun after some processor time, so that slow rules do not look endless.
    """
    others = [variant for variant in game.variants if variant != game.variant]
    try:
        check_game(game, games=GAMES, plies=PLIES)
        for variant in others:
            if process_time() < seconds:
                check_game(type(game)(variant), games=1, plies=PLIES)
    except Exception as error:
        return problem_of(error, file, game)
    problems = lesson_problems(game)
    return Problem(lessons_file(type(game)).name, None, problems[0]) if problems else None


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
