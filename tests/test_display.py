"""Positions and matches show themselves in notebooks."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from boardwright import InvalidPosition, UnknownGame, find_game, show
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.registry import BUILT_IN
from boardwright.render import position_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_position_is_a_picture_in_a_notebook_and_a_diagram_elsewhere(name: str) -> None:
    game = find_game(name)
    shown = show(name)
    assert show(game) == show(game, game.start()) == show(game, game.format_position(game.start()))
    assert shown._repr_svg_() == position_svg(game, game.start())
    assert ElementTree.fromstring(shown._repr_svg_()).tag == f"{SVG}svg"
    assert repr(shown) == str(shown)
    assert repr(shown).splitlines()[-1] == f"{game.sides[0]} to move"


def test_a_match_shows_where_it_stands_and_how_it_ended() -> None:
    played: AnyPlayedGame = PlayedGame(find_game("turm"))
    played.play_text("D5-D4-1")
    assert played._repr_svg_() == show(played.game, played.position)._repr_svg_()
    played.resign()
    assert "red wins: the other side resigned" in played._repr_svg_()


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(UnknownGame):
        show("chess")
    with pytest.raises(InvalidPosition):
        show("turm", "nonsense")
