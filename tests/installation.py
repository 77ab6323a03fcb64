"""The package installed as a user installs it, in an environment and with a pip cache of its own."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from shutil import copy, copytree, ignore_patterns, which
from typing import Any

from tests.running import ROOT

from boardwright import __version__

NAME = f"boardwright-{__version__}"
NOT_OURS = ("BOARDWRIGHT_REQUIRE_CORE", "CXX", "PYTHONPATH", "VIRTUAL_ENV")
NO_COMPILER = which("false") or "/nonexistent"
UNOPTIMISED = """#!/bin/sh
for argument; do
    shift
    [ "$argument" = -O3 ] && argument=-O0
    set -- "$@" "$argument"
done
exec c++ "$@"
"""
COMPILE_SECONDS = 1800


def copy_sources(folder: Path, *, cores: int | None = None) -> Path:
    """Copy what pip needs to build the package, with the cores of only that number of games if one is given."""
    sources = folder / NAME
    copytree(ROOT / "src", sources / "src", ignore=ignore_patterns("*.so", "__pycache__"))
    copytree(ROOT / "compat", sources / "compat", ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE"):
        copy(ROOT / name, sources)
    if cores is not None:
        for core in sorted(sources.glob("src/boardwright/games/*/core.hpp"))[:-cores]:
            core.unlink()
    return sources


def pack(sources: Path, folder: Path) -> None:
    """Write the sources to a folder as the archive that an index would serve."""
    folder.mkdir()
    with tarfile.open(folder / f"{NAME}.tar.gz", "w:gz") as archive:
        archive.add(sources, NAME)


def unoptimised_compiler(folder: Path) -> str:
    """Write a compiler that does the same in less time."""
    compiler = folder / "unoptimised"
    compiler.write_text(UNOPTIMISED, encoding="utf-8")
    compiler.chmod(0o755)
    return str(compiler)


class Installation:
    """A virtual environment that installs packages from a folder as from an index."""

    def __init__(self, folder: Path, packages: Path) -> None:
        self.folder = folder / "environment"
        venv.create(self.folder, with_pip=True)
        self.python = str(self.folder / "bin" / "python")
        self.environment = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
        self.environment |= {
            "PIP_CACHE_DIR": str(folder / "cache"),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_FIND_LINKS": str(packages),
        }

    def run(self, *command: str, **environment: str) -> str:
        """Run a command, which must succeed, and return what it prints."""
        done = subprocess.run(
            command,
            env=self.environment | environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=COMPILE_SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{shlex.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout

    def install(self, *arguments: str, compiler: str = "c++") -> None:
        """Install something with pip."""
        self.run(self.python, "-m", "pip", "install", "--quiet", *arguments, CXX=compiler)

    def advised(self, name: str) -> list[str]:
        """Return the command that doctor advises for something that is missing."""
        report = self.run(self.python, "-m", "boardwright", "doctor")
        (line,) = (line for line in report.splitlines() if line.startswith(f"{name} "))
        return shlex.split(line.partition("run: ")[2] or line.partition("run ")[2])

    def doctor(self) -> dict[str, Any]:
        """Return what doctor finds."""
        report: dict[str, Any] = json.loads(self.run(self.python, "-m", "boardwright", "doctor", "--json"))
        return report

    @property
    def packages(self) -> Path:
        """The folder of the packages in the environment."""
        return self.folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
