"""The rules of a game as a page: what its room's README says, with its pictures."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from boardwright.registry import AnyGame

PICTURES = "pictures"
"""The folder in a game's room."""
PICTURE_NAME = re.compile(r"[A-Za-z0-9_-]+\.(svg|png)")


def rules_html(game: AnyGame) -> str:
    """The rules in HTML: the README of the game's room, the text beside its file, or what its class says.

    >>> from boardwright import find_game
    >>> rules_html(find_game("turm")).splitlines()[0]
    '<h1>Turm &amp; Wächter</h1>'
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_text(game))
    for token in tokens:
        # The page's policy takes no style from a document.
        token.attrs.pop("style", None)
        for inner in token.children or ():
            _lead(inner, game)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def picture(game: AnyGame, name: str) -> Path | None:
    """The file of a picture in a game's room; None where there is none of that name."""
    file = _home(game).parent / PICTURES / name
    return file if PICTURE_NAME.fullmatch(name) and file.is_file() else None


def _home(game: AnyGame) -> Path:
    return Path(inspect.getfile(type(game)))


def _text(game: AnyGame) -> str:
    home = _home(game)
    beside = home.with_name("README.md") if (home.parent / "__init__.py").exists() else home.with_suffix(".md")
    if beside.exists():
        return beside.read_text(encoding="utf-8")
    return f"# {game.title}\n\n{inspect.getdoc(type(game)) or ''}"


def _lead(token: Token, game: AnyGame) -> None:
    """Let pictures come from this server; what leads to another file of the sources leads nowhere."""
    source = str(token.attrs.get("src", ""))
    if token.type == "image":
        token.attrs["src"] = f"/{PICTURES}/{quote(game.name)}/{quote(source.rpartition('/')[2])}"
    elif token.type == "link_open" and not re.match(r"#|https?://", str(token.attrs.get("href", ""))):
        token.attrs.pop("href", None)
