"""The page about the API tells the truth."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from tests.running import ROOT
from tests.web.server_process import TIMEOUT, Served

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
ADDRESS = "127.0.0.1:8000"
END = "---end of a command---"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def as_pattern(output: str) -> str:
    """What an output must match in which ``...`` stands for anything."""
    return ".*".join(map(re.escape, output.split("...")))


def test_its_sessions_print_what_it_says(serve: Callable[..., Served]) -> None:
    served = serve()
    sessions = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks("shell")), re.MULTILINE)
    assert len(sessions) >= 20
    # One shell for all: what a command remembers another one uses.
    script = "\n".join(f"{command}\necho; echo '{END}'" for command, _ in sessions)
    script = script.replace(ADDRESS, served.address.removeprefix("http://"))
    done = subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", timeout=TIMEOUT, check=True)
    printed = done.stdout.split(f"{END}\n")
    assert len(printed) == len(sessions) + 1
    assert [
        f"{command} printed {found}"
        for (command, expected), found in zip(sessions, printed, strict=False)
        if not re.fullmatch(as_pattern(expected.strip()), found.strip())
    ] == []


def test_its_programs_run(serve: Callable[..., Served], capsys: pytest.CaptureFixture[str]) -> None:
    served = serve()
    match, tokens, _ = served.new_match("turm", position="7/7/7/7/3RG3/7/BG6 r")
    names: dict[str, Any] = {"match": match, "tokens": tokens}
    for program in blocks("python"):
        exec(program.replace(ADDRESS, served.address.removeprefix("http://")), names)
    assert capsys.readouterr().out.splitlines() == ["D3-D4-1", "1.0 ['D3-D4-1']"]
