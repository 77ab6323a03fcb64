"""The lobby and the dialog that starts a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from tests.web.page.browsing import DESKTOP, PHONE, Visitor
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

SMALL_PHONE = {"width": 320, "height": 568}


def refusing(status: int) -> Callable[[Route], None]:
    """What answers requests with a status."""
    return lambda route: route.fulfill(status=status, json={"error": "refused"})


def with_games(visit: Visit, site: Served, count: int) -> tuple[Visitor, list[str]]:
    """A visitor in the lobby who has begun so many games and resigned the last one, and their ids."""
    visitor, matches = visit("/rules/turm"), []
    for _ in range(count):
        match, tokens, _ = site.new_match("turm", "human", "engine:1")
        visitor.open(f"/play/{match}#token={tokens[0]}&side=0")
        expect(visitor.button("Resign")).to_be_visible()
        matches.append(match)
    site.post(f"/api/matches/{match}/resign", token=tokens[0])
    expect(visitor.page.locator("h1.status")).to_have_text("You lost")
    visitor.open("/")
    return visitor, matches


def test_your_games_come_first_all_of_them_those_that_go_on_before_the_others(visit: Visit, site: Served) -> None:
    visitor, matches = with_games(visit, site, 8)
    section = visitor.page.get_by_role("region", name="Your games")
    cards = section.locator(".stored-game:visible")
    expect(cards).to_have_count(6)
    expect(cards.first).to_contain_text("against the engine, your move, 0 moves")
    visitor.page.get_by_text("Show all 8 games").click()
    expect(cards).to_have_count(8)
    addresses = cards.locator("a").evaluate_all("links => links.map(link => link.pathname)")
    assert addresses == [f"/play/{match}" for match in (*reversed(matches[:-1]), matches[-1])]
    expect(cards.last).to_contain_text("against the engine, you resigned, 0 moves")
    first_game = visitor.page.locator(".game").first.bounding_box()
    box = section.bounding_box()
    assert first_game is not None
    assert box is not None
    assert box["y"] < first_game["y"]


def test_a_game_is_removed_from_the_list(visit: Visit, site: Served) -> None:
    visitor, matches = with_games(visit, site, 2)
    cards = visitor.page.locator(".stored-game")
    running, over = (cards.filter(has=visitor.page.locator(f"[href='/play/{match}']")) for match in matches)
    expect(running).to_contain_text("your move")
    expect(over).to_contain_text("resigned")
    over.get_by_role("button").click()
    expect(over).to_have_count(0)
    expect(visitor.page.get_by_role("heading", name="Your games")).to_be_focused()
    # A seat is not lost by mistake.
    running.get_by_role("button").click()
    visitor.button("Cancel").click()
    expect(running).to_have_count(1)
    running.get_by_role("button").click()
    visitor.page.locator("dialog").get_by_role("button", name="Remove").click()
    expect(running).to_have_count(0)
    visitor.page.reload()
    expect(visitor.page.locator(".game").first).to_be_visible()
    expect(cards).to_have_count(0)


def test_a_game_that_the_server_refuses_to_show_is_not_forgotten(visit: Visit, site: Served) -> None:
    visitor, matches = with_games(visit, site, 1)
    card = visitor.page.locator(".stored-game")
    for status, told in ((429, "No answer"), (404, "No longer on this server")):
        visitor.page.route(f"**/api/matches/{matches[0]}", refusing(status))
        visitor.open("/")
        expect(card).to_contain_text(told)
    visitor.page.unroute_all()
    visitor.open("/")
    expect(card).to_contain_text("resigned")


def expect_different_names(visitor: Visitor, place: str = ".page") -> None:
    names = visitor.page.locator(f"{place} :is(button, a.button):visible").evaluate_all(
        "all => all.map(each => each.ariaLabel || each.innerText.trim())"
    )
    assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("screen", [DESKTOP, PHONE, SMALL_PHONE], ids=["desktop", "phone", "small phone"])
def test_no_two_buttons_have_the_same_name(screen: dict[str, int], visit: Visit, site: Served) -> None:
    visitor = visit("/rules/turm", viewport=screen)
    for _ in range(2):
        match, tokens, _ = site.new_match("draughts")
        for side in (0, 1):
            visitor.open(f"/play/{match}#token={tokens[side]}&side={side}")
            expect(visitor.button("Resign")).to_be_visible()
    expect_different_names(visitor)
    for window in ("Share", "Export"):
        visitor.button(window).click()
        expect_different_names(visitor, "dialog[open]")
        # Nothing reaches into the margin at the right.
        assert visitor.page.locator(".dialog").evaluate(
            """(dialog) => [...dialog.querySelectorAll('*')].every((each) =>
                each.getBoundingClientRect().right
                <= dialog.getBoundingClientRect().right - parseFloat(getComputedStyle(dialog).paddingRight))"""
        )
        visitor.page.keyboard.press("Escape")
    visitor.open("/")
    expect(visitor.page.locator(".stored-game")).to_have_count(2)
    expect_different_names(visitor)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_boards_stay_inside_their_cards_however_long_the_texts_are(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit("/", viewport=size)
    visitor.page.locator(".game p").first.evaluate("(line) => (line.textContent = 'word '.repeat(60))")
    expect(visitor.page.locator(".cover svg")).to_have_count(5)
    assert visitor.page.evaluate(
        """() => [...document.querySelectorAll('.game:not(.blank)')].every((card) => {
            const [inner, outer] = [card.querySelector('.cover'), card].map((each) => each.getBoundingClientRect());
            return inner.left >= outer.left && inner.right <= outer.right;
        })"""
    )


def test_variants_are_explained_and_the_full_game_comes_first(visit: Visit, site: Served) -> None:
    visitor = visit("/")
    expect(visitor.page.locator(".game", has_text="Congo")).to_contain_text("capture the enemy lion, but do not drown.")
    visitor.button("Play Congo").click()
    form = visitor.page.locator("dialog[open]")
    variants = form.get_by_role("group", name="Variant").locator("label")
    expect(variants.first).to_have_text(
        "Full gameAll the animals from the start: a monkey, two elephants and a crocodile too."
    )
    expect(variants.first.get_by_role("radio")).to_be_checked()
    expect(variants.last).to_contain_text("The smaller start of a university course")
    form.get_by_role("button", name="Start game").click()
    assert site.get(f"/api/matches/{visitor.match_id()}")["game"] == "congo:full"


def test_the_dialog_of_a_new_game_begins_with_its_start_button(visit: Visit) -> None:
    visitor = visit("/")
    visitor.button("Play Cabeza").click()
    expect(visitor.button("Start game")).to_be_focused()


def test_the_list_of_shortcuts_names_its_own(visit: Visit) -> None:
    visitor = visit("/")
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator("dialog .keys div").last).to_have_text("?show this list")


def test_the_cards_without_a_board_have_their_headings_first(visit: Visit) -> None:
    cards = visit("/").page.locator(".blank")
    tags = cards.locator("h2, p, button").evaluate_all("all => all.map(each => each.tagName)")
    assert tags == ["H2", "P", "BUTTON"] * 2


def test_the_keys_are_on_the_page_after_the_start_of_a_game(visit: Visit) -> None:
    visitor = visit("/")
    visitor.button("Play Cabeza").click()
    visitor.page.locator("dialog[open]").get_by_role("button", name="Start game").click()
    visitor.match_id()
    expect(visitor.page.locator("dialog")).to_have_count(0)
    expect(visitor.page.locator("#main")).to_be_focused()


def test_a_dialog_does_not_outlive_its_page(visit: Visit) -> None:
    visitor = visit("/")
    visitor.page.get_by_role("link", name="Rules: Cabeza").click()
    visitor.button("Play Cabeza").click()
    expect(visitor.page.locator("dialog[open]")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.page.locator(".game").first).to_be_visible()
    expect(visitor.page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("screen", [DESKTOP, PHONE, SMALL_PHONE], ids=["desktop", "phone", "small phone"])
def test_the_start_button_stays_in_sight_whatever_is_chosen(screen: dict[str, int], visit: Visit) -> None:
    visitor = visit("/", viewport=screen)
    visitor.button("Play Margrites").click()
    form = visitor.page.locator("dialog[open]")
    start = form.get_by_role("button", name="Start game")
    expect(start).to_be_in_viewport(ratio=1)
    form.get_by_text("Custom set-up").click()
    expect(form.locator(".verdict.right")).to_be_attached()
    expect(start).to_be_in_viewport(ratio=1)
