"""The rules page of games that come without a text of rules, and its translations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardwright import find_game
from boardwright.registry import BUILT_IN
from boardwright.web.descriptions import summary
from boardwright.web.rules_pages import NO_RULES, rules_html

EXAMPLE = Path("examples/breakthrough.py")
SOURCE = EXAMPLE.read_text(encoding="utf-8")
MODULE_TEXT, CLASS_TEXT = SOURCE.split('"""')[1::2][:2]


def rules_of(folder: Path, source: str) -> str:
    """The rules page of the game in a file with this source."""
    file = folder / "other.py"
    file.write_text(source, encoding="utf-8")
    return rules_html(find_game(str(file)))


def test_the_example_tells_its_rules_and_what_it_declares() -> None:
    html = rules_html(find_game(str(EXAMPLE)))
    assert html.startswith("<h1>Breakthrough</h1>\n<p>A race of pawns, invented by Dan Troyka in 2000.</p>\n")
    assert "diagonally it also captures" in html
    assert "<strong>Sides</strong>: white, which moves first, and black</li>" in html
    assert "<strong>Pieces</strong>: pawn</li>" in html
    assert "<code>bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w</code>" in html
    assert "Stateless" not in html


@pytest.mark.parametrize(
    ("text", "told"), [("Pawns run,\n    and take. Far.\n\n    More.", "Pawns run, and take."), ("", "Whole.")]
)
def test_the_first_sentence_of_the_docstring_is_the_summary(tmp_path: Path, text: str, told: str) -> None:
    source = SOURCE.replace(CLASS_TEXT, text).replace(MODULE_TEXT, "Whole. Not half.")
    file = tmp_path / "other.py"
    file.write_text(source, encoding="utf-8")
    assert summary(find_game(str(file))) == told


def test_the_module_tells_the_rules_where_the_class_does_not(tmp_path: Path) -> None:
    html = rules_of(tmp_path, SOURCE.replace(f'"""{CLASS_TEXT}"""', ""))
    assert "<p>Breakthrough (Dan Troyka, 2000): a whole game for Boardwright in one file.</p>" in html
    assert "Stateless" not in html


@pytest.mark.parametrize(("own", "told"), [("", "Turm &amp; Wächter"), ("Stones run.", "Stones run.")])
def test_a_derived_game_has_the_rules_of_its_base_unless_it_tells_others(tmp_path: Path, own: str, told: str) -> None:
    source = "from boardwright.games.turm.game import Turm\n\n\nclass Faster(Turm):\n"
    html = rules_of(tmp_path, f'{source}    __doc__ = {own!r}\n    name = "faster"\n    title = "Faster"\n')
    assert html.startswith(f"<h1>Faster</h1>\n<p>{told}")
    assert "Stateless" not in html


def test_a_game_that_tells_nothing_says_so_and_shows_what_it_declares(tmp_path: Path) -> None:
    bare = SOURCE.replace(f'"""{MODULE_TEXT}"""', "").replace(f'"""{CLASS_TEXT}"""', "")
    html = rules_of(tmp_path, bare)
    assert html.startswith(f"<h1>Breakthrough</h1>\n<p>{NO_RULES}</p>\n<h2>At a glance</h2>")
    assert "8 columns, 8 rows, 64 squares" in html


@pytest.mark.parametrize("examples", [">>> 1 + 1\n2\n", ">>> Breakthrough()\n<Breakthrough breakthrough>"])
def test_examples_of_code_are_not_rules(tmp_path: Path, examples: str) -> None:
    html = rules_of(tmp_path, SOURCE.replace(CLASS_TEXT, f"Pawns run.\n\n{examples}\n\nTo the far rank.\n"))
    assert "<p>Pawns run.</p>\n<p>To the far rank.</p>" in html


def test_a_text_beside_the_file_comes_first(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Other\n\nRun.\n", encoding="utf-8")
    assert rules_of(tmp_path, SOURCE) == "<h1>Other</h1>\n<p>Run.</p>\n"


def parts(html: str) -> list[str]:
    """The tags of a text with its pictures, without what it says."""
    return [
        re.sub(r' alt="[^"]*"', "", tag)
        for tag in re.findall(r"</?(?:h\d|li|ul|img|table|td|th|p|strong)\b[^>]*>", html)
    ]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_german_rules_have_the_parts_of_the_english_ones(name: str) -> None:
    english, german = (rules_html(find_game(name), language) for language in ("en", "de"))
    people, _, programmers = english.partition("<details>")
    translated, _, untranslated = german.partition('<details lang="en">')
    assert untranslated == programmers != ""
    assert parts(translated) == parts(people)
    code = re.compile(r"<code>.*?</code>")
    assert set(code.findall(translated)) == set(code.findall(people))
    for text in (r"<li>.*?</li>", r' alt="[^"]*"'):
        assert not set(re.findall(text, translated)) & set(re.findall(text, people))


@pytest.mark.parametrize("language", ["en", "fr", "../de"])
def test_without_a_translation_the_rules_are_english(language: str) -> None:
    assert rules_html(find_game("turm"), language) == rules_html(find_game("turm"))


def test_a_translation_beside_the_file_is_followed_by_the_english_part_for_programmers(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Other\n\nRun.\n\n## For programmers\n\nText.\n", encoding="utf-8")
    (tmp_path / "other.de.md").write_text("# Anderes\n\nLauf.\n", encoding="utf-8")
    (tmp_path / "other.py").write_text(SOURCE, encoding="utf-8")
    folded = "<summary><h2>For programmers</h2></summary>\n<p>Text.</p>\n</details>\n"
    game = find_game(str(tmp_path / "other.py"))
    assert rules_html(game) == f"<h1>Other</h1>\n<p>Run.</p>\n<details>\n{folded}"
    assert rules_html(game, "de") == f'<h1>Anderes</h1>\n<p>Lauf.</p>\n<details lang="en">\n{folded}'
