"""``boardwright match`` and ``boardwright gauntlet`` as a user sees them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from tests.executors.failing_jobs import Failing
from tests.json_schemas import json_lines
from tests.running import Run

from boardwright.cli import main, match_options
from boardwright.cli.match_options import warn

pytestmark = pytest.mark.slow

QUICK = ("--games", "4", "--jobs", "1")


def test_a_match_is_a_table_and_its_games_are_in_the_folder(boardwright: Run, tmp_path: Path) -> None:
    done = boardwright("match", "turm", "engine:nodes=200", "random", *QUICK, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "games        4 of turm:centre, engine:nodes=200 against random",
        "score        100.0%, won 4, drawn 0, lost 0",
        "pairs        0 x 0, 0 x ½, 0 x 1, 0 x 1½, 2 x 2",
    ]
    assert "limits       200 nodes per move, against 1 s per move" in lines
    assert "time margin  1 s" in lines
    saved, text = sorted((tmp_path / "boardwright-matches").iterdir())
    assert lines[-2:] == [f"saved in boardwright-matches/{file.name}" for file in (saved, text)]
    assert len(saved.read_text().splitlines()) == text.read_text().count('[Game "turm:centre"]') == 4


def test_a_match_as_one_object(boardwright: Run, tmp_path: Path) -> None:
    done = boardwright(
        "match", "turm", "level:3", "random", "--json", "--no-save", "--sprt=-10,10", "--margin=0", *QUICK, cwd=tmp_path
    )
    (result,) = json_lines("match", done.stdout)
    assert (result["players"], result["games"], result["saved"]) == (["level:3", "random"], 4, [])
    assert result["margin"] == 0
    assert (result["sprt"]["elo0"], result["sprt"]["bounds"]) == (-10, [-2.9444, 2.9444])
    assert list(tmp_path.iterdir()) == []


def test_a_gauntlet_is_a_table(boardwright: Run, tmp_path: Path) -> None:
    done = boardwright("gauntlet", "turm", "engine:nodes=200", "random", "level:1", *QUICK, "--no-save", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert lines[0] == "engine:nodes=200, turm:centre"
    assert lines[2].split()[:6] == ["against", "games", "won", "drawn", "lost", "score"]
    assert [line.split()[:2] for line in lines[3:6]] == [["random", "4"], ["level:1", "4"], ["all", "8"]]
    assert lines[7].split() == ["rank", "player", "Elo", "95%", "games", "points", "score"]
    assert [line.split()[1] for line in lines[8:]] == ["engine:nodes=200", "random", "level:1"]


def test_a_gauntlet_that_cannot_go_on_tells_how_far_it_came(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_options, "open_executor", lambda jobs, ray, pin: Failing(4))
    assert main(("gauntlet", "turm", "random", "level:1", "level:2", "--games", "8", "--no-save")) == 130
    output, errors = capsys.readouterr()
    played = [line.split()[:2] for line in output.splitlines()[3:6]]
    assert played == [["level:1", "4"], ["level:2", "4"], ["all", "8"]]
    assert errors.splitlines() == [
        "warning: random - level:1: pair 3 was lost: it failed",
        "warning: random - level:1: pair 4 was lost: it failed",
        "warning: random - level:2: pair 3 was lost: it failed",
        "warning: 4 jobs in a row had no result, the last one because it failed",
        "interrupted",
    ]


def test_of_many_troubles_the_first_and_the_last_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    warn([f"trouble {number}" for number in range(1, 10)])
    lines = capsys.readouterr().err.splitlines()
    assert lines[:5] == [f"warning: trouble {number}" for number in range(1, 6)]
    assert lines[5:] == ["warning: and 4 more, the last one: trouble 9"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("match", "turm", "random", "nobody"), "unknown player 'nobody'"),
        (("match", "turm", "random", "random", "--sprt", "5,0"), "expected the smaller number first"),
        (("match", "turm", "random", "random", "--sprt", "five"), "expected elo0=, elo1="),
        (("match", "turm", "random", "random", "--margin=-1"), "'-1': expected 0 seconds or more"),
        (("match", "turm", "random", "random", "--margin", "much"), "'much': expected 0 seconds or more"),
        (("match", "turm", "random", "random", "--save", "/dev/null/x"), "games cannot be saved in '/dev/null/x'"),
        (("match", "turm", "random:time=1", "random"), "the player random has no option 'time'"),
        (("gauntlet", "turm", "random"), "expected at least two players"),
        (("gauntlet", "turm", "random", "random", "nobody"), "unknown player 'nobody'"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert main(arguments) == 2
    output, errors = capsys.readouterr()
    assert (output, len(errors.splitlines())) == ("", 1)
    assert told in errors


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes to interrupt")
def test_ctrl_c_prints_what_is_known(tmp_path: Path) -> None:
    command = ["match", "turm", "random", "random", "--games", "100000", "--jobs", "2", "--save", str(tmp_path)]
    program = subprocess.Popen(
        [sys.executable, "-m", "boardwright", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = monotonic() + 60
    while not any(path.stat().st_size for path in tmp_path.iterdir()) and monotonic() < deadline:
        sleep(0.05)
    os.killpg(program.pid, signal.SIGINT)
    output, errors = program.communicate(timeout=60)
    assert (program.returncode, errors) == (130, "interrupted\n")
    games = int(output.split()[1])
    (saved,) = tmp_path.glob("*.jsonl")
    assert 0 < games == len(saved.read_text().splitlines())
