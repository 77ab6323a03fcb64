"""An evening of two people, and of a third one who watches: every browser sees what it should."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.web.page.browsing import Visitor, state_of
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

PLIES = 20
CLOCK = {"seconds": 1800, "increment": 5}


def asking(visitor: Visitor) -> str:
    return visitor.page.locator(".asking").inner_text()


def play_first_move(site: Served, match: str, players: list[Visitor]) -> None:
    """Let whoever is to move play the first legal move on the board."""
    state = state_of(site, match)
    mover = players[state["to_move"]]
    expect(mover.page.locator(".hint")).to_have_text("Your move")
    mover.play(state["moves"][0], mover.press)


def confirm(visitor: Visitor, action: str, answer: str) -> None:
    visitor.button(action).click()
    visitor.page.locator("dialog").get_by_role("button", name=answer).click()


def test_an_evening_of_two_people_and_one_who_watches(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", "human", "open", clock=CLOCK, names=["Anna", None])
    anna = visit(f"/play/{match}#token={tokens[0]}&side=0")
    expect(anna.page.locator("h1.status")).to_have_text("No opponent yet")

    # Ben is invited, and joins.
    ben = visit(f"/play/{match}")
    expect(ben.page.locator(".join").get_by_role("heading")).to_have_text("Anna invites you to play blue")
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.button("Play blue").click()
    expect(ben.page.locator(".beneath .who")).to_have_text("Ben")
    watcher = visit(f"/play/{match}")
    for visitor in (anna, ben, watcher):
        expect(visitor.page.get_by_role("img", name="online")).to_have_count(2)
        expect(visitor.page.locator(".audience")).to_have_text("1 spectator")

    # Twenty moves; after the seventh Anna takes hers back, and plays it again.
    players = [anna, ben]
    for ply in range(PLIES):
        play_first_move(site, match, players)
        for visitor in (anna, ben, watcher):
            visitor.expect_moves(ply + 1)
        if ply == 6:
            anna.button("Take back").click()
            for visitor, told in (
                (anna, "You asked to take back your move. Waiting for an answer …"),
                (watcher, "Anna asks to take back a move."),
            ):
                expect(visitor.page.locator(".asking")).to_have_text(told)
            ben.button("Let it be taken back").click()
            for visitor in (anna, ben, watcher):
                visitor.expect_moves(ply)
            expect(anna.page.locator(".asking")).to_have_text("Ben let you take back your move.")
            play_first_move(site, match, players)
            for visitor in (anna, ben, watcher):
                visitor.expect_moves(ply + 1)
        if ply == 10:
            # Offers that are declined change nothing.
            mover = players[1 - state_of(site, match)["to_move"]]
            mover.button("Take back").click()
            other = players[state_of(site, match)["to_move"]]
            other.button("Decline").click()
            expect(mover.page.locator(".asking")).to_contain_text("did not let you take back your move.")

    # A draw is offered and declined.
    ben.button("Draw").click()
    ben.button("Offer a draw").click()
    expect(watcher.page.locator(".asking")).to_have_text("Ben offers a draw.")
    anna.button("Decline").click()
    expect(ben.page.locator(".asking")).to_have_text("Anna declined the draw.")
    expect(watcher.page.locator(".asking")).to_be_hidden()

    # Ben is gone for a moment, and comes back.
    ben.page.goto("/rules/turm")
    for visitor in (anna, watcher):
        expect(visitor.page.get_by_role("img", name="offline")).to_have_count(1)
        expect(visitor.page.locator("#said")).to_have_text("Ben has left.")
    ben.page.go_back()
    expect(anna.page.get_by_role("img", name="online")).to_have_count(2)
    expect(anna.page.locator("#said")).to_have_text("Ben is back.")

    confirm(anna, "Resign", "Resign")
    for visitor, told in ((anna, "You lost"), (ben, "You won"), (watcher, "blue wins: red resigned")):
        expect(visitor.page.locator("h1.status")).to_have_text(told)

    # A rematch with sides changed.
    ben.button("Rematch").click()
    anna.button("Accept the rematch").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_url(re.compile(f"/play/(?!{match})"))
    again = anna.match_id()
    assert ben.match_id() == again
    for visitor, side in ((anna, "Blue"), (ben, "Red")):
        expect(visitor.page.locator(".beneath")).to_contain_text(side)
    watcher.button("Go to the rematch").click()
    watcher.page.wait_for_url(f"**/play/{again}")
    play_first_move(site, again, [ben, anna])
    for visitor in (anna, ben, watcher):
        visitor.expect_moves(1)
        expect(visitor.page.get_by_role("img", name="online")).to_have_count(2)

    # Both sides have not moved yet: the game can be ended without a result.
    confirm(anna, "Abort", "Abort")
    for visitor in (anna, ben, watcher):
        expect(visitor.page.locator("h1.status")).to_have_text("No result")
        expect(visitor.page.locator(".reason")).to_have_text("no result: blue aborted the game")


def test_a_game_is_claimed_from_an_opponent_who_has_left(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", "human", "open", clock=CLOCK, names=["Anna", None])
    tokens[1] = site.post(f"/api/matches/{match}/join", {"name": "Ben"})["token"]
    for ply, move in enumerate(("D5-D4-1", "D3-C3-1", "C6-C5-1")):
        site.move(match, tokens[ply % 2], move, ply)
    anna, ben = (visit(f"/play/{match}#token={token}&side={side}") for side, token in enumerate(tokens))
    expect(anna.page.get_by_role("img", name="online")).to_have_count(2)
    anna.page.clock.install()
    ben.page.goto("/rules/turm")
    expect(anna.page.locator(".asking")).to_have_text("Ben has left. You can end the game after a minute.")
    expect(anna.button("Claim the win")).to_have_count(0)
    anna.page.clock.fast_forward(61_000)
    anna.button("Claim the win").click()
    # The server counts for itself.
    expect(anna.page.locator("#notices")).to_contain_text("expected at least 60")
    ben.page.go_back()
    expect(anna.page.locator(".asking")).to_be_hidden()


def test_an_open_game_finds_an_opponent_and_a_spectator_in_the_lobby(visit: Visit) -> None:
    anna, ben, carla = (visit("/") for _ in range(3))
    anna.button("Play Congo").click()
    form = anna.page.locator("dialog[open]")
    form.get_by_text("Anyone (listed in the lobby)").click()
    form.get_by_label("Your name").fill("Anna")
    form.get_by_text("Other", exact=True).click()
    form.get_by_label("Minutes a side").fill("1.5")
    form.get_by_label("Seconds more for each move").fill("4")
    form.get_by_role("button", name="Start game").click()
    match = anna.match_id()
    expect(anna.page.locator(".asking")).to_contain_text("Anyone can join from the lobby")

    offer = ben.page.get_by_role("region", name="Open games").get_by_role("listitem").filter(has_text="Anna")
    expect(offer).to_contain_text("Congo, Full game")
    expect(offer).to_contain_text("90 seconds + 4 s")
    expect(offer).to_contain_text("You play black")
    # The own game is not offered to oneself.
    anna.open("/")
    expect(anna.page.locator(f".stored-game a[href='/play/{match}']")).to_be_visible()
    with anna.page.expect_response("**/api/lobby"):
        pass
    expect(anna.page.locator(".listed-game", has_text="Anna")).to_have_count(0)
    anna.page.go_back()

    offer.get_by_role("link", name="Join Anna, Congo, Full game").click()
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.button("Play black").click()
    expect(anna.page.locator(".hint")).to_have_text("Your move")

    running = carla.page.get_by_role("region", name="Games to watch").get_by_role("listitem").filter(has_text="Anna")
    expect(running).to_contain_text("Anna – Ben")
    running.get_by_role("link").click()
    carla.page.wait_for_url(f"**/play/{match}")
    expect(anna.page.locator(".audience")).to_have_text("1 spectator")

    # A clock that is out of bounds is not accepted.
    carla.open("/")
    carla.button("Play Congo").click()
    form = carla.page.locator("dialog[open]")
    form.get_by_text("Other", exact=True).click()
    form.get_by_label("Minutes a side").fill("500")
    form.get_by_role("button", name="Start game").click()
    expect(form.locator("input:invalid")).to_have_count(1)
    assert carla.page.url.endswith("/")
