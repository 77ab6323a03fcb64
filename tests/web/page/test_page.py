"""What the page does besides moving: look, take back, share, set up, paste, analyse, and bear what goes wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect
from tests.web.page.browsing import DESKTOP, PHONE, WAIT, Visitor, state_of, visiting
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.played_game import PlayedGame
from boardwright.registry import BUILT_IN

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]


def begin(visitor: Visitor, title: str, opponent: str, **chosen: str) -> str:
    """Begin a match from the lobby; the choices by what is chosen."""
    visitor.open("/")
    visitor.page.get_by_role("button", name=f"Play {title}").click()
    form = visitor.page.locator("dialog[open]")
    form.get_by_text(opponent, exact=True).click()
    for label in chosen.values():
        form.get_by_text(label, exact=True).click()
    form.get_by_role("button", name="Start game").click()
    match = visitor.match_id()
    expect(visitor.board).to_be_visible()
    return match


def notices(visitor: Visitor) -> Locator:
    return visitor.page.locator("#notices .notice")


def pieces_on(visitor: Visitor) -> dict[str, str]:
    """What stands on which square, as it is said of each."""
    told = visitor.board.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    said = (text.split(", ") for text in told)
    return {name: words[0] for name, *words in said if words[-1] != "empty" and "off the board" not in words}


def test_the_lobby_draws_every_game(visit: Visit) -> None:
    cards = visit().page.locator(".game:not(.blank)")
    expect(cards).to_have_count(len(BUILT_IN))
    for place, name in enumerate(BUILT_IN):
        game = type(find_game(name))(find_game(name).featured_variant)
        view = game.view(game.start())
        expect(cards.nth(place).get_by_role("heading")).to_have_text(game.title)
        expect(cards.nth(place).locator(".cell")).to_have_count(len(view.board.squares) + len(view.board.exits))
        expect(cards.nth(place).locator(".pieces > g")).to_have_count(len(view.pieces))


def test_every_square_says_what_stands_on_it(visit: Visit) -> None:
    visitor = visit("/analyse/turm:centre#position=7/3RG3/2r22r11/3b33/7/1b15/3BG2b1 r")
    expect(visitor.square("D4")).to_have_attribute("aria-label", "D4, goal, blue tower, 3 high")
    expect(visitor.square("C5")).to_have_attribute("aria-label", "C5, red tower, 2 high, can move")
    expect(visitor.square("A1")).to_have_attribute("aria-label", "A1, empty")
    visitor.press("C5")
    expect(visitor.square("C5")).to_have_attribute("aria-selected", "true")
    expect(visitor.square("C6")).to_have_attribute("aria-label", "C6, empty, possible move")


def test_a_move_is_chosen_shown_listed_and_taken_back(visit: Visit, site: Served) -> None:
    visitor = visit()
    match = begin(visitor, "Turm", "The engine", side="Red (moves first)")
    before = pieces_on(visitor)
    visitor.press("D5")
    assert set(visitor.board.locator(".touch").evaluate_all("all => all.map(each => each.dataset.name)")) == {
        "C5", "D4", "D6", "E5",
    }  # fmt: skip
    visitor.press("D4")
    visitor.expect_moves(2)
    expect(visitor.page.locator(".turns .ply").first).to_have_text("D5-D4-1")
    visitor.button("Take back").click()
    visitor.expect_moves(0)
    expect(visitor.square("D5")).to_have_attribute("aria-label", "D5, red tower, can move")
    assert pieces_on(visitor) == before
    assert site.get(f"/api/matches/{match}")["moves"] == []


def test_a_piece_is_dragged(visit: Visit) -> None:
    visitor = visit("/analyse/draughts")
    visitor.drag("32", "28")
    visitor.expect_moves(1)
    visitor.drag("19", "50")
    expect(visitor.page.locator(".hint")).to_have_text("Move for either side.")
    visitor.drag("19", "23")
    visitor.expect_moves(2)
    visitor.drag("28", "19")
    visitor.expect_moves(3)
    expect(visitor.square("23")).to_have_attribute("aria-label", "23, empty")


def test_a_chain_may_stop_or_go_on(visit: Visit) -> None:
    """The monkey jumps once and could jump again."""
    visitor = visit("/analyse/congo#position=3l3/7/3p3/7/1p5/M6/3L3 w 0")
    visitor.open("/analyse/congo#position=3l3/7/2p4/7/1p5/M6/3L3 w 0")
    visitor.press("a2")
    visitor.press("c4")
    expect(visitor.button("Play a2c4")).to_be_visible()
    expect(visitor.square("b3")).to_have_attribute("aria-label", "b3, black pawn")
    visitor.page.keyboard.press("Escape")
    expect(visitor.square("a2")).to_have_attribute("aria-label", "a2, white monkey, can move")
    visitor.press("a2")
    visitor.press("c4")
    visitor.press("c4")
    visitor.expect_moves(1)
    expect(visitor.page.locator(".turns .ply")).to_have_text(["a2c4"])
    expect(visitor.square("b3")).to_have_attribute("aria-label", re.compile("b3, empty"))


def test_the_moves_are_walked_through_with_buttons_and_keys(visit: Visit) -> None:
    visitor = visit("/analyse/draughts#position=W:W31-50:B1-20&moves=32-28 19-23 28x19 14x23")
    visitor.expect_moves(4)
    match = PlayedGame(find_game("draughts"))
    for move in ("32-28", "19-23", "28x19", "14x23"):
        match.play_text(move)
    positions = list(map(match.game.format_position, match.positions))
    shown = visitor.page.locator(".position")
    expect(shown).to_have_text(positions[4])
    for press, ply in (("Home", 0), ("ArrowRight", 1), (".", 2), ("ArrowLeft", 1), ("End", 4), (",", 3)):
        visitor.page.keyboard.press(press)
        expect(shown).to_have_text(positions[ply])
    visitor.button("First position").click()
    expect(shown).to_have_text(positions[0])
    expect(visitor.button("Move back")).to_be_disabled()
    visitor.page.get_by_role("button", name="28x19", exact=True).click()
    expect(shown).to_have_text(positions[3])
    visitor.drag("13", "24")
    expect(visitor.page.locator(".turns .ply")).to_have_text(["32-28", "19-23", "28x19", "14x23", "13x24"])


def test_positions_are_pasted_and_wrong_ones_are_refused_in_the_games_words(visit: Visit) -> None:
    visitor = visit("/analyse/turm:centre")
    visitor.button("Paste").click()
    text = visitor.page.get_by_role("textbox", name="Paste a position or a record")
    text.fill("7/7/7 r")
    visitor.button("Open").click()
    expect(visitor.page.get_by_role("alert")).to_have_text(re.compile("the board has 3 ranks, '7/7/7': expected 7"))
    text.fill("b36/3b12r3/7/7/1r2RG4/2/BG4/6r1 b")
    visitor.button("Open").click()
    expect(visitor.page.locator(".position")).to_have_text("b36/3b12r3/7/7/1r2RG4/2BG4/6r1 b")
    expect(notices(visitor).first).to_contain_text("joined ranks '2' and 'BG4'")


def paste(visitor: Visitor, text: str) -> None:
    visitor.button("Paste").click()
    visitor.page.get_by_role("textbox", name="Paste a position or a record").fill(text)
    visitor.button("Open").click()


@pytest.mark.parametrize(
    "text", ["1. d2d3 d6d5 *", "d2d3 d6d5", "1.d2d3 {why not} d6d5", "congo:standard\n{start}\nd2d3\nd6d5"]
)
def test_moves_are_pasted_without_the_name_of_their_game(text: str, visit: Visit) -> None:
    game = find_game("congo")
    visitor = visit("/analyse/congo:standard")
    paste(visitor, text.replace("{start}", game.format_position(game.start())))
    visitor.expect_moves(2)
    expect(visitor.page.locator("dialog")).to_have_count(0)
    # Others go on from there, and a whole game begins anew.
    paste(visitor, "e2e3")
    expect(visitor.page.locator(".turns .ply")).to_have_text(["d2d3", "d6d5", "e2e3"])
    paste(visitor, "1. c2c3")
    expect(visitor.page.locator(".turns .ply")).to_have_text(["c2c3"])


def test_what_is_neither_a_position_nor_moves_is_told_as_both(visit: Visit) -> None:
    visitor = visit("/analyse/congo:standard")
    paste(visitor, "d2d4")
    expect(visitor.page.get_by_role("alert")).to_have_text(
        re.compile(r"^Not understood. As a position: 'd2d4' has 1 field.* As moves: move 1: 'd2d4' is illegal.*\.$")
    )
    visitor.page.get_by_role("textbox", name="Paste a position or a record").fill(" \n")
    visitor.button("Open").click()
    expect(visitor.page.get_by_role("alert")).to_have_text("Paste a text or choose a file.")
    visitor.expect_moves(0)


@pytest.mark.parametrize("game", ["congo", "margrites", "draughts"])
def test_whatever_is_copied_can_be_pasted(game: str, visit: Visit, site: Served) -> None:
    match, tokens, begun = site.new_match(game)
    state = begun["state"]
    for ply in range(5):
        state = site.move(match, tokens[state["to_move"]], state["moves"][0]["text"], ply)["state"]
    visitor = visit(f"/play/{match}")
    visitor.button("Export").click()
    window = visitor.page.locator("dialog")
    rows = window.locator(".row", has=visitor.page.get_by_role("link", name="Save"))
    labels = rows.locator(".label").all_inner_texts()
    assert labels == ["For programs (JSON)", "Position and moves", "PDN" if game == "draughts" else "Text with tags"]
    expect(window).to_contain_text("You can import these files again")
    addresses = [row.get_by_role("link", name="Save").get_attribute("href") for row in rows.all()]
    for address in addresses:
        visitor.open(f"/analyse/{state['game']}")
        paste(visitor, site.client.get(str(address)).text)
        visitor.expect_moves(5)
        expect(visitor.page.locator(".position")).to_have_text(state["position"])


def test_a_square_that_is_nothing_to_choose_is_told(visit: Visit) -> None:
    visitor = visit("/analyse/congo:standard")
    why, said = visitor.page.locator(".why"), visitor.page.locator("#said")
    for squares, told in (
        (["a1", "a6"], "The giraffe cannot go to a6: the giraffe goes one or two squares straight or diagonally."),
        (["g7"], "The zebra on g7 belongs to black, and white is to move."),
    ):
        for square in squares:
            visitor.press(square)
        expect(why).to_have_text(told)
        expect(said).to_have_text(told)
    visitor.drag("a1", "a5")
    expect(why).to_have_text(re.compile(r"^The giraffe cannot go to a5: .*diagonally\.$"))
    visitor.press("d2")
    expect(why).to_have_text("")
    expect(visitor.page.locator(".hint")).to_contain_text("Choose a square")
    # Who puts a piece back wants nothing else.
    visitor.press("d2")
    expect(why).to_have_text("")
    visitor.open("/analyse/draughts")
    visitor.press("50")
    expect(why).to_have_text("The man on 50 cannot move: the path is blocked on 44; the path is blocked on 45.")


def test_who_is_not_on_the_move_is_told_so(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("congo")
    visitor = visit(f"/play/{match}#token={tokens[1]}&side=1")
    visitor.press("d6")
    expect(visitor.page.locator("#said")).to_have_text("White to move")
    expect(visitor.page.locator(".hint")).to_have_text("White to move")


def test_a_record_is_copied_out_and_pasted_in(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("draughts")
    for ply, move in enumerate(("32-28", "19-23", "28x19")):
        site.move(match, tokens[ply % 2], move, ply)
    record = site.client.get(f"/api/matches/{match}/record?format=pdn").text
    visitor = visit("/")
    visitor.button("Import").click()
    visitor.page.get_by_role("textbox", name="Import a game").fill(record)
    visitor.button("Open").click()
    visitor.page.wait_for_url("**/analyse/draughts*")
    expect(visitor.page.locator(".turns .ply")).to_have_text(["32-28", "19-23", "28x19"])
    visitor.open(f"/play/{match}")
    visitor.button("Export").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save").first.click()
    assert Path(download.value.path()).read_text().startswith("{")


def test_the_engine_shows_its_lines_and_they_can_be_looked_at(visit: Visit) -> None:
    visitor = visit("/analyse/turm:centre#position=7/3RG3/2r22r11/7/7/1b15/3BG2b1 r")
    expect(visitor.page.get_by_role("meter")).to_be_hidden()
    visitor.page.get_by_role("region", name="Engine", exact=True).get_by_role("button", name="Engine").click()
    first = visitor.page.locator(".lines li").first
    expect(first.locator(".score")).to_have_text("Red wins in 3")
    meter = visitor.page.get_by_role("meter")
    expect(meter).to_have_attribute("aria-valuenow", "100")
    # Red's share is above, as red is, until the board is turned.
    expect(meter).to_have_class(re.compile("turned"))
    visitor.button("Flip").click()
    expect(meter).not_to_have_class(re.compile("turned"))
    moves = first.locator(".ply").all_inner_texts()
    assert moves[0] == "D6-D5-1"
    first.locator(".ply").first.hover()
    expect(visitor.square("D5")).to_have_attribute("aria-label", re.compile("D5, red guard"))
    visitor.page.mouse.move(5, 5)
    expect(visitor.square("D6")).to_have_attribute("aria-label", re.compile("D6, red guard"))
    visitor.expect_moves(0)
    first.locator(".ply").first.click()
    visitor.expect_moves(1)
    expect(visitor.page.locator(".turns .ply")).to_have_text(["D6-D5-1"])
    visitor.button("Engine").click()
    expect(visitor.page.locator(".lines li")).to_have_count(0)


def test_what_is_on_its_way_when_the_engine_is_switched_off_is_not_shown(visit: Visit) -> None:
    visitor, found, late = visit(), list[str | bytes](), list[str | bytes]()

    def meddle(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_page(message: str | bytes) -> None:
            found.append(message)
            route.send(message)

        def to_server(message: str | bytes) -> None:
            server.send(message)
            if json.loads(message)["type"] == "stop":
                route.send(found[0])
                late.append(found[0])

        server.on_message(to_page)
        route.on_message(to_server)

    visitor.page.route_web_socket("**/api/analysis", meddle)
    visitor.open("/analyse/congo")
    visitor.button("Engine").click()
    lines = visitor.page.locator(".lines li")
    expect(lines).to_have_count(3)
    visitor.button("Engine").click()
    for _ in range(int(WAIT / 10)):
        if late:
            break
        visitor.page.wait_for_timeout(10)
    assert late
    expect(visitor.page.locator(".search-status")).to_have_text("Switch the engine on to analyse this position.")
    expect(lines).to_have_count(0)


def test_a_finger_taps_a_move_on_a_phone(visit: Visit) -> None:
    visitor = visit("/analyse/margrites", viewport=PHONE, has_touch=True, is_mobile=True)
    for name in ("e2", "e3"):
        visitor.page.touchscreen.tap(*visitor.find(name)[1:])
    visitor.expect_moves(1)
    expect(visitor.page.locator(".notes")).to_have_text("steps left3score0(0)-0(0)")


def test_the_keys_stay_on_what_they_pressed(visit: Visit) -> None:
    visitor = visit("/analyse/congo")
    for name in ("Flip", "3-D", "2-D"):
        visitor.button(name).focus()
        visitor.page.keyboard.press("Enter")
    expect(visitor.button("3-D")).to_be_visible()
    visitor.button("Flip").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.button("Flip")).to_be_focused()
    visitor.choose("a1")
    visitor.choose("c3")
    visitor.expect_moves(1)
    assert visitor.focused() == "c3"


def test_who_walks_quickly_comes_as_far(visit: Visit) -> None:
    visitor = visit("/analyse/draughts#moves=32-28 19-23 28x19 14x23", reduced_motion="no-preference")
    visitor.expect_moves(4)
    visitor.page.keyboard.press("Home")
    for _ in range(3):
        visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.locator("[aria-current]")).to_have_text("28x19")


def test_the_graph_is_drawn_over_the_whole_game(visit: Visit) -> None:
    visitor = visit("/analyse/draughts#position=W:W31-50:B1-20&moves=32-28 19-23 28x19")
    visitor.expect_moves(3)
    visitor.button("Review").click()
    expect(visitor.page.locator(".graph svg")).to_be_visible()
    expect(visitor.button("Review")).to_be_enabled()
    curve = visitor.page.locator(".graph .curve").get_attribute("d")
    assert curve is not None
    # Four positions, and the ends of the graph.
    assert curve.count("L") == 5
    visitor.page.locator(".graph svg").click(position={"x": 1, "y": 20})
    expect(visitor.page.locator(".position")).to_have_text(re.compile("^W:W31,32"))


def test_threats_are_shown_on_request(visit: Visit) -> None:
    visitor = visit("/analyse/congo#position=3l3/7/7/3p3/3P3/7/3L3 w 0")
    visitor.button("Threats").click()
    expect(visitor.board.locator(".arrow.threat")).to_have_count(1)
    expect(visitor.page.locator("#said")).to_have_text("Threats: d4d3")
    visitor.button("Threats").click()
    expect(visitor.board.locator(".arrow.threat")).to_have_count(0)


def test_the_board_is_turned_and_seen_from_in_front(visit: Visit) -> None:
    visitor = visit("/analyse/cabeza")

    def top(name: str) -> float:
        box = visitor.square(name).bounding_box()
        assert box is not None
        return box["y"]

    assert top("09") < top("00")
    expect(visitor.board.locator(".slab")).to_have_count(1)
    visitor.button("Flip").click()
    assert top("09") > top("00")
    visitor.button("2-D").click()
    expect(visitor.board.locator(".slab")).to_have_count(0)
    # The choice is kept for the game.
    visitor.page.reload()
    expect(visitor.button("3-D")).to_be_visible()


def test_pieces_move_on_the_way_and_end_where_they_would_without(visit: Visit) -> None:
    """A roll, a slide, a capture and a drowning: what moves ends in the same picture."""
    drawings = []
    for motion in ("reduce", "no-preference"):
        visitor = visit("/analyse/congo#position=3l3/7/7/C1P3P/3p3/7/4L2 w 3", reduced_motion=motion)
        visitor.press("c4")
        visitor.press("d5")
        visitor.expect_moves(1)
        drowned = visitor.board.locator(".pieces > g").evaluate_all("all => all.map(each => each.outerHTML).sort()")
        visitor.open("/analyse/cabeza")
        visitor.press("30")
        visitor.press("32")
        visitor.press("33")
        visitor.expect_moves(1)
        rolled = visitor.board.locator(".pieces > g").evaluate_all("all => all.map(each => each.outerHTML)")
        drawings.append((drowned, rolled))
    assert len(drawings[0][0]) == 5
    assert drawings[0] == drawings[1]


def test_a_block_that_rolls_hides_no_square(visit: Visit) -> None:
    visitor = visit("/analyse/cabeza", reduced_motion="no-preference")
    visitor.press("30")
    visitor.press("32")
    rolling = ".pieces > g:not([data-name])"
    visitor.page.wait_for_function("(rolling) => document.querySelector(rolling)", arg=rolling)
    expect(visitor.page.locator(rolling)).to_have_count(0)


def test_the_link_brings_a_second_player_and_watchers(visit: Visit, site: Served) -> None:
    first = visit()
    match = begin(first, "Turm", "A friend (send a link)", side="Red (moves first)")
    link = first.page.get_by_role("textbox", name="Link").input_value()
    assert link == f"{site.address}/play/{match}"
    expect(first.page.locator(".hint")).to_have_text("")
    second, watcher = visit(link), visit(link)
    second.page.get_by_role("textbox", name="Your name").fill("<b>Ada</b>")
    second.button("Play blue").click()
    expect(first.page.locator(".who").first).to_have_text("<b>Ada</b>")
    expect(first.page.locator(".hint")).to_have_text("Your move")
    # Each sits below; red's pieces stand above on a board that is not turned.
    assert first.square("A7").bounding_box()["y"] > first.square("A1").bounding_box()["y"]  # type: ignore[index]
    assert second.square("A7").bounding_box()["y"] < second.square("A1").bounding_box()["y"]  # type: ignore[index]
    first.press("D5")
    first.press("D4")
    for visitor in (first, second, watcher):
        visitor.expect_moves(1)
        expect(visitor.square("D4")).to_have_attribute("aria-label", re.compile("D4, goal, red tower"))
    watcher.press("D3")
    expect(watcher.board.locator(".touch")).to_have_count(0)
    expect(watcher.button("Resign")).to_have_count(0)
    expect(second.button("Engine")).to_have_count(0)
    second.page.keyboard.press("e")
    expect(second.page.get_by_role("meter")).to_be_hidden()
    second.button("Draw").click()
    second.button("Offer a draw").click()
    first.button("Accept the draw").click()
    for visitor, told in ((first, "Draw"), (second, "Draw"), (watcher, "draw: agreed")):
        expect(visitor.page.locator("h1.status")).to_have_text(told)
    # Once it is over everybody may ask the engine.
    expect(second.button("Engine")).to_be_visible()


def test_a_seat_goes_on_at_another_computer(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("congo", "human", "open")
    visitor = visit(f"/play/{match}#token={tokens[0]}&side=0")
    expect(visitor.page.locator(".who").last).to_have_text("You")
    assert "#" not in visitor.page.url
    visitor.page.reload()
    expect(visitor.button("Resign")).to_be_visible()
    visitor.button("Resign").click()
    visitor.page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(visitor.page.locator("h1.status")).to_have_text("You lost")
    expect(visitor.page.locator(".reason")).to_have_text("you resigned")


def test_clocks_run_down(visit: Visit) -> None:
    visitor = visit()
    begin(visitor, "Turm", "Two players on this device", clock="3 minutes + 2 s")
    clocks = visitor.page.get_by_role("timer")
    expect(clocks).to_have_text(["3:00", "3:00"])
    visitor.press("D5")
    visitor.press("D4")
    visitor.expect_moves(1)
    # Blue's clock, below, runs now.
    expect(clocks.last).to_have_text("2:57")
    expect(clocks.first).to_have_text("3:00")


def test_the_editor_says_what_is_wrong_and_makes_positions(visit: Visit) -> None:
    visitor = visit("/analyse/turm:centre")
    visitor.button("Set up").click()
    verdict = visitor.page.locator(".verdict")
    expect(verdict).to_have_text(re.compile(r"^r1r11RG1r1r1/.* \(red to move\)$"))
    visitor.button("Empty board").click()
    expect(verdict).to_have_text(
        "the board '7/7/7/7/7/7/7' has no guard: expected RG and BG, or one of them in a finished game"
    )
    expect(visitor.button("Use this position")).to_be_disabled()
    for tool, square in (("red guard", "D6"), ("blue guard", "D1"), ("red tower, 3 high", "A4"), ("blue tower", "G4")):
        visitor.button(tool).click()
        visitor.press(square)
    visitor.press("F4")
    visitor.press("F4")
    expect(visitor.square("F4")).to_have_attribute("aria-label", "F4, empty")
    visitor.button("Move").click()
    visitor.drag("A4", "B4")
    visitor.page.get_by_role("radio", name="blue").check(force=True)
    expect(verdict).to_have_text("7/3RG3/7/1r34b1/7/7/3BG3 b (blue to move)")
    visitor.button("Use this position").click()
    expect(visitor.page.locator(".position")).to_have_text("7/3RG3/7/1r34b1/7/7/3BG3 b")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_set_up_is_used_without_scrolling(game: str, screen: Any, visit: Visit) -> None:
    visitor = visit(f"/analyse/{game}", viewport=screen)
    visitor.button("Set up").click()
    expect(visitor.page.locator(".verdict.right")).to_be_visible()
    expect(visitor.button("Use this position")).to_be_in_viewport(ratio=1)
    # What is beside the board would speak of another position.
    expect(visitor.page.locator(".side")).to_be_hidden()
    visitor.button("Cancel").click()
    expect(visitor.page.locator(".side")).to_be_visible()


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_table_fits_on_the_screen(game: str, visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match(game, "human", "engine:1", clock={"seconds": 600, "increment": 5})
    visitor = visit(f"/play/{match}#token={tokens[0]}&side=0")
    for path in ("", f"/analyse/{game}"):
        if path:
            visitor.open(path)
        visitor.board.wait_for(timeout=WAIT)
        assert visitor.page.evaluate("() => document.documentElement.scrollHeight") <= DESKTOP["height"]


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_word_of_a_table_is_broken_on_a_phone(game: str, visit: Visit) -> None:
    visitor = visit(f"/rules/{game}", viewport=PHONE)
    broken = """() => [...document.querySelectorAll('.rules td, .rules th')].flatMap((cell) => {
        const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), words = [];
        for (let node = walk.nextNode(); node; node = walk.nextNode())
            for (const {0: word, index} of node.data.matchAll(/[A-Za-z]+/g)) {
                const range = document.createRange();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                if (range.getClientRects().length > 1) words.push(word);
            }
        return words;
    })"""
    assert visitor.page.evaluate(broken) == []


def test_blocks_are_set_up_in_every_pose(visit: Visit) -> None:
    visitor = visit("/analyse/cabeza")
    visitor.button("Set up").click()
    verdict = visitor.page.locator(".verdict")
    visitor.button("Remove").click()
    visitor.press("30")
    expect(verdict).to_have_text("the red Flaco (F) is missing: expected one square, or two side by side")
    visitor.button("red flaco, on 2 squares").first.click()
    visitor.press("90")
    # It does not fit there, and comes to lie as near as it can.
    expect(verdict).to_have_text("3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/4OOH3/4MCH1FF,r (red to move)")


def test_the_players_choose_their_set_ups(visit: Visit, site: Served) -> None:
    visitor = visit()
    visitor.button("Play Margrites").click()
    form = visitor.page.locator("dialog[open]")
    form.get_by_text("Two players on this device").click()
    form.get_by_text("Custom set-up").click()
    expect(form.locator(".verdict.right")).to_be_visible()
    hand = """([start, end]) => {
        const cell = (name) => document.querySelector(`dialog [role=gridcell][data-name="${name}"]`);
        for (const name of [start, end]) cell(name).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    }"""
    visitor.page.evaluate(hand, ["b2", "b3"])
    expect(form.locator(".verdict")).to_have_text("the set-up has black on b3: expected ranks 1 and 2, its home")
    form.get_by_role("button", name="Start game").click()
    expect(form.get_by_role("alert")).to_have_text("The set-up is not valid: what is wrong is shown below the board.")
    visitor.page.evaluate(hand, ["b3", "a1"])
    expect(form.locator(".verdict.right")).to_be_visible()
    form.get_by_role("button", name="Start game").click()
    state = state_of(site, visitor.match_id())
    assert state["position"] == "4w4/1wwwwwww1/9/9/9/9/2bbbbbb1/b3b4 b 4 - 0(0)-0(0)"


def test_what_is_not_there_is_said(visit: Visit) -> None:
    visitor = visit("/")
    for path, heading, told in (
        ("/play/nosuchmatch", "Not found", "match"),
        ("/analyse/chess", "Not found", "chess"),
        ("/analyse/turm:centre#position=nonsense", "Something went wrong", "'nonsense' has 1 field"),
    ):
        visitor.open(path)
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(visitor.page.get_by_role("alert")).to_contain_text(told)
    for path in ("/nonsense", "/rules/a/b", "/%zz"):
        visitor.open(path)
        expect(visitor.page.get_by_role("heading")).to_have_text("There is nothing here")
    visitor.page.get_by_role("link", name="All games").click()
    expect(visitor.page.locator(".game").first).to_be_visible()


def test_the_colours_are_those_of_the_system_until_they_are_chosen(visit: Visit) -> None:
    visitor = visit("/", color_scheme="dark")

    def paper() -> str:
        colour: str = visitor.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        return colour

    dark = paper()
    visitor.button("Colours: as the system").click()
    light = paper()
    assert (dark, light) == ("rgb(18, 21, 27)", "rgb(244, 241, 234)")
    visitor.page.reload()
    expect(visitor.page.locator(".game").first).to_be_visible()
    assert paper() == light
    # Two more lead back to the system's.
    for name in ("Colours: light", "Colours: dark"):
        visitor.button(name).click()
        assert paper() == dark
    visitor.page.emulate_media(color_scheme="light")
    assert paper() == light


def test_a_game_goes_on_after_the_server_was_killed(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    # The page comes back to the same address.
    served.options = (*served.options, f"--port={served.address.rsplit(':', 1)[1]}")
    with visiting(browser, served.address) as visitor:
        match = begin(visitor, "Turm", "The engine", side="Red (moves first)")
        visitor.press("D5")
        visitor.press("D4")
        visitor.expect_moves(2)
        served.kill()
        expect(visitor.page.locator(".hint")).to_have_text("The connection is lost. Trying again …")
        # A move that is made meanwhile is played once the server is back.
        move = state_before(visitor)
        visitor.press(move[0])
        visitor.press(move[1])
        waits = "The connection is lost. Your move will be sent when it is back."
        for shown, told in ((".hint", waits), ("#said", waits), (".turn", "not sent yet"), ("h1", "No connection")):
            expect(visitor.page.locator(shown)).to_have_text(told)
        for action in ("Take back", "Resign", "Threats", "Analyse"):
            expect(visitor.button(action)).to_be_disabled()
        served.start()
        visitor.expect_moves(4)
        expect(visitor.page.locator(".hint")).to_have_text("Your move")
        expect(visitor.page.locator("h1")).to_have_text("red to move")
        expect(visitor.button("Take back")).to_be_enabled()
        assert len(served.get(f"/api/matches/{match}")["moves"]) == 4


def test_the_engine_goes_on_once_the_server_is_back(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    served.options = (*served.options, f"--port={served.address.rsplit(':', 1)[1]}")
    with visiting(browser, served.address) as visitor:
        visitor.open("/analyse/turm:centre")
        visitor.board.wait_for()
        served.kill()
        for _ in range(2):
            visitor.button("Threats").click()
        expect(notices(visitor)).to_have_text(["The server does not answer."])
        told = visitor.page.locator(".analysis .search-status")
        for _ in range(2):
            visitor.button("Engine").click()
            expect(told).to_have_text("The connection is lost. The engine goes on once it is back.")
            visitor.button("Engine").click()
            expect(told).to_have_text("Switch the engine on to analyse this position.")
        visitor.button("Engine").click()
        served.start()
        expect(visitor.page.locator(".lines li").first).to_be_visible()
        expect(told).to_have_text(re.compile("^depth "))


def state_before(visitor: Visitor) -> tuple[str, str]:
    """A move that can be chosen on the board, whatever the server says."""
    visitor.press("A7")
    target: str = visitor.board.locator(".touch").first.evaluate("each => each.dataset.name")
    visitor.page.keyboard.press("Escape")
    return "A7", target


CUT_LABELS = """() => [...document.querySelectorAll('button, .button')]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
    .map((each) => each.innerText)"""
"""The buttons that are too narrow for what is written on them."""


@pytest.mark.parametrize("width", [320, PHONE["width"], 768, 1280])
def test_no_page_is_wider_than_the_screen(width: int, visit: Visit, site: Served) -> None:
    match, _, _ = site.new_match("cabeza")
    visitor = visit("/", viewport={"width": width, "height": 844})
    paths = ["/", f"/play/{match}", *(f"/{page}/{name}" for name in BUILT_IN for page in ("analyse", "rules"))]
    for path in paths:
        visitor.open(path)
        wide: Any = visitor.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width, path
        assert visitor.page.evaluate(CUT_LABELS) == [], path
        if path.startswith(("/play", "/analyse")):
            visitor.board.wait_for(timeout=WAIT)
            box = visitor.board.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
