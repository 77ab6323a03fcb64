"""The core of a game outside the package: its header, compiled, compared with the Python rules, and loaded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryFile
from threading import Thread
from typing import Any

from boardwright.core.c_interface import LibraryCore
from boardwright.core.compiler import CompileError, Library, compiled, hash_of, locked, reread
from boardwright.core.verification import POSITIONS, Verified, load, packing_for, verify
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame
from boardwright.installing import PACKAGE
from boardwright.manifest import file_beside
from boardwright.packing import Packing
from boardwright.registry import file_of, find_game
from boardwright.version import __version__

SUFFIX = ".hpp"
STALLED = 120.0
"""How many seconds the comparison of one position may take."""


class HeaderFailed(BoardwrightError):
    """A header cannot be used; the message says why."""


class BrokenHeader(UserWarning):
    """A game is played by its Python rules, because its header cannot be used."""


@dataclass(frozen=True)
class Opened:
    """A core that can be trusted."""

    core: LibraryCore
    packing: Packing[Any, Any]


def header_of(game: AnyGame) -> Path | None:
    """Return the header of a game: the one that its manifest names, or the one beside its file; None without one."""
    header = header_beside(game)
    return header if header is not None and (game.manifest.core or header.is_file()) else None


def header_beside(game: AnyGame) -> Path | None:
    """Return where the header of a game is or would be; None for a game without a file."""
    if game.manifest.core:
        return file_beside(type(game), game.manifest.core)
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    is_ours = type(game).__module__.startswith(f"{PACKAGE}.")
    return Path(file).with_suffix(SUFFIX) if file and not is_ours else None


def open_core(game: AnyGame, header: Path) -> Opened:
    """Return the core of a header after it was compiled and compared with the Python rules, both once."""
    library = compile_header(header)
    problem = _problem(game, library)
    if problem:
        raise HeaderFailed(f"{header.name} {problem}")
    core = load(library.path, game)
    return Opened(core, packing_for(game, core))


def compile_header(header: Path) -> Library:
    """Return the library of a header, compiled if needed; the error names the first error in it."""
    if not header.is_file():
        raise HeaderFailed(f"there is no file {quoted(str(header))}: expected the header that the manifest names")
    try:
        return compiled(header)
    except CompileError as error:
        raise HeaderFailed(str(error)) from error


def _problem(game: AnyGame, library: Library) -> str:
    """Return what a comparison with the same Python rules finds, now or earlier; "" if nothing."""
    known = _known_problem(game, library)
    if known is not None:
        return known
    with _alone_with(library) as library:
        known = _known_problem(game, library)
        return _recorded(game, library, compare(game, library)).problem if known is None else known


def _known_problem(game: AnyGame, library: Library) -> str | None:
    """Return what an earlier comparison with the same Python rules has found; None if there was none."""
    rules, problem = library.checked.get(game.full_name, ("", ""))
    return problem if rules == _hash_of_rules(game) else None


def check(game: AnyGame, library: Library, *, positions: int = POSITIONS, seed: int = 0) -> Verified:
    """Compare a library with the Python rules again, and record what is found."""
    with _alone_with(library) as library:
        return _recorded(game, library, compare(game, library, positions=positions, seed=seed))


@contextmanager
def _alone_with(library: Library) -> Iterator[Library]:
    """Let one process at a time compare a library; yield what is known of it by then."""
    try:
        with locked(library.path.with_suffix(".lock")):
            yield reread(library)
    except OSError as error:
        raise HeaderFailed(f"{library.header.name} cannot be compared: {reason_of(error)}") from error


def _recorded(game: AnyGame, library: Library, verified: Verified) -> Verified:
    library.checked[game.full_name] = [_hash_of_rules(game), verified.problem]
    library.save()
    return verified


def _hash_of_rules(game: AnyGame) -> str:
    """Return a hash of this version and of the source of a game: its file, or all files of its package."""
    module = sys.modules[type(game).__module__]
    file = Path(str(module.__file__))
    sources = [file] if file_of(game) or not module.__package__ else sorted(file.parent.rglob("*.py"))
    return hash_of(__version__.encode(), *(source.read_bytes() for source in sources))


def compare(game: AnyGame, library: Library, *, positions: int = POSITIONS, seed: int = 0) -> Verified:
    """Compare a library with the Python rules, in a process of its own where the game can be found by name."""
    ref = _ref(game)
    if ref is None:
        return verify(game, library.path, positions=positions, seed=seed)
    command = [sys.executable, "-m", "boardwright.core.verification", ref, str(library.path), str(positions), str(seed)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with TemporaryFile() as errors:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=environment) as process:
            lines, has_ended = _printed(process)
        errors.seek(0)
        error = errors.read().decode(errors="replace")
    status = process.returncode
    if status == 0 and lines:
        return Verified(**json.loads(lines[-1]))
    problem = signal.Signals(-status).name if status < 0 else error.strip().rpartition("\n")[2]
    if not has_ended:
        problem = f"no end within {STALLED:g} seconds"
    return Verified(
        max(len(lines) - 1, 0), f"fails in the position {quoted(lines[-1] if lines else '', 300)}: {problem}"
    )


def _printed(process: subprocess.Popen[bytes]) -> tuple[list[str], bool]:
    """Return the lines that a process prints, and whether it has ended by itself; one without news is ended."""
    news: SimpleQueue[bytes | None] = SimpleQueue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            news.put(line)
        news.put(None)

    Thread(target=read, daemon=True).start()
    lines: list[str] = []
    try:
        while (line := news.get(timeout=STALLED)) is not None:
            lines.append(line.decode(errors="replace").rstrip("\r\n"))
    except Empty:
        process.kill()
        return lines, False
    except BaseException:
        # Ctrl-C does not end a loop in C++.
        process.kill()
        raise
    return lines, True


def _ref(game: AnyGame) -> str | None:
    """Return the name by which another process finds a game; None if there is none."""
    if file := file_of(game):
        return file
    try:
        return game.full_name if type(find_game(game.full_name)) is type(game) else None
    except BoardwrightError:
        return None
