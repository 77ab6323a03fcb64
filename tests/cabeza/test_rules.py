"""How the pieces of Cabeza move, and how a game ends."""

import pytest

from boardwright.errors import IllegalMove, InvalidPosition, UnknownGame
from boardwright.game import Outcome
from boardwright.games.cabeza import Cabeza, Move, Pose, Position
from boardwright.games.cabeza.rules import HEIGHTS, footprint, roll

GAME = Cabeza()


def moves_of(text: str, piece: str) -> list[str]:
    position = GAME.parse_position(text)
    return sorted(GAME.format_move(position, move) for move in GAME.legal_moves(position) if move.piece == piece)


def after(text: str, *moves: str) -> Position:
    position = GAME.parse_position(text)
    for move in moves:
        position = GAME.play(position, GAME.parse_move(position, move))
    return position


def after_text(text: str, *moves: str) -> str:
    return GAME.format_position(after(text, *moves))


@pytest.mark.parametrize(
    ("direction", "landing"),
    [
        ("n", Pose(4, 6, 2, 3, 1)),
        ("s", Pose(4, 2, 2, 3, 1)),
        ("e", Pose(6, 5, 3, 1, 2)),
        ("w", Pose(1, 5, 3, 1, 2)),
    ],
)
def test_a_roll_swaps_the_height_with_the_side_it_goes_over(direction: str, landing: Pose) -> None:
    assert roll(Pose(4, 5, 2, 1, 3), direction) == landing


@pytest.mark.parametrize("kind", HEIGHTS)
def test_a_roll_lands_beside_the_old_footprint_in_another_pose_of_the_kind_and_back(kind: str) -> None:
    for (w, d), h in HEIGHTS[kind].items():
        pose = Pose(4, 4, w, d, h)
        for direction, back in ("ns", "sn", "ew", "we"):
            landing = roll(pose, direction)
            assert HEIGHTS[kind][landing.w, landing.d] == landing.h
            assert not footprint(landing) & footprint(pose)
            assert roll(landing, back) == pose


def test_the_order_of_two_rolls_matters() -> None:
    start = "h4f1c1m/h7oo/8oo/10/10/4F5/10/10/8OO/M1C1HH2OO,r"
    assert after_text(start, "Fne") == "h4f1c1m/h7oo/8oo/5F4/5F4/10/10/10/8OO/M1C1HH2OO,b"
    assert after_text(start, "Fen") == "h4f1c1m/h7oo/8oo/10/5FF3/10/10/10/8OO/M1C1HH2OO,b"


def test_two_rolls_the_same_way_stand_a_flaco_up_again_three_squares_on() -> None:
    start = "h4f1c1m/h7oo/8oo/10/10/4F5/10/10/8OO/M1C1HH2OO,r"
    assert after_text(start, "Fnn") == "h4f1c1m/h7oo/4F3oo/10/10/10/10/10/8OO/M1C1HH2OO,b"


def test_a_flat_chato_rolls_onto_its_edge() -> None:
    start = "h4f1c1m/h7oo/8oo/10/10/4HH4/4HH4/9F/8OO/M1C5OO,r"
    assert after_text(start, "Hn") == "h4f1c1m/h7oo/8oo/10/4HH4/10/10/9F/8OO/M1C5OO,b"
    assert after_text(start, "Hnn") == "h4f1c1m/h7oo/4HH2oo/4HH4/10/10/10/9F/8OO/M1C5OO,b"


def test_the_opa_rolls_two_squares_and_only_once() -> None:
    assert moves_of("h2f1c1m2/h9/10/oo8/oo2OO4/4OO4/10/10/9F/M1C1HH4,r", "O") == ["Oe", "On", "Os", "Ow"]


def test_an_intermediate_landing_must_be_free_too() -> None:
    # North of the Flaco lies the blue Opa, so that Fne and Fnw are gone while Fen and Fwn stay.
    south_of_opa = "h4f1c1m/h9/4oo4/4oo4/10/4F5/10/10/8OO/M1C1HH2OO,r"
    assert " ".join(moves_of(south_of_opa, "F")) == "Fe Fee Fen Fes Fs Fse Fss Fsw Fw Fwn Fws Fww"


def test_no_piece_lands_on_its_own_cabeza() -> None:
    assert "Fn" not in moves_of("h4f1c1m/h7oo/8oo/10/4C5/4F5/10/10/8OO/M3HH2OO,r", "F")
    assert moves_of("h4f1c1m/h7oo/8oo/10/10/9F/10/10/8OO/MC2HH2OO,r", "M") == ["Mn", "Mne", "Mnn"]


def test_a_landing_on_the_enemy_cabeza_and_another_piece_is_illegal() -> None:
    both = "h4f3m/h7oo/8oo/4c5/4M5/4F5/10/10/8OO/2C1HH2OO,r"
    assert "Fn" not in moves_of(both, "F")


def test_a_second_roll_may_crush() -> None:
    crushed = after("h4f3m/h7oo/8oo/10/5c4/4F5/10/10/8OO/M1C1HH2OO,r", "Fen")
    assert GAME.outcome(crushed) == Outcome(0, "the blue Cabeza is crushed")


def test_a_mini_crushes_with_either_roll_and_stops_there() -> None:
    beside = "h4f3m/h7oo/8oo/10/4c5/4M5/9F/10/8OO/2C1HH2OO,r"
    assert " ".join(moves_of(beside, "M")) == "Me Mee Mn Mne Mnw Ms Mse Mss Msw Mw Mww"
    assert GAME.outcome(after(beside, "Mn")) == Outcome(0, "the blue Cabeza is crushed")
    diagonal = "h4f3m/h7oo/8oo/10/5c4/4M5/9F/10/8OO/2C1HH2OO,r"
    assert GAME.outcome(after(diagonal, "Mne")) == Outcome(0, "the blue Cabeza is crushed")


def test_the_enemy_cabeza_between_is_not_free_for_a_mini() -> None:
    # North stands the blue Cabeza, east the Flaco: neither way to the north-east is open.
    assert "Mne" not in moves_of("h4f3m/h7oo/8oo/10/4c5/4MF4/10/10/8OO/2C1HH2OO,r", "M")


def test_an_open_board_gives_the_cabeza_twenty_four_destinations() -> None:
    open_board = "h4f1c1m/h7oo/8oo/10/10/4C5/10/10/F7OO/M3HH2OO,r"
    names = (rows + columns for rows in ("", "n", "nn", "s", "ss") for columns in ("", "e", "ee", "w", "ww"))
    assert moves_of(open_board, "C") == sorted("C" + name for name in names if name)


@pytest.mark.parametrize(
    ("text", "open_diagonal"),
    [
        ("h4f3m/h7oo/8oo/10/4c5/4CF4/10/10/8OO/M3HH2OO,r", False),
        ("h4f3m/h7oo/8oo/10/4c5/4C4F/10/10/8OO/M3HH2OO,r", True),
        ("h4f1c1m/h7oo/8oo/10/10/4CF4/10/10/8OO/M3HH2OO,r", True),
        ("h4f1c1m/h7oo/8oo/10/4M5/4CF4/10/10/8OO/4HH2OO,r", False),
    ],
    ids=["Cabeza and Flaco", "Cabeza alone", "Flaco alone", "two of its own"],
)
def test_a_diagonal_slide_is_refused_between_two_occupied_squares_of_either_colour(
    text: str, open_diagonal: bool
) -> None:
    assert ("Cne" in moves_of(text, "C")) is open_diagonal


def test_the_second_slide_obeys_the_diagonal_rule_too() -> None:
    # To 66 the only way is over 55, and 56 and 65 are occupied.
    assert "Cnnee" not in moves_of("h4f3m/h7oo/8oo/5c4/6F3/4C5/10/10/8OO/M3HH2OO,r", "C")
    assert "Cnnee" in moves_of("h4f3m/h7oo/8oo/5c4/10/4C5/6F3/10/8OO/M3HH2OO,r", "C")


def test_a_cabeza_never_captures() -> None:
    assert "Cn" not in moves_of("h4f3m/h7oo/8oo/10/4c5/4C5/9F/10/8OO/M3HH2OO,r", "C")


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        ("h2Cf1c1m1/h9/8oo/8oo/10/10/9F/10/8OO/M3HH2OO,b", 0, "the red Cabeza has reached the blue home row"),
        ("h2Cf1c1m1/h9/8oo/8oo/10/10/9F/10/8OO/M3HH2OO,r", 0, "the red Cabeza has reached the blue home row"),
        ("h3f2m2/h9/8oo/8oo/10/2C7/9F/10/8OO/M1c1HH2OO,r", 1, "the blue Cabeza has reached the red home row"),
        ("h3f2m2/h9/8oo/8oo/10/2C7/9F/10/8OO/M1c1HH2OO,b", 1, "the blue Cabeza has reached the red home row"),
        ("h2Cf2m2/h9/8oo/8oo/10/10/9F/10/8OO/M1c1HH2OO,b", 0, "the red Cabeza has reached the blue home row"),
        ("h2Cf2m2/h9/8oo/8oo/10/10/9F/10/8OO/M1c1HH2OO,r", 1, "the blue Cabeza has reached the red home row"),
        ("h4f3m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M1C1HH2OO,b,x", 0, "the blue Cabeza is crushed"),
        ("h4f1c1m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M3HH2OO,r,x", 1, "the red Cabeza is crushed"),
    ],
)
def test_a_won_position_has_no_moves_and_refuses_play(text: str, winner: int, reason: str) -> None:
    position = GAME.parse_position(text)
    assert GAME.outcome(position) == Outcome(winner, reason)
    assert GAME.legal_moves(position) == []
    with pytest.raises(IllegalMove, match=f"the game is over, {GAME.sides[winner]} wins: {reason}"):
        GAME.play(position, Move("O" if position.to_move == 0 else "o", "n"))


def test_a_cabeza_on_its_own_home_row_has_not_won() -> None:
    assert GAME.outcome(GAME.start()) is None


def test_passing_over_the_home_row_with_the_first_slide_does_not_win() -> None:
    # Its Flaco stands on 57 and 58, so that the Cabeza comes from 48 to 68 only over 59.
    over = after("h6fcm/h3CF2oo/3HHF2oo/10/10/10/10/10/8OO/M7OO,r", "Cee")
    assert GAME.format_position(over) == "h6fcm/h4FC1oo/3HHF2oo/10/10/10/10/10/8OO/M7OO,b"
    assert GAME.outcome(over) is None


def test_a_side_to_move_without_a_legal_move_loses() -> None:
    stuck = "10/10/10/10/2oo6/c1ooh5/1HHFh5/1OOF6/1OOf6/mMCf6"
    assert GAME.legal_moves(GAME.parse_position(f"{stuck},r")) == []
    assert GAME.outcome(GAME.parse_position(f"{stuck},r")) == Outcome(1, "the side to move has no legal move")
    assert GAME.outcome(GAME.parse_position(f"{stuck},b")) is None


def test_the_estimate_follows_the_race_of_the_cabezas() -> None:
    red_ahead = GAME.parse_position("h4f1c1m/h7oo/8oo/10/4C5/9F/10/10/8OO/M3HH2OO,r")
    assert GAME.estimate(red_ahead) == pytest.approx(0.6)
    assert GAME.estimate(GAME.start()) == pytest.approx(0.1)
    assert GAME.estimate(GAME.parse_position("h4f3m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M1C1HH2OO,b,x")) == 1
    assert GAME.estimate(GAME.parse_position("h4f1c1m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M3HH2OO,r,x")) == -1


def test_there_is_one_start_and_one_variant() -> None:
    with pytest.raises(InvalidPosition, match="cabeza has a fixed start position"):
        GAME.start("other")
    with pytest.raises(UnknownGame, match="cabeza has no variant 'other'"):
        Cabeza("other")
