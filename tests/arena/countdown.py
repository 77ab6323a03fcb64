"""A game to break: take one to three of twenty; whoever takes the last one wins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from boardwright.errors import InvalidPosition
from boardwright.game import Game, Outcome
from boardwright.views import Board, View

TRAPS = "COUNTDOWN_TRAPS"
"""The variable of the environment that names a folder; who finds a file there at the end of a game dies of it."""


class Heap(NamedTuple):
    left: int
    to_move: int


class Countdown(Game[Heap, int]):
    name = "countdown"
    title = "Countdown"
    sides = ("one", "other")
    kinds = ()
    start_text = "20 0"

    def legal_moves(self, position: Heap) -> list[int]:
        return list(range(1, min(position.left, 3) + 1))

    def successor(self, position: Heap, move: int) -> Heap:
        return Heap(position.left - move, 1 - position.to_move)

    def outcome(self, position: Heap) -> Outcome | None:
        if position.left:
            return None
        traps = os.environ.get(TRAPS)
        for trap in Path(traps).iterdir() if traps else ():
            trap.unlink()
            os._exit(7)
        return Outcome(1 - position.to_move, "the last one is taken")

    def parse_position(self, text: str, *, strict: bool = True) -> Heap:
        try:
            left, to_move = map(int, text.split())
        except ValueError as error:
            raise InvalidPosition(f"{text!r} is no heap: expected two numbers") from error
        return Heap(left, to_move)

    def format_position(self, position: Heap) -> str:
        return f"{position.left} {position.to_move}"

    def format_move(self, position: Heap, move: int) -> str:
        return str(move)

    def view(self, position: Heap) -> View:
        return View(Board(1, 1, ()), (), position.to_move)
