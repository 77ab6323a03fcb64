"""The games that a server offers: those of the registry, and those of files that its operator names."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame
from boardwright.lessons import lessons_of
from boardwright.registry import find_game, installed_games


class Catalogue:
    """Games by name, ignoring case; clients cannot name files.

    >>> catalogue = Catalogue()
    >>> catalogue.find("turm"), catalogue.find("Turm:Castle")
    (<Turm turm:centre>, <Turm turm:castle>)
    """

    def __init__(self, files: Iterable[str] = ()) -> None:
        self.games: dict[str, list[AnyGame]] = {}
        """The variants of each game, the default first."""
        for game in (*installed_games(), *map(find_game, files)):
            if game.name in self.games:
                raise BoardwrightError(f"there are two games called {quoted(game.name)}: expected different names")
            lessons_of(game)  # A mistake in a file of lessons is reported here, when the server starts.
            self.games[game.name] = [type(game)(variant) for variant in game.variants]
        self._by_name = {game.full_name.casefold(): game for variants in self.games.values() for game in variants}
        self._by_name |= {name.casefold(): variants[0] for name, variants in self.games.items()}

    def find(self, name: str) -> AnyGame | None:
        """Find a game by ``name`` or ``name:variant``; None if there is none."""
        return self._by_name.get(name.casefold())
