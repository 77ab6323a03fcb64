"""Commands with --json print JSON and nothing else, errors too."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.json_schemas import json_lines
from tests.running import ROOT, Run

from boardwright.cli import main
from boardwright.cli.commands import NAMES, load
from boardwright.cli.json_schema import FOLDER, read_schema, schema_names, schema_of
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
    """Run a command with --json and return the objects that it prints, which must be as its schema says.

    Nothing may stand on standard error.
    """
    assert main([*arguments, "--json"]) == status
    output, errors = capsys.readouterr()
    assert errors == ""
    return json_lines(arguments[0], output)


def test_the_commands_that_others_build_on_have_json() -> None:
    wanted = {"perft", "apply", "show", "check", "positions", "train", "replay", "annotate", "balance", "doctor"}
    assert wanted <= set(COMMANDS)


def test_every_command_with_json_has_a_schema() -> None:
    assert schema_names() == sorted(COMMANDS)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_the_schemas_are_valid_and_describe_every_field(file: Path) -> None:
    schema = read_schema(file.stem)
    Draft202012Validator.check_schema(schema)
    for each in subschemas(schema):
        fields = each.get("properties", {})
        assert set(each.get("required", [])) <= set(fields)
        assert [name for name, field in fields.items() if not {"description", "$ref", "const"} & set(field)] == []


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def subschemas(schema: Any) -> Iterator[Any]:
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    yield from [schema] if isinstance(schema, dict) else []
    for each in inner:
        yield from subschemas(each)


def test_the_command_prints_a_schema_that_needs_no_other_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert capsys.readouterr().out.split() == schema_names()
    for name in schema_names():
        Draft202012Validator.check_schema(schema_of(name))
    assert main(["schema", "annotate"]) == 0
    whole = Draft202012Validator(json.loads(capsys.readouterr().out))
    assert whole.is_valid({"error": "x"})
    assert not whole.is_valid({"error": 1})
    assert not whole.is_valid({})
    for name in schema_names():
        references = [each["$ref"] for each in subschemas(schema_of(name)) if "$ref" in each]
        assert {reference.removeprefix("#/$defs/") for reference in references} == set(schema_of(name)["$defs"])


def test_the_page_is_made_from_the_schemas(run: Run) -> None:
    written = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    done = run("-X", "utf8", str(ROOT / "docs" / "json_reference.py"))
    assert (done.stdout, done.returncode) == (written, 0), "run make reference"


@pytest.mark.parametrize("name", COMMANDS)
def test_errors_are_json(capsys: pytest.CaptureFixture[str], name: str) -> None:
    (answer,) = printed(capsys, name, "--no-such-option", status=2)
    assert list(answer) == ["error"]


def test_what_other_tests_do_not_print(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    assert [game["name"] for game in printed(capsys, "games")][:2] == ["turm", "margrites"]
    (moves,) = printed(capsys, "moves", "congo", FACE_OFF)
    assert moves == {**DESCRIBED, "moves": ["c1c2", "c1c7", "c1d1", "c1d2"]}
    (played,) = printed(capsys, "playout", "congo", "--games", "3")
    assert (played["games"], sum(played["results"].values()), played["complete"]) == (3, 3, True)
    (written,) = printed(capsys, "new", "tug")
    assert written == {"game": "tug.py", "files": ["tug.py", "test_tug.py"]}
    (header,) = printed(capsys, "core", "tug.py", "--new")
    assert header["header"] == str(here / "tug.hpp")
    *_, result = printed(capsys, "search", "turm", "--depth", "2", "--multipv", "2")
    assert len(result["variations"]) == 2
    (puzzle,) = printed(capsys, "puzzles", "cabeza", "--nodes", "500", "--threads", "1", "--seed", "7", "--count", "1")
    assert puzzle["proof"]["problem"] is None
    report = printed(capsys, "doctor")[0]
    assert report["packages"]["rich"]["extra"] == "cli"
    programs = [each["program"] for each in printed(capsys, "course")]
    assert "congo:lion" in programs
    assert (Path(printed(capsys, "course", "--path")[0]["path"]) / "margrites").is_dir()
    (gauntlet,) = printed(capsys, "gauntlet", "turm", "random", "level:1", "--games", "2", "--no-save", "--jobs", "1")
    assert gauntlet["matches"][0]["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
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


def test_an_unknown_command_is_an_error_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-command", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"].startswith("unknown command 'no-such-command'")


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
    assert whole == {**counted, "seconds": whole["seconds"], "nps": whole["nps"], "moves": moves, "complete": True}


def test_a_perft_that_is_interrupted_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardwright.cli.commands.perft.watch", lambda job, title: False)
    (part,) = printed(capsys, "perft", "congo", "1", status=130)
    assert part["complete"] is False


def test_many_lines_give_one_object_each(boardwright: Run) -> None:
    done = boardwright("perft", "congo", "1", "-", "--json", stdin=f"{FACE_OFF}\nx\n")
    good, bad = json_lines("perft", done.stdout)
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
    bad, good = json_lines("annotate", capsys.readouterr().out)
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
    (agreed,) = json_lines("check", capsys.readouterr().out)
    assert agreed == {"game": "congo:standard", "agreed": agreed["agreed"], "difference": None}
    assert main(["check", "turm", *arguments]) == 1
    (different,) = json_lines("check", capsys.readouterr().out)
    assert different["agreed"] == 0
    position = different["difference"]["position"]
    assert different["difference"]["arguments"] == [position]
    assert "D5-D4-1" in different["difference"]["expected"]
    assert different["difference"]["answer"] == []
