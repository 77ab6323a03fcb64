"""The plain programs of ``bench/plain``: compile them, and count with them."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "bench" / "plain"
PROGRAMS = ROOT / "build" / "bench"
GAMES = ("turm", "congo", "cabeza", "margrites", "draughts")
BASELINE = ["-march=x86-64-v2"] if platform.machine() in ("x86_64", "AMD64") else []
FLAGS = ["-std=c++20", "-O3", *BASELINE]
"""The optimisation and the baseline of the core."""


class NoCompiler(Exception):
    """The plain programs cannot be compiled here; the message says why."""


@cache
def compiler() -> tuple[str, ...]:
    """The command of the C++ compiler: that of $CXX, or one that is found."""
    named = shlex.split(os.environ.get("CXX", ""))
    for command in [named] if named else [["g++"], ["clang++"]]:
        if shutil.which(command[0]):
            return tuple(command)
    raise NoCompiler(f"no C++ compiler: {named[0] if named else 'neither g++ nor clang++'} is not found")


def build(game: str) -> Path:
    """The program of a game, compiled if it is not yet or its source has changed."""
    program = PROGRAMS / game
    sources = [SOURCES / f"{game}.cpp", SOURCES / "plain.hpp"]
    if program.exists() and program.stat().st_mtime > max(source.stat().st_mtime for source in sources):
        return program
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    # Under a name of its own first, so that two processes may build at once.
    fresh = program.with_suffix(f".{os.getpid()}")
    command = [*compiler(), *FLAGS, str(sources[0]), "-o", str(fresh)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or f"exit status {done.returncode}").splitlines()[0]
        raise NoCompiler(f"{shlex.join(command[:2])} does not compile {sources[0].name}: {said}")
    fresh.replace(program)
    return program


def plain_perft(game: str, position: str, depth: int) -> tuple[int, float]:
    """How many lines the plain program of a game counts, and its seconds."""
    done = subprocess.run([build(game), position, str(depth)], capture_output=True, text=True, check=True)
    count, seconds = done.stdout.split()
    return int(count), float(seconds)
