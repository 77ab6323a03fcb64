"""The puzzles that are shipped: every one is read and played, some are proved again, by search and by brute force."""

from __future__ import annotations

from random import Random

import pytest
from tests.puzzles.histograms import histograms
from tests.running import ROOT

from boardwright import find_game
from boardwright.core import core_names
from boardwright.puzzles import Puzzle, board_key, puzzle_file, puzzles_of, read_puzzle_file, turns_of, write_puzzles
from boardwright.study.puzzles import DEFAULT_NODES, Prover, prove

LEAST = 200
SAMPLE = 5
"""How many puzzles of each variant are proved again; ``boardwright puzzles GAME --check FILE`` proves all."""


@pytest.mark.parametrize("name", core_names())
def test_a_variant_has_enough_puzzles_and_few_are_solved_by_one_move(name: str) -> None:
    puzzles = puzzles_of(find_game(name))
    assert len(puzzles) >= LEAST
    assert sum(len(puzzle.moves) == 1 for puzzle in puzzles) * 5 <= len(puzzles)
    assert all(puzzle.solved is not None for puzzle in puzzles)


@pytest.mark.parametrize("name", core_names())
def test_every_solution_can_be_played_and_wins_if_it_is_complete(name: str) -> None:
    game = find_game(name)
    for puzzle in puzzles_of(game):
        position = game.parse_position(puzzle.position)
        assert game.format_position(position) == puzzle.position
        solver = game.side_to_move(position)
        turns = turns_of(game, puzzle)
        assert len(game.legal_moves(position)) > 2, puzzle
        for text in puzzle.moves:
            position = game.play(position, game.parse_move(position, text, strict=True))
        outcome = game.outcome(position)
        assert outcome is not None or puzzle.distance != len(puzzle.moves), puzzle
        assert outcome is None or outcome.winner == solver, puzzle
        assert turns[0].side == turns[-1].side == solver


@pytest.mark.parametrize("name", core_names())
def test_none_is_a_duplicate_or_the_mirror_image_of_another(name: str) -> None:
    game = find_game(name)
    keys = [board_key(game, game.parse_position(puzzle.position)) for puzzle in puzzles_of(game)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", core_names())
def test_files_are_written_as_the_command_writes_them(name: str) -> None:
    path = puzzle_file(find_game(name))
    assert path is not None
    assert path.read_text(encoding="utf-8") == write_puzzles(read_puzzle_file(path))


def sample(name: str) -> list[Puzzle]:
    return Random(name).sample(puzzles_of(find_game(name)), SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("name", core_names())
def test_some_have_one_solution(name: str) -> None:
    game = find_game(name)
    prover = Prover(game)
    proofs = [prove(game, prover, puzzle, DEFAULT_NODES) for puzzle in sample(name)]
    assert [proof.problem for proof in proofs] == [None] * SAMPLE


def test_the_table_in_the_manual_is_that_of_the_puzzles() -> None:
    assert histograms() in (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8"), (
        "python -m tests.puzzles.histograms"
    )
