"""Install a wheel in a clean environment and see that it works there: ``python -m tests.wheel dist``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import copy

ROOT = Path(__file__).parents[1]
EXPECTED = [
    (["perft", "turm", "5"], "8256952\n"),
    (["perft", "congo:full", "5"], "9404326\n"),
    (["perft", "draughts", "8"], "6483961\n"),
    (["perft", "cabeza", "5"], "1845451\n"),
    (["perft", "margrites", "4"], "2746832\n"),
    # A header, which needs those of the core.
    (["perft", "breakthrough.py", "6"], "149264638\n"),
    (["moves", "congo", "2l4/7/7/7/7/7/2L4 w 0"], "c1c2\nc1c7\nc1d1\nc1d2\n"),
]


def import_course_package(python: str | Path, environment: dict[str, str]) -> None:
    """Import the package that the course asks for, from the folder that the command names."""
    course = [python, "-m", "boardwright", "course", "--path"]
    path = subprocess.run(course, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    script = "from margrites import GameState, types; import margrites.engine; print(types.__name__)"
    paths = environment | {"PYTHONPATH": path}
    found = subprocess.run([python, "-c", script], env=paths, capture_output=True, text=True, check=True).stdout
    if found != "margrites.types\n":
        sys.exit(f"import margrites printed {found!r}")


# What the Python rules do in a moment.
EXPECTED_OF_RULES = [(["perft", "draughts", "4"], "4265\n"), EXPECTED[-1]]


def check(wheel: Path, interpreter: str) -> None:
    """Install a wheel by an interpreter in a clean environment, and run it there."""
    compiled = not wheel.stem.endswith("-any")
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([interpreter, "-m", "venv", place], check=True)
        python = Path(place) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment["BOARDWRIGHT_CACHE"] = place

        def run(*arguments: str | Path) -> str:
            command = [python, *arguments]
            return subprocess.run(
                command, cwd=place, env=environment, stdout=subprocess.PIPE, text=True, check=True
            ).stdout

        run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", wheel)
        for suffix in (".py", ".hpp"):
            copy(ROOT / "examples" / f"breakthrough{suffix}", place)
        if compiled:
            run("-m", "boardwright", "core", "breakthrough.py")
            run("-m", "boardwright", "bench")
        for arguments, expected in EXPECTED if compiled else EXPECTED_OF_RULES:
            if (found := run("-m", "boardwright", *arguments)) != expected:
                sys.exit(f"boardwright {' '.join(arguments)} printed {found!r}: expected {expected!r}")
        if not run("-m", "boardwright", "search", "draughts", "--depth", "4"):
            sys.exit("a search prints nothing")
    print(f"{wheel.name} installs and works in a clean environment of {interpreter}", flush=True)


def main(folder: str) -> None:
    (wheel,) = Path(folder).glob("*.whl")
    check(wheel.resolve(), sys.executable)


if __name__ == "__main__":
    main(*sys.argv[1:])
