"""A talk with the server of the protocol, without a process."""

from __future__ import annotations

import re
from io import StringIO

from boardwright.game import AnyGame
from boardwright.protocols.ugi import Server

WIN_IN_ONE = "7/7/7/7/3RG3/7/BG6 r"
OVER = "7/7/7/3RG3/7/7/BG6 b"


class Talk:
    """Commands to a server, and what it answers."""

    def __init__(self, game: AnyGame) -> None:
        self.output = StringIO()
        self.server = Server(game, self.output)

    def say(self, *commands: str) -> list[str]:
        """The answers to some lines, what a search says that has a limit included; effort is masked.

        Signs of life, which a slow machine adds every second, are left out.
        """
        begin = len(self.output.getvalue())
        for line in commands:
            self.server.execute(line)
            if line.startswith("go") and line not in ("go", "go infinite"):
                self.server.finish()
        answers = self.output.getvalue()[begin:].splitlines()
        return [masked(line) for line in answers if not re.fullmatch(r"info time \d+", line)]


def masked(line: str) -> str:
    """The line without what changes from run to run, or with the strength of the search."""
    return re.sub(r" nodes \d+ nps \d+ time \d+", " nodes N nps N time N", line)
