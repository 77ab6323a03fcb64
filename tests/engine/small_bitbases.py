"""Endings for the tests: small ones made in a moment, random positions of them, and a brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from boardwright import find_game
from boardwright.engine.bitbases import generate_bitbases, materials_of
from boardwright.games.draughts.rules import BIT, SQUARES, Position

DRAUGHTS = find_game("draughts")
MAN, KING = "man", "king"


def make(folder: Path, pieces: int, *, threads: int = 1, last: str = "") -> list[str]:
    """Make endings in a folder, to a last one if it is named; the names of those that were not there before."""
    names: list[str] = []

    def wait(material: Any, work: Any) -> bool:
        while not work.wait(1):
            pass
        return True

    materials = [material for material in materials_of(DRAUGHTS) if material.pieces <= pieces]
    for material, made in generate_bitbases(DRAUGHTS, folder, materials, threads, wait):
        names += [material.name] * made
        if material.name == last:
            break
    return names


def squares_of(kind: str, side: int) -> list[int]:
    """Where such a piece can stand: a man is crowned on its last row."""
    if kind == KING:
        return list(SQUARES)
    return [square for square in SQUARES if (square > 5 if side == 0 else square < 46)]


def placed(pieces: list[tuple[str, int]], squares: tuple[int, ...], to_move: int) -> Position | None:
    """The pieces, kinds with sides, on squares; None where two stand on one."""
    if len(set(squares)) < len(squares):
        return None
    sides, kings = [0, 0], 0
    for (kind, side), square in zip(pieces, squares, strict=True):
        sides[side] |= BIT[square]
        kings |= BIT[square] if kind == KING else 0
    return Position(sides[0], sides[1], kings, to_move)


def kinds_of(name: str) -> list[tuple[str, int]]:
    """The pieces of a material, the first side White's."""
    return [(kind, side) for side, own in enumerate(name.split("-")) for kind in own.split("+")]


def positions_of(name: str) -> Iterator[Position]:
    """All positions of a material, the first side White's, with either side to move."""
    pieces = kinds_of(name)
    for squares in product(*(squares_of(*piece) for piece in pieces)):
        for to_move in (0, 1):
            position = placed(pieces, squares, to_move)
            if position is not None:
                yield position


def random_position(name: str, random: Random) -> Position:
    """A position of a material, either side having either part of it."""
    turned = random.randrange(2)
    pieces = [(kind, side ^ turned) for kind, side in kinds_of(name)]
    position = None
    while position is None:
        squares = tuple(random.choice(squares_of(*piece)) for piece in pieces)
        position = placed(pieces, squares, random.randrange(2))
    return position


def solved(names: list[str], earlier: dict[Position, str], sweeps: int) -> dict[Position, str]:
    """What so many sweeps over all positions find by the rules alone; the rest is drawn."""
    successors = {}
    for name in names:
        for position in positions_of(name):
            successors[position] = [DRAUGHTS.successor(position, move) for move in DRAUGHTS.legal_moves(position)]
    found = {position: "lost" for position, after in successors.items() if not after}
    for _ in range(sweeps):
        known = {**earlier, **found}
        new = {}
        for position, after in successors.items():
            if position in found:
                continue
            results = [known.get(each) if each.white and each.black else "lost" for each in after]
            if "lost" in results:
                new[position] = "won"
            elif all(result == "won" for result in results):
                new[position] = "lost"
        if not new:
            break
        found |= new
    return {position: found.get(position, "drawn") for position in successors}
