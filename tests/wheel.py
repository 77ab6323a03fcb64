"""Install a wheel in a clean environment and see that it works there: ``python -m tests.wheel dist``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
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


def main(folder: str) -> None:
    (wheel,) = Path(folder).glob("*.whl")
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = Path(place) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", wheel], check=True)
        for suffix in (".py", ".hpp"):
            copy(ROOT / "examples" / f"breakthrough{suffix}", place)
        environment = {**os.environ, "BOARDWRIGHT_CACHE": place}
        subprocess.run([python, "-m", "boardwright", "core", "breakthrough.py"], cwd=place, env=environment, check=True)
        for arguments, expected in EXPECTED:
            found = subprocess.run(
                [python, "-m", "boardwright", *arguments],
                cwd=place,
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            if found != expected:
                sys.exit(f"boardwright {' '.join(arguments)} printed {found!r}: expected {expected!r}")
        import_course_package(python, environment)
    print(f"{wheel.name} installs and works in a clean environment")


if __name__ == "__main__":
    main(*sys.argv[1:])
