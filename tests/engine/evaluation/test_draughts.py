"""What the search thinks of international draughts."""

from random import Random

import pytest
from tests.engine.evaluation.common import MAX_SUM, check_features, check_same_worth, largest_sum
from tests.networks import reference_score

from boardwright import find_game
from boardwright.core import core_of
from boardwright.engine.network import shipped_network
from boardwright.games.draughts.rules import BIT, BLACK, BOARD, SQUARES, WHITE, Position, numbers

DRAUGHTS = find_game("draughts")
LAST = SQUARES[-1]


def turned(squares: int) -> int:
    return sum(BIT[LAST + 1 - number] for number in numbers(squares))


def with_sides_changed(position: Position) -> Position:
    white, black, kings, to_move = position
    return Position(turned(black), turned(white), turned(kings), 1 - to_move)


def worth(*positions: Position) -> list[int]:
    core = core_of(DRAUGHTS)
    judged: list[list[int]] = (
        core.evaluate(core.pack(positions), shipped_network(DRAUGHTS).compiled()).reshape(-1, 4).tolist()
    )
    return [each[0] for each in judged]


def random_set_ups(number: int) -> list[Position]:
    """Boards as no game fills them: any square with any piece, often crowded, often one side alone."""
    random, found = Random(5), []
    for _ in range(number):
        odds = [random.random() ** 3 for _ in range(5)]
        pieces = dict(zip(BIT[1:], random.choices(["", "w", "b", "W", "B"], odds, k=len(BIT) - 1), strict=True))
        sets = [sum(bit for bit, piece in pieces.items() if piece and piece in kind) for kind in ("wW", "bB", "WB")]
        found.append(Position(sets[0], sets[1], sets[2], random.randrange(2)))
    return found


FULL_BOARDS = [
    Position(BOARD ^ BIT[28], BIT[28], 0, WHITE),
    Position(BOARD ^ BIT[28], BIT[28], BOARD, WHITE),
    Position(BOARD, 0, BOARD, BLACK),
    Position(BOARD, 0, 0, WHITE),
    Position(0, BOARD, BOARD ^ BIT[5], BLACK),
]


def test_both_sides_see_the_same(positions: int) -> None:
    check_same_worth("draughts", with_sides_changed, positions)


def test_both_sides_see_the_same_in_positions_with_kings() -> None:
    set_ups = random_set_ups(2000)
    assert sum(bool(position.kings) for position in set_ups) > 1000
    assert worth(*set_ups) == worth(*map(with_sides_changed, set_ups))


def test_features_are_within_their_bounds(positions: int) -> None:
    check_features("draughts", positions)


def a_lone_king_holds(position: Position) -> bool:
    """Against three pieces or fewer."""
    sides = position.white, position.black
    return any(
        one.bit_count() == 1 and one & position.kings and other.bit_count() <= 3 for one, other in (sides, sides[::-1])
    )


def test_no_board_is_too_full_for_the_sums() -> None:
    core, network = core_of(DRAUGHTS), shipped_network(DRAUGHTS)
    set_ups = [*FULL_BOARDS, *map(with_sides_changed, FULL_BOARDS), *random_set_ups(1000)]
    packed = core.pack(set_ups)
    assert largest_sum(DRAUGHTS, packed, network) <= MAX_SUM
    offsets, features, counts, phases = (each.tolist() for each in core.list_features(packed))
    assert 0 <= min(features) <= max(features) < core.layout.features
    for number, (position, score) in enumerate(zip(set_ups, worth(*set_ups), strict=True)):
        span = slice(offsets[number], offsets[number + 1])
        expected = reference_score(network, zip(features[span], counts[span], strict=True), phases[number])
        share = 8 if a_lone_king_holds(position) else 1
        assert score == abs(expected) // share * (1 if expected > 0 else -1), position


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("W:W31-50:B1-20", "W:W32-50:B1-20"),
        ("W:WK46,40:B1,2,3", "W:W46,40:B1,2,3"),
        ("W:W7,40:B36,45", "W:W30,40:B36,45"),
    ],
)
def test_a_man_a_king_and_a_runner_are_worth_having(better: str, worse: str) -> None:
    more, less = worth(*map(DRAUGHTS.parse_position, (better, worse)))
    assert more > less + 20


def test_a_lone_king_holds_against_three() -> None:
    three, four = worth(*map(DRAUGHTS.parse_position, ("W:WK46,K47,K48:BK5", "W:WK46,K47,K48,K49:BK5")))
    assert 0 <= 5 * three < four
