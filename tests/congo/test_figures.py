"""The published figures and the stored positions, reached exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardwright.explore import perft
from boardwright.games.congo import Congo

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "congo.json").read_text())["positions"]
STANDARD = "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0"
FULL = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0"
SUPERPAWNS = "1m1El2/P1P2P1/1S4C/4S2/1E3S1/1P3c1/2GL3 b 79"
CROWDED = "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP1P/1MELE2 b 0"


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (STANDARD, [26, 676, 17112]),
        (FULL, [24, 576, 14332]),
        (SUPERPAWNS, [15, 956, 14437]),
        (CROWDED, [33, 1325, 44701]),
    ],
)
def test_perft_counts_captured_lions_as_ends_and_bare_lions_as_going_on(fen: str, counts: list[int]) -> None:
    game = Congo()
    assert [perft(game, game.parse_position(fen), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (STANDARD, [433025, 10939217]),
        (FULL, [356456, 9404326]),
        (SUPERPAWNS, [790133]),
        (CROWDED, [1779478]),
    ],
)
def test_perft_at_depth_four_and_of_the_starts_at_five(fen: str, counts: list[int]) -> None:
    game = Congo()
    assert [perft(game, game.parse_position(fen), depth) for depth in range(4, 4 + len(counts))] == counts


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position"])
def test_the_stored_positions_have_their_moves_successors_and_outcomes(vector: dict[str, Any]) -> None:
    game = Congo(vector["game"].partition(":")[2])
    position = game.parse_position(vector["position"])
    assert game.format_position(position) == vector["position"]
    assert sorted(game.format_move(position, move) for move in game.legal_moves(position)) == vector["moves"]
    move, after = vector["play"]
    played = game.play(position, game.parse_move(position, move))
    assert game.format_position(played) == after
    assert game.format_outcome(game.outcome(played)).startswith(vector["outcome"])
