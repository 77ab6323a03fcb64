"""The board under people's hands: fingers that drag, keys, what is marked, hidden, refused and said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from colorsys import rgb_to_hsv
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.web.page.browsing import PHONE, Visitor, visiting
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.explore import random_game
from boardwright.played_game import PlayedGame
from boardwright.registry import BUILT_IN
from boardwright.web.serialisation import view_json

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

FINGER = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
CHAIN = "W:W27,46:B12,13,22,23"
"""A man that takes two on its only way, 27x18x9, and one that cannot move meanwhile."""


@contextmanager
def finger(visitor: Visitor, start: str) -> Iterator[Callable[[str], None]]:
    """A finger that is put on a square, and can be drawn to others until it is lifted."""
    touch = visitor.context.new_cdp_session(visitor.page)
    _, *here = visitor.find(start)

    def send(kind: str, points: Sequence[Sequence[float]]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def draw(name: str) -> None:
        nonlocal here
        _, *there = visitor.find(name)
        for step in range(1, 9):
            send("touchMove", [[a + (b - a) * step / 8 for a, b in zip(here, there, strict=True)]])
        here = there

    send("touchStart", [here])
    yield draw
    send("touchEnd", [])


@pytest.mark.parametrize(
    ("address", "squares"),
    [("draughts", ["32", "28"]), ("margrites", ["e2", "e3"]), ("cabeza", ["30", "32", "33"]), ("turm", ["D5", "D4"])],
)
def test_a_finger_drags_a_piece(address: str, squares: list[str], visit: Visit) -> None:
    """Every square of the move by a touch of its own: the piece in mid-move is dragged on."""
    visitor = visit(f"/analyse/{address}", **FINGER)
    visitor.page.evaluate("() => addEventListener('pointercancel', () => (document.title = 'cancelled'))")
    for start, end in pairwise(squares):
        with finger(visitor, start) as draw:
            draw(end)
    visitor.expect_moves(1)
    assert visitor.page.title() != "cancelled"


def test_a_finger_scrolls_where_there_is_nothing_to_drag(visit: Visit) -> None:
    visitor = visit("/analyse/draughts", **FINGER)
    with finger(visitor, "28") as draw:
        draw("3")
    visitor.page.wait_for_function("() => scrollY > 0")
    visitor.expect_moves(0)


def test_a_piece_is_dragged_to_the_end_of_a_capture_of_several(visit: Visit) -> None:
    visitor = visit(f"/analyse/draughts#position={CHAIN}")
    visitor.drag("27", "9")
    visitor.expect_moves(1)


def test_a_dragged_piece_is_dim_where_it_was(visit: Visit) -> None:
    visitor = visit("/analyse/draughts")
    visitor.page.mouse.move(*visitor.find("32")[1:])
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.find("28")[1:], steps=5)
    dim = visitor.board.locator(".pieces > .lifted")
    expect(dim).to_have_count(1)
    expect(dim).to_have_css("opacity", "0.3")
    visitor.page.mouse.up()
    visitor.expect_moves(1)
    expect(dim).to_have_count(0)


COUNTED_TIME = "() => { let now = 0; performance.now = () => (now += 10); }"
"""Time that advances by 10 ms whenever it is read: an animation has the same frames on any machine."""

WATCH_MOVING = """() => {
    window.moving = [];
    const look = () => {
        for (const {transform} of document.querySelectorAll('svg[role=grid] .pieces > g')) {
            const {e: x, f: y} = transform.baseVal[0].matrix;
            const place = [Math.floor(x / 100), Math.floor(y / 100)].join();
            if ((x % 100 || y % 100) && moving.at(-1) !== place) moving.push(place);
        }
    };
    const pieces = document.querySelector('svg[role=grid] .pieces');
    new MutationObserver(look).observe(pieces, {childList: true, attributes: true, subtree: true});
}"""
"""Note between which squares pieces are seen moving, by column and row from the upper left."""


def test_every_move_of_a_turn_is_shown_and_marked(visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("margrites")
    black = ["e2>e3", "d2>d3", "c2>c3", "b2>b3"]
    for ply, move in enumerate(black):
        site.move(match, tokens[0], move, ply)
    visitor = visit("/", reduced_motion="no-preference")
    visitor.page.add_init_script(f"({COUNTED_TIME})()")
    visitor.open(f"/play/{match}")
    marked = visitor.board.locator(".marks .last")
    expect(marked).to_have_count(8)
    visitor.page.evaluate(WATCH_MOVING)
    for ply, move in enumerate(["b7>b6", "c7>c6", "d7>d6", "e7>e6"], len(black)):
        site.move(match, tokens[1], move, ply)
    visitor.expect_moves(8)
    expect(marked).to_have_count(8)
    assert visitor.page.evaluate("() => moving") == ["1,1", "2,1", "3,1", "4,1"]
    # And only those of the last turn once the other side moves.
    site.move(match, tokens[0], "e3>e4", 8)
    expect(marked).to_have_count(2)


HIDDEN = """async ([game, views, turned]) => {
    const {Board} = await import('/static/board.js');
    const board = new Board(game, views[0], {solid: true, turned}, 'board');
    const holder = document.querySelector('.page');
    holder.replaceChildren(board.element);
    board.element.style.cssText = 'position: fixed; left: 0; top: 0; width: 600px; height: 600px';
    const square = holder.querySelector('.cell .tile').getBoundingClientRect();
    const isSeen = (name) => {
        let area = 0;
        for (const drawn of holder.querySelectorAll(`:is(.pieces, .outlines) > [data-name="${name}"]`)) {
            const {left, top, width, height} = drawn.getBoundingClientRect();
            for (let x = 0.5; x < 10; x += 1)
                for (let y = 0.5; y < 10; y += 1) {
                    const found = document.elementFromPoint(left + x * width / 10, top + y * height / 10);
                    if (drawn.contains(found)) area += width * height / 100;
                    if (area > 0.1 * square.width * square.height) return true;
                }
        }
        return false;
    };
    const hidden = [];
    for (const view of views) {
        board.show(view);
        for (const {kind, squares} of view.pieces) if (!isSeen(squares[0])) hidden.push([kind, squares, view.pieces]);
    }
    return hidden;
}"""
"""The pieces of which less than a tenth of a square is seen or outlined, by what a click would find there."""


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("name", "games"), [("cabeza", 8), ("turm:centre", 3)])
def test_no_piece_is_hidden_behind_others(name: str, games: int, turned: bool, visit: Visit, site: Served) -> None:
    game = find_game(name)
    played = [random_game(game, Random(f"{name} {number}"), plies=60) for number in range(games)]
    positions = [game.start(), *(position for match in played for position in match.positions[::3])]
    views = [json.loads(view_json(game.view(position))) for position in positions]
    info = next(each for each in site.get("/api/games") if each["name"] == game.name)
    assert visit("/").page.evaluate(HIDDEN, [info, views, turned]) == []


def test_the_board_stays_where_it_is_when_the_view_changes(visit: Visit) -> None:
    visitor = visit()
    for game in BUILT_IN:
        visitor.open(f"/analyse/{game}")
        boxes = []
        for _ in range(3):
            boxes.append(visitor.board.bounding_box())
            visitor.page.get_by_role("button", name=re.compile("^(2-D|3-D)$")).click()
        assert boxes[0] == boxes[1] == boxes[2], game


@pytest.mark.parametrize(
    ("address", "squares", "told"),
    [
        (
            "draughts#position=W:W27,46:B12,13,22,23",
            ["46"],
            "The man on 46 cannot move: a capture is compulsory, and must take two.",
        ),
        ("congo:full", ["g1", "g4"], "The zebra cannot go to g4: the zebra moves like a chess knight."),
        (
            "margrites#position=9/9/3ww4/3w5/4b4/9/9/9 b",
            ["e4", "e5"],
            "The piece cannot go to e5: martyrdom: the piece would be captured on e5.",
        ),
        (
            "congo:full",
            ["d1"],
            "The lion on d1 cannot move: every move breaks a rule; for example, a friendly pawn stands on d2.",
        ),
        (
            "cabeza",
            ["50"],
            "The Cabeza on 50 cannot move: every move breaks a rule; "
            "for example, the Cabeza would slide onto the red Opa.",
        ),
    ],
)
def test_a_refused_click_tells_the_rule(address: str, squares: list[str], told: str, visit: Visit) -> None:
    visitor = visit(f"/analyse/{address}")
    for square in squares:
        visitor.press(square)
    expect(visitor.page.locator(".why")).to_have_text(told)
    expect(visitor.page.locator(".why")).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator("#said")).to_have_text(told)


def test_of_refusals_that_follow_quickly_only_the_first_and_the_last_are_said(visit: Visit) -> None:
    visitor = visit("/analyse/congo:full")
    visitor.page.evaluate(
        """() => {
            window.heard = [];
            const region = document.getElementById('said');
            new MutationObserver(() => window.heard.push(region.textContent)).observe(region, {childList: true});
        }"""
    )
    # All in one task, so that they are quicker than what is said.
    visitor.page.evaluate(
        """async () => {
            const {say} = await import('/static/announce.js');
            for (const text of ['one', 'two', 'three', 'four']) say(text, 'choice');
            say('moved');
        }"""
    )
    expect(visitor.page.locator("#said")).to_have_text("moved")
    heard = [text for text in visitor.page.evaluate("() => window.heard") if not text.startswith("Start")]
    assert heard == ["one", "four", "moved"]


def test_a_click_is_refused_without_the_server_too(visit: Visit) -> None:
    visitor = visit("/analyse/congo:full")
    visitor.page.route("**/api/why-not", lambda route: route.abort())
    visitor.press("g1")
    visitor.press("g4")
    expect(visitor.page.locator("#said")).to_have_text("The zebra cannot go to g4.")


def test_after_a_click_the_arrows_walk_through_the_moves(visit: Visit) -> None:
    game, texts = find_game("draughts"), ["32-28", "19-23", "28x19"]
    match = PlayedGame(game)
    for text in texts:
        match.play_text(text)
    positions = [game.format_position(position) for position in match.positions]
    visitor = visit(f"/analyse/draughts#moves={' '.join(texts)}")
    shown, ring = visitor.page.locator(".position"), visitor.board.locator(".focus-ring")
    keys = visitor.page.keyboard
    visitor.press("28")
    for key, ply in (("ArrowLeft", 2), ("ArrowLeft", 1), ("f", 1), ("ArrowRight", 2)):
        keys.press(key)
        expect(shown).to_have_text(positions[ply])
        expect(ring).to_have_attribute("d", "")
    # Up and down bring the keys to the squares, where all arrows go from one to the next.
    keys.press("ArrowUp")
    expect(ring).not_to_have_attribute("d", "")
    here = visitor.focused()
    keys.press("ArrowLeft")
    assert visitor.focused() != here
    expect(shown).to_have_text(positions[2])


def test_whatever_is_said_stays_until_it_is_noticed(visit: Visit) -> None:
    visitor = visit("/")
    visitor.page.evaluate(
        """async () => {
            const {say} = await import('/static/announce.js');
            window.heard = [];
            const region = document.getElementById('said');
            new MutationObserver(() => heard.push(region.textContent)).observe(region, {childList: true});
            for (const text of ['one', 'two', 'three']) say(text);
        }"""
    )
    visitor.page.wait_for_function("() => heard.includes('three')")
    assert visitor.page.evaluate("() => heard") == ["one", "two", "three"]


def test_a_chosen_piece_is_said(visit: Visit) -> None:
    visitor = visit("/analyse/turm:centre")
    visitor.press("D5")
    expect(visitor.page.locator("#said")).to_have_text("red tower on D5 chosen; it can go to D6, D4, E5, C5")


def test_edges_are_labelled_where_that_names_the_squares(visit: Visit) -> None:
    visitor = visit()
    for address, labels, names in (("congo", 14, 0), ("cabeza", 20, 0), ("draughts", 0, 50)):
        visitor.open(f"/analyse/{address}")
        expect(visitor.board.locator(".coordinates text")).to_have_count(labels)
        expect(visitor.board.locator(".name")).to_have_count(names)
    assert visitor.board.locator(".name").all_text_contents() == [str(number) for number in range(1, 51)]


def overlaps(visitor: Visitor, one: str, other: str) -> list[Any]:
    """What of one kind lies on what of another, by what is written or the class."""
    found: list[Any] = visitor.board.evaluate(
        """(board, [one, other]) => [...board.querySelectorAll(one)].flatMap((first) =>
            [...board.querySelectorAll(other)].flatMap((second) => {
                const [a, b] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
                const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
                return apart ? [] : [[first.outerHTML, second.outerHTML]];
            }))""",
        [one, other],
    )
    return found


def test_no_number_or_dot_lies_on_another(visit: Visit) -> None:
    """How many stones would go on a stack and how high it is; an exit's mark and its name."""
    visitor = visit("/analyse/turm:centre#position=7/3RG3/2r2r23/2b14/2b14/7/3BG3 r")
    visitor.press("C5")
    for look in ("3-D", "2-D"):
        expect(visitor.board.locator(".target text")).to_have_count(6)
        assert overlaps(visitor, ".target text", ".letter") == []
        visitor.button(look).click()
    visitor.open("/analyse/margrites#position=4b4/9/9/9/9/9/9/4w4 b")
    visitor.press("e8")
    expect(visitor.board.locator(".touch[data-name='B++']")).to_have_count(1)
    assert overlaps(visitor, ".target circle", ".ground-exit text") == []
    expect(visitor.board.locator(".target path")).to_have_count(1)


def test_the_last_move_has_a_colour_of_its_own(visit: Visit) -> None:
    visitor = visit("/analyse/turm:centre#moves=D5-D4-1")

    def hue(selector: str) -> float:
        fill = visitor.board.locator(selector).first.evaluate("each => getComputedStyle(each).fill")
        red, green, blue = (int(number) / 255 for number in re.findall(r"\d+", fill)[:3])
        return 360 * rgb_to_hsv(red, green, blue)[0]

    last = hue(".marks .last")
    for ground in ("goal", "plain"):
        apart = abs(last - hue(f".ground-{ground} .tile"))
        assert min(apart, 360 - apart) > 60, ground


@pytest.mark.parametrize(
    "address",
    ["congo#position=3l3/7/3p3/3P3/7/7/3L3 w 0&moves=d4d5", "turm#position=7/3RG3/2r14/2b14/7/7/3BG3 r&moves=C5-C4-1"],
)
def test_what_is_taken_stands_until_its_taker_comes(address: str, visit: Visit) -> None:
    visitor = visit("/", reduced_motion="no-preference")
    visitor.page.add_init_script(f"({COUNTED_TIME})()")
    visitor.open(f"/analyse/{address}")
    visitor.expect_moves(1)
    visitor.page.keyboard.press("Home")
    pieces = visitor.board.locator(".pieces > g")
    expect(pieces).to_have_count(4)
    visitor.page.evaluate(
        """() => {
            window.frames_seen = [];
            const pieces = document.querySelector('svg[role=grid] .pieces');
            new MutationObserver(() => {
                const opacities = [...pieces.children].map((piece) => Number(piece.getAttribute('opacity')));
                frames_seen.push(opacities.filter((opacity) => opacity === 1).length);
            }).observe(pieces, {childList: true, subtree: true});
        }"""
    )
    visitor.page.evaluate(WATCH_MOVING)
    visitor.page.keyboard.press("End")
    expect(pieces).to_have_count(3)
    assert len(visitor.page.evaluate("() => moving")) == 1
    whole = visitor.page.evaluate("() => frames_seen")
    # All four stand for more than half of the frames; then one fades.
    assert whole.count(4) > len(whole) / 2
    assert whole == sorted(whole, reverse=True)


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_browsers_without_light_dark_show_the_light_colours(colours: str, browser: Browser, site: Served) -> None:
    with visiting(browser, site.address, color_scheme=colours) as visitor:

        def older(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace("light-dark(", "not-known-yet("))

        visitor.page.route("**/*.css", older)
        visitor.open("/analyse/congo")
        visitor.board.wait_for()

        def style(part: str, name: str) -> Any:
            return visitor.page.locator(part).first.evaluate("(each, name) => getComputedStyle(each)[name]", name)

        assert style("html", "colorScheme") == "light"
        assert (style("body", "color"), style("body", "backgroundColor")) == ("rgb(32, 36, 46)", "rgb(244, 241, 234)")
        for part in (".frame", ".ground-plain .tile", ".ground-river .tile", ".ground-castle .tile"):
            assert style(part, "fill") != "rgb(0, 0, 0)", part


def test_forced_colours_keep_the_sides_apart(visit: Visit, site: Served) -> None:
    match, _, _ = site.new_match("draughts")
    visitor = visit(f"/play/{match}", forced_colors="active")
    discs = visitor.page.locator(".seat .disc")
    expect(discs).to_have_count(2)
    first, second = discs.evaluate_all("all => all.map(each => getComputedStyle(each).backgroundColor)")
    assert first != second
