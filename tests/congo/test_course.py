"""The programs of the course: exact answers, and what they do with bad input."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.running import Run

from boardwright import BoardwrightError
from boardwright.games.congo import Congo
from boardwright.games.congo.course.programs import (
    COURSE,
    advanced,
    alphabeta,
    answer,
    evaluate,
    execute,
    minimax,
    piece_moves,
    programs,
    setup,
)
from boardwright.games.congo.notation import parse_position

pytestmark = pytest.mark.slow

PROGRAMS = Path(__file__).parents[2] / "compat" / "congo"

MOVES_OF_PIECES = [
    ("lion", "g2l2z/ppppppp/7/7/7/PPP1PPP/2GLZ2 w 4", "d1d2"),
    ("lion", "1g1Gl2/P1P2P1/1P5/7/1Z3P1/1P5/4L2 b 79", "e7d6 e7d7 e7e1 e7e6"),
    ("zebra", "7/3pl1p/gzZ4/G6/2L4/3p3/7 w 45", "c5a6 c5b3 c5b7 c5d3 c5d7 c5e4 c5e6"),
    ("zebra", "7/7/2lP1p1/7/2ppgG1/1z4P/4L2 b 32", "b2a4 b2c4 b2d1"),
    (
        "giraffe",
        "2l4/1s4P/PP2p2/6p/1P2LPP/1PG1pp1/Z2z3 w 23",
        "c2a2 c2a4 c2b1 c2c1 c2c3 c2c4 c2d2 c2d3 c2e2 c2e4",
    ),
    (
        "giraffe",
        "5E1/Z5S/P3lP1/1p2P2/2g1pP1/P2P3/z1L4 b 35",
        "c3a3 c3a5 c3b2 c3b3 c3c1 c3c2 c3c4 c3c5 c3d3 c3d4 c3e1",
    ),
    ("pawn", "3l3/7/6P/7/1Z1P1p1/3L3/7 w 23", "d3c4 d3d4 d3e4 g5f6 g5g3 g5g4 g5g6"),
    (
        "pawn",
        "3l3/p6/7/7/1Z1P1p1/1p1L3/7 b 42",
        "a6a5 a6b5 b2a1 b2b1 b2c1 f3e2 f3f2 f3f4 f3f5 f3g2",
    ),
    (
        "superpawn",
        "3l3/7/6S/7/1Z1S1p1/3L3/7 w 23",
        "d3b1 d3c2 d3c3 d3c4 d3d4 d3e2 d3e3 d3e4 d3f1 g5e3 g5f4 g5f5 g5f6 g5g3 g5g4 g5g6",
    ),
    (
        "superpawn",
        "s2l3/7/7/7/1Z1P3/Ps1L3/7 b 42",
        "a7a6 a7b6 a7b7 b2a1 b2a2 b2a3 b2b1 b2c1 b2c2 b2c3 b2d4",
    ),
]


def answered(name: str, text: str) -> tuple[str, str, int]:
    """What a program prints, its messages, and its exit status."""
    output, messages = StringIO(), StringIO()
    status = answer(COURSE[name], text, output, messages)
    return output.getvalue(), messages.getvalue(), status


@pytest.mark.parametrize(("kind", "fen", "line"), MOVES_OF_PIECES)
def test_the_piece_programs_list_the_moves_of_the_samples(kind: str, fen: str, line: str) -> None:
    assert answered(kind, f"1\n{fen}\n") == (f"{line}\n", "", 0)


def test_boards_may_stand_on_one_line_and_numbers_may_be_missing() -> None:
    fens = [fen for kind, fen, _ in MOVES_OF_PIECES if kind == "lion"]
    expected = ("d1d2\ne7d6 e7d7 e7e1 e7e6\n", "", 0)
    assert answered("lion", f"2 {fens[0]} {fens[1]}") == expected
    assert answered("lion", f"2\r\n{fens[0]}\r\n{fens[1]}\r\n") == expected
    assert answered("lion", f"2\n{fens[0][:-2]} {fens[1][:-3]}") == expected


def test_boards_beyond_the_number_are_ignored_and_missing_ones_told() -> None:
    fen = MOVES_OF_PIECES[0][1]
    assert answered("lion", f"1\n{fen}\n{fen}\n7/7 w\n") == ("d1d2\n", "", 0)
    assert answered("lion", f"3\n{fen}\n") == (
        "d1d2\n\n\n",
        "error: the input ends after board 1: expected 3 boards\n",
        1,
    )
    assert answered("lion", "0\n") == ("", "", 0)


@pytest.mark.parametrize("rest", ["", " 5", "\nthat is all", "\nthat/was all w 3", "\n\n7\n", "\nend of input 4 w"])
def test_what_follows_the_boards_is_ignored(rest: str) -> None:
    fens = [fen for kind, fen, _ in MOVES_OF_PIECES if kind == "lion"]
    expected = ("d1d2\ne7d6 e7d7 e7e1 e7e6\n", "", 0)
    assert answered("lion", f"2\n{fens[0]}\n{fens[1]}{rest}") == expected
    without_number = fens[1].rpartition(" ")[0]
    if not rest.strip().isdigit():
        assert answered("lion", f"2\n{fens[0]}\n{without_number}{rest}") == expected


def test_an_unreadable_board_gives_an_empty_line_a_message_and_status_1() -> None:
    fen = MOVES_OF_PIECES[0][1]
    output, messages, status = answered("lion", f"3\n{fen}\n7/7/7 w 0\n{fen}")
    assert (output, status) == ("d1d2\n\nd1d2\n", 1)
    assert messages.startswith("error: board 2: the board '7/7/7' has 3 ranks: expected 7")
    output, messages, status = answered("lion", f"2\n{fen} 5\n{fen}\n")
    assert (output, status) == ("\nd1d2\n", 1)
    assert messages.startswith("error: board 1: ")


def test_a_kind_without_moves_gives_an_empty_line() -> None:
    assert answered("zebra", "1\n3l3/7/7/7/7/7/3L3 w 0") == ("\n", "", 0)


def test_the_damaged_samples_of_the_request_are_repaired(capsys: pytest.CaptureFixture[str]) -> None:
    damaged = "2\n313/7/6S/7/1Z1S1p1/3L3/7 w 23\ns213/7/7/7/1Z1P3/Ps1L3/7 b 42\n"
    output, messages, status = answered("superpawn", damaged)
    assert output.splitlines() == [line for kind, _, line in MOVES_OF_PIECES if kind == "superpawn"]
    assert (messages, status) == ("", 0)
    lines = answered("lion", "1\nlg1Gl2/P1P2P1/1P5/7/1Z3P1/1P5/4L2 b 79")[0]
    assert lines == "e7d6 e7d7 e7e1 e7e6\n"
    assert [line.partition(":")[0] for line in capsys.readouterr().err.splitlines()] == ["warning"] * 3


def test_the_pieces_of_a_finished_game_are_listed_all_the_same() -> None:
    assert piece_moves(parse_position("7/7/7/7/7/p6/3L3 b 0"), "pawn") == "a2a1 a2a3 a2a4 a2b1"
    assert answered("pawn", "1\n7/7/7/7/7/p6/3L3 b 0") == ("a2a1 a2a3 a2a4 a2b1\n", "", 0)


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1.5", "٣", "3l3/7/7/7/7/7/3L3 w 0", "9" * 5000, "1000001", "\0", "1\0", "�"]
)
def test_a_bad_number_of_boards_is_refused_in_one_line(text: str) -> None:
    for name in COURSE:
        with pytest.raises(BoardwrightError, match="expected the number of boards, 0 to 1000000") as refused:
            answered(name, text)
        assert len(str(refused.value)) < 200


def test_setup_prints_seventeen_lines_a_board_and_a_blank_line_between() -> None:
    start, lions = "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0", "3l3/7/7/7/7/7/3L3 b 0"
    first = [
        "white pawn: a2 b2 c2 d2 e2 f2 g2",
        "black pawn: a6 b6 c6 d6 e6 f6 g6",
        "white superpawn:",
        "black superpawn:",
        "white giraffe: a1",
        "black giraffe: a7",
        "white monkey:",
        "black monkey:",
        "white elephant:",
        "black elephant:",
        "white lion: d1",
        "black lion: d7",
        "white crocodile:",
        "black crocodile:",
        "white zebra: g1",
        "black zebra: g7",
        "side to play: white",
    ]
    second = [line.partition(":")[0] + ":" for line in first[:16]] + ["side to play: black"]
    second[10:12] = first[10:12]
    assert list(setup(parse_position(start))) == first
    assert answered("setup", f"2\n{start}\n{lions}") == ("\n".join([*first, "", *second, ""]), "", 0)


def test_setup_lists_squares_in_alphabetical_order() -> None:
    lines = setup(parse_position("3l3/4E2/E6/7/7/1E5/e2L3 b 0"))
    assert lines[8:10] == ("white elephant: a5 b2 e6", "black elephant: a1")


@pytest.mark.parametrize(
    ("fen", "move", "after", "word"),
    [
        ("g2l2z/ppppppp/7/7/7/PPP1PPP/2GLZ2 w 4", "d1d2", "g2l2z/ppppppp/7/7/7/PPPLPPP/2G1Z2 b 4", "Continue"),
        ("1z5/pPp1lP1/5gp/4P1p/4L1p/2p2pP/7 b 35", "f5f7", "1z3g1/pPp1lP1/6p/4P2/4L1p/2p2pP/7 w 36", "Continue"),
        ("1z5/pPp1lP1/6p/4P1g/4L1p/2p2pP/7 b 12", "g4e4", "1z5/pPp1lP1/6p/7/4L1p/2p2pP/7 w 13", "Continue"),
        ("3l3/7/7/P6/7/7/4L2 w 5", "e1e2", "3l3/7/7/7/7/4L2/7 b 5", "Continue"),
        ("3l3/7/7/2pS3/7/7/4L2 w 9", "d4c4", "3l3/7/7/7/7/7/4L2 b 9", "Continue"),
        ("3l3/7/7/P1Z4/7/7/4L2 w 0", "c4b6", "3l3/1Z5/7/7/7/7/4L2 b 0", "Continue"),
        ("3l3/7/7/C5P/7/7/4L2 w 3", "e1e2", "3l3/7/7/C6/7/4L2/7 b 3", "Continue"),
        ("7/1p5/3l3/2E4/7/3L3/7 w 10", "d2d5", "7/1p5/3L3/7/7/7/7 b 10", "White wins"),
        ("2l4/7/7/1cM4/1p1e3/3L3/7 w 0", "c4a4c2e4", "2l4/7/7/7/7/3L3/7 b 0", "Continue"),
        ("2l4/7/7/7/7/7/2L4 b 0", "c7c1", "7/7/7/7/7/7/2l4 w 1", "Black wins"),
    ],
)
def test_execute_prints_the_new_board_and_who_has_won(fen: str, move: str, after: str, word: str) -> None:
    assert execute(parse_position(fen), move) == (after, word)
    assert answered("execute", f"1\n{fen}\n{move}\n") == (f"{after}\n{word}\n", "", 0)


def test_execute_answers_a_bad_pair_with_two_empty_lines_and_goes_on() -> None:
    fen, after = "3l3/7/7/C5P/7/7/4L2 w 3", "3l3/7/7/C6/7/4L2/7 b 3"
    text = "\n".join(["5", fen, "e1e3", "garbage", "e1e2", fen, "", fen, "e1e2", fen])
    output, messages, status = answered("execute", text)
    assert (output, status) == (f"\n\n\n\n\n\n{after}\nContinue\n\n\n", 1)
    assert [line.partition(": expected")[0] for line in messages.splitlines()] == [
        "error: board 1: 'e1e3' is illegal: the lion steps one square at a time inside its castle",
        "error: board 2: 'garbage' has 1 field",
        "error: board 3: '' is not a move",
        "error: board 5: '' is not a move",
    ]


def test_execute_tells_of_missing_pairs() -> None:
    assert answered("execute", "1") == ("\n\n", "error: the input ends after board 0: expected 1 board\n", 1)
    assert answered("execute", "2") == ("\n\n\n\n", "error: the input ends after board 0: expected 2 boards\n", 1)


@pytest.mark.parametrize(
    ("fen", "values"),
    [
        ("3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4", (-100, -100, -102, -105)),
        ("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12", (1200, 750, 1214, 1020)),
        ("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 w 35", (-1200, -1200, -1214, -669)),
        ("3l3/7/7/7/7/7/3L3 w 0", (0, 10000, 0, 10000)),
        ("7/7/7/7/7/7/3L3 b 0", (-10000, -10000, -10000, -10000)),
        ("7/7/7/7/7/7/3l3 w 0", (-10000, -10000, -10000, -10000)),
        ("MMMlMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMMMMM/MMMLMMM w 0", (21150, -10000, 21140, -10000)),
    ],
)
def test_the_values_of_a_position(fen: str, values: tuple[int, int, int, int]) -> None:
    position = parse_position(fen)
    assert (evaluate(position), minimax(position), advanced(position), alphabeta(position)) == values
    for name, value in zip(("evaluate", "minimax", "advanced", "alphabeta"), values, strict=True):
        assert answered(name, f"1\n{fen}") == (f"{value}\n", "", 0)


def test_each_path_of_a_monkey_is_one_attack() -> None:
    # White: four steps and the paths a2c4 and a2c4e2 of the monkey, five moves of the lion.
    # Black: three moves of each pawn and two retreats of the one that has room; five of the lion.
    position = parse_position("3l3/7/7/7/1p1p3/M6/3L3 w 0")
    assert piece_moves(position, "monkey") == "a2a1 a2a3 a2b1 a2b2 a2c4 a2c4e2"
    assert piece_moves(parse_position("3l3/7/7/7/1p1p3/M6/3L3 b 0"), "pawn") == (
        "b3a2 b3b2 b3b4 b3b5 b3c2 d3c2 d3d2 d3d4 d3d5 d3e2"
    )
    assert advanced(position) == (450 - 200) + (6 + 5 - 10 - 5) + (2 - 1)


def test_the_lion_under_attack_counts_eleven() -> None:
    position = parse_position("2l4/7/7/7/7/7/Z1L4 w 0")
    assert advanced(position) == 300 + (2 + 4 + 11) - (4 + 11)


@pytest.mark.parametrize("name", list(COURSE))
@given(text=st.text(alphabet="12lLpz/7 wb\n\0", max_size=60))
def test_any_input_is_answered_or_refused_in_one_line(name: str, text: str) -> None:
    try:
        shown = "".join(answered(name, text)[1].splitlines())
    except BoardwrightError as error:
        shown = str(error)
    assert shown.isprintable()


@pytest.mark.parametrize("name", list(COURSE))
def test_the_cases_for_other_peoples_programs_are_answered_as_asked(name: str) -> None:
    program = programs(Congo())[name]
    random = Random(5)
    game = Congo()
    position = game.start()
    cases = []
    for _ in range(1 if name == "alphabeta" else 40):
        cases.append(program.case(position, random))
        moves = game.legal_moves(position)
        position = game.play(position, random.choice(moves)) if moves else game.start()
    assert program.batch
    assert {len(case.answer) for case in cases} == {program.lines}
    output, messages, status = answered(name, "\n".join([str(len(cases)), *(case.stdin for case in cases)]))
    assert (messages, status) == ("", 0)
    between = "\n\n" if name == "setup" else "\n"
    assert output == between.join("\n".join(case.answer) for case in cases) + "\n"
    if name in Congo.kinds:
        assert sum(bool(case.answer[0]) for case in cases) > 30


def test_the_cases_avoid_finished_games() -> None:
    finished = parse_position("7/7/3L3/7/7/7/7 b 9")
    assert programs(Congo())["lion"].case(finished, Random(1)).stdin == "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0"


def test_every_program_of_the_course_starts_under_its_name(run: Run) -> None:
    assert sorted(path.stem for path in PROGRAMS.glob("*.py")) == sorted(COURSE)
    for name in COURSE:
        done = run(str(PROGRAMS / f"{name}.py"), stdin="0\n")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_started_program_shows_repairs_and_errors_as_lines(run: Run) -> None:
    superpawn, lion = str(PROGRAMS / "superpawn.py"), str(PROGRAMS / "lion.py")
    done = run(superpawn, stdin=b"2\n313/7/6S/7/1Z1S1p1/3L3/7 w 23\n\xff\x00/x w\n")
    assert done.stdout.splitlines() == [MOVES_OF_PIECES[8][2], ""]
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["warning", "error"]
    assert done.returncode == 1
    refused = run(lion, stdin="nonsense")
    assert refused.returncode == 2
    assert refused.stderr == "error: the input begins with 'nonsense': expected the number of boards, 0 to 1000000\n"
    assert "expected none" in run(lion, "argument").stderr
