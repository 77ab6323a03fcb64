"""What all tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent

# Shared machines are slow at times: a test that is right must not fail for its speed.
settings.register_profile("boardwright", deadline=None, derandomize=True)
settings.load_profile("boardwright")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run() -> Run:
    """Run a program of this repository in a process of its own, as a user does."""

    def run_program(
        *command: str, stdin: str | bytes = "", cwd: Path = ROOT, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *command],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=cwd,
            env={**os.environ, **environment},
            timeout=120,
            check=False,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        )

    return run_program


@pytest.fixture(scope="session")
def boardwright(run: Run) -> Run:
    """Run a command of the command line in a process of its own."""

    def run_command(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        return run("-m", "boardwright", *arguments, **options)

    return run_command
