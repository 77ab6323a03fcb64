"""The page with every message in brackets: each text that a user sees or hears is a message, none is put together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer
from playwright.sync_api import Route
from tests.web.page.browsing import Visitor

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

PLAIN = {"gender", "language-name"}
"""Messages and attributes that are not shown."""

BARE = r"""(extra) => {
    // What is not a sentence: numbers, signs, moves and squares, single letters, names of formats and of the site.
    const DATA = /^(?:[\s\d.,:;+%½·×✓✥?!…()\/–-]|\b[A-Za-z]?\d\w*\b|\b[A-Za-z]\b|\b\w+\d\w*\b|Boardwright|JSON|PDN)*$/;
    const allowed = new RegExp(`^(?:${extra.join('|')})$`);
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
        const left = strip(text ?? '');
        if (!DATA.test(left) && !allowed.test(left)) bare.push(`${where}: ${text}`);
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
        visitor = visit(path, locale="de-DE")
        visitor.page.route("**/locales/*.ftl", bracket)
        visitor.open(path)
        return visitor

    return send


def check(visitor: Visitor, *names: str) -> None:
    """Nothing but names and data is outside of brackets."""
    assert visitor.page.evaluate(BARE, ["", *names]) == []
