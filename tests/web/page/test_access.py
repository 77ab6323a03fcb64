"""The page for those who do not see it, or see it otherwise: axe-core finds nothing serious."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.running import ROOT
from tests.web.page.browsing import PHONE, Visitor, violations
from tests.web.server_process import Served
from tests.web.test_events import new_event

from boardwright.registry import BUILT_IN


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_keeps_anybody_out(colours: str, visit: Callable[..., Visitor], site: Served, axe: str) -> None:
    match, tokens, _ = site.new_match("margrites", "human", "open", clock={"seconds": 60, "increment": 1})
    site.move(match, tokens[0], "e2>e3", 0)
    visitor = visit("/", color_scheme=colours)
    assert violations(visitor, axe) == []
    event, organiser, _ = new_event(site, "Anna", "Ben")
    site.post(f"{event}/start", token=organiser)
    joining, _, _ = new_event(site, "Anna")
    paths = [f"/play/{match}", f"/play/{match}#token={tokens[0]}&side=0", "/rules/congo", "/learn/congo"]
    paths += ["/play/nosuchmatch", *(path.removeprefix("/api") for path in (event, joining))]
    site.new_match("turm", "human", "open", names=["Anna", None], public=True)
    for path in (*paths, "/"):
        visitor.open(path)
        if path == "/":
            visitor.page.locator(".listed-game").first.wait_for()
        assert violations(visitor, axe) == [], path


@pytest.mark.slow
@pytest.mark.parametrize("game", ["turm:centre", "margrites", "congo:full", "cabeza", "draughts"])
def test_no_board_keeps_anybody_out(game: str, visit: Callable[..., Visitor], axe: str) -> None:
    visitor = visit(f"/analyse/{game}", color_scheme="dark")
    visitor.button("Engine").click()
    visitor.page.locator(".lines li").first.wait_for()
    visitor.button("Engine").click()
    assert violations(visitor, axe) == []
    visitor.button("Set up").click()
    assert violations(visitor, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_no_puzzle_keeps_anybody_out(colours: str, visit: Callable[..., Visitor], axe: str) -> None:
    visitor = visit("/puzzles/turm:centre", color_scheme=colours)
    visitor.button("Hint").click()
    assert violations(visitor, axe) == []
    visitor.button("Show the solution").click()
    visitor.button("Try again").wait_for()
    assert violations(visitor, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("window", ["Paste", "Share", "Play from here"])
def test_no_window_keeps_anybody_out(window: str, visit: Callable[..., Visitor], axe: str) -> None:
    visitor = visit("/analyse/turm:centre")
    visitor.button(window).click()
    assert violations(visitor, axe) == []


@pytest.mark.slow
def test_nothing_keeps_anybody_out_on_a_phone(visit: Callable[..., Visitor], axe: str) -> None:
    visitor = visit("/", viewport=PHONE)
    assert violations(visitor, axe) == []
    for path in ("/analyse/cabeza", "/learn/margrites/1", "/puzzles/cabeza"):
        visitor.open(path)
        visitor.board.wait_for()
        assert violations(visitor, axe) == [], path


def test_the_page_needs_nothing_from_elsewhere_and_names_no_game() -> None:
    page = Path(ROOT / "src" / "boardwright" / "web" / "page")
    for file in filter(Path.is_file, page.iterdir()):
        text = file.read_text(encoding="utf-8")
        assert set(re.findall(r"""["'](?:https?:)?//[^"'\s]*""", text)) <= {'"http://www.w3.org/2000/svg'}, file.name
        assert [name for name in BUILT_IN if name in text.lower()] == [], file.name
