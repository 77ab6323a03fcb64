"""Scripts of this folder, run with the Python that has OpenSpiel."""

from __future__ import annotations

import os
import subprocess

from bench.outside import OPEN_SPIEL
from tests.running import ROOT, require_outside


def run_with_openspiel(script: str, *arguments: str) -> str:
    """What a script prints."""
    require_outside(OPEN_SPIEL)
    done = subprocess.run(
        [str(OPEN_SPIEL.python), "-m", f"tests.rl.{script}", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
