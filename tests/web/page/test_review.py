"""Reviews of games: bad moves are marked and graded, better ones are shown, and users learn to find them."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.running import ROOT
from tests.web.page.browsing import DESKTOP, PHONE, Visitor, violations, visiting
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

POSITION = "7/7/3BG3/7/3RG3/7/7 r"
"""Whoever is to move wins at once by stepping to D4."""
MOVES = ["D3-E3-1", "D5-E5-1", "E3-D3-1", "E5-D5-1", "D3-D4-1"]
"""Both miss it, and red wins in the end."""
ADDRESS = f"/analyse/turm#position={quote(POSITION)}&moves={'+'.join(MOVES)}"


def marks(visitor: Visitor) -> Locator:
    return visitor.page.locator(".graph .mark")


def review(visitor: Visitor) -> None:
    visitor.button("Review").click()
    expect(visitor.page.locator(".accuracy tbody tr")).to_have_count(2)


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_bad_moves_are_marked_and_listed_with_what_was_better(screen: dict[str, int], visit: Visit, axe: str) -> None:
    visitor = visit(ADDRESS, viewport=screen)
    visitor.expect_moves(5)
    review(visitor)
    expect(marks(visitor).first).to_have_accessible_name("D3-E3-1, blunder")
    first = visitor.page.locator(".bad-moves li").first
    expect(first).to_contain_text("1.D3-E3-1??")
    expect(first).to_contain_text("Better: D3-D4-1")
    rows = visitor.page.locator(".accuracy tbody tr")
    expect(rows.first).to_have_text(re.compile(r"Red\d+%0?\d*"))
    # The glyph and the better move are in the tree, and so in its records.
    expect(visitor.page.locator(".turns .ply").first).to_have_accessible_name("D3-E3-1, blunder")
    expect(visitor.page.locator(".variation .ply").first).to_have_text("D3-D4-1")
    assert violations(visitor, axe) == []
    marks(visitor).first.click()
    expect(visitor.page.locator(".turns [aria-current]")).to_have_text("D3-E3-1??")
    # The review survives a reload, and leads into the better line.
    visitor.page.reload()
    visitor.button("Better: D3-D4-1").click()
    expect(visitor.page.locator(".variation [aria-current]")).to_have_text("D3-D4-1")


def learn(visitor: Visitor) -> Locator:
    """Begin with the mistakes of red, and return the card of the practice."""
    visitor.open(ADDRESS)
    visitor.expect_moves(5)
    review(visitor)
    visitor.button("Learn from red's mistakes").click()
    return visitor.page.locator(".practice")


def test_a_better_move_is_found(visit: Visit, axe: str) -> None:
    visitor = visit()
    practice = learn(visitor)
    expect(practice.get_by_role("status")).to_have_text("1. D3-E3-1 was a blunder. Find a better move.")
    expect(visitor.page.locator(".position")).to_have_text(POSITION)
    # What would give the solution away is hidden.
    for hidden in (".tree-moves", ".analysis", ".variation"):
        expect(visitor.page.locator(hidden).first).to_be_hidden()
    assert violations(visitor, axe) == []
    visitor.drag("D3", "E3")
    expect(practice.get_by_role("status")).to_have_text("D3-E3-1 was played in the game. Find a better move.")
    visitor.drag("D3", "C3")
    expect(practice.get_by_role("status")).to_contain_text("D3-C3-1 costs 100% of the winning chances.")
    expect(visitor.page.locator(".position")).to_have_text(POSITION)
    # Other positions may be looked at, but nothing is played there.
    visitor.page.keyboard.press("End")
    visitor.button("Back to the mistake").click()
    expect(visitor.page.locator(".position")).to_have_text(POSITION)
    visitor.drag("D3", "D4")
    expect(practice.get_by_role("status")).to_have_text("D3-D4-1 is the best move.")
    expect(visitor.page.locator(".variation [aria-current]")).to_have_text("D3-D4-1")
    visitor.button("Next mistake").click()
    expect(practice.get_by_role("status")).to_have_text("These were all the mistakes.")
    visitor.button("End").click()
    expect(practice).to_have_count(0)
    visitor.expect_moves(7)


def test_the_solution_is_shown_and_a_mistake_is_skipped(visit: Visit) -> None:
    visitor = visit()
    practice = learn(visitor)
    visitor.button("Show the solution").click()
    expect(practice.get_by_role("status")).to_have_text("D3-D4-1 was the best move.")
    expect(visitor.page.locator(".variation [aria-current]")).to_have_text("D3-D4-1")
    visitor.button("Next mistake").click()
    visitor.button("Start again").click()
    visitor.button("Skip").click()
    expect(practice.get_by_role("status")).to_have_text("These were all the mistakes.")


def test_a_finished_game_leads_to_its_review(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", "human", "human", position=POSITION)
    for ply, move in enumerate(MOVES):
        site.move(match, tokens[ply % 2], move, ply)
    visitor = visit(f"/play/{match}")
    expect(visitor.button("Review")).to_be_visible()
    visitor.button("Review").click()
    visitor.page.wait_for_url("**/analyse/**")
    expect(visitor.page.locator(".accuracy tbody tr")).to_have_count(2)
    expect(marks(visitor).first).to_be_visible()


def test_a_game_from_a_file_is_reviewed(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve(f"--game={ROOT / 'examples' / 'breakthrough.py'}")
    with visiting(browser, served.address) as visitor:
        # White does not take the black piece on its way to the last row.
        visitor.open(f"/analyse/breakthrough#position={quote('8/8/8/8/8/1b6/w1w5/7w w')}&moves=h1h2+b3b2+h2h3+b2b1")
        visitor.expect_moves(4)
        review(visitor)
        expect(visitor.page.locator(".bad-moves li").first).to_contain_text("Better:")
