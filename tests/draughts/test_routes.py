"""Every route of a move, and the one that is written down."""

import pytest

from boardwright.games.draughts import Draughts, Move, routes
from boardwright.games.draughts.routes import canonical_route, follow, routes_of
from boardwright.games.draughts.rules import BIT, legal_moves

GAME = Draughts()
RANDOM178 = GAME.parse_position("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24")


def test_random178_has_436_routes() -> None:
    assert len(routes(RANDOM178)) == len(set(routes(RANDOM178))) == 436
    assert len(legal_moves(RANDOM178)) == 14


def test_a_quiet_move_has_one_route() -> None:
    assert routes(GAME.parse_position("W:W31,35:B1")) == [(31, 26), (31, 27), (35, 30)]


def test_a_circle_can_be_walked_both_ways() -> None:
    position = GAME.parse_position("W:W37:B12,13,22,23,32,33")
    assert routes(position) == [(37, 28, 17, 8, 19, 28, 39), (37, 28, 19, 8, 17, 28, 39)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("W:W37:B12,13,22,23,32,33", ["37x28x17x8x19x28x39"]),
        # Straight on over 41 and 23: the square immediately behind 41, wherever the king comes down.
        ("W:WK46:B41,23,4", ["46x37x10", "46x37x14", "46x37x19", "46x37x5"]),
        ("W:WK46:B41,14", ["46x37x10", "46x37x5"]),
        ("W:WK47:B14,19,29,31,42", ["47x38x20x9x36", "47x38x24x13x36"]),
    ],
)
def test_the_full_path_names_turning_squares_and_else_the_square_behind(text: str, written: list[str]) -> None:
    position = GAME.parse_position(text)
    assert sorted(GAME.format_move(position, move) for move in legal_moves(position)) == written


def test_what_is_no_capture_has_no_route() -> None:
    position = GAME.parse_position("W:W28:B22")
    assert routes_of(position, Move(28, 19, BIT[23])) == []
    assert canonical_route(position, Move(28, 19, BIT[23])) is None
    assert follow(position, [28, 19]) is None
    assert follow(position, [22, 33]) is None
