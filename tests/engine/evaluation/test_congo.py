"""What the search thinks of Congo."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.engine.evaluation.common import MAX_SUM, check_features, check_same_worth, largest_sum

from boardwright import find_game
from boardwright.core import core_of
from boardwright.engine.network import shipped_network
from boardwright.games.congo.rules import CASTLES, EMPTY, SIZE, SQUARES, Position

VARIANTS = pytest.mark.parametrize("name", ["congo:standard", "congo:full"])
MAX_PIECES = 28
"""On fuller boards the pieces alone are counted: no game begins with more."""


def mirrored(position: Position) -> Position:
    return Position("".join(rank[::-1] for rank in ranks(position)), position.to_move, position.number)


def with_sides_changed(position: Position) -> Position:
    return Position("".join(ranks(position)[::-1]).swapcase(), 1 - position.to_move, position.number)


def ranks(position: Position) -> list[str]:
    return [position.board[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]


def pieces(position: Position) -> int:
    return len(position.board) - position.board.count(EMPTY)


def boards_of(letters: str, side: int) -> Iterator[Position]:
    """Two lions and any number of other pieces, each drawn from some letters."""
    random = Random(5)
    for others in range(len(SQUARES) - 1):
        board = [EMPTY] * len(SQUARES)
        for lion, castle in zip("Ll", CASTLES, strict=True):
            board[random.choice(sorted(castle))] = lion
        for square in random.sample([square for square in SQUARES if board[square] == EMPTY], others):
            board[square] = random.choice(letters)
        yield Position("".join(board), side)


@VARIANTS
def test_left_and_right_are_the_same(name: str, positions: int) -> None:
    check_same_worth(name, mirrored, positions)


@VARIANTS
def test_both_sides_see_the_same(name: str, positions: int) -> None:
    check_same_worth(name, with_sides_changed, positions)


@VARIANTS
def test_features_are_within_their_bounds(name: str, positions: int) -> None:
    check_features(name, positions)


@VARIANTS
@pytest.mark.parametrize("letters", ["P", "z", "G", "s", "E", "c", "PZGSEC", "PZGSECpzgsec"])
@pytest.mark.parametrize("side", [0, 1])
def test_sums_fit_on_any_board_that_is_not_crowded(name: str, letters: str, side: int) -> None:
    game = find_game(name)
    boards = [position for position in boards_of(letters, side) if pieces(position) <= MAX_PIECES]
    assert largest_sum(game, core_of(game).pack(boards), shipped_network(game)) <= MAX_SUM


@VARIANTS
def test_on_a_crowded_board_only_pieces_count(name: str) -> None:
    game = find_game(name)
    core, network = core_of(game), shipped_network(game).compiled()
    seen = list(boards_of("PZGSECpzgsec", 0))
    judged = core.evaluate(core.pack(seen), network).reshape(-1, 4).tolist()
    crowded = [pieces(position) > MAX_PIECES for position in seen]
    assert all(worth == material for (worth, material, *_), full in zip(judged, crowded, strict=True) if full)
    assert sum(worth != material for (worth, material, *_), full in zip(judged, crowded, strict=True) if not full) > 20
