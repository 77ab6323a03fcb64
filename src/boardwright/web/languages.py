"""The languages of the page: the messages of each, in Fluent's format, and the choice for a request.

``locales/LANGUAGE.ftl`` holds the messages of the page; each game brings those of its own texts, in a file beside its
module. The browser gets both in one file, whose address has a hash of its content, so that it is kept for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fastapi import Request
from fastapi.responses import Response
from pydantic_core import to_json

from boardwright.game import AnyGame
from boardwright.game_messages import MESSAGE, game_messages
from boardwright.web.content import Content, content_of
from boardwright.web.files import FOREVER, content_response

LOCALES = Path(__file__).with_name("locales")
SOURCE = "en"
"""The language from which others are translated; the texts of games need no messages in it."""
COOKIE = "language"
"""The cookie in which the page keeps the language that the user has chosen."""
ACCEPTED = re.compile(r" *([a-zA-Z]+)[\w-]* *(?:; *q=(\d(?:\.\d+)?) *)?")
"""A language of an Accept-Language header, with its weight."""
COMMENT = re.compile(r"^(?:#.*)?\n", re.MULTILINE)
"""A comment, or an empty line between messages."""
NAME = re.compile(r"^language-name = (.+)$", re.MULTILINE)


class Language(NamedTuple):
    """A language of the page: its code, its own name for itself, and its messages with their address."""

    code: str
    name: str
    address: str
    messages: Content


class Languages:
    """The languages of a server, with the messages of its games."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        self.load(games)

    def load(self, games: Iterable[AnyGame]) -> None:
        """Read the messages, with those of the games as they are now."""
        self._games = tuple(games)
        self.all = {file.stem: self._language(file.stem) for file in sorted(LOCALES.glob("*.ftl"))}
        """All languages by their codes."""

    def chosen(self, request: Request) -> Language:
        """Return the language that the user has chosen, or else the first of the browser's that there is."""
        accepted = _by_preference(request.headers.get("accept-language", ""))
        wanted = (request.cookies.get(COOKIE, ""), *accepted, SOURCE)
        return next(self.all[code] for code in wanted if code in self.all)

    def data(self, chosen: Language) -> bytes:
        """Return all languages and the address of the messages of the chosen one in JSON, for the page."""
        names = {language.code: language.name for language in self.all.values()}
        return to_json({"chosen": chosen.code, "names": names, "messages": chosen.address})

    def response(self, request: Request, path: str) -> Response | None:
        """Respond with the messages at an address; None if there are none."""
        found = next((each for each in self.all.values() if each.address == path), None)
        return None if found is None else content_response(request, found.messages, headers=FOREVER)

    def _language(self, code: str) -> Language:
        source, page = (_page_messages(each) for each in (SOURCE, code))
        # Of messages with the same identifier the last one counts.
        texts = [page] if _identifiers(page) >= _identifiers(source) else [source, page]
        files = (game_messages(game, code) for game in self._games)
        texts += (file.read_text(encoding="utf-8") for file in files if file)
        messages = content_of(COMMENT.sub("", "\n".join(texts)).encode(), "text/plain; charset=utf-8")
        version = sha256(messages.plain).hexdigest()[:16]
        (name,) = NAME.findall(page)
        return Language(code, name, f"/locales/{code}.{version}.ftl", messages)


def _page_messages(language: str) -> str:
    return (LOCALES / f"{language}.ftl").read_text(encoding="utf-8")


def _identifiers(messages: str) -> set[str]:
    return set(MESSAGE.findall(messages))


def _by_preference(accepted: str) -> list[str]:
    """Return the languages of an Accept-Language header, without regions, the preferred first.

    >>> _by_preference("en;q=0.5, de-AT, fr;q=0.8"), _by_preference("de;q=high, fr")
    (['de', 'fr', 'en'], ['fr'])
    """
    found = filter(None, map(ACCEPTED.fullmatch, accepted.split(",")))
    return [each[1].lower() for each in sorted(found, key=lambda each: -float(each[2] or 1))]
