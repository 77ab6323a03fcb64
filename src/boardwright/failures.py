"""Errors in the code of a game that is not part of the package, described for the person who wrote it.

A programming error of the package itself is a traceback. One in a game's own file is that file's, and
whoever runs the game wants its line, not the package's frames above it.
"""

from __future__ import annotations

import os
from types import CodeType, FrameType
from typing import Any

from boardwright.errors import BoardwrightError
from boardwright.game import Game

TRACEBACK = "BOARDWRIGHT_TRACEBACK"
"""The environment variable that asks for the whole traceback of such an error, on standard error."""

PACKAGE = __name__.partition(".")[0]


class GameFailed(BoardwrightError):
    """The code of a game has raised an error; the message names the method, the line and the error."""


def code_failure(error: BaseException) -> GameFailed | None:
    """Describe a programming error in a game's own code; None for any other error."""
    if isinstance(error, BoardwrightError):
        return error if isinstance(error, GameFailed) else None
    game, frames = outside_game(error), frames_of(error)
    own = [(frame, line) for frame, line in frames if game is not None and _package(frame) == _package_of(game)]
    # In a line of moves too deep for Python, the game's code may just be what is called last.
    if game is None or not own or (isinstance(error, RecursionError) and 4 * len(own) < len(frames)):
        return None
    if os.environ.get(TRACEBACK):
        from traceback import print_exception

        print_exception(error)
    (called, _), (frame, line) = own[0], own[-1]
    method, function = _function(called.f_code), _function(frame.f_code)
    place = f"line {line} of {frame.f_code.co_filename.rpartition(os.sep)[2]}"
    if function != method:
        place += f", in {function}"
    return GameFailed(f"the code of {game.name} failed in {method} ({place}): {described(error)}")


def outside_game(error: BaseException) -> Game[Any, Any] | None:
    """The game from outside the package that the code which raised an error was at work on, if there is one."""
    values = (value for frame, _ in reversed(frames_of(error)) for value in frame.f_locals.values())
    return next((value for value in values if isinstance(value, Game) and _package_of(value) != PACKAGE), None)


def frames_of(error: BaseException) -> list[tuple[FrameType, int]]:
    """The frames of an error's traceback and the lines reached in them, the outermost first."""
    frames, traceback = [], error.__traceback__
    while traceback is not None:
        frames.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def described(error: BaseException) -> str:
    """An error as Python names it, on one line.

    >>> described(KeyError("a9")), described(ValueError("two\\nlines")), described(AssertionError())
    ("KeyError: 'a9'", 'ValueError: two lines', 'AssertionError')
    """
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _package_of(game: object) -> str:
    return type(game).__module__.partition(".")[0]


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _function(code: CodeType) -> str:
    """The name of the function that code belongs to, also that of a lambda or a comprehension in it."""
    return code.co_qualname.partition(".<locals>")[0].rpartition(".")[2]
