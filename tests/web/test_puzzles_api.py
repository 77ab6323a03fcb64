"""Puzzles by the API: those that are shipped, those of a game from a file, and games that have none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.running import ROOT
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.puzzles import Puzzle, difficulty_of, puzzles_of, turns_of, write_puzzles

pytestmark = pytest.mark.slow

BREAKTHROUGH = ROOT / "examples" / "breakthrough.py"
PUZZLE = Puzzle("2b5/8/w7/8/8/6b1/3w4/8 w", ("a6a7", "g3g2", "a7a8"), 3)


def test_puzzles_are_listed_by_difficulty_and_sent_with_their_solution(server: Served) -> None:
    game = find_game("turm:centre")
    listed = server.get("/api/games/turm/puzzles")
    assert listed["game"] == "turm:centre"
    puzzles = puzzles_of(game)
    assert sorted(listed["easy"] + listed["medium"] + listed["hard"]) == list(range(1, len(puzzles) + 1))
    for number in (1, len(puzzles)):
        puzzle = puzzles[number - 1]
        assert server.get(f"/api/games/turm:centre/puzzles/{number}") == {
            "game": "turm:centre",
            "number": number,
            "position": puzzle.position,
            "difficulty": difficulty_of(puzzle),
            "distance": puzzle.distance,
            "solved": puzzle.solved,
            "turns": [{"side": turn.side, "orders": list(map(list, turn.orders))} for turn in turns_of(game, puzzle)],
        }
        assert number in listed[difficulty_of(puzzle)]


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("turm/puzzles/100000", 404, "turm:centre has no puzzle 100000: expected a number from 1 to"),
        ("turm/puzzles/0", 422, "number"),
        ("turm/puzzles/first", 422, "number"),
        ("chess/puzzles", 404, "unknown game 'chess'"),
    ],
)
def test_what_is_not_there_is_named(server: Served, path: str, status: int, error: str) -> None:
    response = server.client.get(f"/api/games/{path}")
    assert response.status_code == status
    assert error in response.json()["error"]


def test_a_game_from_a_file_brings_its_own_puzzles_or_has_none(serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve(f"--game={BREAKTHROUGH}")
    assert served.get("/api/games/breakthrough/puzzles") == {
        "game": "breakthrough",
        "easy": [],
        "medium": [],
        "hard": [],
    }
    response = served.client.get("/api/games/breakthrough/puzzles/1")
    assert (response.status_code, response.json()["error"]) == (404, "breakthrough has no puzzle 1: it has no puzzles")
    own = tmp_path / "own.py"
    source = BREAKTHROUGH.read_text(encoding="utf-8")
    manifest = '    manifest = Manifest(puzzles="puzzles")\n    name = "breakthrough"\n'
    own.write_text(
        source.replace('    name = "breakthrough"\n', manifest).replace(
            "from boardwright.views", "from boardwright.manifest import Manifest\nfrom boardwright.views"
        ),
        encoding="utf-8",
    )
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "breakthrough.jsonl").write_text(write_puzzles([PUZZLE]), encoding="utf-8")
    served = serve(f"--game={own}")
    assert served.get("/api/games/breakthrough/puzzles")["easy"] == [1]
    assert served.get("/api/games/breakthrough/puzzles/1")["turns"][0]["orders"] == [["a6a7"]]
