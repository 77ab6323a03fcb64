"""How the page loads: its modules all at once, others when they are needed, and those of one version only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from tests.web.page.browsing import Visitor
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

LOADED = """() => [
    performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.endsWith('.js')).sort(),
    [...document.querySelectorAll('link[rel=modulepreload]')].map(({href}) => href).sort(),
]"""


def test_a_page_loads_the_modules_that_it_names_each_once(visit: Visit, site: Served) -> None:
    match, _, _ = site.new_match("turm")
    visitor = visit()
    for path, shown in (
        ("/", ".cover svg"),
        (f"/play/{match}", ".pieces > *"),
        ("/analyse/turm", ".pieces > *"),
        ("/rules/turm", "h1"),
        ("/learn/turm/1", ".pieces > *"),
        ("/nonsense", "h1"),
    ):
        visitor.open(path)
        expect(visitor.page.locator(shown).first).to_be_attached()
        visitor.page.wait_for_load_state("networkidle")
        loaded, named = visitor.page.evaluate(LOADED)
        assert loaded == named, path


def test_the_lobby_can_be_used_before_its_pictures_are_there(visit: Visit) -> None:
    visitor = visit("/rules/turm")
    held: list[Route] = []
    visitor.page.route("**/picture.js", lambda route: held.append(route))
    visitor.open("/")
    visitor.button("Play Congo").click()
    expect(visitor.page.get_by_role("dialog", name="New game: Congo")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    box = visitor.page.locator(".cover").first.bounding_box()
    assert visitor.page.locator(".cover svg").count() == 0
    for route in held:
        route.continue_()
    expect(visitor.page.locator(".cover svg")).to_have_count(5)
    # Nothing moves when they appear.
    assert visitor.page.locator(".cover").first.bounding_box() == box


def test_the_page_is_loaded_again_when_the_server_has_another_version(visit: Visit) -> None:
    visitor = visit("/")
    visitor.page.evaluate("() => (window.isOld = true)")
    missing: list[str] = []

    def refuse(route: Route) -> None:
        missing.append(route.request.url)
        route.fulfill(status=404, json={"error": "not found"})

    visitor.page.route("**/rules.js", refuse, times=1)
    visitor.page.route("**/api.js", refuse, times=1)
    visitor.page.get_by_role("link", name="Rules: Congo").click()
    expect(visitor.page.get_by_role("heading", name="Congo", level=1)).to_be_visible()
    assert visitor.page.evaluate("() => window.isOld ?? false") is False
    assert len(missing) == 2


def test_a_page_whose_modules_cannot_be_loaded_says_so(visit: Visit) -> None:
    visitor = visit("/")
    visitor.page.route("**/static/**", lambda route: route.abort())
    visitor.button("Play Congo").click()
    expect(visitor.page.locator(".notice")).to_have_text("The server does not answer.")
    visitor.page.get_by_role("link", name="Rules: Congo").click()
    expect(visitor.page.get_by_role("alert")).to_have_text("The server does not answer.")
