"""Openings are legal, new, balanced where that can be told, and the same for the same seed."""

from __future__ import annotations

from itertools import islice

import pytest

from boardwright import BoardwrightError, find_game
from boardwright.arena.openings import BALANCED, CANDIDATE_HASH, imbalance, openings
from boardwright.engine.search import Engine
from boardwright.registry import BUILT_IN


@pytest.mark.parametrize("name", BUILT_IN)
def test_openings_are_open_new_and_end_with_a_turn(name: str) -> None:
    game = find_game(name)
    found = list(islice(openings(game, plies=5, seed=3), 6))
    assert len({opening.position for opening in found}) == 6
    for opening in found:
        assert opening.outcome is None
        assert len(opening.moves) >= 5
        assert opening.side_to_move != game.side_to_move(opening.positions[-2])


def test_the_same_seed_gives_the_same_openings() -> None:
    def texts(seed: int) -> list[list[str]]:
        return [opening.move_texts() for opening in islice(openings(find_game("turm"), seed=seed), 5)]

    assert texts(1) == texts(1)
    assert texts(1) != texts(2)


def test_chances_are_even_where_the_game_can_be_searched() -> None:
    turm = find_game("turm")
    # As the openings themselves were looked at: a search by nodes gives the same every time.
    engine = Engine(turm, hash_mb=CANDIDATE_HASH)
    assert all(imbalance(opening, engine) <= BALANCED for opening in islice(openings(turm, plies=8), 10))


@pytest.mark.slow
def test_openings_that_few_games_outlast_are_found_and_those_that_none_does_refused() -> None:
    congo = find_game("congo")
    assert [len(opening.moves) for opening in islice(openings(congo, plies=150), 16)] == [150] * 16
    with pytest.raises(
        BoardwrightError, match="400 random games of congo:standard ended within 300 moves: expected fewer"
    ):
        next(openings(congo, plies=300))


def test_where_openings_run_out_they_come_again() -> None:
    congo = find_game("congo")
    few = list(islice(openings(congo, plies=1), len(congo.legal_moves(congo.start())) + 2))
    assert len({opening.position for opening in few}) < len(few)
    assert [len(opening.moves) for opening in few] == [1] * len(few)


def test_no_plies_are_the_start() -> None:
    turm = find_game("turm")
    assert [opening.position for opening in islice(openings(turm, plies=0), 2)] == [turm.start()] * 2
