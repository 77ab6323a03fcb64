"""Watches the files of games that the operator names: loads them again when they are saved, and says what is wrong."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress

from boardwright.errors import print_warning
from boardwright.web.catalogue import Catalogue
from boardwright.web.engine_pool import package_environment
from boardwright.web.game_files import GameFile, Problem, Stamp, problem_of
from boardwright.web.game_notes import GameNotes

INTERVAL = 0.3
"""The interval at which the times of the files are read, in seconds; a file that stays the same for one is loaded."""
LONGEST_CHECK = 10.0
"""The processor time that loading and checking a file may take, in seconds."""
LONGEST_WAIT = 60.0
"""How long to wait for each answer of the check, in seconds: code may also wait for something that never comes."""


class GameWatch(GameNotes):
    """The watched files of a server."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self._seen: dict[GameFile, Stamp] = {}

    async def run(self, on_change: Callable[[GameFile], Awaitable[None]]) -> None:
        """Watch the files for ever; ``on_change`` is called with each that was loaded again."""
        for file in self.catalogue.files:
            if file.breach is None:
                await self._check(file)
            else:
                print_warning(file.breach)
                self._tell()
        while True:
            await asyncio.sleep(INTERVAL)
            for file in self.catalogue.files:
                try:
                    await self._reload_if_saved(file, on_change)
                except Exception as error:
                    problem = problem_of(error, file.path)
                    if problem != file.breach:
                        self._set_breach(file, problem)

    async def _reload_if_saved(self, file: GameFile, on_change: Callable[[GameFile], Awaitable[None]]) -> None:
        stamp = await asyncio.to_thread(file.stamp)
        # A file that was just written may not be complete, and some editors remove it for a moment.
        if stamp != file.loaded_stamp and stamp == self._seen.get(file):
            await self._reload(file, stamp, on_change)
        self._seen[file] = stamp

    async def _reload(self, file: GameFile, stamp: Stamp, on_change: Callable[[GameFile], Awaitable[None]]) -> None:
        file.loaded_stamp = stamp
        process = await _checking(file)
        try:
            problem = await _answer(process, file)
            if problem is None:
                try:
                    await asyncio.to_thread(self.catalogue.reload, file)
                except Exception as error:
                    problem = problem_of(error, file.path)
            if problem is not None:
                file.is_current = False
                self._set_breach(file, problem)
                return
            # The files that the manifest names may be others now.
            file.loaded_stamp = await asyncio.to_thread(file.stamp)
            await on_change(file)
            self._tell()
            self._set_breach(file, await _answer(process, file))
        finally:
            await _ended(process)

    async def _check(self, file: GameFile) -> None:
        """Check the contract of a game that is loaded already."""
        process = await _checking(file)
        try:
            self._set_breach(file, await _answer(process, file) or await _answer(process, file))
        finally:
            await _ended(process)

    def _set_breach(self, file: GameFile, problem: Problem | None) -> None:
        if problem is not None:
            print_warning(problem)
        file.breach = problem
        self._tell()


async def _checking(file: GameFile) -> Process:
    """Start the program that tries a file."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "boardwright.web.game_check", file.name, str(LONGEST_CHECK)),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=DEVNULL,
        env=package_environment(),
        process_group=0,
    )


async def _answer(process: Process, file: GameFile) -> Problem | None:
    """Return the next answer of the program."""
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), LONGEST_WAIT)
    except TimeoutError:
        return Problem(file.path.name, None, f"its code has not ended within {LONGEST_WAIT:g} s")
    if not line:
        return Problem(file.path.name, None, "its code ends the program")
    found = json.loads(line)
    return None if found is None else Problem(*found)


async def _ended(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
