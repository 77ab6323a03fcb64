"""Hub as pydraughts speaks it: its client plays games with our program, and its moves are written like ours."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from bench.outside import PYDRAUGHTS
from tests.running import ROOT, require_outside

from boardwright import find_game
from boardwright.explore import random_positions
from boardwright.games.draughts.protocols.hub.notation import format_move, parse_move
from boardwright.played_game import PlayedGame

pytestmark = pytest.mark.slow

DRAUGHTS = find_game("draughts")
WINNERS = {2: 0, 1: 1, 0: None}
"""As pydraughts numbers the sides, and a draw."""


@pytest.fixture(scope="module")
def pydraughts() -> str:
    """The Python that has pydraughts."""
    require_outside(PYDRAUGHTS)
    return str(PYDRAUGHTS.python)


def run(python: str, script: str, *arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        [python, str(ROOT / "tests" / "draughts" / script), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("side", [0, 1])
def test_its_client_plays_a_whole_game_with_our_program(pydraughts: str, side: int, tmp_path: Path) -> None:
    # It follows links in the command's path, and so would leave our environment.
    program = tmp_path / "hub"
    program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -m boardwright hub\n")
    program.chmod(0o755)
    game = json.loads(run(pydraughts, "pydraughts_game.py", str(program), str(side)))
    assert game["id"]["name"] == "Boardwright"
    assert game["options"] == ["endings", "hash", "level", "seed", "threads", "variant"]
    assert game["variants"] == ["normal"]
    assert game["status"] == 0
    played = PlayedGame(DRAUGHTS)
    for text in game["moves"]:
        played.play(parse_move(played.position, text))
    assert played.outcome is not None
    assert played.outcome.winner == WINNERS[game["winner"]] == side
    assert len(game["infos"]) == len(range(side, len(game["moves"]), 2))
    assert all({"depth", "score", "nodes", "time", "nps", "pv"} <= info.keys() for info in game["infos"])
    assert game["infos"][-1]["score"] == {"win": 1}


def test_its_moves_are_written_like_ours(pydraughts: str) -> None:
    fens = ["W:WK47:B14,19,29,31,42", "W:WK48:B31,21,12,13,24,34", "W:W37:B12,13,22,23,32,33"]
    positions = [DRAUGHTS.parse_position(fen) for fen in fens]
    positions += islice(random_positions(DRAUGHTS, Random(11)), 150)
    positions = [position for position in positions if DRAUGHTS.outcome(position) is None]
    theirs = run(pydraughts, "pydraughts_moves.py", stdin="\n".join(map(DRAUGHTS.format_position, positions)))
    ours = [" ".join(sorted(map(format_move, DRAUGHTS.legal_moves(position)))) for position in positions]
    assert theirs.splitlines() == ours
