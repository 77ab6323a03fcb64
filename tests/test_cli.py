"""The command line as a user sees it: exact output, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from shutil import which

import pytest
from tests.running import ROOT, Run

from boardwright.cli import main
from boardwright.cli.commands import NAMES
from boardwright.cli.commands.playout import MOST_ENDINGS
from boardwright.executors import Executor, SerialExecutor
from boardwright.paths import ELSEWHERE
from boardwright.registry import BUILT_IN, find_game

STRAY_SLASH = "b36/3b12r3/7/7/1r2RG4/2/BG4/6r1 b"
FACE_OFF = "2l4/7/7/7/7/7/2L4 w 0"


def test_moves_are_printed_one_a_line_and_sorted(boardwright: Run) -> None:
    done = boardwright("moves", "congo", FACE_OFF)
    assert (done.returncode, done.stdout, done.stderr) == (0, "c1c2\nc1c7\nc1d1\nc1d2\n", "")


def test_a_stray_slash_is_repaired_with_one_warning(boardwright: Run) -> None:
    done = boardwright("moves", "turm", STRAY_SLASH)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 14
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("warning: ")


def test_strict_repairs_nothing(boardwright: Run) -> None:
    done = boardwright("moves", "turm", STRAY_SLASH, "--strict")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert len(done.stderr.splitlines()) == 1


def test_options_may_stand_anywhere(boardwright: Run) -> None:
    expected = boardwright("moves", "turm", "start", "--piece", "guard").stdout
    assert expected == "D7-C7-1\nD7-D6-1\nD7-E7-1\n"
    assert boardwright("moves", "--piece", "guard", "turm").stdout == expected
    assert boardwright("moves", "turm", "--piece", "guard", "start").stdout == expected


def test_a_batch_gives_one_line_a_position_and_goes_on_after_a_bad_one(boardwright: Run) -> None:
    done = boardwright("moves", "congo", "-", stdin=f"{FACE_OFF}\n\nnonsense\n{FACE_OFF}\r\n")
    lines = done.stdout.splitlines()
    assert lines[0] == lines[3] == "c1c2 c1c7 c1d1 c1d2"
    assert lines[1].startswith("error: ")
    assert lines[2].startswith("error: ")
    assert len(lines) == 4
    assert (done.returncode, done.stderr) == (1, "")


def test_a_batch_without_a_bad_line_succeeds(boardwright: Run) -> None:
    assert boardwright("moves", "congo", "-", stdin=f"{FACE_OFF}\n").returncode == 0
    assert boardwright("moves", "congo", "-", stdin="").stdout == ""


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["moves", "turm"], "{}"),
        (["apply", "turm"], "{}\tD7-D6-1"),
        (["perft", "turm", "1"], "{}"),
        (["search", "turm", "--depth", "1", "--threads", "1"], "{}"),
    ],
)
def test_a_line_of_a_batch_may_be_start(boardwright: Run, arguments: list[str], line: str) -> None:
    written = find_game("turm").format_position(find_game("turm").start())
    done = boardwright(*arguments, "-", stdin="".join(line.format(text) + "\n" for text in ("start", written)))
    assert (done.returncode, done.stderr) == (0, "")
    first, second = (re.sub(r"time [0-9.]+ s", "", answer) for answer in done.stdout.splitlines())
    assert first == second


def test_moves_as_json(boardwright: Run) -> None:
    one = json.loads(boardwright("moves", "congo", FACE_OFF, "--json").stdout)
    assert one == {
        "game": "congo:standard",
        "position": FACE_OFF,
        "side": "white",
        "outcome": "continue",
        "moves": ["c1c2", "c1c7", "c1d1", "c1d2"],
    }
    good, bad = boardwright("moves", "congo", "-", "--json", stdin=f"{FACE_OFF}\nx\n").stdout.splitlines()
    assert json.loads(good) == one
    assert list(json.loads(bad)) == ["error"]


def test_moves_in_another_notation(boardwright: Run) -> None:
    done = boardwright("moves", "draughts", "W:W33:B1", "--notation", "kata")
    assert done.stdout == "53-44\n53-64\n"
    assert boardwright("moves", "draughts", "W:W33:B1").stdout == "33-28\n33-29\n"


def test_a_position_from_a_file(boardwright: Run, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(FACE_OFF + "\n", encoding="utf-8")
    assert boardwright("moves", "congo", f"@{file}").stdout.startswith("c1c2\n")
    file.write_bytes(b"\xff\xfe")
    assert "is not UTF-8 text" in boardwright("moves", "congo", f"@{file}").stderr
    assert "No such file" in boardwright("moves", "congo", "@nowhere").stderr


def test_apply_prints_the_position_and_the_outcome(boardwright: Run) -> None:
    done = boardwright("apply", "congo", FACE_OFF, "c1c7")
    assert done.stdout == "2L4/7/7/7/7/7/7 b 0\nwhite wins: the black lion is captured\n"
    both = boardwright("apply", "cabeza", "start", "Fn", "fs")
    assert both.stdout == "3hcm4/3hoo4/4oof3/10/10/10/10/3FOO4/4OOH3/4MCH3,r\ncontinue\n"


def test_apply_of_an_illegal_move_names_the_rule(boardwright: Run) -> None:
    done = boardwright("apply", "turm", "start", "A7-C7-2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: 'A7-C7-2' is illegal: the tower on A7 has 1 stone, not 2\n"


def test_apply_in_a_batch(boardwright: Run) -> None:
    lines = [f"{FACE_OFF}\tc1c7", f"{FACE_OFF}\tc1a1", FACE_OFF, f"{FACE_OFF}\tc1c2\tc7c6"]
    done = boardwright("apply", "congo", "-", stdin="\n".join(lines))
    first, *rest = done.stdout.splitlines()
    assert first == "2L4/7/7/7/7/7/7 b 0\twhite wins: the black lion is captured"
    assert [line[:7] for line in rest] == ["error: "] * 3
    assert done.returncode == 1


PERFT = [
    ("turm", 3, 14896),
    ("margrites", 2, 1766),
    ("congo:full", 3, 14332),
    ("cabeza", 3, 3525),
    ("draughts", 5, 27117),
]


@pytest.mark.parametrize(("game", "depth", "count"), PERFT)
def test_perft_prints_the_count_alone(boardwright: Run, game: str, depth: int, count: int) -> None:
    done = boardwright("perft", game, str(depth))
    assert done.stdout == f"{count}\n"
    assert "a second" in done.stderr


def test_perft_on_two_processes_is_the_same(boardwright: Run) -> None:
    assert boardwright("perft", "cabeza", "3", "--threads", "2").stdout == "3525\n"


def test_perft_of_many_positions_by_the_python_rules_takes_the_cores_it_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[int] = []

    def spy(jobs: int, ray: None) -> Executor:
        opened.append(jobs)
        return SerialExecutor()

    monkeypatch.setattr("boardwright.cli.commands.perft.open_executor", spy)
    for options, executors in ((["--python"], []), (["--threads", "4"], []), (["--python", "--threads", "4"], [4])):
        monkeypatch.setattr("sys.stdin", StringIO(f"{FACE_OFF}\nx\n"))
        assert main(["perft", "congo", "2", "-", *options]) == 1
        assert capsys.readouterr().out.splitlines()[0].isdigit()
        assert opened == executors


def test_perft_divides(boardwright: Run) -> None:
    lines = boardwright("perft", "draughts", "3", "--divide").stdout.splitlines()
    shares = [int(line.split(": ")[1]) for line in lines[:-1]]
    assert lines[0] == f"31-26: {shares[0]}"
    assert sum(shares) == int(lines[-1]) == 658


def test_perft_of_depth_nothing_and_of_a_finished_game(boardwright: Run) -> None:
    assert boardwright("perft", "turm", "0").stdout == "1\n"
    assert boardwright("perft", "turm", "3", "7/7/7/3RG3/7/7/BG6 b").stdout == "0\n"
    assert boardwright("perft", "congo", "1", "-", stdin=f"{FACE_OFF}\nx\n").stdout.startswith("4\nerror: ")


def test_playouts_repeat_by_their_seed(boardwright: Run) -> None:
    first, again, other = (
        json.loads(boardwright("playout", "congo", "--games", "5", "--seed", seed, "--json").stdout)
        for seed in ("1", "1", "2")
    )
    assert first == again != other
    assert sum(first["results"].values()) == sum(first["endings"].values()) == first["games"] == 5
    assert first["plies"]["shortest"] <= first["plies"]["mean"] <= first["plies"]["longest"]


def test_the_rare_endings_of_playouts_are_counted_together(boardwright: Run) -> None:
    lines = boardwright("playout", "examples/hexxagon.py", "--games", "40").stdout.splitlines()
    *listed, rest = lines[9:]
    assert len(listed) == MOST_ENDINGS
    number, counted = re.fullmatch(r"([0-9]+) other endings +([0-9]+) .*", rest).groups()  # type: ignore[union-attr]
    assert int(number) <= int(counted) == 40 - sum(int(line.split("  ")[-1].split()[0]) for line in listed)


def test_playouts_as_a_table(boardwright: Run) -> None:
    lines = boardwright("playout", "congo", FACE_OFF, "--games", "3").stdout.splitlines()
    assert lines[0].split() == ["games", "3"]
    assert [line.split()[0] for line in lines[1:4]] == ["white", "black", "draw"]


@pytest.mark.parametrize("game", [*BUILT_IN, "turm:castle", "congo:full"])
def test_random_positions_all_have_a_line_of_moves(boardwright: Run, game: str) -> None:
    positions = boardwright("positions", game, "--count", "100", "--seed", "4").stdout
    assert len(positions.splitlines()) == 100
    done = boardwright("moves", game, "-", "--strict", stdin=positions)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 100
    assert "error" not in done.stdout


def test_show_draws_the_board_and_tells_the_turn(boardwright: Run) -> None:
    lines = boardwright("show", "congo", FACE_OFF).stdout.splitlines()
    assert lines[0].split() == ["7", ".", ".", "l", "+", "+", ".", "."]
    assert lines[-2:] == [FACE_OFF, "white to move"]
    assert boardwright("show", "congo", "2L4/7/7/7/7/7/7 b 0").stdout.endswith(
        "white wins: the black lion is captured\n"
    )


def test_show_writes_a_picture(boardwright: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert boardwright("show", "cabeza", "--svg", str(file)).stdout == ""
    assert file.read_text(encoding="utf-8").startswith("<svg ")
    done = boardwright("show", "cabeza", "--svg", str(tmp_path / "no" / "where.svg"))
    assert done.returncode == 2
    assert done.stderr.endswith("cannot be written: No such file or directory\n")
    assert "Is a directory" in boardwright("show", "cabeza", "--svg", str(tmp_path)).stderr
    assert list(tmp_path.parent.glob(f"{tmp_path.name}*")) == [tmp_path]


def test_a_picture_goes_through_links_and_to_standard_output(boardwright: Run, tmp_path: Path) -> None:
    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    target.write_text("", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    assert boardwright("show", "turm", "--svg", str(link)).returncode == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("<svg ")
    assert target.stat().st_mode & 0o777 == 0o600
    assert boardwright("show", "turm", "--svg", "-").stdout.startswith("<svg ")
    assert boardwright("show", "turm", "--svg", "/dev/stdout").stdout.startswith("<svg ")


def test_a_picture_of_a_finished_game_says_who_won(boardwright: Run) -> None:
    picture = boardwright("show", "congo", "2L4/7/7/7/7/7/7 b 0", "--svg", "-").stdout
    assert "white wins: the black lion is captured" in picture
    assert "to move" not in picture


def test_games_and_doctor(boardwright: Run) -> None:
    assert [line.split()[0] for line in boardwright("games").stdout.splitlines()] == list(BUILT_IN)
    described = [json.loads(line) for line in boardwright("games", "--json").stdout.splitlines()]
    assert described[0]["variants"] == ["centre", "castle"]
    report = json.loads(boardwright("doctor", "--json").stdout)
    assert report["boardwright"] == "0.1.0"
    assert report["python"] == {"version": platform.python_version(), "executable": sys.executable}
    assert report["core"]["compiled"] is True
    assert "turm:castle" in report["core"]["games"]
    assert report["core"]["advice"] is None
    assert report["core"]["kernels"][-1] == "plain"
    rich = report["packages"]["rich"]
    assert (rich["version"], rich["extra"], rich["advice"]) == (version("rich"), "cli", None)
    assert report["data"] == os.environ[ELSEWHERE]
    told = boardwright("doctor").stdout
    assert re.search(r"^core +compiled: .*turm:castle", told, re.MULTILINE)
    assert re.search(rf"^rich +{re.escape(version('rich'))}$", told, re.MULTILINE)


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    def helped(*arguments: str) -> str:
        assert main((*arguments, "--help")) == 0
        output, errors = capsys.readouterr()
        assert errors == ""
        return output

    overview = helped()
    for name in NAMES:
        assert f"  {name} " in overview
        assert helped(name).startswith(f"usage: boardwright {name}")


def test_help_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*arguments: str) -> str:
        assert main(arguments) == 0
        return capsys.readouterr().out

    for name in NAMES:
        assert printed("help", name) == printed(name, "--help")
    assert printed("help") == printed("help", "help") == printed("--help")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["mvoes", "turm"], "'mvoes' (did you mean moves?)"),
        (["Moves", "turm"], "'Moves' (did you mean moves?)"),
        (["help", "serach"], "'serach' (did you mean search?)"),
        (["moves", "cogno"], "'cogno' (did you mean congo?)"),
        (["moves", "turm:castel"], "'castel' (did you mean castle?)"),
        (["moves", "turm", "--pieces=guard"], "--pieces=guard (did you mean --piece?)"),
        (["moves", "turm", "--piece", "gard"], "'gard' (did you mean guard?)"),
        (["moves", "draughts", "--notation", "kat"], "'kat' (did you mean kata?)"),
        (["dxp-client", "localhost", "--colour", "whit"], "'whit' (did you mean white?): expected white or black"),
        (["convert", "examples/games.txt", "--to", "jsn"], "'jsn' (did you mean json?)"),
        (["match", "turm", "engin", "random"], "'engin' (did you mean engine?)"),
        (["match", "turm", "engine:node=3", "random"], "'node' (did you mean nodes?)"),
    ],
)
def test_what_was_meant_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], meant: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(arguments) == 2
    assert meant in capsys.readouterr().err


def test_what_resembles_nothing_is_not_guessed_at(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["xyzzy"], ["moves", "chess"], ["moves", "x" * 100_000], ["moves", "turm", "--xyzzy"]):
        assert main(arguments) == 2
        assert "did you mean" not in capsys.readouterr().err


BAD = [
    (["nonsense"], "unknown command 'nonsense': expected one of games, show, moves"),
    (["moves"], "the following arguments are required: GAME"),
    (["moves", "chess"], "unknown game 'chess'"),
    (["moves", "turm", "start", "more"], "unrecognized arguments: more"),
    (["positions", "turm", "2"], "unrecognized arguments: 2 (did you mean --count 2?)"),
    (["positions", "turm", "two"], "unrecognized arguments: two (see"),
    (["search", "turm", "start", "2"], "unrecognized arguments: 2 (see"),
    (["moves", "turm", "--nonsense"], "unrecognized arguments: --nonsense"),
    (["moves", "turm", "--piece", "queen"], "turm has no piece 'queen': expected guard, tower"),
    (["moves", "turm", "--notation", "latin"], "turm has no notation 'latin'"),
    (["moves", "turm", ""], "'' has 0 fields"),
    (["moves", "turm", "x" * 100_000], "(100000 characters)"),
    (["show", "turm", "-"], "takes one position"),
    (["apply", "turm", "start"], "no move given"),
    (["apply", "turm", "start", "zz"], "'zz' is not a move: expected FROM-TO-STONES"),
    (["apply", "turm", "-", "D5-D4-1"], "'D5-D4-1' is unexpected: with - the moves are read from standard input"),
    (["perft", "turm", "1", "-", "--divide"], "--divide is for one position"),
    (["check"], "the following arguments are required: GAME[:PROGRAM] (see boardwright check --help)"),
    (["check", "turm", "--positions", "5"], "--positions and --seconds are for a program"),
    (["perft", "turm", "-1"], "expected a whole number from 0 to 100"),
    (["perft", "turm", "many"], "'many': expected a whole number from 0 to 100"),
    (["perft", "turm", "9" * 30], "expected a whole number from 0 to 100"),
    (["playout", "turm", "--games", "0"], "expected a whole number, 1 or more"),
    (["playout", "turm", "--games", "9" * 30], "expected a whole number from 1 to 999999999999999999 "),
    (["search", "turm", "--time", "1e10"], "'1e10': expected a positive number of seconds below 1000000000"),
    (["search", "turm", "--endings", "x"], "turm:centre has no endings: expected auto or off, found 'x'"),
    (["match", "turm", "random", "random", "--sprt", "-5,0"], "one argument, joined by = if it starts with a dash"),
    (["check", "turm", "--", "./no-such-program"], "the program './no-such-program' cannot be run"),
    (["check", "congo:nonsense"], "congo has no variant 'nonsense'"),
    (["check", "congo:nonsense", "--", "x"], "expected standard or full, or a program: moves, setup, lion, zebra"),
    (["check", "congo:superpwan"], " (did you mean superpawn?)"),
    (["check", "cabeza:nonsense"], "expected standard, or a program: moves\n"),
    (["playout", "turm", "--seed", "x"], "argument --seed: 'x': expected a whole number, 0 or more"),
    (["play", "nowhere.py"], "there is no file 'nowhere.py'"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD)
def test_bad_arguments_get_one_line_and_exit_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(arguments) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith("error: ")
    assert complaint in errors
    assert len(errors.splitlines()) == 1
    assert len(errors) < 500


def test_the_exit_status_is_that_of_the_process(boardwright: Run) -> None:
    done = boardwright("nonsense")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


GARBAGE = [b"", b" ", b"\x00", b"x" * 1_000_000, b"\xff\xfe\x80", b"/" * 100_000, b"9" * 100_000, b"/".join([b"7"] * 7)]


@pytest.mark.parametrize("game", BUILT_IN)
def test_garbage_lines_get_one_short_error_each(boardwright: Run, game: str) -> None:
    done = boardwright("moves", game, "-", stdin=b"\n".join(GARBAGE) + b"\n")
    lines = done.stdout.splitlines()
    assert len(lines) == len(GARBAGE)
    assert all(line.startswith("error: ") and len(line) < 400 for line in lines), lines
    assert (done.returncode, done.stderr) == (1, "")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{shlex.quote(sys.executable)} -m boardwright positions turm --count 3000 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full"])
@pytest.mark.parametrize("arguments", ["moves turm -", "play turm", "moves turm", "games"])
def test_closed_and_full_streams_are_no_crash(closed: str, arguments: str) -> None:
    command = f"echo fen | {shlex.quote(sys.executable)} -m boardwright {arguments} {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_a_full_disk_is_told_in_words() -> None:
    command = f"{shlex.quote(sys.executable)} -m boardwright show turm >/dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


def test_two_dashes_end_the_options(boardwright: Run) -> None:
    assert boardwright("moves", "congo", "--", FACE_OFF).stdout == boardwright("moves", "congo", FACE_OFF).stdout
    assert boardwright("apply", "cabeza", "start", "--", "Fn").returncode == 0
    assert "unrecognized arguments: nonsense" in boardwright("moves", "turm", "start", "--", "nonsense").stderr


def test_a_cold_start_loads_only_what_it_needs(run: Run) -> None:
    program = "import sys; from boardwright.cli import main; main(['moves', 'turm']); print(*sys.modules, sep='\\n')"
    loaded = set(run("-c", program).stdout.split())
    assert "boardwright.games.turm.rules" in loaded
    unwanted = {"rich", "numpy", "asyncio", "importlib.metadata", "prompt_toolkit", "json", "random", "subprocess"}
    unwanted |= {f"boardwright.games.{name}" for name in BUILT_IN if name != "turm"}
    assert loaded & unwanted == set()


def test_the_module_and_the_script_are_the_same_program(run: Run) -> None:
    script = Path(sys.executable).with_name("boardwright")
    assert run(str(script), "--version").stdout == run("-m", "boardwright", "-V").stdout == "boardwright 0.1.0\n"


def test_without_the_extras_everything_works_plainly(run: Run, tmp_path: Path) -> None:
    for name in ("rich", "prompt_toolkit", "platformdirs"):
        (tmp_path / f"{name}.py").write_text("raise ImportError", encoding="utf-8")
    paths = {"PYTHONPATH": str(tmp_path)}
    assert run("-m", "boardwright", "show", "turm", **paths).stdout.endswith("red to move\n")
    assert run("-m", "boardwright", "play", "turm", stdin="fen\n", **paths).stdout.endswith(" r\n")
    assert "data" in run("-m", "boardwright", "doctor", **paths).stdout


COMPLETE = """
eval "$SCRIPT"
COMP_WORDS=(boardwright "$@")
COMP_CWORD=$#
$(complete -p boardwright | sed 's/.*-F \\([^ ]*\\).*/\\1/') boardwright "${!#}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["gaunt"], ["gauntlet"]),
        (["perft", "turm"], ["turm", "turm:centre", "turm:castle"]),
        (["perft", "examples/break"], ["examples/breakthrough.py"]),
        (["match", "turm", "rand"], ["random"]),
        (["course", "congo:s"], ["congo:setup", "congo:superpawn"]),
        (["check", "turm:m"], ["turm:main"]),
        (["match", "turm", "--gam"], ["--games"]),
        (["completion", "z"], ["zsh"]),
    ],
)
def test_bash_completes_commands_games_files_and_options(
    boardwright: Run, words: list[str], expected: list[str]
) -> None:
    script = boardwright("completion", "bash").stdout
    done = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", *words],
        cwd=ROOT,
        env={**os.environ, "SCRIPT": script},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == expected


def test_zsh_and_fish_complete_the_names_of_all_games(boardwright: Run) -> None:
    for shell in ("zsh", "fish"):
        script = boardwright("completion", shell).stdout
        assert all(f" {name} " in script for name in BUILT_IN)


@pytest.mark.slow
@pytest.mark.skipif(which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("line", "expected"),
    [("gaunt", {"gauntlet"}), ("perft turm:", {"turm:centre", "turm:castle"}), ("course congo:l", {"congo:lion"})],
)
def test_fish_completes_commands_games_and_programs(boardwright: Run, line: str, expected: set[str]) -> None:
    script = f"{boardwright('completion', 'fish').stdout}; complete -C 'boardwright {line}'"
    done = subprocess.run(["fish", "--no-config", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert expected <= {found.partition("\t")[0] for found in done.stdout.splitlines()}


def test_every_command_has_a_man_page(run: Run, tmp_path: Path) -> None:
    done = run("docs/man.py", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert {f"boardwright-{name}.1" for name in NAMES} < {page.name for page in tmp_path.iterdir()}
    assert "--sprt" in (tmp_path / "boardwright-match.1").read_text(encoding="utf-8").replace("\\-", "-")


def test_a_course_program_runs_by_its_name(boardwright: Run) -> None:
    done = boardwright("course", "congo:lion", stdin=f"1 {FACE_OFF}\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "c1c2 c1c7 c1d1 c1d2\n", "")
    assert "congo:lion " in boardwright("course").stdout
    wrong = boardwright("course", "congo:lino")
    assert (wrong.returncode, wrong.stderr) == (
        2,
        "error: there is no course program 'congo:lino' (did you mean congo:lion?)\n",
    )


def test_the_package_margrites_can_be_imported_by_its_path(boardwright: Run) -> None:
    folder = boardwright("course", "--path").stdout.strip()
    environment = {**os.environ, "PYTHONPATH": folder}
    command = [sys.executable, "-c", "from margrites import GameState; from margrites.rules import legal_steps"]
    assert subprocess.run(command, env=environment, check=False).returncode == 0
