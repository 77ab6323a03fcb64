"""Compile a game's header into a shared library, once: the user's cache keeps it.

The name of a library holds a hash of the header, of the core's headers, of the compiler's version and of its flags. A
file of figures beside it holds what its compilation took, the files that it includes, and what is known of its rules.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter

from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.installing import COMPILER
from boardwright.notices import give_notice
from boardwright.paths import cache_folder

if sys.platform != "win32":
    import fcntl

COMPILERS = ("g++", "clang++", "c++")
FLAGS = (
    *("-std=c++20", "-O2"),
    # On Windows all code can be moved in memory, and the libraries of the compiler are not on the path.
    "-static" if sys.platform == "win32" else "-fPIC",
    *("-shared", "-fvisibility=hidden", "-pthread"),
    # The same on every x86-64 processor, since homes are shared between machines.
    *(("-march=x86-64-v2",) if platform.machine() in ("x86_64", "AMD64") else ()),
    *("-DBOARDWRIGHT_NO_NETWORKS", "-fdiagnostics-color=never", "-w"),
)
INCLUDE = Path(__file__).parents[2]
"""The folder from which headers include ``<boardwright/core/c_interface.hpp>``."""
SECONDS = 600
KEPT = 8
"""How many libraries are kept of headers with the same name."""
ERROR = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?P<fatal>fatal )?error: (?P<text>.*)")
FROM = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)?\s+(?:required|required from here|in instantiation).*")


ESCAPED = re.compile(r"\\([ #])|\$(?=\$)")
"""What stands for a space, a number sign or a dollar sign in the rules of a makefile."""


class NoCompiler(BoardwrightError):
    """There is no C++ compiler; the message says how to get one."""


class CompileError(BoardwrightError):
    """A header does not compile; the message has the compiler's first error."""


@dataclass
class Library:
    """A compiled header."""

    header: Path
    path: Path
    compiler: str
    seconds: float
    """How long it took to compile."""
    includes: dict[str, str] = field(default_factory=dict)
    """The hash of each other file that the header includes, by its path."""
    error: str = ""
    """Why the header does not compile; "" if it does."""
    checked: dict[str, list[str]] = field(default_factory=dict)
    """By game, the hash of the Python rules with which it was compared, and the first difference, "" if none."""
    is_new: bool = False
    """Whether it was compiled just now."""

    @property
    def figures(self) -> Path:
        return self.path.with_suffix(".json")

    def save(self) -> None:
        """Write the figures, at once."""
        data = asdict(self) | {"header": str(self.header), "path": str(self.path), "is_new": False}
        with TemporaryDirectory(dir=self.path.parent) as folder:
            partial = Path(folder) / self.figures.name
            partial.write_text(json.dumps(data), encoding="utf-8")
            partial.replace(self.figures)


def hash_of(*parts: bytes) -> str:
    """Return a hash of some bytes and of where each part ends.

    >>> hash_of(b"ab") != hash_of(b"a", b"b")
    True
    """
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:32]


def find_compiler() -> list[str]:
    """Return the command of the C++ compiler: CXX, or the first of the usual ones."""
    if chosen := os.environ.get("CXX"):
        if which(chosen):
            return [chosen]
        with suppress(ValueError):
            command = shlex.split(chosen)
            if command and which(command[0]):
                return command
        raise NoCompiler(f"CXX is {quoted(chosen)}, which cannot be run: expected a C++20 compiler")
    for name in COMPILERS:
        if which(name):
            return [name]
    raise NoCompiler(f"there is no C++ compiler ({', '.join(COMPILERS)}): install {COMPILER}, or set CXX")


@cache
def compiler_version(*command: str) -> str:
    """Return the first line that a compiler prints of itself."""
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCompiler(f"{quoted(shlex.join(command))} cannot be run: {reason_of(error)}") from error
    return (done.stdout.splitlines() or ["unknown"])[0]


@cache
def _core_headers() -> str:
    """Return a hash of the headers of the core."""
    return hash_of(*(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.hpp"))))


def compiled(header: Path) -> Library:
    """Return the library of a header from the cache; compile it first if it is not there."""
    command = find_compiler()
    version = compiler_version(*command)
    header = header.resolve()
    parts = (str(header), version, shlex.join((*command, *FLAGS)), _core_headers())
    key = hash_of(header.read_bytes(), *(part.encode(errors="surrogateescape") for part in parts))
    path = cache_folder() / "cores" / f"{header.stem}-{key}.so"
    try:
        library = _cached(path) or _compiled_alone(header, path, command, version)
    except OSError as error:
        raise CompileError(f"{header.name} cannot be compiled: {reason_of(error)}") from error
    if library.error:
        raise CompileError(library.error)
    return library


def _compiled_alone(header: Path, path: Path, command: Sequence[str], version: str) -> Library:
    """Compile a header, unless another process has done so meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path.with_name(f"{header.stem}.lock")):
        return _cached(path) or _compile(header, path, command, version)


def reread(library: Library) -> Library:
    """Return what is known of a library by now: other processes may have compared it."""
    return _cached(library.path) or library


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process at a time work with a file; the system ends the lock of a process that dies.

    On Windows several may: they do the same work, and the last of them is right.
    """
    with path.open("a") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _cached(path: Path) -> Library | None:
    """Return a library of the cache, unless a file that it includes has changed."""
    try:
        data = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        library = Library(**data | {"header": Path(data["header"]), "path": path})
    except (OSError, ValueError, TypeError, KeyError):
        return None
    if not (library.error or path.is_file()) or library.includes != _hashes(library.includes):
        return None
    return library


def _hashes(names: Sequence[str] | dict[str, str]) -> dict[str, str]:
    found = {}
    for name in names:
        with suppress(OSError):
            found[name] = hash_of(Path(name).read_bytes())
    return found


def _compile(header: Path, path: Path, command: Sequence[str], version: str) -> Library:
    give_notice(f"compiling {header.name}, once after each change ...")
    began = perf_counter()
    with TemporaryDirectory(dir=path.parent) as place:
        partial, includes = Path(place) / "library.so", Path(place) / "includes"
        arguments = [*command, *FLAGS, "-MMD", "-MF", str(includes), "-idirafter", str(INCLUDE)]
        arguments += ["-x", "c++", str(header), "-o", str(partial)]
        try:
            environment = {**os.environ, "LC_ALL": "C"}
            done = subprocess.run(arguments, capture_output=True, timeout=SECONDS, check=False, env=environment)
        except subprocess.TimeoutExpired as error:
            raise CompileError(f"{header.name} was not compiled within {SECONDS} seconds") from error
        library = Library(header, path, version, perf_counter() - began, is_new=True)
        library.includes = _hashes(_included(includes, header))
        if done.returncode:
            output = done.stderr.decode(errors="replace")
            library.error = _first_error(output, header)
            if not _is_lasting(output):
                raise CompileError(library.error)
        else:
            partial.replace(path)
    library.save()
    _prune(path.parent, header.stem)
    return library


def _included(makefile: Path, header: Path) -> list[str]:
    """Return the other files of a rule that a compiler has written."""
    try:
        text = makefile.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return []
    _, _, names = text.replace("\\\n", " ").partition(": ")
    paths = [ESCAPED.sub(r"\1", name) for name in re.findall(r"(?:\\ |\S)+", names)]
    return [path for path in paths if Path(path) != header]


def _is_lasting(output: str) -> bool:
    """Whether a compiler's first error is in the code: missing files, and failures of the compiler, can go away."""
    errors = filter(None, map(ERROR.fullmatch, output.splitlines()))
    return next((not error["fatal"] for error in errors), False)


def _first_error(output: str, header: Path) -> str:
    """Return the compiler's first error as one line, with the line of the header that leads to it."""
    lines = output.splitlines()
    for number, line in enumerate(lines):
        error = ERROR.fullmatch(line)
        if error is None:
            continue
        if Path(error["file"]) == header:
            return f"{header.name}:{error['line']}: {error['text']}"
        calls = [call["line"] for call in map(FROM.fullmatch, lines[:number]) if call and Path(call["file"]) == header]
        where = f"{header.name}:{calls[-1]}: " if calls else ""
        return f"{where}{error['text']} ({Path(error['file']).name}:{error['line']})"
    told = next((line for line in lines if line.strip()), "the compiler failed without a message")
    return f"{header.name} cannot be compiled: {told.strip()}"


def _prune(folder: Path, stem: str) -> None:
    """Remove the oldest libraries of a name; another process may do so too, or have one in use."""
    found: list[tuple[float, Path]] = []
    for path in folder.glob("*.json"):
        with suppress(OSError):
            if path.stem.startswith(stem) and re.fullmatch(r"-[0-9a-f]{32}", path.stem[len(stem) :]):
                found.append((path.stat().st_mtime, path))
    for _, path in sorted(found)[:-KEPT]:
        for suffix in (".json", ".so", ".lock"):
            with suppress(OSError):
                path.with_suffix(suffix).unlink(missing_ok=True)
