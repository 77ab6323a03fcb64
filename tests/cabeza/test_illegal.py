"""An illegal move of Cabeza is refused with the rule it breaks."""

import pytest

from boardwright.errors import IllegalMove
from boardwright.games.cabeza import Cabeza, Move

GAME = Cabeza()
START = "3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/3FOOH3/3FMCH3,r"
OPEN = "h4f1c1m/h7oo/8oo/10/10/4C5/10/10/F7OO/M3HH2OO,r"
PREY_NORTH = "h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r"
MINI_UNDER_PREY = "h4f3m/h7oo/8oo/10/4c5/4MF4/10/10/8OO/2C1HH2OO,r"
AUTHORS_PICTURE = "h6c1m/h9/10/3oo5/3oo5/3MC5/4ff3F/10/8OO/4HH2OO,r"


@pytest.mark.parametrize(
    ("position", "text", "rule"),
    [
        (START, "fn", "red is to move, and f is of the wrong colour: expected one of C M F H O"),
        (START.replace(",r", ",b"), "Fn", "blue is to move, and F is of the wrong colour: expected one of c m f h o"),
        (START, "Fs", "the first roll, s, goes off the board"),
        (START, "Fe", "the first roll, e, lands on the red Mini and the red Opa"),
        (START, "Hw", "the first roll, w, lands on the red Cabeza and the red Mini and the red Opa"),
        (START, "Fne", "the second roll, e, lands on the red Opa"),
        (START, "Onn", "the Opa rolls only once"),
        (START, "Fnnn", "the Flaco rolls once or twice, not 3 times"),
        (START, "Fns", "n and s undo each other: a reversal is never legal"),
        (START, "Hew", "e and w undo each other: a reversal is never legal"),
        (OPEN, "Mns", "n and s undo each other: a reversal is never legal"),
        (OPEN, "Cnew", "e and w undo each other: a reversal is never legal"),
        (OPEN, "Cnnn", "the Cabeza slides once or twice, and nnn is farther"),
        (OPEN, "Mnne", "the Mini rolls once or twice, not 3 times"),
        (START, "Cs", "the Cabeza would slide off the board with s"),
        (START, "Cn", "the Cabeza would slide onto the red Opa"),
        (
            "h4f3m/h7oo/8oo/10/4c5/4C5/9F/10/8OO/M3HH2OO,r",
            "Cn",
            "the Cabeza would slide onto the blue Cabeza: a Cabeza never captures",
        ),
        (AUTHORS_PICTURE, "Csw", "the diagonal slide to 33 goes between two occupied squares, 43 and 34"),
        (
            AUTHORS_PICTURE,
            "Cww",
            "no two slides lead to 24: what stands between is in the way, "
            "or makes a diagonal slide go between two occupied squares",
        ),
        (PREY_NORTH, "Fnn", "the first roll crushes the blue Cabeza, which ends the turn"),
        (PREY_NORTH, "Fne", "the first roll crushes the blue Cabeza, which ends the turn"),
        (
            "h4f3m/h7oo/8oo/4c5/4M5/4F5/10/10/8OO/2C1HH2OO,r",
            "Fn",
            "the first roll, n, lands on the red Mini and the blue Cabeza: "
            "a block crushes the Cabeza only if it covers no other piece",
        ),
        (
            "h4f1c1m/h7oo/8oo/10/4C5/4F5/10/10/8OO/M3HH2OO,r",
            "Fn",
            "the first roll, n, lands on its own Cabeza",
        ),
        (MINI_UNDER_PREY, "Mnn", "the first roll crushes the blue Cabeza, which ends the turn"),
        (
            MINI_UNDER_PREY,
            "Mne",
            "the first roll crushes the blue Cabeza, which ends the turn; the first roll, e, lands on the red Flaco",
        ),
        (
            "h4f1c1m/h9/4oo4/4oo4/5MF3/10/10/10/8OO/2C1HH2OO,r",
            "Mnw",
            "the first roll, n, lands on the blue Opa; the second roll, n, lands on the blue Opa",
        ),
        (OPEN, "Msw", "the first roll, s, goes off the board; the first roll, w, goes off the board"),
    ],
)
def test_an_illegal_move_names_the_rule_it_breaks(position: str, text: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.parse_move(GAME.parse_position(position), text)
    assert error.value.rule == rule
    assert str(error.value) == f"'{text}' is illegal: {rule}"


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Move("F", ""), "there is no pass"),
        (Move("F", "up"), "a turn moves one piece north, south, east or west"),
        (Move("z", "n"), "expected one of C M F H O"),
        (Move("", "n"), "expected one of C M F H O"),
        (Move("CM", "n"), "expected one of C M F H O"),
        (Move("C", "en"), "the Cabeza is named by its destination: expected Cne"),
        (Move("M", "en"), "the Mini is named by its destination: expected Mne"),
    ],
)
def test_a_move_that_no_text_gives_is_refused_too(move: Move, rule: str) -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.play(GAME.parse_position(OPEN), move)
    assert rule in error.value.rule
