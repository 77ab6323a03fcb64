"""Thin endings: certain races are scored as such, and won endings are won."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from boardwright import find_game
from boardwright.core import core_of
from boardwright.engine import Engine
from boardwright.engine.network import shipped_network
from boardwright.errors import InvalidPosition
from boardwright.games.margrites.notation import parse_position
from boardwright.games.margrites.rules import Position
from boardwright.played_game import PlayedGame

MARGRITES = find_game("margrites")
ENDINGS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "thin_endings.json").read_text())
"""Endings that the search once drew, and two that it played; each proved by a search of millions of nodes, or a race
against a single piece that is certain, at once or within the reach of such a search."""
MOST_STEPS = 60
NODES = 20_000
CERTAIN = 1_000
"""Scores beyond this are those of certain races."""


def thin_position(chance: random.Random) -> Position | None:
    """Return one to three pieces near their goal against one, or None if they stand where they would be captured."""
    rows = [["." for _ in range(9)] for _ in range(8)]
    several, side = chance.randint(1, 3), chance.randint(0, 1)
    for letter, number in (("bw"[side], several), ("wb"[side], 1)):
        for _ in range(number):
            row = chance.randint(0, 3)
            rows[row if letter == "b" else 7 - row][chance.randint(0, 8)] = letter
    ranks = "/".join("".join("1" if square == "." else square for square in row) for row in rows)
    ranks = ranks.replace("1" * 9, "9")
    for empty in range(8, 1, -1):
        ranks = ranks.replace("1" * empty, str(empty))
    score = [chance.randint(0, 2) for _ in range(4)]
    text = f"{ranks} {chance.choice('bw')} {chance.randint(1, 4)} - {score[0]}({score[1]})-{score[2]}({score[3]})"
    try:
        return parse_position(text)
    except InvalidPosition:
        return None


def test_certain_races_are_won() -> None:
    core, network = core_of(MARGRITES), shipped_network(MARGRITES).compiled()
    chance, engine = random.Random(1), Engine(MARGRITES, hash_mb=16)
    proved = 0
    for _ in range(400):
        position = thin_position(chance)
        if position is None or MARGRITES.outcome(position):
            continue
        score = int(core.evaluate(core.pack([position]), network).reshape(-1, 4)[0, 0])
        if abs(score) < CERTAIN:
            continue
        found = engine.search(position, nodes=100_000).score
        if found is not None and found.distance:
            assert (found.value > 0) == (score > 0), MARGRITES.format_position(position)
            proved += 1
    assert proved > 100


@pytest.mark.slow
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending["position"])
def test_a_won_ending_is_won(ending: dict[str, Any]) -> None:
    played = PlayedGame(MARGRITES, MARGRITES.parse_position(ending["position"]))
    engine = Engine(MARGRITES, hash_mb=16)
    for _ in range(MOST_STEPS):
        if played.outcome:
            break
        found = engine.search(played.position, history=played.positions[:-1], nodes=NODES)
        played.play(found.move)
    assert played.outcome
    assert played.outcome.winner == ending["winner"]
