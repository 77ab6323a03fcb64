"""The languages of the page: no message is missing or left over, and a request gets the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import SimpleNamespace
from typing import Any

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.errors import COMMON_REFUSALS
from boardwright.game import COMMON_REASONS, OUTCOMES, AnyGame
from boardwright.game_messages import game_messages, message_id, message_problems
from boardwright.played_game import REASONS
from boardwright.registry import BUILT_IN
from boardwright.web.api_errors import CODES, ERRORS
from boardwright.web.languages import LOCALES, SOURCE, Languages
from boardwright.web.page_files import FOLDER

LANGUAGES = sorted(file.stem for file in LOCALES.glob("*.ftl"))
COMPLETE = ("de",)
"""The languages in which nothing may be missing."""
GENDER = "-gender"
"""The end of arguments that the page adds: the grammatical gender of a piece."""
CALL = re.compile(r"\b(?:t|messageOf)\(")
LITERAL = re.compile(r'"([a-z][a-z0-9_.-]*)"|`([a-z][^`\s]*)`')


class Arguments(Visitor):
    """The arguments that a message uses."""

    def __init__(self, node: ast.BaseNode) -> None:
        self.names: set[str] = set()
        self.visit(node)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)


def messages(file: Path) -> dict[str, ast.Message]:
    """The messages of a file by their ids."""
    resource = FluentParser().parse(file.read_text(encoding="utf-8"))
    junk = [entry.content for entry in resource.body if isinstance(entry, ast.Junk)]
    assert junk == [], file
    found = [entry for entry in resource.body if isinstance(entry, ast.Message)]
    names = [entry.id.name for entry in found]
    assert len(names) == len(set(names)), f"{file} has messages twice: {sorted(names)}"
    return dict(zip(names, found, strict=True))


def arguments(message: ast.Message) -> set[str]:
    return Arguments(message).names


def page_messages(language: str) -> dict[str, ast.Message]:
    return messages(LOCALES / f"{language}.ftl")


def used_in_modules() -> Iterator[str]:
    """Patterns of the ids that the page's modules use, also where they are put together."""
    for module in sorted(FOLDER.glob("*.js")):
        text = module.read_text(encoding="utf-8")
        for call in CALL.finditer(text):
            depth, end = 1, call.end()
            if text.startswith("idOf(", end):
                continue
            while depth and text[end] not in ",":
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            for plain, template in LITERAL.findall(text[call.end() : end]):
                parts = re.split(r"\$\{[^}]*\}", plain or template)
                yield r"[\w-]+".join(map(re.escape, parts))
    yield r"text-\w+"


def test_every_message_that_the_page_uses_exists_and_every_message_is_used() -> None:
    patterns = set(used_in_modules())
    known = {*page_messages(SOURCE), *page_messages("de")}
    missing = {each for each in patterns if not any(re.fullmatch(each, name) for name in known)}
    unused = {name for name in known if not any(re.fullmatch(each, name) for each in patterns)}
    assert (missing, unused - {"language-name"}) == (set(), set())


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_has_every_message_of_the_page(language: str) -> None:
    own, source = page_messages(language), page_messages(SOURCE)
    texts = {name for name in own if name.startswith("text-")}
    assert own.keys() - texts == source.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_arguments_of_the_message(language: str) -> None:
    source = page_messages(SOURCE)
    for name, message in page_messages(language).items():
        if name in source:
            wanted = arguments(source[name])
            # One side's name may be enough; what the source does not say a translation may not either.
            assert {each for each in arguments(message) if not each.endswith(GENDER)} <= wanted | {"piece"}, name
        else:
            assert name.startswith("text-"), name


def templates(game: AnyGame | None = None) -> dict[str, set[str]]:
    """The arguments of translatable texts by their code: those of a game, or of all."""
    if game is not None:
        tables: list[dict[str, str]] = [dict(game.refusals.items() - COMMON_REFUSALS.items()), game.reasons]
    else:
        details = dict.fromkeys(CODES.values(), "{detail}")
        tables = [COMMON_REFUSALS, OUTCOMES, COMMON_REASONS, REASONS, ERRORS, details]
    return {
        code: {field for _, field, _, _ in Formatter().parse(text) if field}
        for table in tables
        for code, text in table.items()
    }


def check_texts(found: dict[str, ast.Message], prefix: str, wanted: dict[str, set[str]]) -> None:
    """Check that there is a message for every text and no other, with arguments that the text has."""
    own = {name.removeprefix(prefix): message for name, message in found.items() if name.startswith(prefix)}
    assert own.keys() == wanted.keys()
    for code, message in own.items():
        assert {name.removesuffix(GENDER) for name in arguments(message)} <= wanted[code], code


@pytest.mark.parametrize("language", COMPLETE)
def test_every_text_of_the_server_with_a_code_is_translated(language: str) -> None:
    check_texts(page_messages(language), "text-", templates())


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_text_of_a_game_is_translated(name: str, language: str) -> None:
    game = find_game(name)
    file = game_messages(game, language)
    assert file is not None
    found = messages(file)
    start = game.start()
    values = {*(note for note, _ in game.view(start).notes), *(count.name for count in game.counts(start))}
    names = {
        message_id(name, "title"),
        *(message_id(name, "variant", variant) for variant in game.variants if len(game.variants) > 1),
        *(message_id(name, "side", side) for side in game.sides),
        *(message_id(name, "piece", kind) for kind in game.kinds),
        *(message_id(name, "value", value) for value in values),
    }
    texts = f"{name}-text-"
    assert {each for each in found if not each.startswith(texts)} == names
    check_texts(found, texts, templates(game))
    assert message_problems(game) == []
    for each, message in found.items():
        attributes = {attribute.id.name for attribute in message.attributes}
        kind = each.removeprefix(f"{name}-").partition("-")[0]
        assert attributes == {{"title": "about", "variant": "note", "piece": "gender"}.get(kind)} - {None}, each


def chosen(header: str, cookie: str = "") -> str:
    request: Any = SimpleNamespace(headers={"accept-language": header}, cookies={"language": cookie})
    return Languages([]).chosen(request).code


@pytest.mark.parametrize(
    ("header", "cookie", "language"),
    [
        ("", "", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "", "de"),
        ("fr,it;q=0.9", "", "en"),
        ("en;q=0.4, es-MX;q=0.8", "", "es"),
        ("de", "en", "en"),
        ("de", "klingon", "de"),
        (";q=,,x;q=9", "", "en"),
    ],
)
def test_the_language_is_the_one_that_was_chosen_or_the_first_of_the_browser_s(
    header: str, cookie: str, language: str
) -> None:
    assert chosen(header, cookie) == language


def test_an_incomplete_language_falls_back_to_english_message_by_message() -> None:
    languages = {code: Languages([])._language(code).messages.plain.decode() for code in LANGUAGES}
    assert "language-name = English" in languages["es"]
    assert languages["es"].index("language-name = English") < languages["es"].index("language-name = Español")
    assert "language-name = English" not in languages["de"]


def test_the_page_names_its_language_and_the_messages_are_kept_for_ever(server: Served) -> None:
    page = server.client.get("/rules/turm", headers={"Accept-Language": "de"})
    assert '<html lang="de"' in page.text
    assert page.headers["vary"] == "accept-encoding, accept-language, cookie"
    (address,) = re.findall(r'href="(/locales/de\.[0-9a-f]{16}\.ftl)"', page.text)
    answer = server.client.get(address)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "turm-title = Turm" in answer.text
    assert "/api/games/turm/rules?language=de" in page.text
    assert server.client.get("/locales/de.0123456789abcdef.ftl").status_code == 404


def test_rules_and_lessons_come_in_the_language_that_is_asked_for(server: Served) -> None:
    for what, german in (("rules", "Wächter"), ("lessons", "Wächter")):
        path = f"/api/games/turm/{what}"
        english = server.client.get(path).text
        assert german in server.client.get(path, params={"language": "de"}).text
        assert server.client.get(path, params={"language": "fr"}).text == english
