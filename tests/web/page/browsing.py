"""A browser on the page, and the hands that move on its boards."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright
from tests.web.server_process import Served

WAIT = 15000
"""In milliseconds, for what must come."""

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

SERIOUS = ("serious", "critical")

FIND_POINT = """(names) => {
    const owner = (element) => element?.closest('[data-name]')?.dataset.name;
    for (const name of names)
        for (const element of document.querySelectorAll(`.page [data-name="${name}"]`)) {
            element.scrollIntoView({block: 'nearest'});
            const box = element.getBoundingClientRect();
            for (const down of [0.5, 0.25, 0.75, 0.1, 0.9])
                for (const across of [0.5, 0.25, 0.75, 0.1, 0.9]) {
                    const [x, y] = [box.left + across * box.width, box.top + down * box.height];
                    if (owner(document.elementFromPoint(x, y)) === name) return [name, x, y];
                }
        }
    return null;
}"""
"""Where the first square that can be seen can be touched: what stands before it may hide its middle, or all of it."""


QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium; without one, the test is skipped."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium: install it (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=list(QUIETLY))
        yield launched
        launched.close()


@contextmanager
def visiting(browser: Browser, address: str, **options: Any) -> Iterator[Visitor]:
    """A visitor with a browser profile of his own; whatever the page complains about fails the test."""
    options = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
    context = browser.new_context(base_url=address, **options)
    visitor = Visitor(context)
    yield visitor
    context.close()
    assert visitor.complaints == []


class Visitor:
    """Somebody in front of a page."""

    def __init__(self, context: BrowserContext) -> None:
        context.set_default_timeout(WAIT)
        expect.set_options(timeout=WAIT)
        self.context = context
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda told: self._note(told.type, told.text))

    def _note(self, kind: str, text: str) -> None:
        # The browser itself notes every refusal and every lost connection.
        if kind == "error" and "Failed to load resource" not in text and "WebSocket connection" not in text:
            self.complaints.append(text)

    def open(self, path: str) -> None:
        """Go to a page and wait until it is there."""
        self.page.goto(path)
        self.page.wait_for_selector(".page > *")

    @property
    def board(self) -> Locator:
        return self.page.locator("svg[role=grid]:visible")

    def square(self, name: str) -> Locator:
        """A square, as those see it who do not see it."""
        return self.board.locator(f"[role=gridcell][data-name='{name}']")

    def find(self, *names: str) -> tuple[str, float, float]:
        """The first of these squares that can be seen, once one can, and where it can be touched."""
        name, across, down = self.page.wait_for_function(FIND_POINT, arg=names).json_value()
        return name, across, down

    def press(self, name: str) -> None:
        """Click a square."""
        self.page.mouse.click(*self.find(name)[1:])

    def drag(self, start: str, end: str) -> None:
        """Drag what stands on a square to another."""
        for place, (name, hand) in enumerate(((start, self.page.mouse.down), (end, self.page.mouse.up))):
            self.page.mouse.move(*self.find(name)[1:], steps=1 + 4 * place)
            hand()

    def choose(self, name: str) -> None:
        """Walk to a square with the keys, and choose it."""
        places = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('svg[role=grid] [role=gridcell]')].map((cell) => {
                const box = cell.getBoundingClientRect();
                return [cell.dataset.name, [box.left + box.width / 2, box.top + box.height / 2, box.height]];
            }))"""
        )
        for _ in range(100):
            here = self.focused()
            if here == name:
                self.page.keyboard.press("Enter")
                return
            (x, y, high), (goal_x, goal_y, _) = places[here], places[name]
            if abs(goal_y - y) > high / 3:
                self.page.keyboard.press("ArrowDown" if goal_y > y else "ArrowUp")
            else:
                self.page.keyboard.press("ArrowRight" if goal_x > x else "ArrowLeft")
        raise AssertionError(f"the keys do not lead from {here} to {name}")

    def tab_to(self, label: str) -> None:
        """Bring the keys to what has this label."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            found = self.page.evaluate(
                """() => {
                    const {activeElement: here} = document;
                    return here?.ariaLabel || here?.labels?.[0]?.innerText || here?.innerText || '';
                }"""
            )
            if found.strip().splitlines()[:1] == [label]:
                return
        raise AssertionError(f"Tab does not lead to {label!r}")

    def focused(self) -> str:
        """The square on which the keys are; they are brought to the board by Tab."""
        for _ in range(40):
            name: str | None = self.page.evaluate("() => document.activeElement?.dataset?.name ?? null")
            if name is not None:
                return name
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to the board")

    def play(self, move: Any, hand: Callable[[str], None]) -> None:
        """Choose the squares of a move, one after the other; what could go on from there is told to stop."""
        before, taken = self.moves(), list[str]()
        stop = self.button(f"Play {move['text']}")
        while paths := [path for path in move["paths"] if path[: len(taken)] == taken and len(path) > len(taken)]:
            onward = [path[len(taken)] for path in paths]
            taken.append(self.find(*onward)[0] if hand == self.press else onward[0])
            hand(taken[-1])
            if self.moves() > before:
                return
        played = self.page.locator(".turns .ply").nth(before)
        expect(stop.or_(played).first).to_be_visible()
        if stop.is_visible():
            stop.click() if hand == self.press else hand(taken[-1])
        expect(played).to_have_text(move["text"])

    def moves(self) -> int:
        """How many moves the list shows."""
        return self.page.locator(".turns .ply").count()

    def expect_moves(self, count: int) -> None:
        expect(self.page.locator(".turns .ply")).to_have_count(count)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def match_id(self) -> str:
        """The match of the page on which the visitor is, once he is there."""
        self.page.wait_for_url("**/play/*")
        self.board.get_by_role("gridcell").first.wait_for(state="attached")
        return self.page.url.split("/")[-1].split("#")[0]


def violations(visitor: Visitor, axe: str) -> list[str]:
    """What is seriously wrong, in a line for each."""
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("() => axe.run()")["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary']}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]


def state_of(served: Served, match: str) -> Any:
    return served.get(f"/api/matches/{match}")["state"]
