"""The board under people's hands: fingers that drag, keys, what is marked, hidden, refused and said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

import pytest
from playwright.sync_api import expect
from tests.web.page.browsing import PHONE, Visitor

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
