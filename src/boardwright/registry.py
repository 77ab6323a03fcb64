"""Find a game by name, by the path of a file, or by an entry point of another package."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from zlib import crc32

from boardwright.errors import BoardwrightError, BrokenGame, UnknownGame, described, quoted
from boardwright.failures import code_failure, frames_of
from boardwright.game import AnyGame, Game
from boardwright.names import did_you_mean, find_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = {
    "turm": "boardwright.games.turm:Turm",
    "margrites": "boardwright.games.margrites:Margrites",
    "congo": "boardwright.games.congo:Congo",
    "cabeza": "boardwright.games.cabeza:Cabeza",
    "draughts": "boardwright.games.draughts:Draughts",
}
ENTRY_POINTS = "boardwright.games"
DECLARED = ("name", "title", "sides", "kinds")
FILE_MODULE = "boardwright_game_"


def find_game(name: str) -> AnyGame:
    """Return the game for a name, ``name:variant`` or the path of a Python file; names are case-insensitive.

    :param name: ``turm``, ``turm:castle``, ``examples/gomoku.py`` or ``examples/gomoku.py:VARIANT``
    :raises UnknownGame: there is no such game, or its file is not a game

    >>> find_game("Turm:castle")
    <Turm turm:castle>
    """
    path, variant = split_path(name)
    if path:
        return _instantiate(_from_file(path), variant)
    return find_named(name)


def find_named(name: str) -> AnyGame:
    """Return the built-in or installed game of a name; files are not considered."""
    base, _, variant = name.partition(":")
    return _instantiate(_class_named(base), variant)


def as_game(game: AnyGame | str) -> AnyGame:
    """Return a game as it is, or the one that :func:`find_game` finds."""
    return find_game(game) if isinstance(game, str) else game


def picklable_ref(game: AnyGame) -> AnyGame | str:
    """Return what :func:`as_game` restores in another process."""
    return file_of(game) or game


def file_of(game: AnyGame) -> str | None:
    """Return the path and variant that identify a game from a file in another process; None for other games."""
    module = type(game).__module__
    return f"{sys.modules[module].__file__}:{game.variant}" if module.startswith(FILE_MODULE) else None


def game_names() -> list[str]:
    """Return the names of the built-in games, then of installed ones."""
    return [*BUILT_IN, *(name for name in _installed() if name not in BUILT_IN)]


def _trouble(error: BaseException, file: str) -> str:
    """Describe what is wrong with a game's file, and the last line of it that was reached."""
    if isinstance(error, SyntaxError) and error.filename == file and error.offset:
        return f"line {error.lineno}, column {error.offset}: {error.msg}"
    lines = [line for frame, line in frames_of(error) if frame.f_code.co_filename == file]
    return f"line {lines[-1]}: {described(error)}" if lines else described(error)


def _instantiate(game: type[AnyGame], variant: str) -> AnyGame:
    missing = [f"declare {name}" for name in DECLARED if not hasattr(game, name)]
    missing += [f"define {name}" for name in sorted(game.__abstractmethods__)]
    if missing:
        raise UnknownGame(f"the class {game.__name__} is not a complete game: expected it to {' and '.join(missing)}")
    try:
        made = game(variant)
        problem = declaration_problem(made)
    except BoardwrightError:
        raise
    except Exception as error:
        words = code_failure(error) or described(error)
        raise UnknownGame(f"the game {game.__name__} cannot be created: {words}") from error
    if problem:
        raise UnknownGame(f"the class {game.__name__} is not a valid game: {problem}")
    return made


def declaration_problem(game: AnyGame) -> str | None:
    """Describe what is wrong with a game's attributes; None if nothing is."""
    if not hasattr(game, "variant"):
        return "its __init__ sets no variant: expected it to call super().__init__(variant)"
    if not isinstance(game.name, str) or game.name.split() != [game.name] or set(game.name) & set(":/"):
        return f"its name is {game.name!r}: expected a string without spaces, colons and slashes"
    if not _are_names(game.sides) or len(game.sides) != 2:
        return f"its sides are {game.sides!r}: expected a tuple of two distinct names"
    for what, names in (("kinds", game.kinds), ("variants", game.variants)):
        if not _are_names(names):
            return f"its {what} are {names!r}: expected a tuple of distinct names; a single one needs a comma, ('x',)"
    if type(game).start is Game.start and not isinstance(getattr(game, "start_text", None), str):
        return "expected it to declare start_text, the text of the first position, or to define start"
    return None


def _are_names(value: object) -> bool:
    """Whether a value is a tuple of different texts."""
    if not isinstance(value, tuple) or not all(isinstance(name, str) and name for name in value):
        return False
    return len(set(value)) == len(value)


def installed_games() -> list[AnyGame]:
    """Return all games that have a name; one that cannot be loaded is skipped with a warning."""
    games = []
    for name in game_names():
        try:
            games.append(find_named(name))
        except UnknownGame as error:
            warnings.warn(str(error), BrokenGame, stacklevel=2)
    return games


def split_path(name: str) -> tuple[str, str]:
    """Split the path of a Python file and the variant behind it; no path if the name is not one.

    >>> split_path("games/mine.py:small"), split_path("turm:castle")
    (('games/mine.py', 'small'), ('', ''))
    """
    path, _, variant = name.rpartition(":") if not name.endswith(".py") else (name, "", "")
    return (path, variant) if path.endswith(".py") else ("", "")


def _class_named(name: str) -> type[AnyGame]:
    if built_in := find_name(name, BUILT_IN):
        module, _, attribute = BUILT_IN[built_in].partition(":")
        found: type[AnyGame] = getattr(import_module(module), attribute)
        return found
    entry_points = _installed()
    installed = find_name(name, entry_points)
    if installed is None:
        names = game_names()
        raise UnknownGame(
            f"unknown game {quoted(name)}{did_you_mean(name, names)}: "
            f"expected {', '.join(names)}, or the path of a Python file"
        )
    try:
        loaded = entry_points[installed].load()
    except Exception as error:
        raise UnknownGame(f"the installed game {name} cannot be loaded: {error!r}") from error
    if not (isinstance(loaded, type) and issubclass(loaded, Game)):
        raise UnknownGame(f"the entry point {name} is not a game class: expected a subclass of boardwright.Game")
    return loaded


def _installed() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


class _SourceLoader(SourceFileLoader):
    """Loads a module from its source alone.

    Bytecode is found by the time and the size of the source, and a file that is saved twice within a second may have
    the same. Besides, no folder for it appears beside the file.
    """

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError


def _module_of_file(path: str) -> tuple[Path, str]:
    """Return the file of a game, and the name of its module: two files may have the same name."""
    file = Path.cwd() / path
    return file, f"{FILE_MODULE}{file.stem}_{crc32(str(file).encode(errors='surrogatepass')):08x}"


def _from_file(path: str) -> type[AnyGame]:
    """Return the only subclass of Game that a file defines; a file is read once."""
    file, module_name = _module_of_file(path)
    module = sys.modules.get(module_name)
    if module is None or getattr(module, "__file__", None) != str(file):
        module = _loaded(path, file, module_name)
    return _only_game(path, module)


def reload_file(path: str) -> type[AnyGame]:
    """Read the file of a game again, and return its game; the earlier game stays if the file is broken."""
    file, module_name = _module_of_file(path)
    earlier = sys.modules.get(module_name)
    try:
        return _only_game(path, _loaded(path, file, module_name))
    except BoardwrightError:
        if earlier is not None:
            sys.modules[module_name] = earlier
        raise


def _loaded(path: str, file: Path, module_name: str) -> ModuleType:
    """Execute the file of a game as a new module."""
    from importlib.util import module_from_spec, spec_from_file_location

    if "\0" in path or not file.is_file():
        raise UnknownGame(f"there is no file {quoted(path)}: expected a Python file that defines a game")
    spec = spec_from_file_location(module_name, file, loader=_SourceLoader(module_name, str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise UnknownGame(f"the file {quoted(path)} cannot be loaded: {_trouble(error, str(file))}") from error
    return module


def _only_game(path: str, module: ModuleType) -> type[AnyGame]:
    games = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    ]
    if len(games) != 1:
        raise UnknownGame(
            f"the file {quoted(path)} defines {len(games)} games: expected one subclass of boardwright.Game"
        )
    return games[0]
