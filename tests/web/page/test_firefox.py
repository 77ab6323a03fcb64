"""Every page in Firefox: it shows what it is for, and logs no error."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from tests.web.page.firefox import Firefox, firefox
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

PIECES = ".pieces > *"
PAGES = {
    "/": ".cover svg",
    "/learn/congo": ".lesson",
    "/learn/cabeza/1": PIECES,
    "/puzzles/margrites": PIECES,
    "/rules/draughts": ".rules h1",
    "/analyse/turm:castle": PIECES,
    "/nowhere": ".lost h1",
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """The system's Firefox."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox: install it (Debian: apt-get install firefox-esr)")
    with firefox(program, tmp_path_factory.mktemp("profile")) as started:
        yield started


def test_every_page_opens_without_errors(browser: Firefox, site: Served) -> None:
    match, _, _ = site.new_match("cabeza", "human", "open")
    event = site.post("/api/events", {"title": "Club", "game": "turm", "double": False, "by_round": True})
    pages = {**PAGES, f"/play/{match}": PIECES, f"/events/{event['event']['id']}": ".event h1"}
    for path, shown in pages.items():
        browser.open(site.address + path)
        browser.until(f"document.querySelector({shown!r})")
        assert browser.errors == [], path


def test_a_move_is_played_against_the_engine(browser: Firefox, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", "human", "engine:1")
    browser.open(f"{site.address}/play/{match}#token={tokens[0]}&side=0")
    for square in ("D5", "D4"):
        browser.click(f"svg[role=grid] [role=gridcell][data-name={square}]")
    browser.until("document.querySelectorAll('.turns .ply').length === 2")
    assert browser.evaluate("document.querySelector('.turns .ply').textContent") == "D5-D4-1"
    assert site.get(f"/api/matches/{match}")["moves"][0]["text"] == "D5-D4-1"
    assert browser.errors == []
