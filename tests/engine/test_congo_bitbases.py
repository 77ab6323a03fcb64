"""Bitbases of Congo: what is shipped is what the Python rules say of every move."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardwright import find_game
from boardwright.engine import Engine
from boardwright.engine.bitbases import Bitbases, BitbaseValue, find_bitbases, materials_of, shipped_folder
from boardwright.games.congo.rules import EMPTY, Position

CONGO = find_game("congo")
MATERIALS = materials_of(CONGO)
LETTERS = {
    "pawn": "P", "zebra": "Z", "giraffe": "G", "superpawn": "S", "elephant": "E", "monkey": "M", "crocodile": "C"
}  # fmt: skip
CASTLES = tuple([7 * rank + file for rank in ranks for file in (2, 3, 4)] for ranks in ((0, 1, 2), (4, 5, 6)))


@pytest.fixture(scope="module")
def endings() -> Bitbases[Any, Any]:
    found = find_bitbases(CONGO, "auto")
    assert found is not None
    return found


def random_position(name: str, random: Random) -> Position:
    """A position of a material, either side having either part of it."""
    turned = random.randrange(2)
    pieces = [
        LETTERS[kind] if side ^ turned == 0 else LETTERS[kind].lower()
        for side, own in enumerate(name.split("-"))
        for kind in own.split("+")
        if kind != "lion"
    ]
    while True:
        squares = [random.choice(castle) for castle in CASTLES] + [random.randrange(49) for _ in pieces]
        if len(set(squares)) == len(squares):
            break
    board = [EMPTY] * 49
    for square, piece in zip(squares, ["L", "l", *pieces], strict=True):
        board[square] = piece
    return Position("".join(board), random.randrange(2), 0)


def seen_from(endings: Bitbases[Any, Any], position: Position, after: Position) -> BitbaseValue:
    """How a position after a move stands; plies count on while the pieces are the same."""
    if "L" not in after.board or "l" not in after.board:
        return BitbaseValue("lost", 0)
    known = endings.find(after)
    assert known is not None
    return known if sorted(after.board) == sorted(position.board) else BitbaseValue(known.result, 0)


def best_of(after: list[BitbaseValue]) -> BitbaseValue:
    lost = [known.plies for known in after if known.result == "lost"]
    if lost:
        return BitbaseValue("won", min(lost) + 1)
    if any(known.result == "drawn" for known in after):
        return BitbaseValue("drawn", 0)
    return BitbaseValue("lost", max((known.plies for known in after), default=-1) + 1)


@pytest.mark.parametrize("name", [material.name for material in MATERIALS])
def test_a_position_stands_as_what_its_moves_lead_to(endings: Bitbases[Any, Any], name: str) -> None:
    """With distances that come to an end this is all that makes results right."""
    random = Random(name)
    for _ in range(40):
        position = random_position(name, random)
        outcome = CONGO.outcome(position)
        if outcome is not None and outcome.winner is None:
            assert endings.find(position) == BitbaseValue("drawn", 0), position
            continue
        after = [CONGO.successor(position, move) for move in CONGO.legal_moves(position)]
        assert endings.find(position) == best_of([seen_from(endings, position, each) for each in after]), position


def test_distances_end_long_before_the_values_of_a_byte() -> None:
    """A longer win would be taken for a draw."""
    folder = shipped_folder(CONGO)
    assert folder is not None
    assert {path.name for path in folder.iterdir()} == {material.file_name for material in MATERIALS}
    assert max(header(path)["longest"] for path in folder.iterdir()) < 100


def header(path: Path) -> Any:
    return json.loads(path.read_bytes().split(b"\n", 2)[1])


@pytest.mark.parametrize("name", ["congo", "congo:full"])
def test_both_variants_share_them(name: str) -> None:
    game = find_game(name)
    position = game.parse_position("3l3/7/7/7/7/2C1C2/3L3 w 0")
    assert str(Engine(game, hash_mb=1).search(position, nodes=500).score).startswith("w")
    found = find_bitbases(game, "auto")
    assert found is not None
    assert len(found.materials) == 64
