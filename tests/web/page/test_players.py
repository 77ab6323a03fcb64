"""Two players on the page: joining, offers, rematches, and a board that stays where it is whoever plays."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, FloatRect, Locator, Route, expect
from tests.web.page.browsing import Visitor
from tests.web.server_process import Served

from boardwright.web.live_games import SHOW_PACE

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

LONG_NAMES = ["Wolfeschlegelsteinhausenbergerdorff Anna", "M" * 40]
CLOCK = {"seconds": 5400, "increment": 5}
WIN_IN_ONE = "7/7/7/7/3RG3/7/BG6 r"


def box_of(visitor: Visitor) -> FloatRect:
    """Where the board is in the window."""
    box = visitor.board.bounding_box()
    assert box is not None
    return box


def is_inside(found: Locator, visitor: Visitor) -> bool:
    """Whether all of an element is in the window."""
    expect(found).to_be_visible()
    # An element that is replaced while it is measured has no box.
    boxes = (found.bounding_box() for _ in range(100))
    box, size = next((box for box in boxes if box is not None), None), visitor.page.viewport_size
    assert box is not None
    assert size is not None
    return bool(
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


def joined(site: Served, game: str = "turm", **more: Any) -> tuple[str, list[str]]:
    """A match between Anna and Ben, with their tokens."""
    match, tokens, _ = site.new_match(game, "human", "open", **{"names": ["Anna", None], **more})
    tokens[1] = site.post(f"/api/matches/{match}/join", {"name": "Ben"})["token"]
    return match, tokens


def seats_of(match: str, tokens: list[str]) -> list[str]:
    """The addresses at which the players sit."""
    return [f"/play/{match}#token={token}&side={side}" for side, token in enumerate(tokens)]


def expect_all_of_no_moves(visitor: Visitor) -> None:
    """That the empty list of moves says so, and is wide enough for it."""
    moves = visitor.page.get_by_role("region", name="Moves")
    expect(moves).to_have_text("No moves yet")
    assert moves.evaluate("element => element.scrollWidth <= element.clientWidth")


def offer_draw(visitor: Visitor) -> None:
    visitor.button("Draw").click()
    visitor.button("Offer a draw").click()


@pytest.mark.parametrize("first", ["news", "answer"])
def test_whoever_joins_has_the_page_of_a_player_at_once(first: str, visit: Visit, site: Served) -> None:
    """Whether the answer to the request or the news over the socket comes first."""
    match, _, _ = site.new_match("turm", "human", "open", names=["Anna", None])
    visitor = visit(f"/play/{match}")
    held: list[tuple[Route, APIResponse]] = []
    if first == "news":
        visitor.page.route("**/join", lambda route: held.append((route, route.fetch())))
    else:
        visitor.page.route_web_socket("**/live", lambda _: None)
        visitor.page.reload()
    visitor.page.get_by_role("textbox", name="Your name").fill("Ben")
    visitor.button("Play blue").click()
    if first == "news":
        expect(visitor.page.locator(".who", has_text="Ben")).to_be_visible()
        # The news may be on the page before the answer has reached the route.
        while not held:
            visitor.page.wait_for_timeout(10)
        route, answer = held[0]
        route.fulfill(response=answer)
    expect(visitor.page.locator(".beneath .who")).to_have_text("Ben")
    for action in ("Draw", "Resign"):
        expect(visitor.button(action)).to_be_visible()
    expect(visitor.button("Engine")).to_have_count(0)
    expect(visitor.button("Play blue")).to_have_count(0)
    expect(visitor.page.locator(".hint")).to_have_text("Red to move")
    assert visitor.square("A1").bounding_box()["y"] > visitor.square("A7").bounding_box()["y"]  # type: ignore[index]


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("opponent", ["open", "engine:10"])
def test_no_name_and_no_clock_moves_the_board_on_a_phone(opponent: str, width: int, visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", "human", opponent, clock=CLOCK, names=[LONG_NAMES[0], None])
    if opponent == "open":
        tokens[1] = site.post(f"/api/matches/{match}/join", {"name": LONG_NAMES[1]})["token"]
    visitor = visit(seats_of(match, tokens)[0], viewport={"width": width, "height": 740})
    before = box_of(visitor)
    assert before["x"] >= 0
    assert before["x"] + before["width"] <= width
    visitor.press("D5")
    visitor.press("D4")
    expect(visitor.page.locator(".turns .ply").first).to_be_visible()
    assert box_of(visitor) == before
    if opponent == "open":
        site.move(match, tokens[1], "D3-C3-1", 1)
    visitor.expect_moves(2)
    expect(visitor.page.locator(".beneath .on-move")).to_be_visible()
    assert box_of(visitor) == before
    assert visitor.page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (568, 320)], ids=str)
def test_names_and_clocks_are_in_sight_where_the_window_is_low(
    size: tuple[int, int], visit: Visit, site: Served
) -> None:
    match, tokens = joined(site, clock=CLOCK, names=[LONG_NAMES[0], None])
    site.move(match, tokens[0], "D5-D4-1", 0)
    visitor = visit(seats_of(match, tokens)[1], viewport={"width": size[0], "height": size[1]})
    visitor.expect_moves(1)
    for shown in (".above", ".beneath"):
        for part in (".who", ".clock", ".seat"):
            assert is_inside(visitor.page.locator(f"{shown} {part}"), visitor), (shown, part)
    own = visitor.page.locator(".beneath .who").bounding_box()
    assert own is not None
    assert own["width"] > 20
    assert is_inside(visitor.board, visitor)


@pytest.mark.parametrize("size", [(390, 844), (412, 740), (360, 740), (390, 664), (320, 568), (844, 390)], ids=str)
@pytest.mark.parametrize("game", ["turm", "margrites"])
def test_moves_and_the_way_through_them_are_in_sight_on_a_phone(
    game: str, size: tuple[int, int], visit: Visit, site: Served
) -> None:
    match, tokens = joined(site, game, clock=CLOCK)
    for ply in range(6):
        state = site.get(f"/api/matches/{match}")["state"]
        site.move(match, tokens[state["to_move"]], state["moves"][0]["text"], ply)
    played = " ".join(move["text"] for move in site.get(f"/api/matches/{match}")["moves"])
    visitor = visit(f"/analyse/{game}#moves={played}", viewport={"width": size[0], "height": size[1]})
    steps = [visitor.button(name) for name in ("First position", "Move back", "Move forward", "Last position")]
    current = visitor.page.locator(".turns .ply[aria-current]")
    for path in ("", seats_of(match, tokens)[0]):
        if path:
            visitor.open(path)
        visitor.expect_moves(6)
        for shown in (visitor.board, current, *steps):
            assert is_inside(shown, visitor), (path, shown)
    visitor.button("First position").click()
    expect(visitor.page.locator(".hint")).to_contain_text("You are looking at the start.")
    visitor.button("Move forward").click()
    expect(visitor.page.locator(".hint")).to_contain_text("You are looking at move 1.")
    assert is_inside(current, visitor)
    visitor.button("Back to the game").click()
    expect(visitor.page.locator(".hint")).not_to_contain_text("You are looking")


@pytest.mark.parametrize("size", [(360, 740), (390, 664), (320, 568), (844, 390), (640, 400)], ids=str)
def test_an_offer_is_answered_without_scrolling_on_a_phone(size: tuple[int, int], visit: Visit, site: Served) -> None:
    match, tokens = joined(site, "margrites", clock=CLOCK)
    visitor = visit(seats_of(match, tokens)[1], viewport={"width": size[0], "height": size[1]})
    expect(visitor.button("Resign")).to_be_visible()
    before = box_of(visitor)
    site.post(f"/api/matches/{match}/draw", {"action": "offer"}, token=tokens[0])
    for answer in ("Accept the draw", "Decline"):
        assert is_inside(visitor.button(answer), visitor)
    assert box_of(visitor) == before
    visitor.button("Decline").click()
    expect(visitor.page.locator(".asking")).to_be_hidden()
    expect_all_of_no_moves(visitor)


def test_an_invitation_says_who_invites_to_what(visit: Visit, site: Served) -> None:
    clock = {"seconds": 600, "increment": 5}
    match, _, _ = site.new_match("congo:full", "open", "human", clock=clock, names=[None, "Anna"])
    visitor = visit(f"/play/{match}")
    form = visitor.page.locator(".join")
    expect(form.get_by_role("heading")).to_have_text("Anna invites you to play white")
    expect(form).to_contain_text("Congo, Full game. 10 minutes + 5 s.")
    match, _, _ = site.new_match("margrites", "human", "open")
    visitor.open(f"/play/{match}")
    expect(form.get_by_role("heading")).to_have_text("You are invited to play white")
    expect(form).to_contain_text("Margrites. No clock.")


@pytest.mark.parametrize("width", [320, 360])
def test_an_invitation_is_accepted_without_scrolling_on_a_phone(width: int, visit: Visit, site: Served) -> None:
    match, _, _ = site.new_match("turm", "human", "open", names=[LONG_NAMES[0], None])
    visitor = visit(f"/play/{match}", viewport={"width": width, "height": 740})
    assert is_inside(visitor.button("Play blue"), visitor)
    expect_all_of_no_moves(visitor)


def test_who_waits_for_an_opponent_reads_it_once(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", "human", "open")
    visitor = visit(seats_of(match, tokens)[0])
    expect(visitor.page.locator("h1.status")).to_have_text("No opponent yet")
    expect(visitor.page.get_by_text("Waiting for opponent")).to_have_count(1)
    expect(visitor.page.locator(".on-move")).to_have_count(0)
    copy = visitor.page.locator(".asking").get_by_role("button", name="Copy")
    assert copy.evaluate("button => button.scrollWidth <= button.clientWidth")
    box = copy.bounding_box()
    assert box is not None
    assert box["height"] < 45
    site.post(f"/api/matches/{match}/join", {"name": "Ben"})
    expect(visitor.page.locator("h1.status")).to_have_text("red to move")
    expect(visitor.page.locator(".beneath .on-move")).to_be_visible()


def test_every_board_says_which_game_it_is(visit: Visit, site: Served) -> None:
    match, _, _ = site.new_match("congo")
    visitor = visit(f"/play/{match}")
    for path, title, note in (
        ("", "Congo, Course start", "The smaller start of a university course"),
        ("/analyse/turm:castle", "Turm & Wächter, Castle", "the square on which the enemy guard began"),
        ("/analyse/draughts", "International draughts", "as many as you can"),
    ):
        if path:
            visitor.open(path)
        expect(visitor.page.locator(".which b")).to_have_text(title)
        expect(visitor.page.locator(".which")).to_contain_text(note)
        expect(visitor.page).to_have_title(re.compile(f"{title}.*- Boardwright"))


def test_both_players_agree_on_a_rematch_and_change_sides(visit: Visit, site: Served) -> None:
    match, tokens = joined(site, clock=CLOCK)
    anna, ben = (visit(path) for path in seats_of(match, tokens))
    watcher = visit(f"/play/{match}")
    anna.button("Resign").click()
    anna.page.locator("dialog").get_by_role("button", name="Resign").click()
    for visitor, told in ((anna, "You lost"), (ben, "You won"), (watcher, "blue wins: red resigned")):
        expect(visitor.page.locator("h1.status")).to_have_text(told)
        expect(visitor.button("Take back")).to_have_count(0)
    for visitor, reason in ((anna, "you resigned"), (ben, "red resigned"), (watcher, "")):
        expect(visitor.page.locator(".reason")).to_have_text(reason)
    expect(watcher.button("Rematch")).to_have_count(0)
    boxes = """() => [...document.querySelectorAll('.actions .tools button')]
        .map((button) => [button.textContent, JSON.stringify(button.getBoundingClientRect())])
        .filter(([text]) => ['Flip', 'Rematch'].includes(text))"""
    places = anna.page.evaluate(boxes)
    assert len(places) == 2
    ben.button("Rematch").click()
    expect(ben.page.locator(".asking")).to_contain_text("You offered a rematch.")
    expect(anna.page.locator(".asking")).to_contain_text("Ben offers a rematch.")
    # What is offered does not move the buttons under the pointer.
    assert anna.page.evaluate(boxes) == places
    anna.button("Decline").click()
    expect(ben.page.locator(".asking")).to_have_text("Anna declined the rematch.")
    ben.button("Rematch").click()
    anna.button("Accept the rematch").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_url(re.compile(f"/play/(?!{match})"))
        expect(visitor.button("Resign")).to_be_visible()
    assert anna.page.url == ben.page.url
    expect(ben.page.locator(".beneath")).to_contain_text("Ben")
    expect(ben.page.locator(".beneath")).to_contain_text("Red")
    expect(ben.page.get_by_role("timer").first).to_have_text("1:30:00")
    ben.press("D5")
    ben.press("D4")
    anna.expect_moves(1)
    expect(anna.page.locator(".hint")).to_have_text("Your move")
    watcher.button("Go to the rematch").click()
    watcher.expect_moves(1)
    expect(watcher.button("Resign")).to_have_count(0)
    # The seats are kept like those of other games.
    ben.page.reload()
    expect(ben.button("Resign")).to_be_visible()


def test_a_game_against_the_engine_is_played_again_with_the_other_side_and_the_same_clock(
    visit: Visit, site: Served
) -> None:
    clock = {"seconds": 77, "increment": 3}
    match, tokens, _ = site.new_match("turm", "human", "engine:1", clock=clock, position=WIN_IN_ONE)
    visitor = visit(seats_of(match, tokens)[0])
    visitor.press("D3")
    visitor.press("D4")
    expect(visitor.page.locator("h1.status")).to_have_text("You won")
    expect(visitor.page.locator(".hint")).to_have_text("You won")
    expect(visitor.button("Take back")).to_have_count(0)
    visitor.button("Play again").click()
    visitor.page.wait_for_url(re.compile(f"/play/(?!{match})"))
    expect(visitor.page.locator(".beneath")).to_contain_text("Blue")
    again = site.get(f"/api/matches/{visitor.match_id()}")
    assert [seat["kind"] for seat in again["seats"]] == ["engine", "human"]
    assert (again["start"], again["clock"]["seconds"], again["clock"]["increment"]) == (WIN_IN_ONE, 77, 3)


def test_one_person_plays_both_sides_again_and_takes_nothing_back_after_the_end(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("turm", position=WIN_IN_ONE)
    visitor = visit(seats_of(match, tokens)[0])
    visitor.open(seats_of(match, tokens)[1])
    visitor.press("D3")
    visitor.press("D4")
    expect(visitor.page.locator("h1.status")).to_have_text("red wins: the red guard has reached D4")
    expect(visitor.button("Play again")).to_be_visible()
    expect(visitor.button("Take back")).to_have_count(0)
    visitor.button("Play again").click()
    visitor.page.wait_for_url(re.compile(f"/play/(?!{match})"))
    expect(visitor.page.locator("h1.status")).to_have_text("red to move")


@pytest.mark.parametrize("way", ["decline", "move"])
def test_whoever_offers_a_draw_hears_that_it_was_declined(way: str, visit: Visit, site: Served) -> None:
    match, tokens = joined(site)
    visitor = visit(seats_of(match, tokens)[1])
    asking = visitor.page.locator(".asking")
    offer_draw(visitor)
    expect(asking).to_contain_text("You offered a draw.")
    expect(visitor.button("Draw")).to_be_disabled()
    if way == "decline":
        site.post(f"/api/matches/{match}/draw", {"action": "decline"}, token=tokens[0])
    else:
        site.move(match, tokens[0], "D5-D4-1", 0)
    expect(asking).to_have_text("Anna declined the draw.")
    expect(visitor.page.locator("#notices")).to_contain_text("Anna declined the draw")
    if way == "decline":
        site.move(match, tokens[0], "D5-D4-1", 0)
    visitor.press("D3")
    visitor.press("C3")
    visitor.expect_moves(2)
    expect(asking).to_be_hidden()


def test_the_engine_answers_an_offer_of_a_draw(visit: Visit, site: Served) -> None:
    match, tokens, begun = site.new_match("turm", "human", "engine:1")
    visitor = visit(seats_of(match, tokens)[0])
    visitor.button("Draw").click()
    visitor.button("Cancel").click()
    assert site.get(f"/api/matches/{match}")["revision"] == begun["revision"]
    offer_draw(visitor)
    expect(visitor.page.locator(".asking")).to_have_text("The engine declined the draw.")
    expect(visitor.button("Draw")).to_be_enabled()
    # An answer is gone once the game is over.
    visitor.button("Resign").click()
    visitor.page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(visitor.page.locator("h1.status")).to_have_text("You lost")
    expect(visitor.page.locator(".asking")).to_be_hidden()


def test_who_watches_the_engine_play_itself_may_pause(visit: Visit, site: Served) -> None:
    match, _, _ = site.new_match("congo:full", "engine:1", "engine:1")
    visitor = visit(f"/play/{match}")
    visitor.expect_moves(2)
    visitor.button("Pause").click()
    expect(visitor.page.locator(".hint")).to_have_text("Paused")
    paused = len(site.get(f"/api/matches/{match}")["moves"])
    visitor.page.wait_for_timeout(4000 * SHOW_PACE)
    # The move that the engine was thinking about is still made.
    assert len(site.get(f"/api/matches/{match}")["moves"]) <= paused + 1
    visitor.button("Resume").click()
    visitor.expect_moves(paused + 2)
