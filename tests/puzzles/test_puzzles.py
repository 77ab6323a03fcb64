"""Puzzles: their files, the orders of moves that are accepted, the search for them, and their proofs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.json_schemas import json_lines
from tests.running import ROOT, without_header

from boardwright import PlayedGame, find_game
from boardwright.cli import main
from boardwright.errors import BoardwrightError
from boardwright.executors import SerialExecutor
from boardwright.puzzles import (
    Puzzle,
    board_key,
    difficulty_of,
    orders_of,
    read_puzzle_file,
    read_puzzles,
    turns_of,
    write_puzzles,
)
from boardwright.study.puzzles import BruteForce, Collection, Prover, prove, puzzle_jobs

TURM = find_game("turm")
CABEZA = find_game("cabeza")
MARGRITES = find_game("margrites")

WIN_IN_THREE = Puzzle("4cm4/4oo4/1hh1oo4/1hh1HH4/10/10/3FF1ff2/6OO2/6OO2/4MC4,b", ("fws", "Ce", "fse"), 3, 1.0)
THREE_STEPS = Puzzle("4b1bb1/9/9/1w7/9/9/9/1w1w5 b 3 h8<g7 1(3)-2(4)", ("e8>B++", "g8>B++", "h8>B++"), 3)
BREAKTHROUGH = without_header("examples/breakthrough.py")


def test_a_file_holds_what_was_written() -> None:
    puzzles = [WIN_IN_THREE, THREE_STEPS, Puzzle("x", ("a",), None, 0.45)]
    assert read_puzzles(write_puzzles(puzzles)) == puzzles
    assert write_puzzles(puzzles).count("\n") == 3


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "line 2 is not JSON: expected a puzzle"),
        ("[" * 100_000, "line 2 is not JSON: expected a puzzle"),
        ("[]", "line 2 is not a puzzle: expected an object with position and moves"),
        ('{"moves": ["a"]}', "line 2 is not a puzzle: its position is missing: expected a text"),
        ('{"position": "p", "moves": []}', "line 2 is not a puzzle: its moves are missing: expected a list of texts"),
        ('{"position": "p", "moves": [1]}', "line 2 is not a puzzle: its moves are missing: expected a list of texts"),
        (
            '{"position": "p", "moves": ["a", "b"], "distance": 1}',
            "line 2 is not a puzzle: its distance is '1': expected a number of plies, 2 or more",
        ),
        (
            '{"position": "p", "moves": ["a"], "distance": 1, "solved": 7}',
            "line 2 is not a puzzle: its share of solvers is '7': expected a number from 0 to 1",
        ),
    ],
)
def test_a_damaged_line_is_named(line: str, error: str, tmp_path: Path) -> None:
    file = tmp_path / "damaged.jsonl"
    file.write_text(write_puzzles([WIN_IN_THREE]) + line + "\n")
    with pytest.raises(BoardwrightError) as raised:
        read_puzzle_file(file)
    assert str(raised.value).endswith(f": {error}")


def test_a_file_that_is_missing_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardwrightError, match=r"cannot be read: No such file"):
        read_puzzle_file(tmp_path / "missing")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x80")
    with pytest.raises(BoardwrightError, match="it is not UTF-8 text"):
        read_puzzle_file(tmp_path / "bytes")


def test_a_solution_is_read_turn_by_turn() -> None:
    turns = turns_of(CABEZA, WIN_IN_THREE)
    assert [(turn.side, turn.orders) for turn in turns] == [(1, (("fws",),)), (0, (("Ce",),)), (1, (("fse",),))]
    (turn,) = turns_of(MARGRITES, THREE_STEPS)
    assert turn.moves == THREE_STEPS.moves


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (("zz",), "'zz' is not a move"),
        (("fws", "Ce"), "the solution ends with a move of the other side"),
        (("fws", "Ce", "fse", "Ce"), "the solution goes on after the end of the game"),
    ],
)
def test_a_solution_that_cannot_be_played_is_refused(moves: tuple[str, ...], error: str) -> None:
    puzzle = Puzzle(WIN_IN_THREE.position, moves, 5)
    with pytest.raises(BoardwrightError, match=error):
        turns_of(CABEZA, puzzle)
    assert error in str(prove(CABEZA, Prover(CABEZA), puzzle, 100).problem)


def test_all_orders_of_a_turn_with_the_same_result_are_accepted() -> None:
    position = MARGRITES.parse_position(THREE_STEPS.position)
    assert len(set(orders_of(MARGRITES, position, THREE_STEPS.moves))) == 6
    # e4 must be free before d3 can go there.
    position = MARGRITES.parse_position("w8/9/9/9/4b4/3b5/9/9 b 4 - 0(0)-0(0)")
    assert orders_of(MARGRITES, position, ["e4>e5", "d3>e4"]) == (("e4>e5", "d3>e4"),)


def test_positions_are_the_same_up_to_reflection_and_colours() -> None:
    def key(text: str) -> object:
        return board_key(TURM, TURM.parse_position(text))

    position = "7/3RG3/7/1r35/7/7/BG6 r"
    assert key(position) == key("7/3RG3/7/5r31/7/7/6BG r")
    assert key(position) == key("RG6/7/7/1b35/7/3BG3/7 b")
    assert key(position) != key("7/3RG3/7/2r34/7/7/BG6 r")
    assert key(position) != key("7/3RG3/7/1r25/7/7/BG6 r")


def test_boards_of_hexagons_are_the_same_if_they_are_reflected_but_not_if_they_are_turned_on_their_side() -> None:
    hexxagon = find_game("examples/hexxagon.py")

    def key(rows: str) -> object:
        return board_key(hexxagon, hexxagon.parse_position(f"{rows} r"))

    assert key("5/6/7/7/8/7/7/6/r4") == key("5/6/7/7/8/7/7/6/4r") == key("r4/6/7/7/8/7/7/6/5")
    assert key("5/6/7/7/8/7/7/6/r4") != key("5/6/7/7/r7/7/7/6/5")


def test_a_collection_has_no_duplicates_and_few_short_puzzles() -> None:
    collection = Collection(TURM)
    one_move = Puzzle("7/7/7/7/3RG3/7/BG6 r", ("D3-D4-1",), 1)
    assert not collection.add(one_move)
    for row in range(2, 7):
        ranks = ["7"] * 7
        ranks[row - 2], ranks[-1] = "1r35", "3RG2BG"
        assert collection.add(Puzzle("/".join(ranks) + " r", ("x", "y", "z"), 5))
        mirrored = "/".join(ranks).replace("1r35", "5r31").replace("3RG2BG", "BG2RG3") + " r"
        assert not collection.add(Puzzle(mirrored, ("x", "y", "z"), 5))
    assert collection.add(one_move)
    assert not collection.add(one_move)


@pytest.mark.parametrize(
    ("plies", "solved", "difficulty"),
    [
        (1, 1.0, "easy"),
        (3, 0.9, "easy"),
        (3, None, "easy"),
        (4, 1.0, "medium"),
        (3, 0.7, "medium"),
        (5, None, "medium"),
        (6, 1.0, "hard"),
        (1, 0.2, "hard"),
    ],
)
def test_the_difficulty_is_by_length_and_by_solvers(plies: int, solved: float | None, difficulty: str) -> None:
    assert difficulty_of(Puzzle("p", ("m",) * plies, plies, solved)) == difficulty


@pytest.mark.parametrize("game", ["cabeza", "margrites"])
def test_a_proof_finds_one_solution(game: str) -> None:
    found = find_game(game)
    puzzle = WIN_IN_THREE if game == "cabeza" else THREE_STEPS
    proof = prove(found, Prover(found), puzzle, 5000)
    assert proof.problem is None
    assert proof.other is not None
    assert proof.other[1] <= 0.6
    assert proof.expanded is not None


def test_a_proof_finds_what_is_wrong() -> None:
    prover = Prover(TURM)
    two_ways = Puzzle("7/7/7/3b13/3RG1BG1/2r24/7 r", ("D3-D4-1",), 1)
    assert "D3-D2-1 has a win probability of" in str(prove(TURM, prover, two_ways, 5000).problem)
    none = Puzzle(TURM.format_position(TURM.start()), ("D5-D4-1",), 1)
    assert str(prove(TURM, prover, none, 500).problem).startswith("no win is proved")


@pytest.mark.parametrize("game", ["turm", "congo:full", "cabeza", "draughts", "margrites"])
def test_brute_force_with_the_core_agrees_with_the_rules_alone(game: str) -> None:
    found = find_game(game)
    wins = json.loads((ROOT / "tests" / "engine" / "wins" / f"{found.name}.json").read_text())
    win = next(win for win in wins if win["game"] in (game, found.full_name) and win["distance"] <= 4)
    position = found.parse_position(win["position"])
    core, rules = BruteForce(found), BruteForce(found)
    rules.core = None
    distance = win["distance"]
    assert core.winning_moves(position, distance)
    assert sorted(core.winning_moves(position, distance)) == sorted(rules.winning_moves(position, distance))
    assert BruteForce(found).winning_moves(position, distance - 1) == []


def test_games_yield_puzzles_and_the_same_seed_the_same_ones() -> None:
    def found() -> list[Puzzle]:
        with SerialExecutor() as executor:
            results = executor.map(puzzle_jobs(CABEZA, [], 7, 500))
            puzzles = next(results) + next(results)
            results.close()
        return puzzles

    puzzles = found()
    assert puzzles
    assert puzzles == found()
    for puzzle in puzzles:
        turns = turns_of(CABEZA, puzzle)
        assert turns[0].side == CABEZA.side_to_move(CABEZA.parse_position(puzzle.position))
        assert puzzle.distance is not None
        assert puzzle.distance >= len(puzzle.moves)
        assert puzzle.solved is not None


def test_a_stored_game_yields_its_puzzle() -> None:
    position = CABEZA.parse_position(WIN_IN_THREE.position)
    played = PlayedGame(CABEZA, position)
    job = next(puzzle_jobs(CABEZA, [played], 0, 2000))
    assert WIN_IN_THREE.position in {puzzle.position for puzzle in job.do()}


def test_a_game_without_a_core_yields_puzzles() -> None:
    game = find_game(BREAKTHROUGH)
    # White is a move ahead, if the pawn does not go where it is taken.
    played = PlayedGame(game, game.parse_position("2b5/8/w7/8/8/6b1/3w4/8 w"))
    (puzzle,) = (each for each in next(puzzle_jobs(game, [played], 0, 10_000)).do() if each.distance == 3)
    assert (puzzle.moves[0], len(puzzle.moves)) == ("a6a7", 3)
    assert puzzle.solved is not None
    assert prove(game, Prover(game), puzzle, 5000).problem is None


def test_the_command_finds_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cabeza.jsonl"
    find = ["puzzles", "cabeza", "--nodes", "500", "--threads", "1", "--seed", "7"]
    assert main([*find, "--count", "2", "--to", str(file)]) == 0
    assert capsys.readouterr().out == f"2 puzzles of cabeza in {file}\n"
    assert main([*find, "--count", "3", "--to", str(file), "--json"]) == 0
    told = {"game": "cabeza", "file": str(file), "puzzles": 3, "complete": True}
    assert json_lines("puzzles", capsys.readouterr().out) == [told]
    puzzles = read_puzzle_file(file)
    assert len({puzzle.position for puzzle in puzzles}) == 3
    assert main(["puzzles", "cabeza", "--check", str(file), "--nodes", "500"]) == 0
    assert capsys.readouterr().out.startswith("3 puzzles checked: 3 with one solution")
    assert main(["puzzles", "cabeza", "--check", str(file), "--nodes", "500", "--json"]) == 0
    checked = json_lines("puzzles", capsys.readouterr().out)
    assert [(each["number"], each["problem"]) for each in checked] == [(1, None), (2, None), (3, None)]
    file.write_text(write_puzzles([Puzzle(puzzles[0].position, ("zz",), 1)]))
    assert main(["puzzles", "cabeza", "--check", str(file), "--nodes", "500"]) == 1
    assert "'zz' is not a move" in capsys.readouterr().out


def test_the_command_prints_puzzles_with_their_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "cabeza", "--nodes", "500", "--threads", "1", "--seed", "7", "--count", "1"]) == 0
    assert "proof: the only win, by search" in capsys.readouterr().out


def test_check_takes_no_record_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "turm", "--check", "a.jsonl", "--to", "b.jsonl"]) == 2
    assert "--check finds no puzzles" in capsys.readouterr().err
