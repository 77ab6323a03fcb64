"""Programs of this repository in processes of their own, as a user runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

SUMMARY = "summary"
"""What a test records under this name is printed at the end of the run."""
ROOT = Path(__file__).parent.parent
Done: TypeAlias = "subprocess.CompletedProcess[str]"
Run: TypeAlias = Callable[..., Done]


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
