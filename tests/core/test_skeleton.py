"""The header that `boardwright core --new` writes, and headers of other boards that were finished from it."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from tests.json_schemas import json_lines
from tests.rl.test_vector import compare as compare_vector_env
from tests.running import ROOT

from boardwright import Engine, find_game
from boardwright.cli import main
from boardwright.core import compiler, core_of
from boardwright.core.library import header_of
from boardwright.core.skeleton import skeleton
from boardwright.explore import perft
from boardwright.game import AnyGame
from boardwright.paths import CACHE
from boardwright.rl.vector import VectorEnv

FILE = "examples/breakthrough.py"
GAME = find_game(FILE)
SOON_COMPILED = (*compiler.FLAGS, "-O0")


@pytest.fixture
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Have an empty cache."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))


@cache
def new_header(name: str) -> str:
    return skeleton(find_game(f"examples/{name}.py"), f"{name}.py")


def test_moves_may_be_names_of_squares() -> None:
    assert 'move_layout = "square";' in new_header("gomoku")
    header = new_header("morris")
    assert 'move_layout = "origin: square or None; target: square; taken: square or None";' in header
    assert "    // origin: 26 stands for None.\n    static int origin_of" in header


def test_other_variants_are_to_be_written() -> None:
    assert "a class for each other variant, gomoku:free, gomoku:swap, named behind" in new_header("gomoku")
    assert "variant" not in new_header("morris")


def test_pieces_are_found_beside_a_reserve() -> None:
    header = new_header("morris")
    assert "Bits white_man;  // board: 'w'" in header
    assert "each_piece" not in header


def test_reasons_come_from_games_and_from_the_code() -> None:
    assert 'reason_texts[] = {"five stones are in a row", "the board is full"};' in new_header("gomoku")
    assert 'terminations[] = {"reached_goal", "no_moves"};' in new_header("gomoku")
    # Those of Hexxagon differ by the numbers of stones.
    assert 'reason_texts[] = {""};' in new_header("hexxagon")


def test_boards_that_are_no_rectangles_have_tables() -> None:
    """A square that is joined by lines or edges is in the set of its neighbour, and the other way round."""
    for name in ("morris", "hexxagon"):
        game, header = find_game(f"examples/{name}.py"), new_header(name)
        board = game.view(game.start()).board
        names = [square.name for square in board.squares if square.name not in board.reserves]
        table = header.partition(f"Bits neighbours[{len(names)}] = {{")[2].partition("}")[0]
        for square, near in zip(names, table.split(","), strict=True):
            assert [each for at, each in enumerate(names) if int(near, 16) >> at & 1] == list(board.neighbours(square))
        assert f"int square_x[{len(names)}]" in header
    # More than 64 points: lists of numbers.
    assert "int neighbours[225][4] = {\n        {1, 15, -1, -1}, {0, 2, 16, -1}," in new_header("gomoku")
    assert "neighbours" not in new_header("breakthrough")


@pytest.mark.slow
def test_the_new_header_compiles_and_waits_for_its_rules(
    tmp_path: Path, empty_cache: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def core(*arguments: str) -> tuple[int, str, str]:
        status = main(["core", *arguments])
        return status, *capsys.readouterr()

    monkeypatch.setattr(compiler, "FLAGS", SOON_COMPILED)
    file = tmp_path / "breakthrough.py"
    shutil.copy(ROOT / FILE, file)
    header = file.with_suffix(".hpp")
    assert core(str(file)) == (2, "", f"error: breakthrough has no header: expected {header}; --new writes one\n")
    assert core(str(file), "--new") == (0, f"written: {header}\n", "")
    status, output, _ = core(str(file), "--json")
    (report,) = json_lines("core", output)
    assert (status, report["positions"]) == (1, 0)
    start = GAME.format_position(GAME.start())
    expected = f"in the position '{start}', move 'a2a3': Python says it is legal, C++ says it is not"
    assert report["problem"] == f"breakthrough.hpp differs from the Python rules {expected}"
    # A keyword of C++ as the name of a field, no field to_move, and quotes in a reason.
    source = (ROOT / "examples" / "tictactoe.py").read_text().replace("to_move: Side", "double: Side")
    source = source.replace("position.to_move", "position.double").replace('"the board is full"', "'a \"full\" board'")
    source += "\n    def side_to_move(self, position: Position) -> Side:\n        return position.double\n"
    (tmp_path / "tictactoe.py").write_text(source)
    assert core(str(tmp_path / "tictactoe.py"), "--new")[0] == 0
    status, output, _ = core(f"{tmp_path / 'tictactoe.py'}:standard")
    assert (status, output.splitlines()[3].partition("move ")[2]) == (
        1,
        "'a1': Python says it is legal, C++ says it is not",
    )
    assert core(str(file), "--new") == (2, "", f"error: {header} exists already: --new overwrites none\n")


@pytest.fixture
def morris(tmp_path: Path, empty_cache: None) -> AnyGame:
    """The example with a header that was finished from the new one: points and lines, moves by names, men in hand."""
    shutil.copy(ROOT / "examples" / "morris.py", tmp_path)
    shutil.copy(ROOT / "tests" / "core" / "morris.hpp", tmp_path)
    game = find_game(str(tmp_path / "morris.py"))
    assert header_of(game) == tmp_path / "morris.hpp"
    return game


@pytest.mark.slow
def test_a_game_on_a_graph_has_all_that_a_core_gives(morris: AnyGame, tmp_path: Path) -> None:
    """Opening the core compares it with the Python rules."""
    assert core_of(morris).perft(morris.start(), 3) == perft(morris, morris.start(), 3)
    # Each move of the first phase places a man and is progress: quiescence search does not follow them.
    result = Engine(morris, hash_mb=1).search(morris.start(), depth=4)
    assert (result.depth, result.nodes < 100_000) == (4, True)
    # A man in hand may be clicked first: more than one path leads to a move.
    ended, prefixes = compare_vector_env(
        VectorEnv(str(tmp_path / "morris.py"), 2), morris.start(), 250, "vector morris"
    )
    assert ended > 0
    assert prefixes > 50
