"""Each tutorial works from beginning to end, in one empty folder: its files, its changes to them, its commands."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.console_sessions import check_session, sessions
from tests.running import ROOT

pytestmark = pytest.mark.slow

PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([\w-]+\.\w+)`[^`\n]*:\n+$")
"""A file is named by the line before its block."""


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Yield each block of a page: its kind, the file that it is or changes, if any, and its text."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        named = NAMED.search(text, 0, block.start())
        yield block[1], named[1] if named else "", block[2]


def apply(change: str, file: Path) -> None:
    """Apply the parts of a diff, each of which must fit in one place."""
    for part in re.split(r"^@@.*\n", change, flags=re.MULTILINE):
        old, new = ("".join(line[1:] for line in part.splitlines(True) if line[0] in f" {sign}") for sign in "-+")
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file.name} has {text.count(old)} places like\n{old}"
        file.write_text(text.replace(old, new), encoding="utf-8")


def follow(page: Path, folder: Path, *, commands: bool = True) -> None:
    """Do what a page says in a folder."""
    for kind, name, body in blocks(page):
        if kind == "console" and commands:
            for command, output in sessions(body):
                check_session(command, output, folder)
        elif kind == "diff":
            apply(body, folder / name)
        elif name:
            (folder / name).write_text(body, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_tutorial_works(page: Path, tmp_path: Path) -> None:
    assert any(kind == "console" for kind, _, _ in blocks(page))
    follow(page, tmp_path)


def test_the_client_of_the_student_s_tutorial_plays_a_game(tmp_path: Path) -> None:
    follow(ROOT / "docs" / "tutorials" / "student.md", tmp_path, commands=False)
    boardwright = [sys.executable, "-m", "boardwright"]
    server = [*boardwright, "turm-server", "--port", "0", "--games", "1", "--no-save"]
    with subprocess.Popen(server, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as serving:
        try:
            assert serving.stdout is not None
            port = serving.stdout.readline().strip().rpartition(":")[2]
            opponent = subprocess.Popen([*boardwright, "turm-client", "127.0.0.1", port, "--level", "1"])
            try:
                client = [sys.executable, "client.py", "127.0.0.1", port]
                done = subprocess.run(client, capture_output=True, text=True, cwd=tmp_path, timeout=600, check=True)
            finally:
                opponent.wait(600)
        finally:
            serving.kill()
    assert done.stdout.splitlines()[-1].startswith("the winner is ")
    assert "failed" not in done.stdout
