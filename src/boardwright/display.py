"""Positions that display themselves: as a picture in a notebook, as a text diagram elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.game import AnyGame, Position


@dataclass(frozen=True, slots=True, repr=False)
class Shown:
    """A displayable position; a notebook draws it, and ``print`` prints its diagram."""

    game: AnyGame
    position: Position
    status: str = ""

    def _repr_svg_(self) -> str:
        from boardwright.render import position_svg

        return position_svg(self.game, self.position, status=self.status)

    def __repr__(self) -> str:
        from boardwright.render import text_diagram

        diagram = text_diagram(self.game.view(self.position))
        return f"{diagram}\n{self.status or self.game.status(self.position)}"


def show(game: AnyGame | str, position: Position | str | None = None) -> Shown:
    """Return a displayable position: a picture in a notebook, else a text diagram.

    :param game: a game, or its name
    :param position: a position, or its text; by default the start position

    >>> show("turm", "7/7/3BG3/7/3RG3/7/7 r")
    7 .  .  .  .  .  .  .
    6 .  .  .  .  .  .  .
    5 .  .  .  BG .  .  .
    4 .  .  .  *  .  .  .
    3 .  .  .  RG .  .  .
    2 .  .  .  .  .  .  .
    1 .  .  .  .  .  .  .
      A  B  C  D  E  F  G
    red to move
    """
    if isinstance(game, str):
        from boardwright.registry import find_game

        game = find_game(game)
    if position is None:
        return Shown(game, game.start())
    return Shown(game, game.parse_position(position) if isinstance(position, str) else position)
