"""How boards look on a device: the settings, arrows and circles, and the strip of moves of a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.page.browsing import PHONE, Visitor
from tests.web.page.test_board import finger
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

FINGER = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def drawn(visitor: Visitor) -> Any:
    """The classes of what the user has drawn on the board."""
    return visitor.board.locator(".drawings > *").evaluate_all(
        "all => all.map(each => each.getAttribute('class')).filter(name => !name.startsWith('arrow-head'))"
    )


def draw(visitor: Visitor, start: str, end: str, *keys: str) -> None:
    """Draw from a square to another with the right button while keys are held."""
    mouse, keyboard = visitor.page.mouse, visitor.page.keyboard
    for key in keys:
        keyboard.down(key)
    mouse.move(*visitor.find(start)[1:])
    mouse.down(button="right")
    mouse.move(*visitor.find(end)[1:], steps=3)
    mouse.up(button="right")
    for key in keys:
        keyboard.up(key)


def test_arrows_and_circles_are_drawn_with_the_right_button(visit: Visit) -> None:
    visitor = visit("/analyse/congo")
    visitor.page.evaluate("() => addEventListener('contextmenu', (event) => (window.kept = event.defaultPrevented))")
    draw(visitor, "c2", "c4")
    draw(visitor, "d4", "d4", "Shift")
    draw(visitor, "a1", "a3", "Alt")
    draw(visitor, "b1", "b3", "Shift", "Alt")
    assert drawn(visitor) == ["arrow green", "circle red", "arrow blue", "arrow yellow"]
    assert visitor.page.evaluate("() => window.kept") is True
    expect(visitor.square("d4")).to_have_attribute("aria-label", "d4, river, empty, red circle on d4")
    # The same again removes it; another colour replaces it.
    draw(visitor, "c2", "c4")
    draw(visitor, "d4", "d4")
    assert drawn(visitor) == ["arrow blue", "arrow yellow", "circle green"]
    # They stay where they are when the view changes.
    visitor.page.keyboard.press("f")
    visitor.button("3-D").click()
    assert len(drawn(visitor)) == 3
    # What ends beside the board is nothing, and a left click clears, as it chooses.
    visitor.page.mouse.move(*visitor.find("c2")[1:])
    visitor.page.mouse.down(button="right")
    visitor.page.mouse.move(5, 300)
    visitor.page.mouse.up(button="right")
    assert len(drawn(visitor)) == 3
    visitor.press("c2")
    assert drawn(visitor) == []
    # Another position clears them too.
    visitor.page.keyboard.press("Escape")
    draw(visitor, "c2", "c4")
    visitor.press("c2")
    draw(visitor, "d2", "d4")
    visitor.press("c3")
    visitor.expect_moves(1)
    assert drawn(visitor) == []


def test_arrows_and_circles_are_drawn_with_the_keys(visit: Visit) -> None:
    visitor = visit("/analyse/congo")
    keys, said = visitor.page.keyboard, visitor.page.locator("#said")
    first = visitor.focused()
    keys.press("ArrowUp")
    start = visitor.focused()
    assert start != first
    keys.press("a")
    expect(said).to_have_text(f"A drawing begins on {start}. Press A on the square where it ends.")
    keys.press("ArrowUp")
    end = visitor.focused()
    keys.press("a")
    expect(said).to_have_text(f"Drawn: green arrow from {start} to {end}.")
    keys.press("Shift+A")
    keys.press("Shift+A")
    expect(said).to_have_text(f"Drawn: red circle on {end}.")
    assert drawn(visitor) == ["arrow green", "circle red"]
    keys.press("Shift+A")
    keys.press("Shift+A")
    expect(said).to_have_text(f"Removed: red circle on {end}.")
    keys.press("Escape")
    assert drawn(visitor) == []


def test_the_settings_of_the_board_are_kept(visit: Visit) -> None:
    visitor = visit("/analyse/congo")
    labels = visitor.board.locator(".coordinates text")
    expect(labels).to_have_count(14)
    full = visitor.board.bounding_box()
    visitor.button("Board").click()
    dialog = visitor.page.get_by_role("dialog", name="Board settings")
    dialog.get_by_text("Hidden").click()
    expect(labels).to_have_count(0)
    dialog.get_by_role("slider", name="Board size").fill("60")
    dialog.get_by_text("3-D").click()
    expect(dialog.get_by_role("slider")).to_have_attribute("aria-valuetext", "60% of the space")
    visitor.page.keyboard.press("Escape")
    expect(visitor.button("2-D")).to_be_visible()
    small = visitor.board.bounding_box()
    assert full is not None
    assert small is not None
    assert small["width"] == pytest.approx(0.6 * full["width"], rel=0.01)
    for address in ("/analyse/congo", "/analyse/draughts"):
        visitor.open(address)
        visitor.board.wait_for()
        expect(visitor.board.locator(".coordinates text, .name")).to_have_count(0)
    visitor.button("Board").click()
    dialog.get_by_text("Shown").click()
    expect(visitor.board.locator(".name")).to_have_count(50)


def test_a_board_in_space_is_seen_from_above_while_a_key_or_a_button_is_held(visit: Visit) -> None:
    visitor = visit("/analyse/cabeza")
    slab, mouse = visitor.board.locator(".slab"), visitor.page.mouse
    expect(slab).to_have_count(1)
    visitor.page.keyboard.down("v")
    expect(slab).to_have_count(0)
    visitor.page.keyboard.up("v")
    expect(slab).to_have_count(1)
    box = visitor.button("From above").bounding_box()
    assert box is not None
    mouse.move(box["x"] + 10, box["y"] + 10)
    mouse.down()
    expect(slab).to_have_count(0)
    mouse.move(5, 5)
    mouse.up()
    expect(slab).to_have_count(1)
    visitor.button("From above").focus()
    visitor.page.keyboard.down("Space")
    expect(slab).to_have_count(0)
    visitor.page.keyboard.up("Space")
    expect(slab).to_have_count(1)
    # In 2-D there is nothing to hold.
    visitor.button("2-D").click()
    expect(visitor.button("From above")).to_have_count(0)


def test_the_current_move_is_in_the_middle_of_the_strip(visit: Visit) -> None:
    moves = "32-28 19-23 28x19 14x23 37-32 10-14 41-37 14-19 46-41 5-10 34-29 23x34"
    visitor = visit(f"/analyse/draughts#moves={moves.replace(' ', '+')}", **FINGER)
    visitor.expect_moves(12)
    for _ in range(6):
        visitor.page.get_by_role("button", name="Move back").click()
    current = visitor.page.locator(".ply[aria-current]")
    expect(current).to_have_text("10-14")
    ply, strip = current.bounding_box(), visitor.page.locator(".scroller").bounding_box()
    assert ply is not None
    assert strip is not None
    assert ply["x"] + ply["width"] / 2 == pytest.approx(strip["x"] + strip["width"] / 2, abs=2)


@pytest.mark.parametrize("screen", [(360, 740), (844, 390)], ids=["upright", "on its side"])
def test_a_phone_shows_what_a_player_needs_at_once(screen: tuple[int, int], visit: Visit, site: Served) -> None:
    match, tokens, _ = site.new_match("congo", "human", "human", clock={"seconds": 600, "increment": 5})
    width, height = screen
    visitor = visit(
        f"/play/{match}#token={tokens[0]}&side=0",
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
    )
    with finger(visitor, "d2") as pull:
        pull("d3")
    visitor.expect_moves(1)
    for shown in (".board-holder .board", ".moves", ".hint", ".above .clock", ".beneath .clock"):
        expect(visitor.page.locator(shown)).to_be_in_viewport(ratio=1)
