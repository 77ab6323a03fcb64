"""Programs of this repository in processes of their own, as a user runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest
from bench.outside import NotInstalled, Outside

REQUIRED = "BOARDWRIGHT_REQUIRE_OUTSIDE"
"""Set in the environment: what needs packages of other people is not left out."""
SUMMARY = "summary"
"""What a test records under this name is printed at the end of the run."""
ROOT = Path(__file__).parent.parent
_WITHOUT_HEADERS = TemporaryDirectory()
Done: TypeAlias = "subprocess.CompletedProcess[str]"
Run: TypeAlias = Callable[..., Done]


@cache
def without_header(file: str) -> str:
    """Copy the game of a file to a place where no header is beside it, so that it has no core."""
    return str(copy(ROOT / file, _WITHOUT_HEADERS.name))


def require_outside(package: Outside) -> None:
    """Have a package of other people; where it cannot be had the test is skipped, unless that is not allowed."""
    try:
        package.install()
    except NotInstalled as why:
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(f"{package.name} cannot be had: {why}")


def run_python(*command: str, stdin: str | bytes = "", cwd: Path = ROOT, **environment: str) -> Done:
    """Run Python with these arguments; a traceback is never right."""
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
