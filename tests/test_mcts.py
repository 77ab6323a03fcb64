"""The generic player: what it proves, what it repeats, and that it beats random play."""

from __future__ import annotations

import pytest
from tests.players import score_against_random

from boardwright import BoardwrightError, find_game
from boardwright.engine.mcts import Mcts
from boardwright.registry import BUILT_IN

TURM = find_game("turm")


def best(name: str, text: str, visits: int = 400) -> tuple[str, float]:
    game = find_game(name)
    position = game.parse_position(text)
    found = Mcts(game, seed=1).search(position, nodes=visits)
    return game.format_move(position, found.move), found.win_probability


def test_a_win_in_one_is_proven() -> None:
    assert best("turm", "7/7/7/7/3RG3/7/BG6 r") == ("D3-D4-1", 1.0)
    assert best("congo", "3l3/7/7/7/7/7/3L3 w 0") == ("d1d7", 1.0)
    assert best("cabeza", "h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r") == ("Fn", 1.0)


def test_the_only_move_that_does_not_lose_at_once_is_found() -> None:
    """The guard on A7 is attacked from A6, and B7 from C7: it must take on A6."""
    assert best("turm", "RG1b14/b16/7/7/7/7/r15BG r")[0] == "A7-A6-1"


def test_a_loss_that_cannot_be_avoided_is_proven() -> None:
    position = TURM.parse_position("RG6/7/7/7/3BG3/7/7 r")
    assert Mcts(TURM, seed=1).search(position, nodes=2000).win_probability == 0.0


def test_a_move_into_a_draw_is_worth_nothing() -> None:
    """When the lion moves the pawn drowns, and bare lions are a draw although they could go on."""
    congo = find_game("congo")
    position = congo.parse_position("3l3/7/7/P6/7/7/4L2 w 5")
    found = Mcts(congo, seed=1).search(position, nodes=300, multipv=50)
    chances = {congo.format_move(position, line.moves[0]): line.win_probability for line in found.variations}
    assert chances["e1e2"] == 0.5
    assert chances["e1d2"] == 0.0, "the lions would face each other"


def test_the_same_seed_and_visits_give_the_same_search() -> None:
    first, second = (Mcts(TURM, seed=5).search(TURM.start(), nodes=200, multipv=50) for _ in range(2))
    assert first.variations == second.variations
    assert first.nodes == 200


def test_a_search_ends_by_its_time() -> None:
    found = Mcts(TURM, seed=1).search(TURM.start(), time=0.05)
    assert 0.05 <= found.seconds < 1
    assert found.nodes >= 1


def test_a_search_can_be_stopped() -> None:
    calls = iter([False, False, True])
    assert Mcts(TURM, seed=1).search(TURM.start(), time=60, stop=lambda: next(calls)).nodes == 3


def test_a_search_goes_no_deeper_than_it_may() -> None:
    assert len(Mcts(TURM, seed=1).search(TURM.start(), nodes=500, depth=1).pv) == 1
    assert len(Mcts(TURM, seed=1).search(TURM.start(), nodes=500, depth=2).pv) == 2


def test_a_finished_game_and_a_search_without_limit_are_refused() -> None:
    with pytest.raises(BoardwrightError, match="the game is over"):
        Mcts(TURM).search(TURM.parse_position("7/7/7/3RG3/7/7/BG6 b"), nodes=1)
    with pytest.raises(BoardwrightError, match="needs a limit"):
        Mcts(TURM).search(TURM.start())


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BUILT_IN, "examples/breakthrough.py"])
def test_the_player_beats_random_play(name: str) -> None:
    assert score_against_random(find_game(name), 4, seed=1, visits=60) >= 0.75


def test_a_search_tells_what_it_has_found_as_its_visits_double_and_at_the_end() -> None:
    told: list[int] = []
    Mcts(TURM, seed=1).search(TURM.start(), nodes=300, on_info=lambda found: told.append(found.nodes))
    assert told == [128, 256, 300]


def test_a_long_random_game_by_the_rules_is_broken_off() -> None:
    mcts = Mcts(TURM, seed=1)
    mcts.core = None
    found = mcts.search(TURM.parse_position("RG6/7/7/7/7/7/6BG r"), time=60, stop=lambda: True)
    assert (found.nodes, len(found.variations)) == (0, 1)
