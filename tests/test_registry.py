"""Games are found by name and variant, by the path of a file, and by entry point."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.running import ROOT

from boardwright import InvalidPosition, UnknownGame, find_game
from boardwright.errors import BrokenGame
from boardwright.games.turm import Turm
from boardwright.registry import file_of, game_names, installed_games

EXAMPLE = (ROOT / "examples" / "breakthrough.py").read_text(encoding="utf-8")


def test_a_name_finds_the_default_variant() -> None:
    assert find_game("turm").full_name == "turm:centre"
    assert find_game("congo").full_name == "congo:standard"
    assert find_game("cabeza").full_name == "cabeza"


def test_a_name_with_a_variant_finds_it() -> None:
    assert find_game("turm:castle").variant == "castle"
    assert find_game("congo:full").variant == "full"


def test_names_may_be_in_any_case(tmp_path: Path) -> None:
    assert find_game("Congo:Full").full_name == "congo:full"
    assert find_game("TURM").full_name == "turm:centre"
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE, encoding="utf-8")
    assert find_game(f"{file}:Standard").variant == "standard"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("chess", "unknown game 'chess': expected turm, margrites, congo, cabeza, draughts"),
        ("", "unknown game ''"),
        ("turm:round", "turm has no variant 'round': expected centre or castle"),
        ("turm:castel", r"turm has no variant 'castel' .did you mean castle\?.: expected centre or castle"),
        ("cogno", r"unknown game 'cogno' .did you mean congo\?.: expected turm, margrites"),
        ("cabeza:big", "cabeza has no variant 'big': expected standard"),
        ("nowhere.py", "there is no file 'nowhere.py'"),
        ("\x00", "unknown game '.x00'"),
        ("\x00.py", "there is no file"),
    ],
)
def test_an_unknown_game_is_refused_in_words(name: str, complaint: str) -> None:
    with pytest.raises(UnknownGame, match=complaint):
        find_game(name)


def test_files_of_the_same_name_stay_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.py").write_text(EXAMPLE, encoding="utf-8")
    games = [find_game(str(tmp_path / folder / "same.py")) for folder in ("a", "b")]
    assert [file_of(game) for game in games] == [
        f"{tmp_path}/{folder}/same.py:{games[0].variant}" for folder in ("a", "b")
    ]


def test_a_file_is_a_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE, encoding="utf-8")
    assert find_game(str(file)).title == "Breakthrough"
    assert type(find_game(str(file))) is type(find_game(f"{file}:standard"))


def test_a_file_is_not_blamed_for_what_it_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_helper_of_a_game.py").write_text("\n\nthis is no Python\n", encoding="utf-8")
    file = tmp_path / "innocent.py"
    file.write_text("import broken_helper_of_a_game\n", encoding="utf-8")
    with pytest.raises(UnknownGame, match=r"cannot be loaded: line 1: SyntaxError: .*broken_helper_of_a_game"):
        find_game(str(file))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("x = 1", "defines 0 games: expected one subclass"),
        ("this is no Python", "cannot be loaded: line 1, column 12: invalid syntax"),
        ("raise SystemExit(3)", "cannot be loaded: line 1: SystemExit: 3"),
        ("import nothing_of_the_kind", "cannot be loaded: line 1: ModuleNotFoundError: No module"),
    ],
)
def test_a_file_without_a_game_is_refused_in_words(tmp_path: Path, source: str, complaint: str) -> None:
    file = tmp_path / "other.py"
    file.write_text(source, encoding="utf-8")
    with pytest.raises(UnknownGame, match=complaint):
        find_game(str(file))


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        (
            "start_text =",
            "begins_with =",
            "is not a valid game: expected it to declare start_text, the text of the first position",
        ),
        ('sides = ("white", "black")', "", "is not a complete game: expected it to declare sides"),
        (
            'sides = ("white", "black")',
            'sides = ("a", "b", "c")',
            "its sides are ('a', 'b', 'c'): expected a tuple of two",
        ),
        (
            'sides = ("white", "black")',
            'sides = ("a", "a")',
            "its sides are ('a', 'a'): expected a tuple of two distinct",
        ),
        (
            'kinds = ("pawn",)',
            'kinds = ("pawn")',
            "its kinds are 'pawn': expected a tuple of distinct names; a single one",
        ),
        ('kinds = ("pawn",)', "variants = ()", "expected it to declare kinds"),
        (
            'kinds = ("pawn",)',
            'kinds = ("pawn",)\n    variants = ("a", 1)',
            "its variants are ('a', 1): expected a tuple",
        ),
        (
            'name = "breakthrough"',
            'name = "break through"',
            "its name is 'break through': expected a string without spaces",
        ),
        ('name = "breakthrough"', 'name = "a:b"', "its name is 'a:b': expected a string without spaces, colons"),
        ("def view(", "def look(", "is not a complete game: expected it to define view"),
        ("def legal_moves(", "def __init__(self, variant): 1 / 0\n    def legal_moves(", "ZeroDivisionError"),
        ("def legal_moves(", "def __init__(self, variant): pass\n    def legal_moves(", "super().__init__(variant)"),
    ],
)
def test_a_game_that_is_not_finished_is_refused_in_words(
    tmp_path: Path, written: str, instead: str, complaint: str
) -> None:
    file = tmp_path / "unfinished.py"
    assert written in EXAMPLE
    file.write_text(EXAMPLE.replace(written, instead), encoding="utf-8")
    with pytest.raises(UnknownGame, match=re.escape(complaint)):
        find_game(str(file))


def test_a_game_that_defines_start_needs_no_start_text(tmp_path: Path) -> None:
    file = tmp_path / "own_start.py"
    start = "def start(self, setup=None): return self.parse_position(self.first)\n\n    def view("
    source = EXAMPLE.replace("start_text =", "first =").replace("def view(", start)
    file.write_text(source, encoding="utf-8")
    assert find_game(str(file)).start().to_move == 0


def test_a_start_text_that_is_wrong_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bad_start.py"
    file.write_text(EXAMPLE.replace('start_text = "bbbbbbbb/', 'start_text = "bbbb/'), encoding="utf-8")
    with pytest.raises(InvalidPosition, match="the start_text of breakthrough: rank 8, 'bbbb', is 4 squares wide"):
        find_game(str(file)).start()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package as another author would install it, with one good and two bad entry points."""
    (tmp_path / "other_games.py").write_text(EXAMPLE, encoding="utf-8")
    metadata = tmp_path / "other_games-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(
        "[boardwright.games]\nbreakthrough = other_games:Breakthrough\n"
        "missing = other_games:Missing\nnogame = other_games:SIZE\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "other_games", raising=False)


@pytest.mark.usefixtures("installed")
def test_an_entry_point_of_another_package_is_a_game() -> None:
    assert find_game("breakthrough").title == find_game("Breakthrough").title == "Breakthrough"
    assert game_names()[:5] == ["turm", "margrites", "congo", "cabeza", "draughts"]
    assert "breakthrough" in game_names()


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(("name", "complaint"), [("missing", "cannot be loaded"), ("nogame", "is not a game class")])
def test_a_bad_entry_point_is_refused_in_words(name: str, complaint: str) -> None:
    with pytest.raises(UnknownGame, match=complaint):
        find_game(name)


@pytest.mark.usefixtures("installed")
def test_a_broken_installed_game_does_not_hide_the_others() -> None:
    with pytest.warns(BrokenGame) as told:
        names = [game.name for game in installed_games()]
    assert names[-1] == "breakthrough"
    assert len(told) == 2


def test_a_built_in_name_is_its_class() -> None:
    assert type(find_game("turm")) is Turm
