"""The page while a designer edits the file of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.running import ROOT
from tests.web.page.browsing import visiting
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

SOURCE = (ROOT / "examples" / "breakthrough.py").read_text(encoding="utf-8")


def test_the_page_follows_the_file_and_shows_what_is_wrong(
    browser: Browser, serve: Callable[..., Served], tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("SIZE = = 8", encoding="utf-8")
    served = serve(f"--game={file}")
    with visiting(browser, served.address) as visitor:
        visitor.open("/")
        page, problem = visitor.page, visitor.page.locator(".problem")
        expect(problem).to_have_text(
            "mine.py, line 1SyntaxError: invalid syntaxThe game is offered once the file is corrected and saved."
        )
        card = page.get_by_role("heading", name="Breakthrough")
        expect(card).to_have_count(0)
        file.write_text(SOURCE, encoding="utf-8")
        expect(card).to_be_visible()
        expect(problem).to_have_count(0)

        # A live game with other rules is shown as unreadable, and is back with the old ones.
        match, tokens, _ = served.new_match("breakthrough")
        served.move(match, tokens[0], "a2a3", 0)
        visitor.open(f"/play/{match}")
        visitor.expect_moves(1)
        file.write_text(SOURCE.replace("for aside in (-1, 0, 1)", "for aside in (-1, 1)"), encoding="utf-8")
        expect(page.get_by_role("alert").last).to_have_text(
            "this game cannot be replayed by the current rules of Breakthrough: "
            "the record's move 1: 'a2a3' is illegal: a pawn goes one square forward, and takes diagonally"
        )
        file.write_text(SOURCE, encoding="utf-8")
        visitor.expect_moves(1)

        # A broken file leaves the game as it is.
        file.write_text(f"{SOURCE}\nnothing", encoding="utf-8")
        expect(problem).to_contain_text("NameError: name 'nothing' is not defined")
        expect(problem).to_contain_text("until the file is corrected and saved")
        served.move(match, tokens[1], "b7b6", 1)
        visitor.expect_moves(2)
