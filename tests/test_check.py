"""`boardwright check`: a student's program against the reference."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.running import ROOT, Run

pytestmark = pytest.mark.slow


def program(folder: Path, source: str) -> list[str]:
    file = folder / "student.py"
    file.write_text(source, encoding="utf-8")
    return [sys.executable, str(file)]


RIGHT = [
    ("turm", "compat/turm/main.py"),
    ("congo:lion", "compat/congo/lion.py"),
    ("congo:zebra", "compat/congo/zebra.py"),
    ("congo:giraffe", "compat/congo/giraffe.py"),
    ("congo:pawn", "compat/congo/pawn.py"),
    ("congo:superpawn", "compat/congo/superpawn.py"),
    ("congo:setup", "compat/congo/setup.py"),
    ("congo:execute", "compat/congo/execute.py"),
    ("congo:evaluate", "compat/congo/evaluate.py"),
    ("congo:minimax", "compat/congo/minimax.py"),
    ("congo:advanced", "compat/congo/advanced.py"),
    ("draughts:valid_turns", "compat/draughts/valid_turns.py"),
]


@pytest.mark.parametrize(("name", "file"), RIGHT)
def test_the_asked_for_programs_agree_with_the_reference(boardwright: Run, name: str, file: str) -> None:
    done = boardwright("check", name, "--positions", "4", "--seconds", "60", "--", sys.executable, str(ROOT / file))
    assert (done.returncode, done.stdout, done.stderr) == (0, "all 4 positions agree\n", "")


def test_the_first_difference_is_shown_with_board_and_both_answers(boardwright: Run, tmp_path: Path) -> None:
    wrong = program(tmp_path, "print('A1-A2-1')")
    done = boardwright("check", "turm", "--", *wrong)
    assert done.returncode == 1
    assert "0 positions agreed; the next one differs:" in done.stdout
    assert "  A  B  C  D  E  F  G" in done.stdout
    assert "expected:\n" in done.stdout
    assert "your program:\n  A1-A2-1\n" in done.stdout
    assert "missing: " in done.stdout
    assert "too many: A1-A2-1" in done.stdout


def test_a_batch_program_that_stops_early_differs_where_it_stopped(boardwright: Run, tmp_path: Path) -> None:
    lion = str(ROOT / "compat/congo/lion.py")
    half = program(
        tmp_path,
        "import subprocess, sys\n"
        f"done = subprocess.run([sys.executable, {lion!r}], stdin=sys.stdin, capture_output=True, text=True)\n"
        "print(*done.stdout.splitlines()[:5], sep='\\n')",
    )
    done = boardwright("check", "congo:lion", "--positions", "9", "--", *half)
    assert done.returncode == 1
    assert done.stdout.startswith("5 positions agreed")
    assert "your program:\n  (nothing)\n" in done.stdout


def test_too_much_output_is_a_difference(boardwright: Run, tmp_path: Path) -> None:
    lion = str(ROOT / "compat/congo/lion.py")
    chatty = program(
        tmp_path, f"import subprocess, sys; subprocess.run([sys.executable, {lion!r}]); print('\\nthat is all')"
    )
    done = boardwright("check", "congo:lion", "--positions", "3", "--", *chatty)
    assert done.returncode == 1
    assert "too many: all is that" in done.stdout
    assert "standard input:\n1\n" in done.stdout


def test_the_right_moves_in_the_wrong_order_are_said_to_be_that(boardwright: Run, tmp_path: Path) -> None:
    main = str(ROOT / "compat/turm/main.py")
    reverse = program(
        tmp_path,
        "import subprocess, sys\n"
        f"done = subprocess.run([sys.executable, {main!r}, sys.argv[1]], capture_output=True, text=True)\n"
        "print(*reversed(done.stdout.splitlines()), sep='\\n')",
    )
    done = boardwright("check", "turm", "--", *reverse)
    assert done.returncode == 1
    assert done.stdout.endswith("the same words, in another order or number, or with other blanks and empty lines\n")


def test_a_program_that_prints_without_end_is_stopped(boardwright: Run) -> None:
    done = boardwright("check", "turm", "--seconds", "60", "--", "yes")
    assert (done.returncode, done.stderr) == (2, "error: the program 'yes' printed without end\n")


def test_a_program_that_hangs_or_dies_is_said_so(boardwright: Run, tmp_path: Path) -> None:
    hanging = program(tmp_path, "import time; time.sleep(60)")
    done = boardwright("check", "turm", "--seconds", "0.3", "--", *hanging)
    assert (done.returncode, done.stdout) == (2, "")
    assert "gave no answer within 0.3 s" in done.stderr
    crashing = program(tmp_path, "print('A1-A2-1'); raise RuntimeError('no idea')")
    assert (
        "your program ended with status 1: RuntimeError: no idea\n"
        in boardwright("check", "turm", "--", *crashing).stdout
    )
    dying = program(tmp_path, "import os; os.kill(os.getpid(), 11)")
    assert "was ended by signal 11" in boardwright("check", "turm", "--", *dying).stderr


def test_the_rules_of_a_game_are_checked_without_a_program(boardwright: Run) -> None:
    done = boardwright("check", "examples/breakthrough.py")
    assert done.returncode == 0
    assert done.stdout.startswith("breakthrough keeps the contract: ")


@pytest.mark.parametrize(
    ("found", "put", "complaint"),
    [
        ("start_text =", "text_of_start =", "is not finished: expected it to declare start_text"),
        ('name = "breakthrough"', "", "is not finished: expected it to declare name"),
        ("def outcome", "def ending", "is not finished: "),
        ("raise InvalidPosition(", "raise ValueError(", "(the code of breakthrough failed in parse_position (line "),
    ],
)
def test_a_designers_mistake_is_told_in_one_line(
    boardwright: Run, tmp_path: Path, found: str, put: str, complaint: str
) -> None:
    source = (ROOT / "examples/breakthrough.py").read_text(encoding="utf-8")
    assert found in source
    file = tmp_path / "unfinished.py"
    file.write_text(source.replace(found, put, 1), encoding="utf-8")
    done = boardwright("check", str(file))
    assert done.returncode in (1, 2)
    assert complaint in done.stdout + done.stderr
    assert len((done.stdout + done.stderr).splitlines()) == 1


def test_a_game_file_that_breaks_the_contract_is_told(boardwright: Run, tmp_path: Path) -> None:
    source = (ROOT / "examples/breakthrough.py").read_text(encoding="utf-8")
    file = tmp_path / "broken.py"
    file.write_text(
        source.replace('return f"{text} {PAWNS[position.to_move]}"', 'return f"{text} w"'), encoding="utf-8"
    )
    done = boardwright("check", str(file))
    assert done.returncode == 1
    assert done.stdout.startswith(
        "the contract is broken: breakthrough: parse_position, strict=True, reads the text of "
    )
