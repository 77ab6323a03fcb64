"""The asked-for function and program: the turns of one colour on a board."""

from pathlib import Path
from random import Random

import pytest
from tests.running import Run

from boardwright.check import programs_of
from boardwright.errors import BoardwrightError, InvalidPosition
from boardwright.games.draughts import Draughts
from boardwright.games.draughts.course import Color, valid_turns
from boardwright.games.draughts.course.valid_turns import answer
from boardwright.games.draughts.notation import format_board

GAME = Draughts()
PROGRAM = "compat/draughts/valid_turns.py"

EXAMPLE = """
 K . . . .
. b . . .
 . . b . .
. . . . b
 . . . b .
. . . w .
 . . . . b
. . w b w
 . . . . .
. B w . .
"""


def board(text: str) -> str:
    return format_board(GAME.parse_position(text))


def test_the_example_board_of_the_request() -> None:
    assert valid_turns(EXAMPLE, Color.WHITE) == ["19x46x68x95x51"]
    assert valid_turns(EXAMPLE, Color.BLACK) == ["75x53x31"]
    assert GAME.parse_position(EXAMPLE) == GAME.parse_position("W:WK1,29,38,40,48:B7,13,20,24,35,39,K47")


def test_the_turns_of_the_start() -> None:
    start = board("W:W31-50:B1-20")
    assert valid_turns(start, Color.WHITE) == [
        *("13-04", "13-24", "33-24", "33-44", "53-44", "53-64", "73-64", "73-84", "93-84"),
    ]
    assert valid_turns(start, Color.BLACK) == [
        *("06-15", "26-15", "26-35", "46-35", "46-55", "66-55", "66-75", "86-75", "86-95"),
    ]


def test_every_choice_of_landing_squares_is_a_turn() -> None:
    circle = board("W:W37:B12,13,22,23,32,33")
    assert valid_turns(circle, Color.WHITE) == ["22x44x26x48x66x44x62", "22x44x66x48x26x44x62"]
    assert valid_turns(circle, Color.WHITE, unique=True) == ["22x44x26x48x66x44x62"]


def test_random178_has_436_turns_and_14_unique_ones() -> None:
    random178 = board("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24")
    assert len(set(valid_turns(random178, Color.BLACK))) == 436
    assert len(set(valid_turns(random178, Color.BLACK, unique=True))) == 14


def test_a_colour_without_a_turn_has_none() -> None:
    assert valid_turns(board("W:W35:B30,24"), Color.WHITE) == []
    assert valid_turns(board("W:W35:B"), Color.BLACK) == []


def test_a_board_with_a_side_to_move_is_refused_where_the_colour_is_given() -> None:
    with pytest.raises(InvalidPosition, match=r"^the board .* has 11 lines: expected 10$"):
        valid_turns(EXAMPLE + "W\n", Color.BLACK)


@pytest.mark.parametrize(("word", "turns"), [("white", 1), ("w", 1), ("black", 1), ("b", 1)])
def test_the_program_takes_a_colour_by_its_name_or_its_letter(word: str, turns: int) -> None:
    assert len(answer(EXAMPLE, [word])) == turns


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the colour is missing: expected one argument, white, black, w or b"),
        (["red"], "the colour is 'red': expected one argument, white, black, w or b"),
        (["w", "b"], "the colour is 'w b': expected one argument, white, black, w or b"),
    ],
)
def test_the_program_refuses_other_arguments(arguments: list[str], message: str) -> None:
    with pytest.raises(BoardwrightError) as refused:
        answer(EXAMPLE, arguments)
    assert str(refused.value) == message


def test_the_program_prints_one_turn_a_line(run: Run) -> None:
    done = run(PROGRAM, "white", stdin=EXAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "19x46x68x95x51\n", "")


def test_the_program_runs_from_any_directory(run: Run, tmp_path: Path) -> None:
    program = Path(__file__).parent.parent.parent / PROGRAM
    assert run(str(program), "b", stdin=EXAMPLE, cwd=tmp_path).stdout == "75x53x31\n"


@pytest.mark.parametrize(
    ("stdin", "arguments", "message"),
    [
        ("", ["w"], "error: the board '' has 0 lines: expected 10\n"),
        (" . .", ["w"], "error: the board ' . .' has 1 line: expected 10\n"),
        (EXAMPLE, ["x"], "error: the colour is 'x': expected one argument, white, black, w or b\n"),
        (
            EXAMPLE.replace("\n K", "\nK"),
            ["w"],
            "error: line 1, column 1 of the board has 'K': expected a space, for the square is light\n",
        ),
    ],
)
def test_the_program_answers_bad_input_with_one_line(run: Run, stdin: str, arguments: list[str], message: str) -> None:
    done = run(PROGRAM, *arguments, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_a_students_program_is_asked_with_board_and_colour() -> None:
    case = programs_of(GAME)["valid_turns"].case(GAME.parse_position("B:W28:B22"), Random(0))
    assert case.answer == ("35x53",)
    assert case.arguments == ("black",)
    assert case.stdin == board("B:W28:B22") + "\n"


def test_a_program_that_lists_moves_is_asked_with_the_fen() -> None:
    case = programs_of(GAME)["moves"].case(GAME.parse_position("B:W28:B22"), Random(0))
    assert case == (("22x33",), "", ("B:W28:B22",))
