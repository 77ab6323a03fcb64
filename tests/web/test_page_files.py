"""The files of the page: their hash, what browsers may keep of them, and the HTML that names them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree

import pytest
from tests.web.server_process import Served

from boardwright import PlayedGame, find_game
from boardwright.registry import BUILT_IN
from boardwright.web.client_engine import has_module, search_for
from boardwright.web.page_files import FOLDER, PageFiles, page_files

FOREVER = "public, max-age=31536000, immutable"
PAGES = {
    "/": "lobby",
    "/play/any": "play",
    "/analyse/turm": "analyse",
    "/rules/turm": "rules",
    "/puzzles/turm": "puzzles",
}
STATIC_IMPORT = re.compile(r'from "\./([\w/-]+\.js)"')
LAZY_IMPORT = re.compile(r'import\("\./(\w+\.js)"\)')


class Links(HTMLParser):
    """The addresses in HTML, and the text of its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.preloaded: list[str] = []
        self.fetched: list[str] = []
        self.files: list[str] = []
        self.scripts: dict[str, str] = {}
        self._script = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        address = given.get("src") or given.get("href", "")
        if address.startswith("/static/"):
            self.files.append(address)
        if given.get("rel") == "modulepreload":
            self.preloaded.append(address.split("/", 3)[3])
        if given.get("rel") == "preload":
            self.fetched.append(address)
        self._script = given.get("id", "") if tag == "script" else ""

    def handle_data(self, data: str) -> None:
        if self._script:
            self.scripts[self._script] = data
            self._script = ""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the page's folder."""
    return copytree(FOLDER, tmp_path / "page")


def test_the_hash_is_that_of_all_files(copy: Path) -> None:
    versions = [PageFiles(copy).version]
    assert versions == [PageFiles().version]
    for change in (
        lambda: (copy / "dom.js").write_text("export const html = 1;\n"),
        lambda: (copy / "index.html").write_text((copy / "index.html").read_text() + "\n"),
        lambda: (copy / "dom.js").rename(copy / "other.js"),
        lambda: (copy / "style.css").unlink(),
    ):
        change()
        versions.append(PageFiles(copy).version)
    assert len(set(versions)) == len(versions)


def reachable(*modules: str) -> Iterator[str]:
    """The modules that some modules import, directly or through others, with themselves."""
    seen: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            # Types are imported in comments.
            code = re.sub(r"/\*\*.*?\*/", "", (FOLDER / name).read_text(), flags=re.DOTALL)
            waiting += STATIC_IMPORT.findall(code)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_all_modules_that_it_imports(server: Served, path: str) -> None:
    links = Links(server.client.get(path).text)
    (shown,) = re.findall(rf"{PAGES[path]}: async .*?{LAZY_IMPORT.pattern}", (FOLDER / "main.js").read_text())
    own = {"picture.js"} if path == "/" else set()
    assert sorted(links.preloaded) == sorted(set(reachable("main.js", shown, *own)))


def test_the_lobby_loads_what_it_needs_and_no_more(server: Served) -> None:
    preloaded = set(Links(server.client.get("/").text).preloaded)
    assert not preloaded & {"game_page.js", "game_view.js", "analysis_page.js", "editor.js", "new_game.js", "input.js"}


@pytest.mark.parametrize("path", PAGES)
def test_the_files_of_a_page_are_kept_for_ever_and_its_html_is_not(server: Served, path: str) -> None:
    page = server.client.get(path)
    assert page.headers["cache-control"] == "no-cache"
    again = server.client.get(path, headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    files = Links(page.text).files
    assert len({file.split("/")[2] for file in files}) == 1
    for file in files:
        answer = server.client.get(file)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, FOREVER), file
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_files_of_another_version_are_not_there(server: Served) -> None:
    version = PageFiles().version
    assert server.client.get(f"/static/{version}/main.js").status_code == 200
    for path in (
        "0123456789abcdef/main.js",
        f"{version}/",
        f"{version}/index.html",
        "index.html",
        f"{version}x/main.js",
    ):
        assert server.client.get(f"/static/{path}").status_code == 404, path
    unversioned = server.client.get("/static/main.js")
    assert (unversioned.status_code, unversioned.headers["cache-control"]) == (200, "no-cache")


def test_the_lobby_has_its_games_and_other_pages_ask_for_theirs(server: Served) -> None:
    assert json.loads(Links(server.client.get("/").text).scripts["games"]) == server.get("/api/games")
    games = server.client.get("/api/games")
    again = server.client.get("/api/games", headers={"If-None-Match": games.headers["etag"]})
    assert (games.headers["cache-control"], again.status_code) == ("no-cache", 304)
    for path, requests in (
        ("/play/a%22b", ["/api/games", "/api/matches/a%22b"]),
        ("/analyse/turm", ["/api/games"]),
        ("/rules/turm%3Acastle", ["/api/games", "/api/games/turm%3Acastle/rules?language=en"]),
        ("/puzzles/turm%3Acastle", ["/api/games", "/api/games/turm%3Acastle/puzzles"]),
    ):
        messages, *fetched = Links(server.client.get(path).text).fetched
        assert re.fullmatch(r"/locales/en\.[0-9a-f]{16}\.ftl", messages)
        assert fetched == requests


def test_data_cannot_end_its_element() -> None:
    text = "</script><script>alert(1)</script><!--<script>"
    html = PageFiles().html((), data={"games": json.dumps(text).encode()}).plain.decode()
    assert json.loads(Links(html).scripts["games"]) == text
    assert html.count("<script") == Path(FOLDER / "index.html").read_text().count("<script") + 1


def test_modules_are_sent_without_comments_and_libraries_with_them() -> None:
    contents = PageFiles().contents
    for name, content in contents.items():
        if name.endswith(".js"):
            text = content.plain.decode()
            is_vendor = name.startswith("vendor/")
            # The type of an expression stands before it.
            comment = re.search(r"^[ \t]*(//|/\*\*(?!.*\*/ *\S))", text, re.MULTILINE)
            assert (comment is not None) == is_vendor, name
            # All that is code stays.
            code = [line for line in (FOLDER / name).read_text().splitlines() if re.match(r"(import|export) ", line)]
            assert code == [line for line in text.splitlines() if re.match(r"(import|export) ", line)], name


MOST_BYTES = 300_000
"""Of a module with a network, compressed."""


@pytest.mark.parametrize("name", [f"{name}:{variant}" for name in BUILT_IN for variant in find_game(name).variants])
def test_the_engine_s_files_of_every_game_are_served_compressed_and_kept(server: Served, name: str) -> None:
    game = find_game(name)
    search = search_for(game, PlayedGame(game))
    assert has_module(game)
    sizes = []
    files = {f"{search.module}.wasm": "application/wasm", f"{search.network}.network": "application/octet-stream"}
    for file, media_type in files.items():
        path = f"/static/{page_files().version}/core/{file}"
        with server.client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
            sizes.append(len(b"".join(answer.iter_raw())))
        assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == FOREVER
    assert sum(sizes) < MOST_BYTES
