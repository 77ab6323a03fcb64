"""The rules of a game in HTML: its author's text with pictures, or else its docstring and declarations."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from boardwright.game import AnyGame
from boardwright.manifest import file_beside, in_language
from boardwright.views import Board
from boardwright.web.descriptions import docstring_of

PICTURE_NAME = re.compile(r"[A-Za-z0-9_-]+\.(svg|png)")
FOR_PROGRAMMERS = "For programmers"
NO_RULES = "The author of this game has not written down its rules."


def rules_html(game: AnyGame, language: str = "en") -> str:
    """Return the rules in HTML: the text that comes with the game, or its docstring and declarations.

    The text is the README of a game package, or for a single module the file of the same name with ``.md``. What
    stands under the heading ``## For programmers``, at its end, is folded away. A translation beside it, such as
    ``README.de.md``, takes the place of everything before that heading; without one the text is English.

    >>> from boardwright import find_game
    >>> rules_html(find_game("turm")).splitlines()[0]
    '<h1>Turm &amp; Wächter</h1>'
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def rendered(tokens: list[Token]) -> str:
        return str(markdown.renderer.render(tokens, markdown.options, {}))

    people, programmers = _divided(_tokens(markdown, game, _text(game)))
    translation = in_language(_text_file(game), language)
    if translation:
        people, _ = _divided(_tokens(markdown, game, translation.read_text(encoding="utf-8")))
    html = rendered(people)
    if not programmers:
        return html
    details = '<details lang="en">' if translation else "<details>"
    heading, rest = map(rendered, programmers)
    return f"{html}{details}\n<summary>{heading.strip()}</summary>\n{rest}</details>\n"


def _tokens(markdown: MarkdownIt, game: AnyGame, text: str) -> list[Token]:
    tokens = markdown.parse(text)
    for token in tokens:
        # The Content-Security-Policy forbids inline styles.
        token.attrs.pop("style", None)
        if token.children:
            token.children = list(_led(token.children, game))
    return tokens


def _divided(tokens: list[Token]) -> tuple[list[Token], tuple[list[Token], list[Token]] | None]:
    """Divide a text into what is for all players, and the heading and content of the part for programmers."""
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and tokens[place + 1].content == FOR_PROGRAMMERS:
            return tokens[:place], (tokens[place : place + 3], tokens[place + 3 :])
    return tokens, None


def picture(game: AnyGame, name: str) -> Path | None:
    """Return the file of a picture in a game package; None if there is none of that name."""
    file = file_beside(type(game), game.manifest.pictures) / name
    return file if game.manifest.pictures and PICTURE_NAME.fullmatch(name) and file.is_file() else None


def pictures(game: AnyGame) -> list[str]:
    """Return the names of the pictures in a game package."""
    folder = file_beside(type(game), game.manifest.pictures)
    files = folder.iterdir() if game.manifest.pictures and folder.is_dir() else ()
    return sorted(file.name for file in files if PICTURE_NAME.fullmatch(file.name))


def _text_file(game: AnyGame) -> Path:
    return file_beside(type(game), game.manifest.rules or f"{Path(inspect.getfile(type(game))).stem}.md")


def _text(game: AnyGame) -> str:
    file = _text_file(game)
    if file.exists():
        return file.read_text(encoding="utf-8")
    return "\n\n".join((f"# {game.title}", docstring_of(type(game)) or NO_RULES, "## At a glance", _declared(game)))


def _declared(game: AnyGame) -> str:
    """List a game's declarations in Markdown."""
    start = game.start()
    board = game.view(start).board
    first, second = game.sides
    facts = {
        "Sides": f"{first}, which moves first, and {second}",
        "Pieces": ", ".join(game.kinds),
        "Board": _size(board),
        "Variants": ", ".join(game.variants) if len(game.variants) > 1 else "",
        "Start position": f"`{game.format_position(start)}`",
    }
    return "\n".join(f"- **{name}**: {fact}" for name, fact in facts.items() if fact)


def _size(board: Board) -> str:
    """
    >>> _size(Board.hexagon(5)), _size(Board.grid("abc", "12"))
    ('61 hexagons in 9 rows', '3 columns, 2 rows, 6 squares')
    """
    places = len(board.squares) - len(board.reserves)
    if board.kind == "square":
        return f"{board.columns} columns, {board.rows} rows, {places} squares"
    return f"{places} points" if board.kind == "graph" else f"{places} hexagons in {board.rows} rows"


def _led(tokens: Iterable[Token], game: AnyGame) -> Iterator[Token]:
    """Point images to this server, and replace links to other source files by their text."""
    is_link = True
    for token in tokens:
        if token.type == "image":
            source = str(token.attrs.get("src", ""))
            token.attrs["src"] = f"/pictures/{quote(game.name)}/{quote(source.rpartition('/')[2])}"
        elif token.type == "link_open":
            is_link = bool(re.match(r"#|https?://", str(token.attrs.get("href", ""))))
        if is_link or token.type not in ("link_open", "link_close"):
            yield token
