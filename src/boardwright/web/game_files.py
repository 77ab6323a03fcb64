"""The files of games that the server's operator names: what they define, what is wrong with them, and their changes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from boardwright.conformance import Nonconformance
from boardwright.engine.python_search.weights import weights_file
from boardwright.errors import BoardwrightError, described, one_line, quoted, reason_of
from boardwright.failures import frames_of
from boardwright.game import AnyGame
from boardwright.lessons import lessons_of
from boardwright.manifest import Manifest, file_beside
from boardwright.registry import find_game, reload_file, split_path
from boardwright.web.serialisation import JsonObject

READ_SUFFIXES = {".py", ".toml", ".md", ".ftl", ".hpp", ".jsonl"}
"""The kinds of files that a game reads; editors put others beside them."""
LONGEST = 500
"""The most characters of a message."""

Stamp: TypeAlias = tuple[tuple[str, int, int], ...]
"""The names of files with their times and sizes."""


class Problem(NamedTuple):
    """What is wrong with the code of a game: the name of its file, the line if it is known, and the message."""

    file: str
    line: int | None
    message: str

    def __str__(self) -> str:
        """
        >>> str(Problem("mine.py", 7, "NameError: name 'x' is not defined")), str(Problem("mine.py", None, "no game"))
        ("mine.py, line 7: NameError: name 'x' is not defined", 'mine.py: no game')
        """
        return f"{self.file}: {self.message}" if self.line is None else f"{self.file}, line {self.line}: {self.message}"

    @property
    def data(self) -> JsonObject:
        """The public form: no folder of the server."""
        return self._asdict()


class GameFile:
    """A file with a game, as named by the operator: ``PATH`` or ``PATH:VARIANT``."""

    def __init__(self, name: str) -> None:
        path, variant = split_path(name)
        if not path:
            raise BoardwrightError(f"{quoted(name)} is not a file of a game: expected the path of a Python file")
        self.path = Path.cwd() / path
        self.name = f"{self.path}:{variant}"
        if "\0" in path or not self.path.is_file():
            raise BoardwrightError(f"there is no file {quoted(path)}: expected a Python file that defines a game")
        self.game: AnyGame | None = None
        """The game as it was last loaded; None if it never was."""
        self.version = 0
        """How often it was loaded."""
        self.is_current = False
        """Whether the game is that of the file as it is now."""
        self.breach: Problem | None = None
        """Why the file cannot be loaded, or how its game breaks the contract."""
        self.failure: Problem | None = None
        """The last error of its code in a request."""
        self.loaded_stamp = self.stamp()
        """The stamp of the files that were last read, or tried."""

    @property
    def problem(self) -> Problem | None:
        """What is wrong with the file as it is now."""
        return self.breach or self.failure

    @property
    def data(self) -> JsonObject:
        """The public form."""
        game, problem = self.game, self.problem
        return {
            "file": self.path.name,
            "game": game and game.name,
            "version": self.version,
            "current": self.is_current,
            "problem": problem and problem.data,
        }

    def load(self) -> None:
        """Read the file, and show its game once: an error leaves the earlier game."""
        self.breach = self.failure = None
        reload_file(str(self.path))
        game = find_game(self.name)
        show_once(game)
        self.game, self.version, self.is_current = game, self.version + 1, True

    def stamp(self) -> Stamp:
        """Return the names, times and sizes of the file and of those that its game reads."""
        return stamp_of(self.path, self._named_files())

    def read_files(self) -> list[Path]:
        """Return the file with those that its game reads, and the weights of its evaluation."""
        weights = [] if self.game is None else [weights_file(self.game)]
        found = [Path(name) for name, _, _ in stamp_of(self.path, (*self._named_files(), *weights))]
        return [file for file in found if file.suffix != ".hpp"]

    def _named_files(self) -> tuple[Path, ...]:
        return () if self.game is None else named_files(self.game)

    def owns(self, error: BaseException) -> bool:
        """Whether an error, or one of its causes, was raised in the code of this file."""
        return any(frame.f_code.co_filename == str(self.path) for each in causes(error) for frame, _ in frames_of(each))


def stamp_of(path: Path, named: tuple[Path, ...] = ()) -> Stamp:
    """Return the stamp of a file of a game with those beside it whose names begin with its name, and named ones."""
    beside = (file for file in path.parent.glob(f"{path.stem}.*") if file.suffix in READ_SUFFIXES)
    found = []
    for file in sorted({*beside, *named}):
        try:
            status = file.stat()
        except OSError:
            continue
        found.append((str(file), status.st_mtime_ns, status.st_size))
    return tuple(found)


def named_files(game: AnyGame) -> tuple[Path, ...]:
    """Return the files that a game's manifest names, with the contents of folders."""
    manifest = game.manifest
    names = (manifest.rules, manifest.lessons, manifest.messages, manifest.puzzles, manifest.pictures)
    found: list[Path] = []
    for file in (file_beside(type(game), name) for name in names if name):
        translations = file.parent.glob(f"{file.stem}.*{file.suffix}")
        found += file.iterdir() if file.is_dir() else (file, *translations)
    return tuple(found)


def show_once(game: AnyGame) -> None:
    """Call what the list of games needs of every variant, and read the lessons."""
    if not isinstance(game.manifest, Manifest):
        raise BoardwrightError(f"the manifest of {game.name} is {game.manifest!r}: expected a Manifest")
    lessons_of(game)
    for each in (type(game)(variant) for variant in game.variants):
        start = each.start()
        each.format_position(start)
        each.view(start)
        each.legal_moves(start)
        each.outcome(start)
        each.counts(start)
        tuple(each.palette)


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and its causes, the first cause last."""
    each: BaseException | None = error
    while each is not None:
        yield each
        each = each.__cause__


def problem_of(error: BaseException, file: Path, game: AnyGame | None = None) -> Problem:
    """Describe an error in the code of a file by the line of the file where it was raised.

    A breach of the contract without such a line gets that of the method that the message names.
    """
    first = list(causes(error))[-1]
    is_said = isinstance(first, (BoardwrightError, Nonconformance))
    # Visitors of the page need not know the folders of the server.
    message = one_line(error) if is_said else described(first)
    message = message.replace(quoted(str(file)), quoted(file.name)).replace(str(file), file.name)
    if len(message) > LONGEST:
        message = f"{message[:LONGEST]}..."
    if isinstance(first, SyntaxError) and first.filename == str(file):
        return Problem(file.name, first.lineno, f"{type(first).__name__}: {first.msg}")
    for each in reversed(list(causes(error))):
        lines = [line for frame, line in frames_of(each) if frame.f_code.co_filename == str(file)]
        if lines:
            return Problem(file.name, lines[-1], message)
    if isinstance(first, OSError):
        message = reason_of(first)
    return Problem(file.name, None if game is None else _line_of_method(message, game), message)


def _line_of_method(message: str, game: AnyGame) -> int | None:
    """Return the line of the first method of a game's class that a message names."""
    for word in message.replace("(", " ").replace(":", " ").split():
        method = vars(type(game)).get(word)
        if inspect.isfunction(method):
            return method.__code__.co_firstlineno
    return None
