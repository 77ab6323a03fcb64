"""A match that ends early leaves no other program behind."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from boardwright.arena import play_match

pytestmark = pytest.mark.slow

SLEEPER = """
import os, sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("id game turm:centre\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        open(sys.argv[1], "w").write(str(os.getpid()))
        time.sleep(1000)
"""


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_program_that_thinks_ends_with_its_match(tmp_path: Path) -> None:
    program, told = tmp_path / "sleeper.py", tmp_path / "process"
    program.write_text(SLEEPER)
    result = play_match(
        "turm",
        (f"ugi:{sys.executable} {program} {told}", "random"),
        games=2,
        jobs=1,
        stop=lambda: told.exists() and bool(told.read_text()),
    )
    assert result.games == 0
    process = int(told.read_text())
    deadline = time.monotonic() + 20
    while is_alive(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_alive(process)
