"""What the search thinks of Cabeza."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from tests.engine.evaluation.common import check_features, check_same_worth, open_positions

from boardwright import find_game
from boardwright.core import core_of
from boardwright.engine.network import shipped_network
from boardwright.games.cabeza.rules import SIZE, Pose, Position, Team


def changed(team: Team, change: Callable[[Pose], Pose]) -> Team:
    return Team(*(None if pose is None else change(pose) for pose in team))  # type: ignore[arg-type]


def left_for_right(pose: Pose) -> Pose:
    return pose._replace(x=SIZE - pose.w - pose.x)


def south_for_north(pose: Pose) -> Pose:
    return pose._replace(y=SIZE - pose.d - pose.y)


def mirrored(position: Position) -> Position:
    red, blue = position.teams
    return Position((changed(red, left_for_right), changed(blue, left_for_right)), position.to_move)


def with_sides_changed(position: Position) -> Position:
    red, blue = position.teams
    return Position((changed(blue, south_for_north), changed(red, south_for_north)), 1 - position.to_move)


def test_left_and_right_are_the_same(positions: int) -> None:
    check_same_worth("cabeza", mirrored, positions)


def test_both_sides_see_the_same(positions: int) -> None:
    check_same_worth("cabeza", with_sides_changed, positions)


def test_features_are_within_their_bounds(positions: int) -> None:
    check_features("cabeza", positions)


def test_every_position_has_as_many_features() -> None:
    game = find_game("cabeza")
    core = core_of(game)
    offsets, _, counts, _ = core.list_features(core.pack(open_positions(game, 500)))
    assert max(abs(counts[begin:end]).sum() for begin, end in pairwise(offsets.tolist())) == 46


@pytest.mark.slow
def test_a_win_in_one_move_is_seen_exactly() -> None:
    game = find_game("cabeza")
    core = core_of(game)
    seen = open_positions(game, 1500)
    judged = core.evaluate(core.pack(seen), shipped_network(game).compiled()).reshape(-1, 4)
    wins = 0
    for position, (_, _, claimed, _) in zip(seen, judged.tolist(), strict=True):
        outcomes = (game.outcome(game.play(position, move)) for move in game.legal_moves(position))
        won = any(outcome is not None and outcome.winner == position.to_move for outcome in outcomes)
        assert claimed == won, game.format_position(position)
        wins += won
    assert wins > 20


@pytest.mark.parametrize(
    "text",
    [
        "h4f3m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M1C1HH2OO,b,x",
        "h4f1C1m/h7oo/8oo/10/4F5/4F5/10/10/8OO/M1c1HH2OO,r",
    ],
)
def test_a_finished_game_can_be_judged(text: str) -> None:
    game = find_game("cabeza")
    core = core_of(game)
    worth, *_ = core.evaluate(core.pack([game.parse_position(text)]), shipped_network(game).compiled()).tolist()
    assert abs(worth) < 10_000
