"""Pictures of the page for people to look at, in ``build/screenshots``."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.running import ROOT
from tests.web.page.browsing import DESKTOP, PHONE, Visitor
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.engine import Engine
from boardwright.played_game import PlayedGame

FOLDER = ROOT / "build" / "screenshots"
SCREENS = {"desktop": DESKTOP, "phone": PHONE}
GAMES = {"turm:centre": 17, "margrites": 23, "congo:full": 14, "cabeza": 12, "draughts": 25}
"""After how many moves each game is shown."""


def moves_of(name: str, plies: int) -> list[str]:
    """The beginning of a game between two good players, the same every time."""
    match = PlayedGame(find_game(name))
    engine = Engine(match.game)
    while len(match.moves) < plies and match.outcome is None:
        match.play(engine.search(match.position, nodes=2000).move)
    return match.move_texts()


@pytest.fixture(scope="module")
def games() -> dict[str, list[str]]:
    return {name: moves_of(name, plies) for name, plies in GAMES.items()}


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_is_pictured(
    screen: str, colours: str, visit: Callable[..., Visitor], site: Served, games: dict[str, list[str]]
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    visitor = visit("/", viewport=SCREENS[screen], color_scheme=colours)

    def picture(name: str, *, whole: bool = False) -> None:
        file = FOLDER / f"{name}-{screen}-{colours}.png"
        visitor.page.screenshot(path=file, full_page=whole)
        assert file.stat().st_size > 5000

    expect(visitor.page.locator(".game .cover svg")).to_have_count(len(GAMES))
    picture("lobby", whole=True)
    visitor.open("/rules/congo")
    visitor.page.wait_for_load_state("networkidle")
    picture("rules")
    for game, moves in games.items():
        short = game.split(":")[0]
        match, tokens, state = site.new_match(game, "human", "human", clock={"seconds": 600, "increment": 5})
        for ply, move in enumerate(moves):
            state = site.move(match, tokens[state.get("state", state)["to_move"]], move, ply)
        mine = state["state"]["to_move"]
        visitor.open(f"/play/{match}#token={tokens[mine]}&side={mine}")
        visitor.expect_moves(len(moves))
        longest = max(state["state"]["moves"], key=lambda move: len(move["paths"][0]))
        visitor.square(longest["paths"][0][0]).press("Enter")
        expect(visitor.board.locator(".touch").first).to_be_attached()
        picture(f"{short}-match")
        visitor.open(f"/analyse/{game}#moves={' '.join(moves)}")
        visitor.expect_moves(len(moves))
        visitor.button("Engine").click()
        expect(visitor.page.locator(".lines li").first).to_be_visible()
        visitor.page.evaluate("() => scrollTo(0, 0)")
        picture(f"{short}-analysis")
        visitor.button("Set up").click()
        expect(visitor.page.locator(".verdict.right, .verdict.wrong")).to_be_visible()
        visitor.page.evaluate("() => scrollTo(0, 0)")
        picture(f"{short}-setup")
