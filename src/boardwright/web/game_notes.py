"""What is wrong with the files of games that the operator names, for those who want to know it."""

from __future__ import annotations

from collections.abc import Callable

from pydantic_core import to_json

from boardwright.web.catalogue import Catalogue
from boardwright.web.game_files import GameFile, Problem, problem_of


class GameNotes:
    """How the files of a server's games stand, and those who want to know it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.listeners: set[Callable[[str], None]] = set()

    @property
    def message(self) -> str:
        """The state of all files, for pages."""
        return to_json({"type": "files", "files": [file.data for file in self.catalogue.files]}).decode()

    def note(self, error: BaseException) -> Problem | None:
        """Note an error that the code of a watched file raised, and return it in words; None for any other error."""
        for file in self.catalogue.files:
            if file.owns(error):
                self.note_failure(file, problem_of(error, file.path, file.game))
                return file.failure
        return None

    def note_failure(self, file: GameFile, problem: Problem) -> None:
        """Note what went wrong in the code of a file."""
        if file.failure != problem:
            file.failure = problem
            self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener(self.message)
