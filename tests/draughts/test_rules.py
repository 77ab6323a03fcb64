"""The rules of international draughts on worked positions."""

import pytest

from boardwright.errors import IllegalMove
from boardwright.game import Outcome
from boardwright.games.draughts import Draughts, Move
from boardwright.games.draughts.notation import format_short
from boardwright.games.draughts.rules import BIT, coordinates

GAME = Draughts()


def short_moves(text: str) -> list[str]:
    position = GAME.parse_position(text)
    return sorted(format_short(position, move) for move in GAME.legal_moves(position))


def full_moves(text: str) -> list[str]:
    position = GAME.parse_position(text)
    return sorted(GAME.format_move(position, move) for move in GAME.legal_moves(position))


def after(text: str, move: str) -> str:
    position = GAME.parse_position(text)
    return GAME.format_position(GAME.play(position, GAME.parse_move(position, move)))


def test_squares_are_counted_row_by_row_from_the_top_left() -> None:
    assert [coordinates(n) for n in (1, 5, 6, 10, 11, 46, 50)] == [
        (1, 9),
        (9, 9),
        (0, 8),
        (8, 8),
        (1, 7),
        (0, 0),
        (8, 0),
    ]


def test_the_start_has_nine_moves_in_a_fixed_order() -> None:
    assert [GAME.format_move(GAME.start(), move) for move in GAME.legal_moves(GAME.start())] == [
        *("31-26", "32-27", "33-28", "34-29", "35-30"),
        *("31-27", "32-28", "33-29", "34-30"),
    ]


def test_men_step_forward_only() -> None:
    assert full_moves("W:W28:B1") == ["28-22", "28-23"]
    assert full_moves("B:W50:B28") == ["28-32", "28-33"]
    assert full_moves("B:W50:B26") == ["26-31"]


def test_kings_go_any_number_of_free_squares() -> None:
    assert full_moves("W:WK46,28:B5") == ["28-22", "28-23", "46-32", "46-37", "46-41"]
    assert len(full_moves("W:WK28:B")) == 17


def test_men_take_forwards_and_backwards() -> None:
    assert short_moves("W:W28:B22,33") == ["28x17", "28x39"]
    assert short_moves("B:W22,33:B28") == ["28x17", "28x39"]


def test_kings_take_over_any_distance_and_land_on_any_free_square_behind() -> None:
    assert short_moves("W:WK46:B28") == ["46x10", "46x14", "46x19", "46x23", "46x5"]
    assert short_moves("W:WK46:B28,14") == ["46x10", "46x5"]


def test_two_pieces_in_line_shield_each_other() -> None:
    assert short_moves("W:WK46:B28,23") == ["46-32", "46-37", "46-41"]


def test_the_largest_number_must_be_taken_and_kings_count_as_men() -> None:
    assert short_moves("W:W26:B12,K21,31,32") == ["26x28", "26x8"]
    assert full_moves("W:W26:B12,K21,31,32") == ["26x17x8", "26x37x28"]
    assert full_moves("W:WK46,28:B22,12,K41") == ["28x17x8"]


def test_captured_pieces_stay_until_the_move_ends() -> None:
    assert short_moves("W:WK41,49:B9,10,12,19,38") == ["41x43"]
    assert full_moves("W:WK41,49:B9,10,12,19,38") == ["41x14x3x21x43"]


def test_empty_squares_may_be_crossed_more_than_once() -> None:
    assert full_moves("W:W37:B12,13,22,23,32,33") == ["37x28x17x8x19x28x39"]
    assert after("W:W37:B12,13,22,23,32,33", "37x39") == "B:W39:B"


def test_the_start_square_is_empty_during_the_capture_and_may_be_its_end() -> None:
    assert short_moves("W:WK48:B31,21,12,13,24,34") == ["48x37", "48x39", "48x42", "48x43", "48x48"]
    assert after("W:WK48:B31,21,12,13,24,34", "48x48") == "B:WK48:B"


def test_a_man_may_come_back_to_its_start_square() -> None:
    assert full_moves("W:W28:B22,12,13,23") == ["28x17x8x19x28"]
    assert after("W:W28:B22,12,13,23", "28x28") == "B:W28:B"


def test_a_man_that_passes_the_far_row_stays_a_man() -> None:
    assert full_moves("W:W15:B9,10") == ["15x4x13"]
    assert after("W:W15:B9,10", "15x13") == "B:W13:B"


def test_a_man_that_ends_on_the_far_row_is_crowned() -> None:
    assert after("W:W6:B50", "6-1") == "B:WK1:B50"
    assert after("B:W1:B45", "45-50") == "W:W1:BK50"
    assert after("W:W12:B8,50", "12x3") == "B:WK3:B50"


def test_a_man_on_its_own_first_row_is_not_crowned() -> None:
    assert after("W:W37:B41", "37x46") == "B:W46:B"


def test_a_man_that_stands_on_its_far_row_is_a_man_there() -> None:
    assert full_moves("W:W3:B50") == []
    assert full_moves("W:W3:B9,50") == ["3x14"]
    assert after("W:W3:B9,50", "3x14") == "B:W14:B50"


def test_a_king_stays_a_king() -> None:
    assert after("W:WK1:B50", "1-7") == "B:WK7:B50"


def test_a_taken_king_is_gone() -> None:
    assert after("W:W28:BK22,K1", "28x17") == "B:W17:BK1"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("W:W31-50:B1-20", None),
        ("W:W:B1", Outcome(1, "the side to move has no pieces left")),
        ("B:W31:B", Outcome(0, "the side to move has no pieces left")),
        ("W:W35:B30,24", Outcome(1, "the side to move is blocked")),
        ("B:W26,21:B16,K50", None),
        ("B:W26,21,17:B16", None),
        ("B:W21,26,27:B16", Outcome(0, "the side to move is blocked")),
        ("W:W1:BK50", Outcome(1, "the side to move is blocked")),
        ("W:W:B", Outcome(1, "the side to move has no pieces left")),
    ],
)
def test_the_side_without_a_move_loses(text: str, outcome: Outcome | None) -> None:
    position = GAME.parse_position(text)
    assert GAME.outcome(position) == outcome
    assert bool(GAME.legal_moves(position)) == (outcome is None)


def test_random178_has_fourteen_moves() -> None:
    assert len(short_moves("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24")) == 14


@pytest.mark.parametrize(
    ("text", "move", "rule"),
    [
        ("W:W31-50:B1-20", Move(28, 22), "28 is empty"),
        ("W:W31-50:B1-20", Move(20, 25), "the piece on 20 is the opponent's"),
        ("W:W31-50:B1-20", Move(32, 31), "pieces move along a diagonal"),
        ("W:W31-50:B1-20", Move(32, 32), "pieces move along a diagonal"),
        ("W:W31-50:B1-20", Move(32, 23), "men move one square forward"),
        ("W:W28:B1", Move(28, 33), "men move one square forward"),
        ("W:W31-50:B1-20", Move(37, 32), "the path is blocked on 32"),
        ("W:WK46,28:B1", Move(46, 23), "the path is blocked on 28"),
        ("W:W28,50:B22", Move(50, 44), "a capture is compulsory, and must take one"),
        ("W:W26,32:B12,K21,27", Move(32, 21, BIT[27]), "no capture from 32 to 21 takes just these pieces"),
        ("W:W26,50:B12,K21,44", Move(50, 39, BIT[44]), "it takes one and must take two, the most possible"),
        ("W:W28:B22", Move(28, 17, BIT[23]), "no capture from 28 to 17 takes just these pieces"),
        ("W:W31-50:B1-20", Move(99, 1), "there is no square 99, only 1 to 50"),
        ("W:W31-50:B1-20", Move(31, 0), "there is no square 0, only 1 to 50"),
        ("W:W35:B30,24", Move(35, 30), "the game is over, black wins: the side to move is blocked"),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_it_breaks(text: str, move: Move, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.play(GAME.parse_position(text), move)
    assert refused.value.rule == rule
