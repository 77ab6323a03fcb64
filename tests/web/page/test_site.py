"""A site of static files in the browser: played without a server, and then without a network."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.running import REQUIRED
from tests.web.page.browsing import visiting
from tests.web.page.static_site import READY, StaticSite, begin, play_to_the_end, wait_until_kept
from tests.web.page.test_games import GAMES

from boardwright import find_game
from boardwright.errors import BoardwrightError
from boardwright.web.site.python_files import fetched
from boardwright.web.site.writer import write_site


@pytest.fixture(scope="module")
def static_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    """A site with the built-in games, and a web server for its files."""
    try:
        fetched()
    except BoardwrightError as why:
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(str(why))
    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    served = StaticSite(folder)
    yield served
    served.stop()


@pytest.mark.slow
def test_a_game_is_won_and_kept_without_a_network(browser: Browser, static_site: StaticSite) -> None:
    game = find_game("turm:centre")
    with visiting(browser, static_site.address) as visitor:
        # The board is there before the rules are.
        visitor.open("/")
        expect(visitor.page.locator(".games .card")).to_have_count(5 + 1)
        match = begin(visitor, game.full_name, GAMES["turm:centre"])
        outcome = play_to_the_end(visitor, game, match).outcome
        assert outcome is not None
        assert outcome.winner == 0
        wait_until_kept(visitor.page)
        static_site.stop()
        visitor.page.goto("/")
        game_card = visitor.page.locator(".stored-game")
        expect(game_card).to_contain_text(game.format_outcome(outcome), ignore_case=True)
        game_card.get_by_role("link").click()
        expect(visitor.page.locator(".reason")).to_have_text(game.format_outcome(outcome), timeout=READY)
        static_site.start()
