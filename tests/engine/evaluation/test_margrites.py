"""What the search thinks of Margrites."""

import pytest
from tests.engine.evaluation.common import MAX_SUM, check_features, check_same_worth, largest_sum

from boardwright import find_game
from boardwright.core import core_of
from boardwright.engine.network import shipped_network
from boardwright.games.margrites.captures import squares_in
from boardwright.games.margrites.course.types import COLUMNS, ROWS
from boardwright.games.margrites.rules import Position

CROWDED = [
    "wwwwwwwww/wwwwwwwww/wwwwwwwww/9/9/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb b",
    "wwwwwwwww/wwwwwwwww/wwwwwwwww/wwww1wwww/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb w 1",
    "bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/9/9/9/4w4 b 2 - 0(0)-32(0)",
    "4b4/9/9/9/9/9/9/4w4 w 4 - 70(0)-0(0)",
    "4b4/9/9/9/9/9/9/4w4 w 3 - 0(0)-0(70)",
]


def mirrored_square(square: int) -> int:
    return square - square % COLUMNS + COLUMNS - 1 - square % COLUMNS


def upside_down(square: int) -> int:
    return (ROWS - 1 - square // COLUMNS) * COLUMNS + square % COLUMNS


def mirrored(position: Position) -> Position:
    black, white = (sum(1 << mirrored_square(square) for square in squares_in(side)) for side in position.pieces)
    origins = sorted((mirrored_square(now), mirrored_square(start)) for now, start in position.origins)
    return Position(
        (black, white), position.to_move, position.steps_left, tuple(origins), position.points, position.captures
    )


def with_sides_changed(position: Position) -> Position:
    white, black = (sum(1 << upside_down(square) for square in squares_in(side)) for side in position.pieces)
    origins = sorted((upside_down(now), upside_down(start)) for now, start in position.origins)
    return Position(
        (black, white),
        1 - position.to_move,
        position.steps_left,
        tuple(origins),
        (position.points[1], position.points[0]),
        (position.captures[1], position.captures[0]),
    )


def test_left_and_right_are_the_same(positions: int) -> None:
    check_same_worth("margrites", mirrored, positions)


def test_both_sides_see_the_same(positions: int) -> None:
    check_same_worth("margrites", with_sides_changed, positions)


def test_features_are_within_their_bounds(positions: int) -> None:
    check_features("margrites", positions)


@pytest.mark.parametrize("text", CROWDED)
def test_sums_fit_on_crowded_boards(text: str) -> None:
    game = find_game("margrites")
    core = core_of(game)
    packed = core.pack([game.parse_position(text)])
    _, numbers, _, phases = core.list_features(packed)
    assert 0 <= min(numbers) <= max(numbers) < core.layout.features
    assert 0 <= phases[0] <= 64
    assert largest_sum(game, packed, shipped_network(game)) <= MAX_SUM


@pytest.mark.parametrize(
    ("text", "black_is_ahead"),
    [
        ("9/9/bb7/9/9/9/7ww/9 b", False),
        ("9/bb7/9/9/9/9/7ww/9 w", False),
        ("9/bb7/9/9/9/7ww/9/9 b", True),
        ("9/bb7/9/9/9/7ww/9/9 w", True),
        ("9/bb7/9/9/9/9/9/7ww w", False),
        ("9/bb7/9/9/9/9/9/7ww w 4 - 3(0)-0(0)", True),
    ],
)
def test_a_race_that_nobody_hinders_is_counted(text: str, black_is_ahead: bool) -> None:
    game = find_game("margrites")
    core, network = core_of(game), shipped_network(game).compiled()
    position = game.parse_position(text)
    score = core.evaluate(core.pack([position]), network).reshape(-1, 4)[0, 0]
    assert (score > 0) == (black_is_ahead == (position.to_move == 0))
