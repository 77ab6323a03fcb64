"""Install the package as a user does, and run the tests of its rules there: ``python -m tests.installed``.

It needs nothing but Python and, unless ``--without-compiler`` is given, a compiler, and so runs on every system.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from shutil import which

from tests.wheel import import_course_package

ROOT = Path(__file__).parents[1]
NO_COMPILER = which("false") or "/nonexistent"
TOOLS = ("pytest", "hypothesis")
TESTS = (
    *("tests/cabeza", "tests/congo", "tests/draughts", "tests/margrites", "tests/turm"),
    *("tests/test_conformance.py", "tests/test_fen.py", "tests/test_playthroughs.py", "tests/test_registry.py"),
)
# Servers, and other programs.
PROTOCOLS = ("test_dxp_*", "test_hub*", "test_programs.py", "test_server*", "test_tournament*")
TESTS_OF_THE_CORE = ("tests/core/test_binding.py", "tests/core/test_differential.py", "tests/engine/test_search.py")
# Tests among the others that need the core.
NEED_THE_CORE = ("tests/margrites/test_thin_endings.py::test_certain_races_are_won",)
IS_COMPILED = "import boardwright.core as core; print(core.__file__); raise SystemExit(not core.is_compiled())"


def new_environment(folder: Path) -> str:
    """Make a virtual environment and return its Python."""
    venv.create(folder, with_pip=True)
    return str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))


def tool_requirements() -> list[str]:
    """Return the packages that the tests need, as pyproject.toml bounds them."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return [package for package in extras["dev"] if package.partition(">")[0] in TOOLS]


def check_installed(*, with_compiler: bool) -> int:
    """Install the package and run the tests; the exit status of these."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    tests = [*TESTS, *(f"--ignore-glob=*/{name}" for name in PROTOCOLS)]
    if with_compiler:
        environment["BOARDWRIGHT_REQUIRE_CORE"] = "1"
        tests += TESTS_OF_THE_CORE
    else:
        environment |= {"BOARDWRIGHT_REQUIRE_CORE": "0", "CXX": NO_COMPILER}
        tests += [f"--deselect={test}" for test in NEED_THE_CORE]
    with tempfile.TemporaryDirectory() as place:
        python = new_environment(Path(place))

        def run(*command: str) -> int:
            return subprocess.run([python, *command], cwd=ROOT, env=environment, check=False).returncode

        if status := run("-m", "pip", "install", "--quiet", "--no-cache-dir", str(ROOT), *tool_requirements()):
            return status
        if bool(run("-c", IS_COMPILED)) == with_compiler:
            print("the core is " + ("missing" if with_compiler else "there, although there was no compiler"))
            return 1
        import_course_package(python, environment)
        return run("-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider", *tests)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-compiler", action="store_true", help="the package falls back on its Python rules")
    sys.exit(check_installed(with_compiler=not parser.parse_args().without_compiler))
