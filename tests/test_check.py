"""`boardwright check`: a student's program against the reference."""

from __future__ import annotations

import fcntl
import json
import re
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any

import pytest
from tests.running import ROOT, Run

from boardwright.check import (
    Answer,
    Case,
    Difference,
    Program,
    Question,
    Verdict,
    check_program,
    compare,
    move_list_program,
    programs_of,
)
from boardwright.cli import main
from boardwright.cli.commands.check import parse_target
from boardwright.registry import BUILT_IN, installed_games

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
    ("congo:alphabeta", "compat/congo/alphabeta.py"),
    ("draughts:valid_turns", "compat/draughts/valid_turns.py"),
]


@pytest.mark.parametrize(("name", "file"), RIGHT)
def test_the_asked_for_programs_agree_with_the_reference(boardwright: Run, name: str, file: str) -> None:
    done = boardwright("check", name, "--positions", "4", "--seconds", "60", "--", sys.executable, str(ROOT / file))
    assert (done.returncode, done.stderr) == (0, "")
    agreed = re.fullmatch(
        r"all (\d+) positions agree: (\d+) about (\d+) rules, (\d+) samples?, 4 at random\n", done.stdout
    )
    assert agreed is not None
    total, about_rules, rules, samples = map(int, agreed.groups())
    assert total == about_rules + samples + 4
    assert about_rules >= 2 * rules


def test_the_first_difference_is_shown_with_board_and_both_answers(boardwright: Run, tmp_path: Path) -> None:
    wrong = program(tmp_path, "print('A1-A2-1')")
    done = boardwright("check", "turm", "--", *wrong)
    assert done.returncode == 1
    assert done.stdout.startswith(
        "0 positions agreed; position 1 differs\n"
        "position 1 is about: the guard moves one square along its row or column\n"
    )
    assert "  A  B  C  D  E  F  G" in done.stdout
    assert "expected:\n" in done.stdout
    assert "your program:\n  A1-A2-1\n" in done.stdout
    assert "missing: " in done.stdout
    assert "too many: A1-A2-1" in done.stdout


WHOLE_TOWER = """
from boardwright.cli.program import run
from boardwright.games.turm import rules
from boardwright.games.turm.course import programs as course

right = rules.piece_moves


def piece_moves(position):
    moves, sign = right(position), rules.SIGN[position.to_move]
    for origin, piece in enumerate(position.board):
        for ray in rules.RAYS[origin] if 0 < piece * sign < rules.GUARD else ():
            move = next((move for move in ray if position.board[move.target]), ray[0])
            if move not in moves and 0 > position.board[move.target] * sign >= -piece * sign:
                moves.append(move)
    return moves


rules.piece_moves = piece_moves
run(course.list_moves)
"""
NO_DIAGONAL = """
from boardwright.cli.program import run
from boardwright.games.congo import rules
from boardwright.games.congo.course import programs as course

right = rules.moves_from
rules.moves_from = lambda board, origin: [
    move for move in right(board, origin) if board[move[1]] not in "Ll" or abs(move[1] - move[0]) % 7 == 0
]
run(course.main("lion"))
"""


@pytest.mark.parametrize(
    ("name", "source", "rule"),
    [
        ("turm", WHOLE_TOWER, "in a capture only the stones that move count, not those that stay behind"),
        ("congo:lion", NO_DIAGONAL, "the lion captures the enemy lion along an open diagonal"),
    ],
)
def test_a_program_that_breaks_a_rare_rule_is_told_which(
    boardwright: Run, tmp_path: Path, name: str, source: str, rule: str
) -> None:
    done = boardwright("check", name, "--", *program(tmp_path, source))
    assert (done.returncode, done.stderr) == (1, "")
    first, second = done.stdout.splitlines()[:2]
    number = int(first.split()[0]) + 1
    assert first.endswith(f"; position {number} differs")
    assert second == f"position {number} is about: {rule}"


def test_a_difference_at_a_random_position_says_so(boardwright: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text((ROOT / "examples/breakthrough.py").read_text(encoding="utf-8"), encoding="utf-8")
    done = boardwright("check", str(file), "--", *program(tmp_path, "print('a1-a2')"))
    assert done.stdout.startswith("0 positions agreed; position 1 differs\nposition 1 is a random one\n")


def ask(*answers: tuple[str, ...]) -> list[Question[Any]]:
    """Questions with these answers."""
    return [Question(None, Case(answer, "question")) for answer in answers]


def test_an_empty_line_is_right_where_there_is_nothing_to_print() -> None:
    nothing = ask(())
    assert compare(nothing, [Answer(())]) == compare(nothing, [Answer(("",))]) == Verdict(1)
    assert compare(nothing, [Answer(("", ""))]).difference is not None
    assert compare(ask(("a", "b")), [Answer(("a", "b", ""))]).difference is not None


def test_a_program_that_fails_before_it_prints_has_not_answered() -> None:
    assert compare(ask(()), [Answer((), 1, "RuntimeError: no idea")]).difference is not None


@pytest.mark.parametrize(
    ("printed", "agreed"), [("a\n\n\n", 3), ("a\n\n", 3), ("a\n", 1), ("a\n\nb", 2), ("a\n\n\n\n", 2)]
)
def test_only_the_newline_after_an_empty_last_answer_may_be_missing(printed: str, agreed: int) -> None:
    command = [sys.executable, "-c", f"print({printed!r}, end='')"]
    batch: Program[Any] = Program("", lambda position, random: Case(()), batch=True)
    assert check_program(batch, command, ask(("a",), ("",), ("",)), seconds=60).agreed == agreed


def test_a_missing_program_is_asked_for_in_one_line(boardwright: Run) -> None:
    done = boardwright("check", "congo:lion")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: congo:lion is a course program and your command is missing: "
        "expected boardwright check congo:lion -- COMMAND\n"
    )


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_has_the_program_that_prints_the_moves(game: str) -> None:
    found, asked = parse_target(f"{game}:moves")
    assert (found.name, asked and asked.about) == (game, move_list_program(found).about)


def test_the_help_lists_the_programs(boardwright: Run) -> None:
    done = boardwright("check", "--help")
    assert done.returncode == 0
    for game in installed_games():
        for name, described in programs_of(game).items():
            assert re.search(rf"^  {game.name}:{name} +{re.escape(described.about)}$", done.stdout, re.MULTILINE)


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
    assert done.stdout.endswith("the words are the same, but their order, their number, spaces or empty lines differ\n")


@pytest.mark.parametrize(
    ("source", "seconds", "failure"),
    [
        ("import time; time.sleep(1000)", "0.3", "gave no answer within 0.3 s"),
        ("import os; os.kill(os.getpid(), 11)", "60", "was ended by signal 11"),
        ("while True: print('A1-A2-1' * 10_000)", "60", "printed too much"),
    ],
)
def test_a_program_that_does_not_end_by_itself_differs_at_its_position(
    boardwright: Run, tmp_path: Path, source: str, seconds: str, failure: str
) -> None:
    done = boardwright("check", "turm", "--seconds", seconds, "--", *program(tmp_path, source))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("0 positions agreed; position 1 differs\nposition 1 is about: ")
    assert f"your program {failure}: no error output\n" in done.stdout
    assert len(done.stdout) < 10_000


def test_a_batch_program_that_dies_differs_at_the_first_missing_answer(tmp_path: Path) -> None:
    source = "import os\nprint(1, flush=True)\nprint(2, flush=True)\nos.kill(os.getpid(), 11)"
    batch: Program[Any] = Program("", lambda position, random: Case(()), batch=True)
    asked: list[Question[Any]] = [Question(None, Case((str(n),))) for n in (1, 2, 3, 4)]
    verdict = check_program(batch, program(tmp_path, source), asked, seconds=60)
    assert verdict == Verdict(2, Difference(asked[2], Answer((), -11, "", "was ended by signal 11")))
    verdict = check_program(batch, program(tmp_path, source), asked[:2], seconds=60)
    assert verdict == Verdict(1, Difference(asked[1], Answer(("2",), -11, "", "was ended by signal 11")))


def test_what_a_program_leaves_running_ends_with_it(tmp_path: Path) -> None:
    """The child of a program that has ended holds a lock until it ends itself."""
    lock = tmp_path / "lock"
    child = (
        "import fcntl, sys, time; fcntl.flock(file := open(sys.argv[1], 'w'), 2); print(flush=True); time.sleep(1000)"
    )
    source = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}, {str(lock)!r}], stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\n"
        "print(1)\n"
    )
    asked: list[Question[Any]] = [Question(None, Case(("1",)))]
    plain: Program[Any] = Program("", lambda position, random: Case(()))
    assert check_program(plain, program(tmp_path, source), asked, seconds=60) == Verdict(1)
    with lock.open() as file:
        deadline = monotonic() + 60
        while not is_free(file):
            assert monotonic() < deadline
            sleep(0.01)


def is_free(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def test_the_status_and_last_words_of_a_program_that_fails_are_shown(boardwright: Run, tmp_path: Path) -> None:
    crashing = program(tmp_path, "print('A1-A2-1'); raise RuntimeError('no idea')")
    assert (
        "your program ended with status 1: RuntimeError: no idea\n"
        in boardwright("check", "turm", "--", *crashing).stdout
    )


@pytest.mark.parametrize("game", ["turm", "congo:lion"])
def test_a_program_that_does_not_start_is_reported_alone(boardwright: Run, tmp_path: Path, game: str) -> None:
    missing = str(tmp_path / "nosuch.py")
    done = boardwright("check", game, "--", sys.executable, missing)
    assert (done.returncode, done.stderr) == (1, "")
    failure, command = done.stdout.splitlines()
    assert re.fullmatch(r"your program printed nothing and ended with status 2: .*nosuch\.py.*", failure)
    assert command.startswith(f"it was run as: {sys.executable} {missing}")


def test_a_failure_after_a_right_answer_is_shown_with_its_position(boardwright: Run, tmp_path: Path) -> None:
    once = program(
        tmp_path,
        "import pathlib, sys\n"
        "from boardwright.cli import main\n"
        "mark = pathlib.Path(__file__).with_name('asked')\n"
        "if mark.exists(): sys.exit('once only')\n"
        "mark.touch()\n"
        "main(['moves', 'turm', sys.argv[1]])\n",
    )
    done = boardwright("check", "turm", "--seconds", "60", "--", *once)
    assert done.stdout.startswith("1 position agreed; position 2 differs\n")
    assert "\nyour program ended with status 1: once only\n" in done.stdout


def test_the_rules_of_a_game_are_checked_without_a_program(boardwright: Run) -> None:
    done = boardwright("check", "examples/breakthrough.py")
    assert done.returncode == 0
    assert done.stdout.startswith("breakthrough keeps the contract: ")


def test_the_number_of_random_games_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "examples/tictactoe.py:five", "--games", "1"]) == 0
    assert capsys.readouterr().out.endswith(" of 1 random game checked\n")
    assert main(["check", "turm", "--games", "1", "--", "true"]) == 2
    assert "--games is for the rules of a game: expected --positions" in capsys.readouterr().err


def test_messages_that_the_page_never_looks_for_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(Path("examples/tictactoe.py").read_text(encoding="utf-8"), encoding="utf-8")
    messages = tmp_path / "mine.de.ftl"
    messages.write_text(
        "tictactoe-title = Drei\n    .about = Drei in einer Reihe.\ntictactoe-text-move_limit = Schluss\n"
        "tictactoe-value-never_seen = selten\n",
        encoding="utf-8",
    )
    assert main(["check", str(file)]) == 0
    messages.write_text("tictactoe-titel = Drei\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["check", str(file)]) == 1
    found = capsys.readouterr().out.splitlines()[-1]
    assert found.startswith(
        "mine.de.ftl: there is no message 'tictactoe-titel' of tictactoe (did you mean tictactoe-title?)"
    )
    assert ": expected one of tictactoe-title, tictactoe-variant-standard, tictactoe-variant-five, " in found


def test_all_variants_of_a_game_are_checked_unless_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "examples/tictactoe.py"]) == 0
    names = [line.partition(" ")[0] for line in capsys.readouterr().out.splitlines()]
    assert names == ["tictactoe:standard", "tictactoe:five"]
    assert main(["check", "examples/tictactoe.py:five", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["game"] == "tictactoe:five"


@pytest.mark.parametrize(
    ("before", "place"),
    [
        (
            "    def legal_moves(",
            r"loading the file has not ended within 0.5 s \(line 5[67] of mine.py, in Breakthrough\)",
        ),
        ("        ahead = origin", r"legal_moves has not ended within 0.5 s \(line 6[78] of mine.py, in _targets\)"),
    ],
)
def test_code_that_never_ends_is_named(tmp_path: Path, before: str, place: str) -> None:
    source = Path("examples/breakthrough.py").read_text(encoding="utf-8")
    indent = before[: -len(before.lstrip())]
    file = tmp_path / "mine.py"
    file.write_text(source.replace(before, f"{indent}while True:\n{indent}    pass\n{before}", 1), encoding="utf-8")
    code = (
        "from boardwright.cli import main; from boardwright.cli.commands import check\n"
        f"check.CALL_SECONDS = 0.5; main(['check', {str(file)!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 1
    assert re.fullmatch(rf"the contract is broken: {place}: expected code that ends\n", done.stdout)


@pytest.mark.parametrize(
    ("found", "put", "complaint"),
    [
        ("start_text =", "text_of_start =", "is not a valid game: expected it to declare start_text"),
        ('name = "breakthrough"', "", "is not a complete game: expected it to declare name"),
        ("def outcome", "def ending", "is not a complete game: "),
        ("TEXT.parse(board)", "TEXT.parse(bored)", "the code of breakthrough failed in parse_position (line "),
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
    file.write_text(source.replace("{PAWNS[position.to_move]}", "w"), encoding="utf-8")
    done = boardwright("check", str(file))
    assert done.returncode == 1
    assert done.stdout.startswith(
        "the contract is broken: breakthrough: parse_position, strict=True, reads the text of "
    )


def test_the_help_needs_no_game_with_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boardwright.cli.commands.check.installed_games", lambda: ())
    assert main(["check", "--help"]) == 0
    assert "programs; GAME alone" not in capsys.readouterr().out


def test_a_task_of_a_lesson_that_cannot_be_done_is_reported(boardwright: Run, tmp_path: Path) -> None:
    for name in ("breakthrough.py", "breakthrough.lessons.toml"):
        text = (ROOT / "examples" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace('goal = "win"\nhint', 'goal = "draw"\nhint'), encoding="utf-8")
    done = boardwright("check", str(tmp_path / "breakthrough.py"))
    assert (done.returncode, done.stderr) == (1, "")
    (_, found) = done.stdout.splitlines()
    assert found.startswith("the lessons of breakthrough: lesson 1, task 1: no move reaches the goal 'draw'")
