"""An evening of two people, and of a third one who watches: every browser sees what it should."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.web.page.browsing import PHONE, Visitor, state_of
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

PLIES = 20
CLOCK = {"seconds": 1800, "increment": 5}


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
            ben.button("Accept the takeback").click()
            for visitor in (anna, ben, watcher):
                visitor.expect_moves(ply)
            expect(anna.page.locator(".asking")).to_have_text("Ben accepted the takeback.")
            play_first_move(site, match, players)
            for visitor in (anna, ben, watcher):
                visitor.expect_moves(ply + 1)
        if ply == 10:
            # Offers that are declined change nothing.
            mover = players[1 - state_of(site, match)["to_move"]]
            mover.button("Take back").click()
            other = players[state_of(site, match)["to_move"]]
            other.button("Decline").click()
            expect(mover.page.locator(".asking")).to_contain_text("declined the takeback.")

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

    # Ben reviews the game, and comes back.
    ben.button("Review").click()
    ben.page.wait_for_url("**/analyse/turm**")
    expect(ben.page.locator(".accuracy tbody tr")).to_have_count(2)
    expect(ben.page.locator(".accuracy tbody tr").first).to_contain_text("%")
    ben.page.go_back()

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
    expect(anna.page.get_by_role("img", name="offline")).to_have_count(1)
    expect(anna.button("Claim the win")).to_have_count(0)
    anna.page.clock.fast_forward(61_000)
    anna.button("Claim the win").click()
    # The server counts for itself.
    expect(anna.page.locator("#notices")).to_contain_text("expected at least 60")
    ben.page.go_back()
    expect(anna.page.locator(".asking")).to_be_hidden()


RECORDER = """
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.heard.push(this.type);
        return start.apply(this, when);
    };
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { return (this.permission = 'granted'); }
        static told = [];
        constructor(title, {body}) { Notification.told.push(`${title}: ${body}`); }
        close() {}
    };
    window.away = false;
    Object.defineProperty(document, 'hidden', {get: () => window.away});
"""
"""Notes sounds and notifications, and lets the page be hidden."""


def test_the_opponent_s_moves_are_heard_and_those_of_a_hidden_page_are_notified(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", "human", "open", names=["Anna", None])
    anna = visit("/rules/turm")
    anna.page.add_init_script(RECORDER)
    anna.open(f"/play/{match}#token={tokens[0]}&side=0")
    expect(anna.page).to_have_title(re.compile("^(?!●)"))
    heard, told = ("() => window.heard.length", "() => Notification.told")
    tokens[1] = site.post(f"/api/matches/{match}/join", {"name": "Ben"})["token"]
    anna.play({"text": "D5-D4-1", "paths": [["D5", "D4"]]}, anna.press)
    quiet = anna.page.evaluate(heard)
    site.move(match, tokens[1], "D3-C3-1", 1)
    anna.expect_moves(2)
    expect(anna.page).to_have_title(re.compile("^● "))
    assert anna.page.evaluate(heard) == quiet + 1
    # Not before the user has agreed, nor on a page that can be seen.
    assert anna.page.evaluate(told) == []
    anna.button("Notify me").click()
    expect(anna.button("Notify me")).to_have_attribute("aria-pressed", "true")
    anna.button("Sounds: on").click()
    silent = anna.page.evaluate(heard)
    anna.play({"text": "C6-C5-1", "paths": [["C6", "C5"]]}, anna.press)
    anna.page.evaluate("() => { window.away = true; }")
    site.move(match, tokens[1], "C3-D3-1", 3)
    anna.expect_moves(4)
    assert anna.page.evaluate(told) == ["Turm & Wächter, Centre: Ben has moved: C3-D3-1."]
    site.post(f"/api/matches/{match}/resign", token=tokens[1])
    expect(anna.page.locator("h1.status")).to_have_text("You won")
    assert anna.page.evaluate(told)[1:] == ["Turm & Wächter, Centre: You won. Red wins: blue resigned."]
    assert anna.page.evaluate(heard) == silent
    # Both choices are remembered.
    anna.page.reload()
    expect(anna.button("Sounds: off")).to_be_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_an_invitation_is_read_the_rules_are_looked_at_and_it_is_declined(
    width: int, visit: Visit, site: Served
) -> None:
    match, tokens, _ = site.new_match("congo:full", "human", "open", clock=CLOCK, names=["Anna", None])
    anna = visit(f"/play/{match}#token={tokens[0]}&side=0")
    ben = visit(f"/play/{match}", viewport={"width": width, "height": 740})
    form = ben.page.locator(".join")
    expect(form).to_contain_text("Congo, Full game. 30 minutes + 5 s. White moves first.")
    expect(ben.page.locator(".which")).to_contain_text("All the animals from the start")
    form.get_by_role("link", name="Learn the game").click()
    ben.page.wait_for_url("**/learn/congo")
    expect(ben.page.locator("main h1")).to_be_visible()
    ben.page.go_back()
    confirm(ben, "Decline", "Decline")
    for visitor in (anna, ben):
        expect(visitor.page.locator("h1.status")).to_have_text("No result")
        expect(visitor.page.locator(".reason")).to_have_text("no result: the invitation was declined")
    expect(ben.button("Play black")).to_have_count(0)


def test_an_open_game_finds_an_opponent_and_a_spectator_in_the_lobby(visit: Visit) -> None:
    anna, ben, carla = (visit("/") for _ in range(3))
    anna.button("Play Congo").click()
    form = anna.page.locator("dialog[open]")
    form.get_by_text("Anyone (listed in the lobby)").click()
    form.get_by_label("Your name").fill("Anna")
    form.get_by_text("Other", exact=True).click()
    form.get_by_label("Minutes a side").fill("1.5")
    form.get_by_label("Extra seconds per move").fill("4")
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


def test_a_club_plays_an_event_and_sees_its_table(visit: Visit, site: Served) -> None:
    organiser, anna, ben = visit("/"), visit("/rules/turm"), visit("/rules/turm", viewport=PHONE)
    organiser.button("New event").click()
    form = organiser.page.locator("dialog[open]")
    form.get_by_label("Name of the event").fill("Club evening")
    form.get_by_role("combobox", name="Game").select_option(label="Turm & Wächter, Castle")
    form.get_by_role("button", name="Create the event").click()
    expect(organiser.page.get_by_role("heading", level=1)).to_have_text("Club evening")
    expect(organiser.button("Start the event")).to_be_disabled()
    link = organiser.page.get_by_label("Link", exact=True).input_value()

    # Everybody joins by the same link; a name is there once.
    for visitor, name in ((anna, "Anna"), (ben, "Ben")):
        visitor.open(link)
        visitor.page.get_by_role("textbox", name="Your name").fill("Anna")
        visitor.button("Join").click()
        if name == "Ben":
            expect(visitor.page.locator("#notices")).to_contain_text("there is a player called 'Anna' already")
            visitor.page.get_by_role("textbox", name="Your name").fill(name)
            visitor.button("Join").click()
        expect(visitor.page.locator(".event-top")).to_contain_text("You have joined.")
    organiser.page.get_by_role("textbox", name="Your name").fill("Olga")
    organiser.button("Join").click()
    expect(organiser.page.locator(".event-players li")).to_have_count(3)
    confirm(organiser, "Start the event", "Start")
    expect(organiser.page.get_by_role("heading", name="Round 3")).to_be_visible()

    # Three players: in each round two play, and one is free.
    players = {"Anna": anna, "Ben": ben, "Olga": organiser}
    api = f"/api/events/{link.split('/')[-1]}"
    for number in range(3):
        event = site.get(api)
        ((first, second),) = (
            [next(each["name"] for each in event["players"] if each["number"] == player) for player in game["players"]]
            for game in event["rounds"][number]
        )
        (free,) = set(players) - {first, second}
        for name, side, opponent in ((first, "red", second), (second, "blue", first)):
            link_of = players[name].page.get_by_role("link", name=f"Play {opponent} (you are {side})")
            link_of.click()
            players[name].match_id()
        expect(players[free].page.locator(".event-top a[href^='/play/']")).to_have_count(0)
        players[first].play({"text": "D5-D4-1", "paths": [["D5", "D4"]]}, players[first].press)
        players[second].expect_moves(1)
        expect(players[second].button("Abort")).to_have_count(0)
        confirm(players[second], "Resign", "Resign")
        for name in (first, second):
            expect(players[name].page.locator("h1.status")).to_have_text("You won" if name == first else "You lost")
            expect(players[name].button("Rematch")).to_have_count(0)
            players[name].page.get_by_role("link", name="Back to the event").click()
            expect(players[name].page.locator(".standings")).to_be_visible()
    for visitor in players.values():
        expect(visitor.page.locator(".event-over")).to_contain_text("The event is over.")
        expect(visitor.page.locator(".standings tbody tr")).to_have_count(3)
        expect(visitor.page.locator(".standings tbody td:nth-child(3)")).to_have_text(["1", "1", "1"])


def test_a_decision_is_announced_when_it_is_made_and_blank_names_are_refused(visit: Visit, site: Served) -> None:
    made = site.post("/api/events", {"title": "Club evening", "game": "turm"})
    event = made["event"]["id"]
    organiser = visit("/")
    parts = {event: {"organiser": made["token"]}}
    organiser.page.evaluate("parts => localStorage.setItem('boardwright.events', JSON.stringify(parts))", parts)
    organiser.open(f"/events/{event}")
    name = organiser.page.get_by_role("textbox", name="Your name")
    name.fill("  ")
    expect(organiser.page.locator("input:invalid")).to_have_count(1)
    name.fill("A B")
    expect(organiser.page.locator("input:invalid")).to_have_count(0)
    for player in ("Anna", "Ben"):
        site.post(f"/api/events/{event}/join", {"name": player})
    site.post(f"/api/events/{event}/start", token=made["token"])
    refusal = {"status": 409, "json": {"error": "the game is over"}}
    organiser.page.route("**/decide", lambda route: route.fulfill(**refusal))
    notices = organiser.page.locator("#notices")
    for text, other in (("the game is over", "The game is decided."), ("The game is decided.", "")):
        organiser.page.get_by_role("button", name="Decide").click()
        organiser.page.locator("dialog[open]").get_by_role("button", name="Draw").click()
        expect(notices).to_contain_text(text)
        if other:
            expect(notices).not_to_contain_text(other)
        organiser.page.unroute("**/decide")
    expect(organiser.page.locator(".event-over")).to_be_visible()
