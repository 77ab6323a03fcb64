"""The draws of the FMJD's rules, each on a game that was played."""

from collections.abc import Iterator

import pytest

from boardwright.game import Outcome
from boardwright.games.draughts import Draughts, Move, Position
from boardwright.games.draughts.draws import moves_left_each
from boardwright.played_game import PlayedGame

GAME = Draughts()
REPEATED = Outcome(None, "the position has occurred three times")
KINGS_ONLY = Outcome(None, "25 moves each with kings only and no capture")
SIXTEEN = Outcome(None, "16 moves each, one king against three pieces")
FIVE = Outcome(None, "5 moves each, one king against two pieces or one")


def play_moves(start: str, moves: str) -> Iterator[PlayedGame[Position, Move]]:
    """The match as it stands after each of its moves."""
    played: PlayedGame[Position, Move] = PlayedGame(GAME, GAME.parse_position(start))
    for move in moves.split():
        played.play_text(move)
        yield played


def outcomes(start: str, moves: str) -> list[Outcome | None]:
    return [played.outcome for played in play_moves(start, moves)]


def ended(plies: int, outcome: Outcome) -> list[Outcome | None]:
    """A match that ends after so many plies and not before."""
    return [None] * (plies - 1) + [outcome]


def test_the_third_occurrence_with_the_same_side_to_move_is_a_draw() -> None:
    moves = "47-24 16-7 24-8 7-23 8-3 23-1 3-8 1-23 8-24 23-28 24-8 28-23"
    assert outcomes("W:WK47,35,45:B6,K16", moves) == ended(12, REPEATED)


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    """White loses a move by a triangle; after 5 moves Black is to move where White was."""
    triangle, there_and_back = "47-42 16-11 42-38 11-16 38-47", "16-11 47-42 11-16 42-47"
    moves = f"{triangle} {there_and_back} {there_and_back}"
    assert outcomes("W:WK47,35,45:B6,K16", moves) == ended(13, REPEATED)


TWENTY_FIVE_EACH = (
    "47-20 16-43 20-14 43-39 14-41 39-48 41-10 48-25 10-28 25-34 28-5 34-7 5-19 7-12 19-14 12-1 14-46 "
    "1-18 46-32 18-9 32-16 9-4 16-49 4-36 49-21 36-22 21-32 22-31 32-14 31-18 14-46 18-27 46-5 27-36 5-28 "
    "36-31 28-50 31-42 50-44 42-31 44-49 31-36 49-44 36-31 44-40 31-37 40-1 37-28 1-40 28-10"
)


def test_25_moves_each_with_kings_only_and_no_capture_are_a_draw() -> None:
    assert outcomes("W:WK47,35,45:B6,K16", TWENTY_FIVE_EACH) == ended(50, KINGS_ONLY)


def test_a_man_that_moves_starts_the_25_moves_again() -> None:
    moves = (
        "47-15 16-32 15-33 32-46 33-29 46-32 29-12 32-43 12-1 43-25 1-23 25-43 23-5 43-21 5-28 21-27 28-39 "
        "27-36 39-43 36-13 45-40 13-36 43-48 36-4 48-25 4-13 25-48 13-18 48-34 18-36 34-29 36-13 29-23 13-27 "
        "23-28 27-31 28-17 31-42 17-8 42-31 8-19 31-26 19-23 26-21 23-7 21-49 7-1 49-32 1-18 32-43 18-13 "
        "43-21 13-30 21-26 30-2 26-17 2-13 17-39 13-27 39-11 27-18 11-17 18-31 17-28 31-18 28-37 18-1 37-41 "
        "1-18 41-32 18-13"
    )
    assert moves.split().index("45-40") == 20
    assert outcomes("W:WK47,35,45:B6,K16", moves) == ended(71, KINGS_ONLY)


def test_one_king_against_three_pieces_with_a_king_is_a_draw_after_16_moves_each() -> None:
    moves = (
        "47-42 16-49 46-28 49-43 28-14 43-49 42-26 49-16 14-37 16-27 37-5 27-49 5-37 49-40 26-3 40-1 3-21 "
        "1-45 21-8 45-7 8-19 7-40 37-48 40-12 19-37 12-1 37-31 1-45 48-42 45-12 42-48 12-1"
    )
    assert outcomes("W:WK46,K47,50:BK16", moves) == ended(32, SIXTEEN)


def test_neither_a_man_that_moves_nor_one_that_is_crowned_starts_the_16_moves_again() -> None:
    moves = (
        "11-6 16-21 46-23 21-27 23-19 27-38 19-35 38-15 35-40 15-33 6-1 33-38 50-44 38-27 40-7 27-31 7-45 "
        "31-26 45-50 26-37 1-7 37-48 7-12 48-30 12-7 30-8 7-34 8-21 34-23 21-8 50-45 8-30"
    )
    assert outcomes("W:WK46,11,50:BK16", moves) == ended(32, SIXTEEN)


def test_the_16_moves_start_after_the_capture_that_leaves_three_pieces() -> None:
    moves = (
        "46-10 5x46 48-31 46-14 31-13 14-25 13-4 25-30 4-22 30-8 47-29 8-35 22-31 35-49 31-42 49-16 29-12 "
        "16-27 12-1 27-16 42-37 16-27 37-41 27-16 41-37 16-27 37-26 27-49 1-29 49-35 29-15 35-2 26-42 2-13"
    )
    assert outcomes("W:WK46,K47,K48,50:BK5", moves) == ended(2 + 32, SIXTEEN)


def test_the_16_moves_start_after_the_first_of_three_men_is_crowned() -> None:
    moves = (
        "41-36 46-10 12-7 10-23 7-2 23-28 2-8 28-32 8-12 32-38 12-7 38-42 7-1 42-24 50-45 24-13 1-23 13-35 "
        "23-41 35-49 41-47 49-32 47-29 32-21 29-47 21-17 47-29 17-28 29-15 28-17 15-24 17-22 24-15 22-39 15-4 "
        "39-43 4-10"
    )
    assert moves.split().index("7-2") == 4
    assert outcomes("W:W12,41,50:BK46", moves) == ended(5 + 32, SIXTEEN)


def test_one_king_against_two_pieces_with_a_king_is_a_draw_after_5_moves_each() -> None:
    moves = "46-19 16-43 50-44 43-34 19-37 34-43 37-14 43-34 14-37 34-30"
    assert outcomes("W:WK46,50:BK16", moves) == ended(10, FIVE)


def test_falling_from_three_against_one_to_two_against_one_starts_a_new_count_of_5() -> None:
    moves = "47-29 16-27 50-45 27-49 46-32 49x27 29-23 27-43 23-41 43-49 41-46 49-43 46-5 43-30 5-28 30-8"
    assert outcomes("W:WK46,K47,50:BK16", moves) == ended(6 + 10, FIVE)


def test_falling_from_two_against_one_to_one_against_one_starts_no_new_count() -> None:
    moves = "46-14 16-21 14-32 21x38 50-45 38-20 45-34 20-9 34-1 9-14"
    assert outcomes("W:WK46,K50:BK16", moves) == ended(10, FIVE)


WON_AT_LAST = "16-49 5-37 49-38 37-31 38-15 31-26 15-4 26-48 4-31 48x26"


def test_a_win_on_the_last_move_comes_before_the_draw() -> None:
    won = Outcome(1, "the side to move has no pieces left")
    assert outcomes("W:WK16:BK5,K1", WON_AT_LAST) == ended(10, won)


def test_adjudication_by_itself_leaves_a_won_position_alone() -> None:
    *_, played = play_moves("W:WK16:BK5,K1", WON_AT_LAST)
    assert GAME.history_outcome(played) is None


def test_taking_back_the_last_move_lets_the_game_go_on() -> None:
    *_, played = play_moves("W:WK46,50:BK16", "46-19 16-43 50-44 43-34 19-37 34-43 37-14 43-34 14-37 34-30")
    played.undo()
    assert played.outcome is None


@pytest.mark.parametrize(
    ("text", "each"),
    [
        ("W:WK46,K47,K48:BK5", 16),
        ("W:WK46,41,48:BK5", 16),
        ("B:WK5:BK46,K47,48", 16),
        ("W:W46,47,48:BK5", 0),
        ("W:WK46,K47,K48:B15", 0),
        ("W:WK46,K47,K48,K49:BK5", 0),
        ("W:WK46,K47:BK5", 5),
        ("W:WK46,47:BK5", 5),
        ("W:W46,47:BK5", 0),
        ("W:WK46:BK5", 5),
        ("W:WK46:B5", 0),
        ("W:WK46,K47:BK5,K10", 0),
    ],
)
def test_the_material_tells_how_many_moves_each_side_has(text: str, each: int) -> None:
    assert moves_left_each(GAME.parse_position(text)) == each
