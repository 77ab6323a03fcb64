"""The console sessions in the documentation print what it says they print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.console_sessions import check_session, sessions
from tests.running import ROOT

pytestmark = pytest.mark.slow

# The commands of a tutorial follow one another: test_tutorials.py.
SESSIONS = [
    (page.relative_to(ROOT), command, output)
    for pattern in ("README.md", "docs/*.md", "docs/reference/*.md", "compat/*.md", "src/**/README.md")
    for page in sorted(ROOT.glob(pattern))
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for command, output in sessions(block)
]


def test_there_are_sessions_to_check() -> None:
    assert sum(page == Path("README.md") for page, _, _ in SESSIONS) >= 8


@pytest.mark.parametrize(
    ("command", "output"), [session[1:] for session in SESSIONS], ids=[f"{page}: {line}" for page, line, _ in SESSIONS]
)
def test_a_session_prints_what_the_page_says(command: str, output: str) -> None:
    check_session(command, output, ROOT)
