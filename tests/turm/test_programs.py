"""The asked-for programs, as functions and as processes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.running import Run

from boardwright.errors import BoardwrightError
from boardwright.games.turm.course import programs

COMPAT = Path(__file__).parents[2] / "compat" / "turm"
ASKED = "b36/3b12r3/7/7/1r2RG4/2/BG4/6r1 b"
ASKED_MOVES = """\
A7-A4-3
A7-A5-2
A7-A6-1
A7-B7-1
A7-C7-2
A7-D7-3
C2-B2-1
C2-C1-1
C2-C3-1
C2-D2-1
D6-C6-1
D6-D5-1
D6-D7-1
D6-E6-1
"""
START = """\
7 r1 r1 .  RG .  r1 r1
6 .  .  r1 .  r1 .  .
5 .  .  .  r1 .  .  .
4 .  .  .  *  .  .  .
3 .  .  .  b1 .  .  .
2 .  .  b1 .  b1 .  .
1 b1 b1 .  BG .  b1 b1
  A  B  C  D  E  F  G
"""
WARNING = "warning: the board has 8 ranks, expected 7: joined ranks '2' and 'BG4' to '2BG4'\n"


Result = tuple[int, str, str]
"""Exit status, standard output and standard error."""


@pytest.fixture
def result(run: Run, tmp_path: Path) -> Callable[..., Result]:
    """Run one of the programs from another directory."""

    def run_program(program: str, *arguments: str) -> Result:
        done = run(str(COMPAT / program), *arguments, cwd=tmp_path)
        return done.returncode, done.stdout, done.stderr

    return run_program


class TestMain:
    def test_it_prints_the_moves_of_the_asked_for_example(self, result: Callable[..., Result]) -> None:
        assert result("main.py", ASKED) == (0, ASKED_MOVES, WARNING)

    @pytest.mark.parametrize(
        ("fen", "moves"),
        [
            ("RGBG5/7/7/7/7/7/7 r", "A7-A6-1\nA7-B7-1\n"),
            ("b16/7/7/7/7/7/6BG r", ""),
            ("b16/7/7/7/7/7/6BG b", "A7-A6-1\nA7-B7-1\nG1-F1-1\nG1-G2-1\n"),
            ("7/7/7/3RG3/7/7/6BG b", "G1-F1-1\nG1-G2-1\n"),
        ],
        ids=["guard beside guard", "no pieces left", "guard taken", "guard on the goal"],
    )
    def test_it_lists_moves_of_finished_positions_too(
        self, fen: str, moves: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        programs.list_moves([fen])
        assert capsys.readouterr().out == moves

    def test_a_bad_position_is_one_line_and_status_two(self, result: Callable[..., Result]) -> None:
        status, out, err = result("main.py", "x" * 100_000)
        assert (status, out) == (2, "")
        assert err.startswith("error: 'xxx")
        assert err.count("\n") == 1
        assert len(err) < 200


def test_show_initial_draws_the_start(result: Callable[..., Result]) -> None:
    assert result("show_initial.py") == (0, START, "")


class TestDebug:
    def test_it_draws_the_position_and_lists_its_moves(self, result: Callable[..., Result]) -> None:
        board = """\
7 b3 .  .  .  .  .  .
6 .  .  .  b1 .  .  r3
5 .  .  .  .  .  .  .
4 .  .  .  *  .  .  .
3 .  r2 RG .  .  .  .
2 .  .  BG .  .  .  .
1 .  .  .  .  .  .  r1
  A  B  C  D  E  F  G

b36/3b12r3/7/7/1r2RG4/2BG4/6r1 b
blue to move
14 moves:
"""
        assert result("debug.py", ASKED) == (0, board + ASKED_MOVES, WARNING)

    def test_it_says_who_has_won(self, capsys: pytest.CaptureFixture[str]) -> None:
        programs.debug(["7/7/7/3RG3/7/7/6BG b"])
        shown = capsys.readouterr().out.splitlines()[-4:]
        assert shown == ["red wins: the red guard has reached D4", "2 moves:", "G1-F1-1", "G1-G2-1"]

    def test_it_repairs_as_the_command_line_does(self, capsys: pytest.CaptureFixture[str]) -> None:
        programs.debug([ASKED])
        assert capsys.readouterr().err == WARNING


class TestJumpTest:
    def test_every_position_passes(self, result: Callable[..., Result]) -> None:
        status, out, err = result("jump_test.py")
        verdicts = [line for line in out.splitlines() if line.startswith(("PASS", "FAIL"))]
        assert (status, err) == (0, "")
        assert verdicts == [f"PASS: {blockade.claim}" for blockade in programs.BLOCKADES]
        assert out.endswith("\n7 of 7 positions passed\n")

    def test_it_shows_the_position_and_what_is_blocked_and_what_is_not(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        own_tower = programs.BLOCKADES[1]
        assert programs.show_blockades([own_tower]) == 0
        assert (
            capsys.readouterr().out
            == """\
7 .  .  .  RG .  .  .
6 .  .  .  .  .  .  .
5 .  .  .  .  .  .  .
4 r3 .  r1 *  .  .  .
3 .  .  .  .  .  .  .
2 .  .  .  .  .  .  .
1 .  .  .  BG .  .  .
  A  B  C  D  E  F  G
A4 is free to go: A4-A1-3 A4-A2-2 A4-A3-1 A4-A5-1 A4-A6-2 A4-A7-3 A4-B4-1 A4-C4-2
blocked: A4-D4-3, because the path is blocked on C4
PASS: stones join an own tower and do not jump over it

1 of 1 position passed
"""
        )

    def test_a_jump_or_a_missing_move_fails(self, capsys: pytest.CaptureFixture[str]) -> None:
        own_tower = programs.BLOCKADES[1]
        jumping = own_tower._replace(free=f"{own_tower.free} A4-D4-3")
        stuck = own_tower._replace(free="")
        assert programs.show_blockades([jumping, own_tower, stuck]) == 1
        out = capsys.readouterr().out
        verdicts = [line[:5] for line in out.splitlines() if line.startswith(("PASS", "FAIL"))]
        assert verdicts == ["FAIL:", "PASS:", "FAIL:"]
        assert out.endswith("\n1 of 3 positions passed\n")


@pytest.mark.parametrize("program", [programs.list_moves, programs.debug], ids=["main", "debug"])
@pytest.mark.parametrize(("arguments", "count"), [([], "0 arguments"), (["7/7", "r"], "2 arguments")])
def test_one_position_is_expected(program: Callable[[list[str]], None], arguments: list[str], count: str) -> None:
    with pytest.raises(BoardwrightError, match=f"got {count}: expected one, a position in quotes"):
        program(arguments)


@pytest.mark.parametrize("program", ["show_initial.py", "jump_test.py"])
def test_an_argument_too_many_is_one_line_and_status_two(program: str, result: Callable[..., Result]) -> None:
    assert result(program, "x") == (2, "", "error: got 1 argument: expected none\n")


@pytest.mark.parametrize("program", ["main.py", "debug.py"])
def test_a_missing_argument_is_one_line_and_status_two(program: str, result: Callable[..., Result]) -> None:
    assert result(program) == (2, "", "error: got 0 arguments: expected one, a position in quotes\n")


def test_the_programs_are_all_there() -> None:
    assert sorted(path.name for path in COMPAT.glob("*.py")) == [
        "debug.py",
        "jump_test.py",
        "main.py",
        "show_initial.py",
    ]
