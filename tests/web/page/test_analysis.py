"""The analysis page in a browser: variations, notes, scores, the graph, the editor, files of several games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect
from tests.web.page.browsing import DESKTOP, PHONE, Visitor, violations
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

GAME = ["32-28", "19-23", "28x19", "14x23"]
GAME_ADDRESS = f"/analyse/draughts#position=W:W31-50:B1-20&moves={' '.join(GAME)}"
WITH_VARIATION = [*GAME, "13x24"]
RED_WINS = "7/3RG3/2r22r11/7/7/1b15/3BG2b1 r"


def plies(visitor: Visitor) -> Locator:
    return visitor.page.locator(".turns .ply")


def current(visitor: Visitor) -> Locator:
    return visitor.page.locator(".turns [aria-current]")


def variations(visitor: Visitor) -> Locator:
    return visitor.page.locator(".variation > .ply")


def leave_the_game(visitor: Visitor) -> None:
    """Play another move than the last one of the game."""
    expect(plies(visitor)).to_have_text(GAME)
    visitor.button("28x19").click()
    expect(current(visitor)).to_have_text("28x19")
    visitor.drag("13", "24")
    expect(plies(visitor)).to_have_text(WITH_VARIATION)
    expect(current(visitor)).to_have_text("13x24")


def pasted(visitor: Visitor, text: str) -> None:
    visitor.button("Paste").click()
    visitor.page.get_by_role("textbox", name="Paste a position or a record").fill(text)
    visitor.button("Open").click()


class TestVariations:
    def test_the_game_survives_another_move(self, visit: Visit) -> None:
        visitor = visit(GAME_ADDRESS)
        expect(visitor.button("Back to the game")).to_be_hidden()
        leave_the_game(visitor)
        expect(visitor.page.locator(".in-variation")).to_contain_text("Variation after 2. 28x19")
        expect(variations(visitor)).to_have_text(["13x24"])
        visitor.button("Back to the game").click()
        expect(current(visitor)).to_have_text("28x19")
        expect(visitor.button("Back to the game")).to_be_hidden()
        expect(plies(visitor)).to_have_text(WITH_VARIATION)

    def test_the_browser_goes_back_to_the_game_and_forward_to_the_variation(self, visit: Visit) -> None:
        visitor = visit(GAME_ADDRESS)
        leave_the_game(visitor)
        visitor.page.go_back()
        expect(current(visitor)).to_have_text("28x19")
        expect(visitor.button("Back to the game")).to_be_hidden()
        visitor.page.go_forward()
        expect(current(visitor)).to_have_text("13x24")
        expect(plies(visitor)).to_have_text(WITH_VARIATION)
        expect(visitor.button("Back to the game")).to_be_visible()

    def test_an_address_leads_to_a_variation(self, visit: Visit) -> None:
        """Also in a browser that does not have the tree."""
        visitor = visit(f"{GAME_ADDRESS}&ply=3&side=13x24")
        expect(current(visitor)).to_have_text("13x24")
        expect(plies(visitor)).to_have_text(WITH_VARIATION)
        visitor.button("Back to the game").click()
        expect(current(visitor)).to_have_text("28x19")

    def test_moves_of_the_game_walk_along_it(self, visit: Visit) -> None:
        visitor = visit(GAME_ADDRESS)
        expect(plies(visitor)).to_have_text(GAME)
        visitor.button("19-23").click()
        expect(current(visitor)).to_have_text("19-23")
        visitor.drag("28", "19")
        expect(current(visitor)).to_have_text("28x19")
        expect(plies(visitor)).to_have_text(GAME)
        expect(visitor.button("Back to the game")).to_be_hidden()

    def test_two_variations_are_kept_and_walked_through(self, visit: Visit, axe: str) -> None:
        """The flow of an analysis: variations, comments, glyphs, their order, a reload, an export and an import."""
        visitor = visit(GAME_ADDRESS)
        leave_the_game(visitor)
        visitor.button("32-28").click()
        expect(current(visitor)).to_have_text("32-28")
        visitor.drag("17", "22")
        expect(variations(visitor)).to_have_text(["17-22", "13x24"])
        visitor.drag("28", "17")
        expect(current(visitor)).to_have_text("28x17")
        # Back and forward stay in the variation; with Shift the arrows lead to the move beside it.
        for key, text in ((",", "17-22"), ("Shift+ArrowUp", "19-23"), ("Shift+ArrowDown", "17-22"), (".", "28x17")):
            visitor.page.keyboard.press(key)
            expect(current(visitor)).to_have_text(text)
        visitor.page.keyboard.press(",")
        expect(current(visitor)).to_have_text("17-22")
        visitor.page.locator(".tree-notes summary").click()
        visitor.button("Inaccuracy").click()
        visitor.page.get_by_label("Comment on 1… 17-22").fill("gives   a piece\n\nfor nothing")
        expect(visitor.button("Inaccuracy")).to_have_attribute("aria-pressed", "true")
        expect(visitor.page.locator(".variation .comment")).to_have_text("gives a piece\n\nfor nothing")
        expect(current(visitor)).to_have_text("17-22?!")
        expect(current(visitor)).to_have_accessible_name("17-22, inaccuracy")
        assert violations(visitor, axe) == []
        visitor.page.reload()
        expect(current(visitor)).to_have_text("17-22?!")
        visitor.page.locator(".tree-notes summary").click()
        expect(visitor.page.get_by_label("Comment on 1… 17-22")).to_have_value("gives a piece\n\nfor nothing")
        visitor.button("Details").click()
        visitor.page.get_by_role("textbox", name="White").fill("Anna")
        visitor.button("Save").click()
        expect(visitor.page.locator(".details")).to_have_text("Anna – ?")
        visitor.button("Export").click()
        with visitor.page.expect_download() as download:
            visitor.button("Save: PDN").click()
        assert download.value.suggested_filename == "draughts.pdn"
        text = download.value.path().read_text(encoding="utf-8")
        assert "(1... 17-22?! {gives a piece\n\nfor nothing} 2. 28x17) 2. 28x19 14x23 (2... 13x24)" in " ".join(
            text.replace("\n\n", "|").split()
        ).replace("|", "\n\n")
        visitor.page.keyboard.press("Escape")
        shown = visitor.page.locator(".turns").inner_text()
        pasted(visitor, text)
        expect(current(visitor)).to_have_text("14x23")
        expect(visitor.page.locator(".turns")).to_have_text(re.compile("17-22"))
        assert visitor.page.locator(".turns").inner_text() == shown
        # The variation becomes the game, and is deleted.
        visitor.button("17-22, inaccuracy").click()
        visitor.button("Make main line").click()
        expect(variations(visitor)).to_have_text(["19-23", "28x19", "14x23", "13x24"])
        expect(visitor.button("Make main line")).to_be_disabled()
        visitor.button("Delete from here").click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(plies(visitor)).to_have_text(WITH_VARIATION)
        expect(current(visitor)).to_have_text("32-28")

    def test_a_phone_shows_the_tree_below_the_board(self, visit: Visit, axe: str) -> None:
        visitor = visit(GAME_ADDRESS, viewport=PHONE, has_touch=True)
        expect(plies(visitor)).to_have_text(GAME)
        pasted(visitor, "1. 32-28 19-23 (1... 17-22 {gives a piece} 2. 28x17) 2. 28x19 14x23 *")
        visitor.button("28x17").tap()
        expect(current(visitor)).to_have_text("28x17")
        width = visitor.page.evaluate("() => document.documentElement.scrollWidth")
        assert width <= PHONE["width"]
        assert violations(visitor, axe) == []

    def test_what_is_set_up_or_pasted_leaves_the_game_in_the_history(self, visit: Visit) -> None:
        visitor = visit(GAME_ADDRESS)
        expect(plies(visitor)).to_have_text(GAME)
        # From the middle of the game: the pasted one is shown, not the position of the same number.
        visitor.button("19-23").click()
        pasted(visitor, "1. 33-28 18-22 34-30 *")
        expect(plies(visitor)).to_have_text(["33-28", "18-22", "34-30"])
        expect(visitor.page.locator("[aria-current]")).to_have_text("34-30")
        visitor.page.go_back()
        expect(plies(visitor)).to_have_text(GAME)

    def test_a_line_of_the_engine_leads_from_a_match_to_a_variation_of_it(self, visit: Visit, site: Served) -> None:
        match, tokens, begun = site.new_match("turm", position=RED_WINS)
        site.move(match, tokens[0], begun["state"]["moves"][0]["text"], 0)
        visitor = visit(f"/play/{match}")
        visitor.expect_moves(1)
        played = plies(visitor).inner_text()
        visitor.page.keyboard.press("Home")
        visitor.button("Engine").click()
        step = visitor.page.locator(".lines .ply").first
        expect(step).to_have_text("D6-D5-1")
        step.click()
        expect(plies(visitor)).to_have_text([played, "D6-D5-1"])
        expect(current(visitor)).to_have_text("D6-D5-1")
        visitor.button("Back to the game").click()
        expect(current(visitor)).to_have_count(0)


def test_the_page_names_the_game_and_its_variant(visit: Visit) -> None:
    visitor = visit("/analyse/turm:castle")
    expect(visitor.page.locator(".which b")).to_have_text("Turm & Wächter, Castle")
    visitor.open("/analyse/draughts")
    expect(visitor.page.locator(".which b")).to_have_text("International draughts")


class TestEngine:
    @staticmethod
    def answering(visitor: Visitor, win: float, score: dict[str, Any], moves: list[str]) -> None:
        """Let the engine find the same for the side to move in every position."""

        def answer(route: WebSocketRoute) -> None:
            def reply(message: str | bytes) -> None:
                asked = json.loads(message)
                if asked["type"] != "analyse":
                    return
                best = {"moves": moves, "score": score, "win_probability": win}
                result = {"version": 1, "depth": 5, "nodes": 1_234_567, "seconds": 0.5, "variations": [best]}
                route.send(json.dumps({"type": "result", "id": asked["id"], "result": result}))
                route.send(json.dumps({"type": "done", "id": asked["id"]}))

            route.on_message(reply)

        visitor.page.route_web_socket("**/api/analysis", answer)

    @pytest.mark.parametrize(
        ("score", "first", "second"),
        [
            ({"value": 1.25, "distance": None, "bitbase": None}, "+1.25", "-1.25"),
            ({"value": 319.97, "distance": 3, "bitbase": None}, "White wins in 3", "Black wins in 3"),
            ({"value": 300.0, "distance": None, "bitbase": "won"}, "White wins", "Black wins"),
            ({"value": 0.0, "distance": None, "bitbase": "drawn"}, "Draw", "Draw"),
            ({"value": 0.001, "distance": None, "bitbase": None}, "+0.00", "+0.00"),
            (None, "White 80 %", "White 20 %"),
        ],
        ids=["score", "win", "ending", "draw", "equal", "chance"],
    )
    def test_scores_are_those_of_the_first_side(self, score: Any, first: str, second: str, visit: Visit) -> None:
        """The engine finds the same for whoever is to move."""
        visitor = visit()
        self.answering(visitor, 0.8, score, ["32-28"])
        visitor.open(GAME_ADDRESS)
        visitor.expect_moves(4)
        visitor.button("Engine").click()
        shown, meter = visitor.page.locator(".lines .score"), visitor.page.get_by_role("meter")
        expect(shown).to_have_text(first)
        expect(shown).to_have_attribute("title", "White 80 %")
        expect(meter).to_have_attribute("aria-valuetext", f"White 80 %, {first}")
        visitor.page.keyboard.press("ArrowLeft")
        expect(shown).to_have_text(second)
        expect(shown).to_have_attribute("title", "White 20 %")
        expect(meter).to_have_attribute("aria-valuetext", f"White 20 %, {second}")

    def test_what_is_not_known_is_empty_in_the_graph(self, visit: Visit) -> None:
        visitor = visit()
        self.answering(visitor, 0.8, {"value": 1.0, "distance": None, "bitbase": None}, ["32-28"])
        visitor.open(GAME_ADDRESS)
        visitor.expect_moves(4)
        visitor.button("Engine").click()
        expect(visitor.page.locator(".lines .score")).to_have_count(1)
        visitor.page.keyboard.press("Home")
        graph = visitor.page.locator(".graph svg")
        expect(graph).to_have_attribute("aria-label", re.compile("2 of 5 positions analysed"))
        # The first and the last of five positions, half a step of 75 each; nothing between them.
        known = graph.locator(".known rect")
        reach = [(rect.get_attribute("x"), rect.get_attribute("width")) for rect in known.all()]
        assert reach == [("0", "37.5"), ("262.5", "37.5")]
        assert graph.locator("rect").count() == 2
        visitor.button("Review").click()
        expect(graph).to_have_attribute("aria-label", re.compile("5 of 5 positions analysed"))
        expect(known).to_have_count(1)

    def test_the_graph_is_drawn_while_the_engine_is_on(self, visit: Visit) -> None:
        """The engine stops for the graph, which would wait for it, and goes on when the graph is complete."""
        visitor, sent = visit(), list[dict[str, Any]]()
        visitor.page.on(
            "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame)))
        )
        visitor.open(GAME_ADDRESS)
        visitor.expect_moves(4)
        visitor.button("Engine").click()
        expect(visitor.page.locator(".lines li")).to_have_count(3)
        visitor.button("Review").click()
        expect(visitor.page.locator(".graph svg")).to_have_attribute(
            "aria-label", re.compile("5 of 5 positions analysed")
        )
        expect(visitor.button("Review")).to_be_enabled()
        expect(visitor.page.locator(".lines li")).to_have_count(3)
        kinds = [message["type"] if "seconds" not in message else message["seconds"] for message in sent]
        assert [kind for kind in kinds if kind != "report"][:2] == [30, "stop"]
        asked = [kind for kind in kinds if kind not in ("report", "stop", "ping")]
        assert asked == [30, *[0.3] * 4, 30]

    @pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
    def test_the_keys_lead_to_no_move_that_cannot_be_seen(self, screen: Any, visit: Visit) -> None:
        visitor = visit("/", viewport=screen)
        score = {"value": 1.0, "distance": None, "bitbase": None}
        self.answering(visitor, 0.8, score, ["47x33x20x9x18x29", *["32x28"] * 15])
        visitor.open("/analyse/draughts")
        visitor.button("Engine").click()
        expect(visitor.page.locator(".lines .ply").first).to_be_visible()
        overflowing = """() => [...document.querySelectorAll('.lines .ply')].map((ply) => {
            const [box, line] = [ply.getBoundingClientRect(), ply.closest('li').getBoundingClientRect()];
            return [ply.checkVisibility(), box.bottom <= line.bottom + 1];
        })"""
        found = visitor.page.evaluate(overflowing)
        assert [True, False] not in found
        assert [True, True] in found
        assert len(found) == 16
        assert any(not is_shown for is_shown, _ in found)

    @pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
    @pytest.mark.parametrize("page", ["analyse", "play"])
    def test_the_board_stays_where_it_is(self, page: str, screen: Any, visit: Visit, site: Served) -> None:
        match, _, _ = site.new_match("congo")
        visitor = visit("/", viewport=screen)
        self.answering(visitor, 0.8, {"value": 1.0, "distance": None, "bitbase": None}, ["d2d3"])
        visitor.open("/analyse/congo" if page == "analyse" else f"/play/{match}")
        visitor.board.wait_for()
        before = visitor.board.bounding_box()
        visitor.page.keyboard.press("e")
        expect(visitor.page.get_by_role("meter")).to_be_visible()
        expect(visitor.page.locator(".lines li")).to_have_count(1)
        assert visitor.board.bounding_box() == before


class TestEditor:
    MARGRITES = "4w4/1wwwwwww1/9/9/9/4b4/1bbb1bbb1/4b4 b 3 e3<e2 2(1)-0(3)"

    def test_start_position_is_the_start(self, visit: Visit) -> None:
        visitor = visit("/analyse/congo:full#position=3l3/7/2p4/7/1p5/M6/3L3 b 7")
        visitor.button("Set up").click()
        verdict = visitor.page.locator(".verdict")
        expect(verdict).to_have_text("3l3/7/2p4/7/1p5/M6/3L3 b 7 (black to move)")
        visitor.button("Start position").click()
        expect(verdict).to_have_text("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0 (white to move)")
        expect(visitor.page.get_by_role("radio", name="white")).to_be_checked()
        expect(visitor.page.get_by_label("move number")).to_have_value("0")

    def test_steps_and_score_are_kept_and_edited(self, visit: Visit) -> None:
        visitor = visit(f"/analyse/margrites#position={self.MARGRITES}")
        visitor.button("Set up").click()
        verdict = visitor.page.locator(".verdict")
        expect(verdict).to_have_text(f"{self.MARGRITES} (black to move)")
        visitor.button("Remove").click()
        visitor.press("b2")
        expect(verdict).to_have_text(re.compile(r"/2bb1bbb1/4b4 b 3 e3<e2 2\(1\)-0\(3\) "))
        visitor.page.get_by_label("steps left").fill("2")
        visitor.page.get_by_label("white's points").fill("4")
        expect(verdict).to_have_text(re.compile(r" b 2 e3<e2 2\(1\)-4\(3\) "))
        visitor.page.get_by_label("steps left").fill("9")
        expect(verdict).to_have_text("steps left: expected a number from 0 to 4")
        expect(visitor.button("Use this position")).to_be_disabled()
        visitor.page.get_by_label("steps left").fill("1")
        visitor.button("Use this position").click()
        expect(visitor.page.locator(".position")).to_have_text(re.compile(r"/2bb1bbb1/4b4 b 1 e3<e2 2\(1\)-4\(3\)$"))

    def test_escape_drops_the_piece_and_then_leaves(self, visit: Visit) -> None:
        visitor = visit("/analyse/turm:centre")
        for _ in range(2):
            visitor.button("Set up").click()
            expect(visitor.page.locator(".verdict.right")).to_be_visible()
            visitor.press("D5")
            expect(visitor.board.locator(".chosen")).to_have_count(1)
            visitor.page.keyboard.press("Escape")
            expect(visitor.board.locator(".chosen")).to_have_count(0)
            expect(visitor.button("Use this position")).to_be_visible()
            visitor.page.keyboard.press("Escape")
            expect(visitor.button("Use this position")).to_be_hidden()
            expect(visitor.button("Set up")).to_be_focused()
        visitor.button("Set up").click()
        visitor.button("Empty board").focus()
        visitor.page.keyboard.press("Escape")
        expect(visitor.button("Use this position")).to_be_hidden()
        expect(visitor.page.locator(".position")).to_have_text(re.compile("^r1r11RG1r1r1/"))


class TestSeveralGames:
    TEXT = """[White "Anna"]
[Black "Ben"]
[Event "Club evening"]

1. 32-28 19-23 2-0

[White "Cleo"]
[Black "Dirk"]

1. 34-30 *
"""
    LISTED = ("Anna – Ben2-02 moves, Club evening", "Cleo – Dirk*1 move")

    def test_a_file_of_several_games_offers_them(self, visit: Visit) -> None:
        visitor = visit("/")
        visitor.button("Import").click()
        area = visitor.page.get_by_role("textbox", name="Import a game")
        area.fill(self.TEXT)
        visitor.button("Open").click()
        games = visitor.page.get_by_role("dialog", name="Choose one of 2 games").get_by_role("listitem")
        expect(games).to_have_text(self.LISTED)
        # Who chooses none has lost nothing.
        visitor.page.keyboard.press("Escape")
        expect(area).to_have_value(self.TEXT)
        expect(visitor.page.get_by_role("alert")).to_have_text("No game was chosen.")
        visitor.button("Open").click()
        games.nth(1).get_by_role("button").click()
        visitor.page.wait_for_url("**/analyse/draughts*")
        expect(plies(visitor)).to_have_text(["34-30"])

    def test_several_games_are_pasted(self, visit: Visit) -> None:
        visitor = visit("/analyse/draughts")
        pasted(visitor, self.TEXT)
        visitor.page.get_by_role("button", name="Anna – Ben").click()
        expect(plies(visitor)).to_have_text(["32-28", "19-23"])
        expect(visitor.page.locator("dialog")).to_have_count(0)
        expect(visitor.page.locator(".details")).to_contain_text("Anna – Ben · Club evening")

    def test_hundreds_of_games_are_found_by_name_and_by_the_keys(self, visit: Visit, axe: str) -> None:
        """Sent in parts: together they are more than a request may hold."""
        seasons = ("Spring", "Summer", "Autumn", "Winter")
        padding = "{" + "word " * 150 + "}"
        games = [
            f'[White "Player {number}"]\n[Event "{seasons[number % 4]}"]\n\n1. 32-28 {padding} 19-23 2-0\n\n'
            for number in range(400)
        ]
        assert len("".join(games)) > 300_000
        visitor = visit("/analyse/draughts")
        visitor.button("Paste").click()
        file = {"name": "games.pdn", "mimeType": "text/plain", "buffer": "".join(games).encode()}
        visitor.page.get_by_label("or a file").set_input_files(file)  # type: ignore[arg-type]
        expect(visitor.page.get_by_role("textbox", name="Paste a position or a record")).to_have_value(
            re.compile("Player 399")
        )
        visitor.button("Open").click()
        dialog = visitor.page.get_by_role("dialog", name="Choose one of 400 games")
        rows = dialog.get_by_role("listitem")
        expect(rows).to_have_count(100)
        expect(dialog.get_by_role("status")).to_have_text("400 games, the first 100 are listed")
        assert violations(visitor, axe) == []
        visitor.button("Show more").click()
        expect(rows).to_have_count(200)
        dialog.get_by_role("textbox").fill("player 39 autumn")
        expect(rows).to_have_text([re.compile(f"Player {number}") for number in (390, 394, 398)])
        for key in ("ArrowDown", "ArrowDown", "Enter"):
            visitor.page.keyboard.press(key)
        expect(plies(visitor)).to_have_text(["32-28", "19-23"])
        expect(visitor.page.locator(".details")).to_contain_text("Player 394 – ?")
