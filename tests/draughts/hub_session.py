"""A talk with the program that speaks Hub, without a process."""

from __future__ import annotations

import re
from io import StringIO
from threading import Condition

from hypothesis import strategies as st

from boardwright.games.draughts.notation import parse_position
from boardwright.games.draughts.protocols.hub.engine import HubServer
from boardwright.games.draughts.protocols.hub.notation import format_position

START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


def hub(fen: str) -> str:
    """The position of a FEN as Hub writes it."""
    return format_position(parse_position(fen))


WIN_IN_ONE = hub("W:W28:B23")
LOST_IN_TWO = hub("B:W46,45:B36")
ONE_MOVE = hub("W:W28,50:B1,23")
OVER = hub("B:W28:B")

TIMEOUT = 120.0
"""How long something may take that must happen, in seconds."""

VOCABULARY = """
    hub init wait set-param name= value= name=threads value=2 name=level new-game pos pos= moves= moves=32-28
    start level depth=2 depth nodes=50 move-time=0.01 time=1 inc=1 moves=4 infinite go think ponder analyze stop
    ponder-hit ping info done move=32-28 error message= " = "" ' 32-28 19-23 "32-28 19-23" 9999999999999999999
"""
WORDS = st.sampled_from([*VOCABULARY.split(), f"pos={START}", f"pos={ONE_MOVE}", f"pos={OVER}"])
GARBAGE = st.text(max_size=60) | st.binary(max_size=60).map(lambda line: line.decode(errors="replace"))
LINES = st.lists(WORDS, max_size=8).map(" ".join) | GARBAGE
"""Lines of all kinds, most of them wrong."""


class Output(StringIO):
    """What was said, and a way to wait for more of it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Condition()

    def write(self, text: str, /) -> int:
        with self.written:
            count = super().write(text)
            self.written.notify_all()
        return count


class Talk:
    """Commands to the program, and what it answers."""

    def __init__(self, **values: int) -> None:
        self.output = Output()
        self.server = HubServer(self.output, {"hash": 1, **values})

    @property
    def lines(self) -> list[str]:
        """All that was said so far; effort is masked."""
        return [masked(line) for line in self.output.getvalue().splitlines()]

    def say(self, *lines: str) -> list[str]:
        """The answers to some lines so far."""
        begin = len(self.lines)
        for line in lines:
            self.server.execute(line)
        return self.lines[begin:]

    def search(self, *lines: str) -> list[str]:
        """The answers to some lines, of which the last begins a search; all that it says included."""
        begin = len(self.lines)
        self.say(*lines)
        self.server.finish()
        return self.lines[begin:]

    def wait_for(self, pattern: str) -> str:
        """The first line that looks so, as it was said; it may still be to come."""

        def look() -> str | None:
            lines = self.output.getvalue().splitlines()
            return next((line for line in lines if re.fullmatch(pattern, line)), None)

        with self.output.written:
            assert self.output.written.wait_for(look, TIMEOUT), f"{pattern} never came"
        found = look()
        assert found is not None
        return found

    @property
    def answers(self) -> int:
        """How many searches were answered."""
        return sum(line.split()[0] == "done" for line in self.lines)


def masked(line: str) -> str:
    """The line without what changes from run to run, or with the strength of the search."""
    return re.sub(r"nodes=\d+ time=[\d.]+ nps=[\d.]+", "nodes=N time=N nps=N", line)
