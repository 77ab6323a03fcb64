"""``boardwright new`` writes a game that is complete at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.running import ROOT, Run

from boardwright.cli import main


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_keeps_the_contract_and_passes_its_tests(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "tug_of_war"]) == 0
    assert capsys.readouterr().out == (
        "written: tug_of_war.py and test_tug_of_war.py; next:\n"
        "  boardwright check tug_of_war.py\n"
        "  boardwright serve --game tug_of_war.py\n"
        "  pytest test_tug_of_war.py\n"
    )
    assert sorted(file.name for file in here.iterdir()) == ["test_tug_of_war.py", "tug_of_war.py"]
    for file in here.iterdir():
        assert not re.search("starter", file.read_text(encoding="utf-8"), re.IGNORECASE)
    assert main(["check", "tug_of_war.py"]) == 0
    assert "tug_of_war keeps the contract" in capsys.readouterr().out
    assert pytest.main(["-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(here), str(here)]) == 0


def test_a_new_game_goes_on_hexagons_by_the_lines_of_the_manual(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "honey"]) == 0
    text = Path("honey.py").read_text(encoding="utf-8")
    manual = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for line in re.findall(r"^(?:BOARD|STEPS|START) = .*$", manual, re.MULTILINE):
        text, found = re.subn(f"^{line.split()[0]} = .*$", line, text, flags=re.MULTILINE)
        assert found == 1
    Path("honey.py").write_text(text, encoding="utf-8")
    assert main(["check", "honey.py"]) == 0
    assert main(["show", "honey.py"]) == 0
    assert "3 . .   . .\n" in capsys.readouterr().out


@pytest.mark.slow
def test_a_new_game_is_played(boardwright: Run, tmp_path: Path) -> None:
    boardwright("new", "Board", cwd=tmp_path)
    done = boardwright("match", "Board.py", "mcts:visits=5", "random", "--games", "2", "--no-save", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        (
            "my-game",
            "'my-game' cannot be the name of a game in a file: expected letters, digits and _, such as my_game",
        ),
        ("2x", "'2x' cannot be the name of a game in a file: expected letters, digits and _, such as my_game"),
        ("../x", "'../x' cannot be the name of a game in a file: expected letters, digits and _, such as my_game"),
        ("class", "'class' cannot be the name of a game in a file: expected letters, digits and _, such as my_game"),
        ("random", "'random' is the name of another Python module: expected a new one"),
        ("test_x", "'test_x' is the name of another Python module: expected a new one"),
        ("Turm", "there is a game called 'turm' already: expected another name"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, error: str
) -> None:
    assert main(["new", name]) == 2
    assert capsys.readouterr().err == f"error: {error}\n"
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("there", ["mine.py", "test_mine.py"])
def test_nothing_is_overwritten(here: Path, capsys: pytest.CaptureFixture[str], there: str) -> None:
    (here / there).write_text("precious", encoding="utf-8")
    assert main(["new", "mine"]) == 2
    assert capsys.readouterr().err == f"error: the file '{there}' exists already: expected another name\n"
    assert [file.read_text(encoding="utf-8") for file in here.iterdir()] == ["precious"]
