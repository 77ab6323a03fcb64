"""The games that a server offers: those of the registry, and those of files that its operator names."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame
from boardwright.lessons import lessons_of
from boardwright.registry import BUILT_IN, installed_games
from boardwright.web.game_files import GameFile, problem_of


class Catalogue:
    """Games by name, ignoring case, those of files first; clients cannot name files.

    A file that cannot be loaded is not among the games until it can; one that is broken later keeps its last game.

    >>> catalogue = Catalogue()
    >>> catalogue.find("turm"), catalogue.find("Turm:Castle")
    (<Turm turm:centre>, <Turm turm:castle>)
    """

    def __init__(self, files: Iterable[str] = ()) -> None:
        self.files = [GameFile(name) for name in files]
        self.version = 0
        """How often the games have changed."""
        self._installed = installed_games()
        for game in self._installed:
            lessons_of(game)  # A mistake in a file of lessons is reported here, when the server starts.
        for file in self.files:
            try:
                file.load()
            except Exception as error:
                file.breach = problem_of(error, file.path)
        self._arrange()

    def _arrange(self) -> None:
        games: dict[str, list[AnyGame]] = {}
        # A designer's own games come first.
        for game in (*(file.game for file in self.files if file.game is not None), *self._installed):
            if game.name in games:
                raise BoardwrightError(self._same_name(game.name))
            games[game.name] = [type(game)(variant) for variant in game.variants]
        self.games = games
        """The variants of each game, the default first."""
        self._by_name = {game.full_name.casefold(): game for variants in games.values() for game in variants}
        self._by_name |= {name.casefold(): variants[0] for name, variants in games.items()}

    def _same_name(self, name: str) -> str:
        """Describe two games of one name, at least one of them from a file."""
        if all(game.name != name for game in self._installed):
            return f"there are two games called {quoted(name)}: expected different names"
        file = next(file for file in self.files if file.game is not None and file.game.name == name)
        kind = "a built-in game" if name in BUILT_IN else "an installed game"
        return (
            f"{file.path.name} calls its game {quoted(name)}, the name of {kind}: "
            f"expected another one, such as name = {f'my-{name}'!r}"
        )

    @property
    def defaults(self) -> list[AnyGame]:
        """Each game in its default variant."""
        return [variants[0] for variants in self.games.values()]

    def find(self, name: str) -> AnyGame | None:
        """Find a game by ``name`` or ``name:variant``; None if there is none."""
        return self._by_name.get(name.casefold())

    def file_of(self, game: AnyGame) -> GameFile | None:
        """Return the file from which the operator offers a game, if it is one."""
        return next((file for file in self.files if file.game is not None and file.game.name == game.name), None)

    def reload(self, file: GameFile) -> None:
        """Load a file again, and offer its game; an error leaves the games as they are."""
        earlier = file.game
        file.load()
        try:
            self._arrange()
        except BoardwrightError:
            file.game, file.is_current = earlier, False
            raise
        self.version += 1
