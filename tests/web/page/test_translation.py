"""The page with every message in brackets: each text that a user sees or hears is a message, none is put together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer
from playwright.sync_api import Route, expect
from tests.web.page.browsing import Visitor
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

CLOCK = {"seconds": 300, "increment": 5}
NAMES = ("Anna", "Ben")

PLAIN = {"gender", "language-name"}
"""Messages and attributes that are not shown."""

BARE = r"""(extra) => {
    // What is not a sentence: numbers, signs, moves and squares, single letters, names of formats and of the site.
    const DATA = /^(?:[\s\d.,#:;+%½·×✓✥?!…()\/–-]|\b[A-Za-z]?\d\w*\b|\b[A-Za-z]\b|\b\w+\d\w*\b|Boardwright|JSON|PDN)*$/;
    const names = new RegExp(extra.map((name) => `\\b${name}\\b`).join('|') || '$^', 'g');
    // Texts that are translated as a whole, not by messages: rules, lessons, records and positions.
    const whole = '.rules, .explanation, .instruction, .feedback, .lesson b, .lesson-head h1, code, input, textarea, ' +
        'option[lang], button[lang], .ply, .comment, noscript, script, style, [hidden], .brand';
    const strip = (text) => {
        let before;
        do { before = text; text = text.replace(/⟦[^⟦⟧]*⟧/g, ' '); } while (text !== before);
        return text.trim();
    };
    const bare = [];
    const check = (text, where) => {
        if (!DATA.test(strip(text ?? '').replace(names, ''))) bare.push(`${where}: ${text}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const {parentElement: parent} = node;
        if (!parent.closest(whole)) check(node.data, parent.className || parent.tagName);
    }
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        for (const element of document.body.querySelectorAll(`[${name}]`))
            if (!element.closest('[hidden], .rules')) check(element.getAttribute(name), name);
    check(document.title, 'document.title');
    return bare;
}"""


class Bracketed(Transformer):
    """Puts every message and attribute that is shown in brackets."""

    def visit_Message(self, node: ast.Message) -> ast.Message:  # noqa: N802
        attributes: list[ast.Attribute] = node.attributes
        parts: list[ast.Message | ast.Attribute] = [node, *attributes]
        for part in parts:
            if part.value is not None and part.id.name not in PLAIN:
                part.value.elements = [ast.TextElement("⟦"), *part.value.elements, ast.TextElement("⟧")]
        return node


def bracketed(messages: str) -> str:
    return str(FluentSerializer().serialize(Bracketed().visit(FluentParser().parse(messages))))


@pytest.fixture
def german(visit: Visit) -> Callable[[str], Visitor]:
    """A visitor who sees German messages in brackets."""

    def bracket(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=bracketed(answer.text()))

    def send(path: str) -> Visitor:
        visitor = visit("/", locale="de-DE")
        visitor.page.route("**/locales/*.ftl", bracket)
        visitor.open(path)
        return visitor

    return send


def check(visitor: Visitor, *names: str) -> None:
    """Nothing but names and data is outside of brackets."""
    bare = visitor.page.evaluate(BARE, names)
    assert not bare, "\n".join(bare)


PAGES = {
    "lobby": "/",
    "rules": "/rules/congo",
    "lessons": "/learn/turm",
    "lesson": "/learn/margrites/2",
    "puzzle": "/puzzles/cabeza",
    "no puzzles": "/puzzles/nothing",
    "lost": "/nowhere",
    "analysis": "/analyse/draughts#position=W:W31-50:B1-20&moves=32-28 19-23 28x19",
    "unknown game": "/play/nowhere",
}


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_every_text_of_a_page_is_a_message(path: str, german: Callable[[str], Visitor]) -> None:
    visitor = german(path)
    visitor.page.wait_for_load_state("networkidle")
    check(visitor)


def test_every_text_of_a_game_is_a_message(german: Callable[[str], Visitor], site: Served) -> None:
    match, tokens, _ = site.new_match("congo:full", "human", "open", names=["Anna", None], clock=CLOCK)
    tokens[1] = site.post(f"/api/matches/{match}/join", {"name": "Ben"})["token"]
    visitor = german(f"/play/{match}#token={tokens[0]}&side=0")
    visitor.press("d2")
    check(visitor, *NAMES)
    visitor.press("d5")
    expect(visitor.page.locator(".why")).not_to_be_empty()
    check(visitor, *NAMES)
    site.move(match, tokens[0], "d2d3", 0)
    visitor.expect_moves(1)
    for what in ("takeback", "draw"):
        site.post(f"/api/matches/{match}/{what}", {"action": "offer"}, token=tokens[0])
        check(visitor, *NAMES)
        site.post(f"/api/matches/{match}/{what}", {"action": "decline"}, token=tokens[1])
        check(visitor, *NAMES)
    for name in ("Brett", "Teilen", "Exportieren", "Aufgeben"):
        visitor.page.locator(".tools").get_by_role("button", name=f"⟦{name}⟧").click()
        expect(visitor.page.locator("dialog[open]")).to_be_visible()
        check(visitor, *NAMES)
        visitor.page.keyboard.press("Escape")
    site.post(f"/api/matches/{match}/resign", token=tokens[1])
    expect(visitor.page.locator("h1.status")).to_contain_text("gewonnen")
    check(visitor, *NAMES)


def test_every_text_of_an_invitation_and_of_a_game_against_the_engine_is_a_message(
    german: Callable[[str], Visitor], site: Served
) -> None:
    match, tokens, _ = site.new_match("turm", "human", "open", names=["Anna", None], clock=CLOCK)
    for address in (f"/play/{match}", f"/play/{match}#token={tokens[0]}&side=0"):
        visitor = german(address)
        check(visitor, *NAMES)
        visitor.page.close()
    match, tokens, _ = site.new_match("margrites", "human", "engine:1")
    check(german(f"/play/{match}#token={tokens[0]}&side=0"))


def test_every_text_of_dialogs_is_a_message(german: Callable[[str], Visitor]) -> None:
    visitor = german("/")
    visitor.page.get_by_role("button", name="⟦Congo⟧").first.click()
    expect(visitor.page.locator("dialog[open]")).to_be_visible()
    check(visitor)
    visitor.page.keyboard.press("Escape")
    for name in ("Turnier", "Importieren", "Tastenkürzel"):
        visitor.page.get_by_role("button", name=name).first.click()
        expect(visitor.page.locator("dialog[open]")).to_be_visible()
        check(visitor)
        visitor.page.keyboard.press("Escape")


def test_every_text_of_an_event_is_a_message(german: Callable[[str], Visitor], site: Served) -> None:
    made = site.post("/api/events", {"title": "Vereinsabend", "game": "cabeza", "double": True, "clock": CLOCK})
    path = f"/api/events/{made['event']['id']}"
    joined = [site.post(f"{path}/join", {"name": name})["token"] for name in NAMES]
    visitor = german(f"/events/{made['event']['id']}")
    check(visitor, "Vereinsabend", *NAMES)
    event = site.post(f"{path}/start", token=made["token"])
    expect(visitor.page.locator(".event-games").first).to_be_visible()
    check(visitor, "Vereinsabend", *NAMES)
    for game in (game for each in event["rounds"] for game in each):
        decision = {"game": game["id"], "winner": 0}
        site.post(f"{path}/decide", decision, token=made["token"])
    assert joined
    expect(visitor.page.locator(".event-top")).to_contain_text("zu Ende")
    check(visitor, "Vereinsabend", *NAMES)


def test_every_text_of_an_analysis_is_a_message(german: Callable[[str], Visitor]) -> None:
    """The engine, the review, the practice, notes, the editor and the dialogs."""
    visitor = german("/analyse/turm#position=7/7/3BG3/7/3RG3/7/7 r&moves=D3-E3-1 D5-E5-1 E3-D3-1")
    panel = visitor.page.locator(".analysis")
    panel.get_by_role("button", name="⟦Engine⟧").click()
    expect(panel.locator(".lines li").first).to_be_visible()
    check(visitor)
    panel.get_by_role("button", name="⟦Rückblick⟧").click()
    expect(panel.locator(".accuracy")).to_be_visible()
    visitor.page.locator(".tree-notes summary").click()
    check(visitor)
    panel.locator(".review .row button").first.click()
    check(visitor)
    visitor.drag("D3", "E3")
    check(visitor)
    practice = visitor.page.locator(".practice")
    for name in ("Lösung zeigen", "Nächster Fehler", "Beenden"):
        practice.get_by_role("button", name=f"⟦{name}⟧").click()
        check(visitor)
    for name in ("Einfügen", "Exportieren", "Angaben", "Teilen", "Aufstellen"):
        visitor.page.locator(".side .tools").first.get_by_role("button", name=f"⟦{name}⟧").click()
        expect(visitor.page.locator("dialog[open], .editor").first).to_be_visible()
        check(visitor)
        visitor.page.keyboard.press("Escape")


def test_every_text_of_a_lesson_is_a_message(german: Callable[[str], Visitor]) -> None:
    visitor = german("/learn/turm/1")
    visitor.page.get_by_role("button", name="⟦Tipp⟧").click()
    check(visitor)
