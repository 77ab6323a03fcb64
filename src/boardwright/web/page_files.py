"""The files of the page, all below one hash of their contents, and the HTML that loads them.

A file below the hash never changes, so that browsers keep it without asking again, and the modules of a page always
fit together: if one file changes, all have another address. The HTML itself is revalidated each time. It names the
modules that its page imports, directly or through others, so that browsers request all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response

from boardwright.engine.network import network_file
from boardwright.registry import BUILT_IN, find_named
from boardwright.web.client_engine import network_name
from boardwright.web.content import Content, content_of, read_content
from boardwright.web.files import FOREVER, content_response

FOLDER = Path(__file__).parent / "page"
INDEX, MAIN = "index.html", "main.js"
STATIC = "/static/"
VENDOR = "vendor/"
"""The folder of the libraries, which are sent as they are."""
IMPORT = re.compile(r'^(?:import|export)\b[^;"(]*"\./([^"]+)"', re.MULTILINE)
"""A static import of a module by another; what is imported when it is first needed has parentheses."""


COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
"""A comment of a module on lines of its own; types are in such comments, and a quarter of what is sent would be."""


class PageFiles:
    """The files of the page by their path below its folder; no others are served."""

    def __init__(self, folder: Path = FOLDER) -> None:
        files = {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()}
        files |= _networks()
        self._index = files.pop(INDEX).read_text(encoding="utf-8")
        self.contents = {name: _content(name, file) for name, file in files.items()}
        whole = sha256(self._index.encode())
        for name, content in self.contents.items():
            whole.update(f"\0{name}\0{len(content.plain)}\0".encode() + content.plain)
        self.version = whole.hexdigest()[:16]
        """The hash of all files."""

    def response(self, request: Request, path: str) -> Response | None:
        """Respond with a file, by its path below the current hash or without one; None if there is none.

        Files of other versions are unknown: modules of two versions may not fit together.
        """
        version, _, name = path.partition("/")
        if version == self.version and name in self.contents:
            return content_response(request, self.contents[name], headers=FOREVER)
        return content_response(request, self.contents[path]) if path in self.contents else None

    def modules(self, *names: str) -> list[str]:
        """Return modules with all that they import, one after the other."""
        found: list[str] = []
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found.append(name)
                waiting = IMPORT.findall(self.contents[name].plain.decode()) + waiting
        return found

    def html(
        self,
        modules: Iterable[str],
        head: Iterable[str] = (),
        data: Mapping[str, bytes] | None = None,
        language: str = "en",
    ) -> Content:
        """Return the HTML of a page that imports some modules when it is opened.

        ``head`` holds more elements for its head; ``data`` holds JSON that the page needs at once, by the id under
        which it finds it.
        """
        preloads = (f'<link rel="modulepreload" href="{STATIC}{name}" />' for name in self.modules(MAIN, *modules))
        scripts = (
            f'<script type="application/json" id="{name}">{_within_script(json.decode())}</script>'
            for name, json in (data or {}).items()
        )
        html = self._index.replace('<html lang="en"', f'<html lang="{language}"', 1)
        html = _before("</head>", preloads, html).replace(STATIC, f"{STATIC}{self.version}/")
        html = _before('    <link rel="stylesheet"', head, html)
        html = _before("</body>", scripts, html)
        return content_of(html.encode(), "text/html")


def _networks() -> dict[str, Path]:
    """Return the networks of the games whose core is among the files, by their path below the page's folder."""
    games = (type(game)(variant) for game in map(find_named, BUILT_IN) for variant in game.variants)
    return {f"core/{network_name(game)}.network": network_file(game) for game in games if game.manifest.networks}


def _content(name: str, file: Path) -> Content:
    """Read a file; the page's own modules are sent without their comments."""
    if not name.endswith(".js") or name.startswith(VENDOR):
        return read_content(file)
    return content_of(COMMENT.sub("", file.read_text(encoding="utf-8")).encode(), "text/javascript")


def _before(place: str, lines: Iterable[str], html: str) -> str:
    """Insert lines before the first occurrence of a text."""
    return html.replace(place, "".join(f"    {line}\n" for line in lines) + place, 1)


def _within_script(json: str) -> str:
    """Escape JSON for a script element: "<" could end it, or begin a comment."""
    return json.replace("<", r"\u003c")


@cache
def page_files() -> PageFiles:
    """Return the files of the page, read and compressed once."""
    return PageFiles()
