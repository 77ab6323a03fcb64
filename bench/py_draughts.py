"""py-draughts from PyPI, in an environment of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENVIRONMENT = ROOT / "build" / "py-draughts"
PYTHON = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin") / "python"
REQUIREMENT = "py-draughts>=1.10,<2"
MOST_SECONDS = 120
VERSION = "from importlib.metadata import version; print(version('py-draughts'))"


class NotInstalled(Exception):
    """py-draughts cannot be had here; the message says why."""


def install() -> str:
    """Make the environment unless it is there; the version in it."""
    try:
        if not PYTHON.exists():
            _run([sys.executable, "-m", "venv", str(ENVIRONMENT)])
        try:
            return _run([str(PYTHON), "-c", VERSION])
        except subprocess.CalledProcessError:
            _run([str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", REQUIREMENT])
            return _run([str(PYTHON), "-c", VERSION])
    except subprocess.CalledProcessError as error:
        raise NotInstalled((error.stderr.strip() or str(error)).splitlines()[-1]) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalled(str(error)) from error


def py_draughts_perft(fen: str, depth: int) -> tuple[int, float]:
    """How many lines py-draughts counts, and its seconds."""
    count, seconds = _run([str(PYTHON), str(ROOT / "bench" / "py_draughts_perft.py"), fen, str(depth)]).split()
    return int(count), float(seconds)


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=MOST_SECONDS)
    return done.stdout.strip()
