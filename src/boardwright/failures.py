"""Errors in the code of a game outside the package, described for its author.

A programming error in the package shows a traceback. For an error in a game's own file, the user of the game needs
its line, not the package's frames above it.
"""

from __future__ import annotations

import os
from types import CodeType, FrameType

from boardwright.errors import BoardwrightError, described
from boardwright.game import AnyGame, Game

TRACEBACK = "BOARDWRIGHT_TRACEBACK"
"""The environment variable that prints the full traceback of such an error to standard error."""

PACKAGE = __name__.partition(".")[0]


class GameFailed(BoardwrightError):
    """The code of a game raised an error; the message names the method, the line and the error."""


def code_failure(error: BaseException) -> GameFailed | None:
    """Describe a programming error in a game's own code; None for any other error."""
    if isinstance(error, BoardwrightError):
        return error if isinstance(error, GameFailed) else None
    game, frames = outside_game(error), frames_of(error)
    own = [(frame, line) for frame, line in frames if game is not None and _package(frame) == _package_of(game)]
    # When Python's recursion limit is hit, the game's code may just be the innermost call.
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


def outside_game(error: BaseException) -> AnyGame | None:
    """Return the game from outside the package that the failing code was working on, if there is one."""
    values = (value for frame, _ in reversed(frames_of(error)) for value in frame.f_locals.values())
    return next((value for value in values if isinstance(value, Game) and _package_of(value) != PACKAGE), None)


def frames_of(error: BaseException) -> list[tuple[FrameType, int]]:
    """Return the frames of an error's traceback with their line numbers, outermost first."""
    frames, traceback = [], error.__traceback__
    while traceback is not None:
        frames.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def _package_of(game: object) -> str:
    return type(game).__module__.partition(".")[0]


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _function(code: CodeType) -> str:
    """Return the name of the function that code belongs to, also for a lambda or comprehension in it."""
    return code.co_qualname.partition(".<locals>")[0].rpartition(".")[2]
