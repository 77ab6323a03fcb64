"""Links that hold a game: made on the page of a game or of an analysis, opened, and pasted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.web.page.browsing import Visitor
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

MOVES = ["32-28", "19-23", "28x19", "14x23"]
OF_A_SITE = "https://club.example/games/#/analyse/draughts?moves=32-28+19-23+28x19+14x23&ply=1&side=20-24"
"""A link of a site of static files, to a variation."""


def expect_moves(visitor: Visitor, moves: list[str]) -> None:
    expect(visitor.page.locator(".turns > li:not(.between) .ply")).to_have_text(moves)


def test_a_link_holds_the_game(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("draughts")
    for ply, move in enumerate(MOVES):
        site.post(f"/api/matches/{match}/moves", {"move": move, "ply": ply}, token=tokens[ply % 2])
    visitor = visit(f"/play/{match}")
    visitor.button("Share").click()
    link = visitor.page.get_by_role("textbox", name="Link with the game").input_value()
    assert link == f"{site.address}/analyse/draughts#moves=32-28+19-23+28x19+14x23"
    other = visit(link.removeprefix(site.address))
    expect_moves(other, MOVES)
    other.button("Share").click()
    assert other.page.get_by_role("textbox", name="Address").input_value() == link


def test_links_of_sites_of_static_files_can_be_opened_and_pasted(visit: Visit) -> None:
    visitor = visit(f"/{OF_A_SITE[OF_A_SITE.index('#') :]}")
    expect_moves(visitor, MOVES)
    expect(visitor.page.locator(".variation > .ply")).to_have_text(["20-24"])
    visitor.open("/analyse/draughts")
    visitor.button("Paste").click()
    visitor.page.get_by_role("textbox", name="Paste a position or a record").fill(OF_A_SITE)
    visitor.button("Open").click()
    expect_moves(visitor, MOVES)
    expect(visitor.page.locator(".variation > .ply")).to_have_text(["20-24"])
