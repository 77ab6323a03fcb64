"""The console sessions in the documentation print what it says they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.running import ROOT

pytestmark = pytest.mark.slow

FOUND = (
    page
    for pattern in ("README.md", "docs/**/*.md", "compat/*.md", "src/**/README.md")
    for page in sorted(ROOT.glob(pattern))
)
PAGES = [page for page in FOUND if "```console" in page.read_text(encoding="utf-8")]
SESSIONS = [
    (page.relative_to(ROOT), command, output)
    for page in PAGES
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_there_are_sessions_to_check() -> None:
    assert sum(page == Path("README.md") for page, _, _ in SESSIONS) >= 8


@pytest.mark.parametrize(
    ("command", "output"), [session[1:] for session in SESSIONS], ids=[f"{page}: {line}" for page, line, _ in SESSIONS]
)
def test_a_session_prints_what_the_page_says(command: str, output: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PATH": path}, check=False
    )
    printed = done.stdout + (done.stderr if done.returncode else "")
    # A line of three dots stands for any lines.
    parts = map(re.escape, re.split(r"^\.\.\.\n", output, flags=re.MULTILINE))
    assert re.fullmatch("(?:.*\n)*".join(parts), printed), printed
