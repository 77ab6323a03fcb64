"""What the search thinks of Turm & Wächter."""

import pytest
from tests.engine.evaluation.common import check_features, check_same_worth

from boardwright.games.turm.rules import SIZE, Position

VARIANTS = pytest.mark.parametrize("name", ["turm:centre", "turm:castle"])


def mirrored(position: Position) -> Position:
    rows = [position.board[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]
    return Position(tuple(piece for row in rows for piece in row[::-1]), position.to_move)


def with_sides_changed(position: Position) -> Position:
    rows = [position.board[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]
    return Position(tuple(-piece for row in rows[::-1] for piece in row), 1 - position.to_move)


@VARIANTS
def test_left_and_right_are_the_same(name: str, positions: int) -> None:
    check_same_worth(name, mirrored, positions)


@VARIANTS
def test_both_sides_see_the_same(name: str, positions: int) -> None:
    check_same_worth(name, with_sides_changed, positions)


@VARIANTS
def test_features_are_within_their_bounds(name: str, positions: int) -> None:
    check_features(name, positions)
