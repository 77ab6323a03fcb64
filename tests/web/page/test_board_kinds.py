"""Boards of hexagons and of points under people's hands, with exits and pieces in reserve."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.running import ROOT
from tests.test_boards import ALQUERQUE, WEB, WHEEL
from tests.web.conftest import PLENTY
from tests.web.fork_server import ForkServer
from tests.web.page.browsing import DESKTOP, PHONE, Visitor, violations, visiting
from tests.web.server_process import Served

from boardwright.render.point_names import name_offset
from boardwright.views import Board, Exit, View
from boardwright.web.serialisation import view_json

pytestmark = pytest.mark.slow

EXAMPLES = [f"--game={ROOT / 'examples' / name}.py" for name in ("hexxagon", "gomoku", "morris")]
SHORT_GAMES = {
    "hexxagon": ("b1 e1-d2 c2 i9-g9 f9 a5-a3 a2", "all stones of the other side are converted"),
    "morris": (
        "f6 d7 b6 a7 d6xd7 e3 b2 g7 b4xe3 a4 f2 g4 f4xg4 d3 d2xg7 e3 e4 c4 f4-g4 d3-c3 f2-f4xc4 c3-d3 f4-f2xa7 e3-a7 "
        "f6-f4xa4",
        "black has only two men left",
    ),
}
EXITS = (Exit("pass", "bottom"), Exit("out", "left"))
BOARDS = {
    "hexagon": Board.hexagon(4, gaps=["d4", "b2"], exits=EXITS).with_reserves("white", "black"),
    "rhombus": Board.hex_rows("abcdef", "12345", exits=EXITS),
    "rectangle": Board.hex_rows("abcdef", "12345", straight=True),
    "alquerque": ALQUERQUE._replace(exits=EXITS).with_reserves("white", "black"),
    "wheel": WHEEL,
    "web": WEB._replace(exits=(Exit("pass", "bottom"), Exit("swap", "bottom"))).with_reserves("white", "black"),
    "grid": Board.grid("abc", "123", gaps=["b2"], exits=EXITS).with_reserves("white", "black"),
}
LOOK = {"name": "any", "sides": ["white", "black"], "kinds": ["man"], "glyphs": {"man": ""}, "faces": {}, "palette": []}


PLACES_OF_NAMES = """async (board) => {
    const {placeOfName} = await import('/static/point_names.js');
    return board.squares.map((square) => Object.values(placeOfName(board, square, false)));
}"""


@pytest.fixture(scope="module")
def examples(home: ForkServer, new_database: Callable[[str], str]) -> Iterator[Served]:
    """A server with the games of the examples."""
    served = Served(home, new_database("sqlite"), *PLENTY, *EXAMPLES)
    yield served
    served.close()


@pytest.fixture
def visit(browser: Browser, examples: Served) -> Iterator[Callable[..., Visitor]]:
    visitors = []

    def send(path: str = "/", **options: Any) -> Visitor:
        context = visiting(browser, examples.address, **options)
        visitor = context.__enter__()
        visitors.append(context)
        visitor.open(path)
        return visitor

    yield send
    for context in visitors:
        context.__exit__(None, None, None)


KEYS = """async ([view, look, from, to, begun]) => {
    const {BoardPicture} = await import('/static/picture.js');
    const {toward} = await import('/static/walking.js');
    const picture = new BoardPicture(look, view, {solid: false, turned: false});
    picture.draw();
    const {places} = picture;
    const steps = {ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
    const queue = [{at: from, column: begun ?? undefined, keys: []}];
    const seen = new Set();
    const found = {};
    for (const {at, column, keys} of queue) {
        if (seen.has(`${at} ${column}`)) continue;
        seen.add(`${at} ${column}`);
        found[at] ??= [keys, column ?? null];
        const here = places.get(at);
        for (const [key, [dx, dy]] of Object.entries(steps)) {
            const kept = dy ? column ?? here.x + here.w / 2 : undefined;
            const next = toward(view.board, places, at, [dx, dy], kept);
            if (next) queue.push({at: next, column: kept, keys: [...keys, key]});
        }
    }
    return to === null ? [Object.keys(found), [...places.keys()]] : found[to];
}"""
"""The shortest way of the arrow keys from a place to another, and the column of the way up or down that it ends with.

To null, all places that the keys lead to, and all there are.
"""


class Walker:
    """The keys in front of a board: they walk to a place by the shortest way, and choose it."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.column: float | None = None

    def choose(self, view: Any, name: str) -> None:
        start = [view, LOOK, self.visitor.focused(), name, self.column]
        keys, self.column = self.visitor.page.evaluate(KEYS, start)
        for key in keys:
            self.visitor.page.keyboard.press(key)
        assert self.visitor.focused() == name
        self.visitor.page.keyboard.press("Enter")


@pytest.mark.parametrize("hands", ["clicks", "keys"])
@pytest.mark.parametrize("name", SHORT_GAMES)
def test_a_whole_game_is_played(name: str, hands: str, visit: Callable[..., Visitor], examples: Served) -> None:
    texts, reason = SHORT_GAMES[name]
    visitor = visit(f"/analyse/{name}", viewport=PHONE if hands == "clicks" else DESKTOP)
    walker = Walker(visitor)
    played: list[str] = []
    for text in texts.split():
        state = examples.post("/api/positions", {"game": name, "moves": played})
        move = next(each for each in state["moves"] if each["text"] == text)
        # Pieces in hand are chosen first in one half of the cases, and the empty point at once in the other.
        path = move["paths"][len(played) % len(move["paths"])]
        for square in path:
            if hands == "clicks":
                visitor.press(square)
            else:
                walker.choose(state["view"], square)
        played.append(text)
        visitor.expect_moves(len(played))
    expect(visitor.page.locator(".turns .ply")).to_have_text(played)
    expect(visitor.page.locator("h1.status")).to_contain_text(reason)
    assert visitor.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_names_of_points_are_where_they_are_in_pictures(visit: Callable[..., Visitor]) -> None:
    view = json.loads(view_json(View(WEB, (), 0)))
    for square, (size, *place) in zip(
        WEB.squares, visit("/").page.evaluate(PLACES_OF_NAMES, view["board"]), strict=True
    ):
        width = 0.6 * size * len(square.name)
        assert place == pytest.approx(name_offset(WEB, square, width, size), abs=0.001), square.name


@pytest.mark.parametrize("name", BOARDS)
def test_the_arrow_keys_lead_everywhere(name: str, visit: Callable[..., Visitor]) -> None:
    page = visit("/").page
    view = json.loads(view_json(View(BOARDS[name], (), 0)))
    for square in BOARDS[name].squares:
        reached, places = page.evaluate(KEYS, [view, LOOK, square.name, None, None])
        assert set(reached) == set(places), square.name


FOCUS = """async ([view, look, start]) => {
    const {Board} = await import('/static/board.js');
    const board = new Board(look, view, {solid: false, turned: false}, 'board');
    document.querySelector('.page').replaceChildren(board.element);
    board.places.get(start).element.focus();
    board.input.isWalking = true;
}"""


@pytest.mark.parametrize(
    ("name", "keys", "squares"),
    [
        # The way up zigzags and does not drift; along a row it stays on the row.
        ("hexagon", "d1 Up Up Up Up Down Right", ["d1", "e2", "e3", "f4", "f5", "f4", "g4"]),
        # On lines it goes to the next point, not to one that is nearer beside them.
        ("alquerque", "a1 Up Right Right Left", ["a1", "a2", "b2", "c2", "b2"]),
        ("wheel", "hub Right Left Up", ["hub", "far", "hub", "top"]),
        # The line that goes straight on comes before shorter ones aside.
        ("web", "a4 Up Up Up", ["a4", "b4", "hub", "b0"]),
        # Along an edge it goes from exit to exit.
        ("web", "pass Right Left", ["pass", "swap", "pass"]),
    ],
)
def test_an_arrow_key_leads_to_the_next_place(
    name: str, keys: str, squares: list[str], visit: Callable[..., Visitor]
) -> None:
    visitor = visit("/")
    start, *presses = keys.split()
    view = json.loads(view_json(View(BOARDS[name], (), 0)))
    visitor.page.evaluate(FOCUS, [view, LOOK, start])
    walked = [visitor.focused()]
    for key in presses:
        visitor.page.keyboard.press(f"Arrow{key}")
        walked.append(visitor.focused())
    assert walked == squares


HIT = """async ([view, look, solid, turned]) => {
    const {Board} = await import('/static/board.js');
    const board = new Board(look, view, {solid, turned}, 'board');
    const holder = document.querySelector('.page');
    holder.replaceChildren(board.element);
    board.element.style.cssText = 'position: fixed; left: 0; top: 0; width: 700px; height: 700px';
    const matrix = board.element.getScreenCTM();
    const found = [];
    for (const {name, x, y, isExit} of board.places.values()) {
        if (isExit) continue;
        for (let angle = 0; angle < 12; angle += 1) {
            const at = board.projection.point(
                x + 0.5 + 0.42 * Math.cos(angle * Math.PI / 6), y + 0.5 + 0.42 * Math.sin(angle * Math.PI / 6));
            const point = new DOMPoint(...at).matrixTransform(matrix);
            const hit = document.elementFromPoint(point.x, point.y)?.closest('[data-name]')?.dataset.name;
            if (hit !== name) found.push([name, hit]);
        }
    }
    return found;
}"""
"""The places around whose middle a click finds another place."""


@pytest.mark.parametrize("solid", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_a_click_finds_the_nearest_place(name: str, solid: bool, visit: Callable[..., Visitor]) -> None:
    view = json.loads(view_json(View(BOARDS[name], (), 0)))
    assert visit("/").page.evaluate(HIT, [view, LOOK, solid, solid]) == []


def test_a_man_is_dragged_from_the_reserve_and_a_mill_takes(visit: Callable[..., Visitor]) -> None:
    visitor = visit("/analyse/morris#moves=a1 a4 d1 b4")
    visitor.expect_moves(4)
    expect(visitor.square("white")).to_have_attribute("aria-label", "white, reserve, white man, 7 high, can move")
    visitor.drag("white", "g1")
    # The man stands on its point before the other one is chosen, and what could be taken is marked.
    expect(visitor.square("g1")).to_have_attribute("aria-label", "g1, white man, chosen")
    expect(visitor.square("white")).to_have_attribute("aria-label", "white, reserve, white man, 6 high, chosen")
    expect(visitor.board.locator(".target.takes")).to_have_count(2)
    expect(visitor.page.locator(".hint")).to_contain_text("Choose a point")
    visitor.press("d1")
    expect(visitor.page.locator(".why")).to_contain_text("a mill is closed, and takes a man of the other side")
    for square in ("g1", "b4"):
        visitor.press(square)
    visitor.expect_moves(5)
    expect(visitor.page.locator(".turns .ply").last).to_have_text("g1xb4")
    expect(visitor.square("b4")).to_have_attribute("aria-label", "b4, empty, possible move")
    expect(visitor.page.locator("#said")).to_contain_text("white: g1xb4, takes 1")


def test_passes_and_swaps_are_clicked_beside_the_board(visit: Callable[..., Visitor]) -> None:
    visitor = visit("/analyse/gomoku:swap", viewport=PHONE)
    visitor.press("swap")
    expect(visitor.page.locator(".why")).to_contain_text("only right after the first stone")
    for count, move in enumerate(("h8", "swap"), 1):
        visitor.press(move)
        visitor.expect_moves(count)
    expect(visitor.page.locator(".turns .ply")).to_have_text(["h8", "swap"])
    expect(visitor.square("h8")).to_have_attribute("aria-label", "h8, white stone")
    visitor.open("/analyse/hexxagon#position=5/6/7/7/8/7/bbb4/bbb3/rbb2 r")
    visitor.press("pass")
    expect(visitor.page.locator(".turns .ply")).to_have_text("pass")


def test_stones_are_turned_over_and_counted(visit: Callable[..., Visitor]) -> None:
    visitor = visit("/analyse/hexxagon#position=5/6/7/7/7b/7/7/1b4/r1b2 r")
    for square in ("a1", "b1"):
        visitor.press(square)
    expect(visitor.page.locator("#said")).to_contain_text("red: b1, turns 2 over")
    expect(visitor.page.locator(".notes")).to_have_text("stones4-1")
    expect(visitor.board.locator(".marks .last")).to_have_count(1)


def test_any_kind_of_board_can_be_set_up(visit: Callable[..., Visitor]) -> None:
    visitor = visit("/analyse/hexxagon")
    visitor.button("Set up").click()
    visitor.button("red stone").click()
    visitor.page.locator(".editor [data-name=a2]").click()
    expect(visitor.page.locator(".verdict")).to_contain_text("r3b/6/7/7/b6r/7/7/r5/r3b r")
    visitor.open("/analyse/morris")
    visitor.button("Set up").click()
    visitor.button("black man").click()
    visitor.page.locator(".editor [data-name=a4]").click()
    visitor.page.locator(".editor [data-name=black]").click()
    expect(visitor.page.locator(".verdict")).to_have_class("verdict wrong")
    visitor.page.get_by_label("black in hand").fill("8")
    expect(visitor.page.locator(".verdict")).to_contain_text("3/3/3/b5/3/3/3 w 9 8")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_keeps_anybody_out(colours: str, visit: Callable[..., Visitor], axe: str) -> None:
    visitor = visit("/", color_scheme=colours)
    expect(visitor.page.locator(".game .cover svg")).to_have_count(8)
    assert violations(visitor, axe) == []
    for path in ("hexxagon", "gomoku:swap", "morris"):
        visitor.open(f"/analyse/{path}")
        visitor.board.wait_for()
        assert violations(visitor, axe) == []
