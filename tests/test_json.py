"""Commands with --json print JSON and nothing else, errors too."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.running import ROOT, Run

from boardwright.cli import main
from boardwright.cli.commands import NAMES, load
from boardwright.cli.options import Parser
from boardwright.protocol_registry import declared_commands

FACE_OFF = "2l4/7/7/7/7/7/2L4 w 0"
DESCRIBED = {"game": "congo:standard", "position": FACE_OFF, "side": "white", "outcome": "continue"}
NOTED = """[Game "turm"] [Red "Jürgen"] [Start "7/7/3BG3/7/3RG3/7/7 r"]
{close} 1. D3-E3-1?? {afraid} (1. D3-D4-1) 1... D5-D4-1 0-1 {over}
"""


def has_json(name: str) -> bool:
    parser = Parser()
    load(name).declare(parser)
    return "--json" in parser.format_help()


COMMANDS = [name for name in (*NAMES, *declared_commands()) if has_json(name)]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[Any]:
    """Run a command with --json and return the objects that it prints; nothing may stand on standard error."""
    assert main([*arguments, "--json"]) == status
    output, errors = capsys.readouterr()
    assert errors == ""
    return [json.loads(line) for line in output.splitlines()]


def test_the_commands_that_others_build_on_have_json() -> None:
    wanted = {"perft", "apply", "show", "check", "positions", "train", "replay", "annotate", "balance", "doctor"}
    assert wanted <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_form_is_described(name: str) -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    assert f"\n| `{name}" in page


@pytest.mark.parametrize("name", COMMANDS)
def test_errors_are_json(capsys: pytest.CaptureFixture[str], name: str) -> None:
    (answer,) = printed(capsys, name, "--no-such-option", status=2)
    assert list(answer) == ["error"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["no-such-command"], "unknown command 'no-such-command'"),
        (["perft", "chess", "2"], "unknown game 'chess'"),
        (["apply", "turm", "start", "A7-C7-2"], "'A7-C7-2' is illegal: the tower on A7 has 1 stone, not 2"),
        (["show", "congo", "@/no/such/file"], "the file '/no/such/file' cannot be read: No such file or directory"),
        (["annotate", "/no/such/file"], "the file '/no/such/file' cannot be read: No such file or directory"),
    ],
)
def test_an_error_is_the_only_object(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    (answer,) = printed(capsys, *arguments, status=2)
    assert list(answer) == ["error"]
    assert answer["error"].startswith(complaint)


def test_options_of_another_program_are_not_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "congo", "--", "/no/such/program", "--json"]) == 2
    assert capsys.readouterr() == (
        "",
        "error: the program '/no/such/program' cannot be run: No such file or directory\n",
    )


def test_an_interruption_is_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("boardwright.cli.commands.games.installed_games", interrupt)
    assert printed(capsys, "games", status=130) == [{"error": "interrupted"}]


@pytest.mark.parametrize("arguments", ["games", "moves chess"])
def test_an_output_that_takes_no_more_is_reported_on_standard_error(arguments: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m boardwright {arguments} --json >/dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert len(done.stderr.splitlines()) == 1


def test_letters_are_not_escaped_where_the_output_has_them(boardwright: Run) -> None:
    arguments = ("balance", "turm", "--games", "2", "--player", "random", "--jobs", "1", "--json")
    plain = boardwright(*arguments, PYTHONIOENCODING="utf-8").stdout
    escaped = boardwright(*arguments, PYTHONIOENCODING="ascii").stdout
    assert '"Turm & Wächter"' in plain
    assert escaped.isascii()
    assert json.loads(escaped)["title"] == json.loads(plain)["title"] == "Turm & Wächter"


def test_positions_and_what_comes_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "apply", "congo", FACE_OFF, "c1c7") == [
        {
            "game": "congo:standard",
            "position": "2L4/7/7/7/7/7/7 b 0",
            "side": "black",
            "outcome": "white wins: the black lion is captured",
        }
    ]
    lion = {"kind": "lion", "side": "white", "squares": ["c1"], "label": "L", "height": 1}
    (shown,) = printed(capsys, "show", "congo", FACE_OFF)
    assert shown["pieces"][0] == lion
    assert shown == {**DESCRIBED, "pieces": shown["pieces"], "notes": {}}
    (shown,) = printed(capsys, "show", "margrites")
    assert shown["notes"] == {"steps left": "4", "score": "0(0)-0(0)"}
    positions = printed(capsys, "positions", "congo", "--count", "5")
    assert [list(position) for position in positions] == [list(DESCRIBED)] * 5


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    counted = {"game": "congo:standard", "position": FACE_OFF, "depth": 1, "nodes": 4}
    (whole,) = printed(capsys, "perft", "congo", "1", FACE_OFF, "--divide")
    moves = {"c1c2": 1, "c1c7": 1, "c1d1": 1, "c1d2": 1}
    assert whole == {**counted, "time": whole["time"], "nps": whole["nps"], "moves": moves, "complete": True}


def test_a_perft_that_is_interrupted_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardwright.cli.commands.perft.watch", lambda job, title: False)
    (part,) = printed(capsys, "perft", "congo", "1", status=130)
    assert part["complete"] is False


def test_many_lines_give_one_object_each(boardwright: Run) -> None:
    done = boardwright("perft", "congo", "1", "-", "--json", stdin=f"{FACE_OFF}\nx\n")
    good, bad = map(json.loads, done.stdout.splitlines())
    assert good == {"game": "congo:standard", "position": FACE_OFF, "depth": 1, "nodes": 4}
    assert (list(bad), done.returncode) == (["error"], 1)
    done = boardwright("apply", "congo", "-", "--json", stdin=f"{FACE_OFF}\tc1d1\n{FACE_OFF}\tc1a1\n")
    good, bad = map(json.loads, done.stdout.splitlines())
    assert (good["position"], list(bad), done.returncode) == ("2l4/7/7/7/7/7/3L3 b 0", ["error"], 1)


def test_a_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(NOTED, encoding="utf-8")
    (told,) = printed(capsys, "replay", str(file))
    assert told["tags"]["Red"] == "Jürgen"
    assert (told["game"], told["start"]) == ("turm:centre", "7/7/3BG3/7/3RG3/7/7 r")
    assert (told["comments"], told["closing"]) == (["close"], ["over"])
    assert told["moves"][0] == {
        "number": "1.",
        "move": "D3-E3-1",
        "position": "7/7/3BG3/7/4RG2/7/7 b",
        "nags": [4],
        "comments": ["afraid"],
        "variations": [["D3-D4-1"]],
    }
    assert [move["number"] for move in told["moves"]] == ["1.", "1..."]
    assert told["outcome"] == "blue wins: the blue guard has reached D4"


def test_annotations_and_a_game_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, page = tmp_path / "games.txt", tmp_path / "page.html"
    file.write_text(f'[Game "cabeza"] 1. zz *\n{NOTED}', encoding="utf-8")
    assert main(["annotate", str(file), "--nodes", "500", "--html", str(page), "--json"]) == 1
    bad, good = map(json.loads, capsys.readouterr().out.splitlines())
    assert bad["error"].startswith(f"{file}: line 1, column 20: 'zz' is not a move")
    assert good["tags"]["Annotator"] == "boardwright 0.1.0, 500 nodes per move"
    assert (good["start"]["score"]["distance"], good["start"]["win_probability"]) == (1, 1.0)
    first, _ = good["moves"]
    assert (first["move"], first["win_probability"], first["loss"], first["nag"]) == ("D3-E3-1", 0.0, 1.0, 4)
    faultless = {"inaccuracies": 0, "mistakes": 0, "blunders": 0}
    assert good["sides"] == [
        {"side": "red", "accuracy": 0.0, **faultless, "blunders": 1},
        {"side": "blue", "accuracy": 1.0, **faultless},
    ]
    score = {"value": 319.99, "distance": 1, "bitbase": None}
    assert first["best"] == {"moves": ["D3-D4-1"], "score": score, "win_probability": 1.0}
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_checks(capsys: pytest.CaptureFixture[str]) -> None:
    (right,) = printed(capsys, "check", "cabeza", "--seed", "1")
    assert (right["game"], right["conforms"]) == ("cabeza", True)
    assert right["positions"] > right["games"] > 0
    arguments = ["--json", "--positions", "1", "--", sys.executable, str(ROOT / "compat" / "congo" / "setup.py")]
    assert main(["check", "congo:setup", *arguments]) == 0
    agreed = json.loads(capsys.readouterr().out)
    assert agreed == {"game": "congo:standard", "agreed": agreed["agreed"], "difference": None}
    assert main(["check", "turm", *arguments]) == 1
    different = json.loads(capsys.readouterr().out)
    assert different["agreed"] == 0
    position = different["difference"]["position"]
    assert different["difference"]["arguments"] == [position]
    assert "D5-D4-1" in different["difference"]["expected"]
    assert different["difference"]["answer"] == []
