"""The manual builds without a warning, and so without a link that leads nowhere."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.running import ROOT, Run

from boardwright.cli import parser_of

INDEX = ROOT / "docs" / "index.md"


@pytest.mark.skipif(find_spec("sphinx") is None, reason="Sphinx comes with the extra docs")
@pytest.mark.slow
def test_the_manual_builds_without_a_warning(run: Run, tmp_path: Path) -> None:
    # The builder that writes nothing finds every link all the same.
    done = run("-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs", "-b", "dummy", ".", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_reference_of_the_command_line_is_that_of_the_parsers(run: Run) -> None:
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    done = run("-X", "utf8", str(ROOT / "docs" / "cli.py"))
    assert (done.stdout, done.returncode) == (written, 0), "run make reference"


def test_every_rule_of_the_rules_texts_is_taught_by_a_lesson_or_named_as_one_of_the_text_only(run: Run) -> None:
    written = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    done = run("-X", "utf8", str(ROOT / "docs" / "lessons.py"))
    assert (done.stdout, done.stderr, done.returncode) == (written, "", 0), "run make reference"


def test_every_page_is_in_the_manual() -> None:
    pages = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("src/boardwright/games/*/README.md"), ROOT / "README.md"]
    found = set()
    for page in pages:
        trees = re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        entries = re.findall(r"^(?:.* <)?([^\s:>]+)>?$", "".join(trees), re.MULTILINE)
        found |= {(page.parent / f"{entry}.md").resolve() for entry in entries}
    assert {page.resolve() for page in pages} - {INDEX} <= found


def test_every_command_in_the_manual_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    # The command line's own page has synopses, and what is shown with its output is run by other tests.
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("compat/*.md"), *ROOT.glob("src/**/README.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages if page.name != "cli.md")
    blocks = re.findall(r"^```([\w{}-]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    plain = "".join(block for kind, block in blocks if not kind).replace("\\\n", " ")
    lines = [line for line in re.findall(r"^(?:\$ )?boardwright ([a-z].*)", plain, re.MULTILINE) if " [" not in line]
    for line in lines:
        name, *words = shlex.split(line, comments=True)
        ends = [at for at, word in enumerate(words) if word in ("|", ">", "--")]
        parser_of(name).parse_args(words[: min(ends, default=None)])
    assert len(lines) > 50
