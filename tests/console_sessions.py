"""The console sessions of the documentation: commands after ``$``, each with what it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


def sessions(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a console block with its output; a line that ends with a backslash continues."""
    yield from re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


def check_session(command: str, output: str, folder: Path) -> None:
    """Run a command in a folder; three dots in the output stand for any text, on a line of their own for any lines."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
    )
    printed = done.stdout + (done.stderr if done.returncode else "")
    parts = (re.escape(part).replace(r"\.\.\.", ".*") for part in re.split(r"^\.\.\.\n", output, flags=re.MULTILINE))
    assert re.fullmatch("(?:.*\n)*".join(parts), printed), f"{command}\n{printed}"
