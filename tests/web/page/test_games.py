"""Whole games on the page: by clicking and by the keys alone, against the engine's first level."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.page.browsing import Visitor, state_of
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.engine import Engine

GAMES = {
    "turm:centre": "7/3RG3/2r22r11/7/7/1b15/3BG2b1 r",
    "margrites": "9/9/4bb3/9/9/2ww5/9/9 b",
    "congo:full": "3l3/7/2P1P2/7/3M3/7/3L3 w 0",
    "cabeza": "h4f1c1m/h9/8oo/8oo/4C5/10/9F/10/8OO/M3HH2OO,r",
    "draughts": "W:W6,27,28,K50:B12,23",
}
"""Positions from which a few moves win, whatever the other side does: here, the engine's first level."""


def begin(visitor: Visitor, game: str, position: str) -> str:
    """Play on from a position against level 1."""
    visitor.open(f"/analyse/{game}#position={position}")
    visitor.button("Play from here").click()
    form = visitor.page.locator("dialog[open]")
    form.get_by_text("The engine", exact=True).click()
    form.get_by_label("Strength").fill("1")
    form.get_by_text("(moves first)").click()
    form.get_by_role("button", name="Start game").click()
    return visitor.match_id()


def begin_by_keys(visitor: Visitor, game: str, position: str) -> str:
    """The same with the keys alone."""
    visitor.open(f"/analyse/{game}#position={position}")
    keys = visitor.page.keyboard
    visitor.tab_to("Play from here")
    keys.press("Enter")
    visitor.tab_to("The engine")
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    visitor.tab_to("Strength")
    keys.press("Home")
    visitor.tab_to("Start game")
    keys.press("Enter")
    return visitor.match_id()


def play_to_the_end(visitor: Visitor, site: Served, match: str, hand: Callable[[str], None]) -> Any:
    """Let a good player's moves be made by a visitor's hand until the game is over."""
    state = state_of(site, match)
    game = find_game(state["game"])
    engine = Engine(game)
    for _ in range(60):
        position = game.parse_position(state["position"])
        best = game.format_move(position, engine.search(position, nodes=5000).move)
        move = next(move for move in state["moves"] if move["text"] == best)
        visitor.play(move, hand)
        # The engine answers, and perhaps several times.
        while (state := state_of(site, match))["outcome"] is None and state["to_move"] != 0:
            visitor.page.wait_for_timeout(20)
        visitor.expect_moves(len(site.get(f"/api/matches/{match}")["moves"]))
        if state["outcome"] is not None:
            return state
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_won_by_clicking(game: str, visit: Callable[..., Visitor], site: Served) -> None:
    visitor = visit()
    match = begin(visitor, game, GAMES[game])
    state = play_to_the_end(visitor, site, match, visitor.press)
    assert state["outcome"]["winner"] == 0
    expect(visitor.page.locator("h1.status")).to_have_text("You won")
    expect(visitor.page.locator(".reason")).to_have_text(state["outcome"]["text"])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_won_by_the_keys_alone(game: str, visit: Callable[..., Visitor], site: Served) -> None:
    visitor = visit()
    match = begin_by_keys(visitor, game, GAMES[game])
    state = play_to_the_end(visitor, site, match, visitor.choose)
    assert state["outcome"]["winner"] == 0
    expect(visitor.page.locator("h1.status")).to_have_text("You won")
    expect(visitor.page.locator(".reason")).to_have_text(state["outcome"]["text"])
