"""Sites of static files: what is written, and what answers their pages, without a browser."""

from __future__ import annotations

import asyncio
import json
import re
import tarfile
from collections.abc import Awaitable, Callable, Mapping
from gzip import decompress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pydantic
import pytest
from tests.running import ROOT, run_python

from boardwright import find_game
from boardwright.engine.packed import required_packing
from boardwright.errors import BoardwrightError
from boardwright.web.app import create_app
from boardwright.web.catalogue import Catalogue
from boardwright.web.engine_worker import EngineWorker
from boardwright.web.site import python_files, writer
from boardwright.web.site.backend import ROUTES, Backend
from boardwright.web.store import Store

BREAKTHROUGH = str(ROOT / "examples" / "breakthrough.py")
SERVER_ONLY = re.compile(
    # Answers that are files of the site, games with somebody elsewhere, events, and the server itself.
    r"/api/games|/api/games/{game}/(rules|lessons)|.*/(join|decline)|/api/(lobby|health)|/api/events.*"
)


class Page:
    """The worker of a page: a database in memory, an engine that plays the first legal move, and Python's."""

    def __init__(self) -> None:
        self.posted: list[Any] = []
        self.games: dict[str, Any] = {}
        self.searches: list[Any] = []

    def post(self, message: str) -> None:
        self.posted.append(json.loads(message))

    async def stored(self, game_id: str) -> str | None:
        return self.games[game_id]["json"] if game_id in self.games else None

    async def store(self, game_id: str, before: int | None, game: str) -> bool:
        if self.games.get(game_id, {}).get("revision") != before:
            return False
        self.games[game_id] = json.loads(game)
        return True

    async def search(self, search: str) -> str | None:
        asked = json.loads(search)
        self.searches.append(asked)
        game = find_game(asked["game"])
        packing = required_packing(game)
        words = len(packing.pack(game.start()))
        data = bytes.fromhex(asked["path"])[-8 * words :]
        position = packing.unpack([int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8)])
        move = packing.pack_move(game.legal_moves(position)[0]).to_bytes(8, "little").hex()
        line = {"score": 12, "distance": None, "bitbase": False, "moves": move}
        return json.dumps({"depth": 1, "nodes": 1, "seconds": 0.0, "scale": 400, "lines": [line]})

    def stop_search(self) -> None:
        raise AssertionError("no search is stopped")

    async def think(self, task: str, tell: Callable[[str], None]) -> str:
        return json.dumps(EngineWorker().answer(json.loads(task), lambda result: tell(json.dumps(result))))

    def stop_thinking(self) -> None:
        raise AssertionError("no search is stopped")


class Client:
    """Requests to a backend."""

    def __init__(self, page: Page, backend: Backend) -> None:
        self.page, self.backend = page, backend

    async def get(self, path: str) -> Any:
        status, _, body = await self.backend.response("GET", path)
        assert status == 200, body
        return json.loads(body)

    async def post(self, path: str, body: object, token: str | None = None) -> Any:
        status, _, answer = await self.backend.response("POST", path, json.dumps(body), token)
        assert status == 200, answer
        return json.loads(answer)

    async def until(self, found: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not found():
                await asyncio.sleep(0.01)


@pytest.fixture
def with_backend() -> Callable[..., None]:
    """Do something with a new backend."""

    def run(work: Callable[[Client], Awaitable[None]], *files: str, page: Page | None = None) -> None:
        async def main() -> None:
            own = page or Page()
            backend = Backend(own, files)
            await backend.open()
            try:
                await work(Client(own, backend))
            finally:
                await backend.live_games.close()

        asyncio.run(main())

    return run


def test_every_request_of_the_api_has_an_answer_or_is_for_servers_only(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'matches.db'}")
    paths = create_app(Catalogue(), store).openapi()["paths"]
    store.close()
    of_server = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    of_site = {(route.method, route.path) for route in ROUTES}
    assert of_site <= of_server
    assert all(SERVER_ONLY.fullmatch(path) for _, path in of_server - of_site), of_server - of_site


def test_a_game_against_the_engine_is_kept_and_continued(with_backend: Callable[..., None]) -> None:
    page = Page()
    created: dict[str, Any] = {}

    async def begin(client: Client) -> None:
        created.update(await client.post("/api/matches", {"game": "turm", "seats": ["human", "engine:1"]}))
        match, token = created["match"], created["tokens"][0]
        client.backend.receive(json.dumps({"type": "connect", "id": 7, "path": f"/api/matches/{match['id']}/live"}))
        move = match["state"]["moves"][0]["text"]
        await client.post(f"/api/matches/{match['id']}/moves", {"move": move, "ply": 0}, token)
        await client.until(lambda: len(json.loads(page.games[match["id"]]["json"])["moves"]) == 2)
        await client.until(
            lambda: any(len(each.get("message", "")) and '"moved":{' in each["message"] for each in page.posted)
        )

    async def continue_it(client: Client) -> None:
        game_id = created["match"]["id"]
        live = await client.get(f"/api/matches/{game_id}")
        assert len(live["moves"]) == 2
        move = live["state"]["moves"][0]["text"]
        await client.post(f"/api/matches/{game_id}/moves", {"move": move, "ply": 2}, created["tokens"][0])
        summary = json.loads(page.games[game_id]["summary"])
        assert (summary["moves"], summary["outcome"], summary["seats"][1]["kind"]) == (3, None, "engine")
        await client.post(f"/api/matches/{game_id}/resign", {}, created["tokens"][0])
        assert json.loads(page.games[game_id]["summary"])["outcome"]["termination"] == "resignation"

    with_backend(begin, page=page)
    with_backend(continue_it, page=page)
    assert page.searches[0]["depth"] == 1
    assert page.searches[0]["lines"] > 1


def test_another_tab_changes_a_game(with_backend: Callable[..., None]) -> None:
    page = Page()

    async def play(client: Client) -> None:
        created = await client.post("/api/matches", {"game": "congo", "seats": ["human", "human"]})
        match, tokens = created["match"], created["tokens"]
        client.backend.receive(json.dumps({"type": "connect", "id": 1, "path": f"/api/matches/{match['id']}/live"}))
        other = Backend(page)
        path = f"/api/matches/{match['id']}/moves"
        move = match["state"]["moves"][0]["text"]
        assert (await other.response("POST", path, json.dumps({"move": move, "ply": 0}), tokens[0]))[0] == 200
        client.backend.receive(json.dumps({"type": "changed", "game": match["id"]}))
        await client.until(lambda: any(f'"text":"{move}","side":0' in each.get("message", "") for each in page.posted))
        # Without a word from the other tab, the change of this one is refused.
        reply = (await client.get(f"/api/matches/{match['id']}"))["state"]["moves"][0]["text"]
        body = json.dumps({"move": reply, "ply": 1})
        assert (await other.response("POST", path, body, tokens[1]))[0] == 200
        status, _, answer = await client.backend.response(
            "POST", path, json.dumps({"move": reply, "ply": 1}), tokens[1]
        )
        assert status == 409, answer
        assert len((await client.get(f"/api/matches/{match['id']}"))["moves"]) == 2

    with_backend(play, page=page)


def test_a_game_from_a_file_is_played_and_analysed_by_python(with_backend: Callable[..., None]) -> None:
    async def play(client: Client) -> None:
        created = await client.post("/api/matches", {"game": "breakthrough", "seats": ["engine:1", "human"]})
        game_id = created["match"]["id"]
        await client.until(lambda: len(json.loads(client.page.games[game_id]["json"])["moves"]) == 1)
        client.backend.receive(json.dumps({"type": "connect", "id": 2, "path": "/api/analysis"}))
        await client.until(lambda: {"type": "open", "id": 2} in client.page.posted)
        start = find_game(BREAKTHROUGH)
        asked = {
            "type": "analyse",
            "id": 1,
            "game": "breakthrough",
            "position": start.format_position(start.start()),
            "seconds": 0.2,
            "engine": "client",
        }
        client.backend.receive(json.dumps({"type": "send", "id": 2, "message": json.dumps(asked)}))
        await client.until(lambda: any('"type":"done"' in each.get("message", "") for each in client.page.posted))
        assert any('"type":"result"' in each.get("message", "") for each in client.page.posted)

    with_backend(play, BREAKTHROUGH)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "error"),
    [
        ("GET", "/api/matches/none", None, 404, "game 'none' not found"),
        ("GET", "/api/nothing", None, 404, "GET '/api/nothing': not found"),
        ("POST", "/api/positions", '{"game": "go"}', 404, "unknown game 'go': expected turm"),
        ("POST", "/api/positions", "{", 422, "the request is not JSON"),
        ("POST", "/api/positions", '{"game": "turm", "position": "x"}', 422, "'x' has 1 field"),
        ("POST", "/api/matches", '{"game": "turm"}', 422, "the request has no 'seats': expected one"),
    ],
)
def test_a_refusal_is_the_one_of_a_server(
    with_backend: Callable[..., None], method: str, path: str, body: str | None, status: int, error: str
) -> None:
    async def ask(client: Client) -> None:
        found, _, answer = await client.backend.response(method, path, body)
        assert (found, json.loads(answer)["error"][: len(error)]) == (status, error)

    with_backend(ask)


def zipped(*names: str) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, f"# {name}")
    return packed.getvalue()


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, bytes]:
    """Small files in place of those of Pyodide and pydantic."""
    library = zipped("os.py", "pdb.py", "encodings/utf_8.py", "encodings/cp1006.py")
    contents = {"pyodide.mjs": b"1", "pyodide.asm.mjs": b"2", "pyodide.asm.wasm": b"3", "python_stdlib.zip": library}
    contents["pyodide-lock.json"] = b'{"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}'
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in contents.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, BytesIO(content))
    wheels = {wheel.file: zipped(f"{wheel.package}/__init__.py") for wheel in python_files.WHEELS}
    made = {python_files.ARCHIVE: packed.getvalue(), **wheels}
    monkeypatch.setattr(python_files, "HASHES", {name: sha256(content).hexdigest() for name, content in made.items()})
    return made


@pytest.fixture
def pyodide(sources: Mapping[str, bytes], tmp_path: Path) -> Path:
    """A folder with the files of Pyodide."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name, content in sources.items():
        (folder / name).write_bytes(content)
    return folder


def test_a_site_has_all_that_its_page_names(pyodide: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    site = writer.write_site(folder, [BREAKTHROUGH], pyodide)
    assert site.games == ["breakthrough", "turm", "margrites", "congo", "cabeza", "draughts"]
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    assert {name: file.stat().st_size for name, file in files.items()} == site.files
    html = files["index.html"].read_text(encoding="utf-8")
    assert 'data-backend="worker"' in html
    named = re.findall(r'(?:href|src)="(?!#|/")([^"]+)"', html)
    data = {
        name: json.loads(text)
        for name, text in re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', html)
    }
    named += [*data["languages"]["messages"].values(), *data["answers"].values()]
    named += [data["python"]["folder"] + name for name in data["python"]["files"]]
    for request, name in data["answers"].items():
        if "/rules?" in request:
            named += re.findall(r'<img src="([^"]+)"', json.loads(files[name].read_text(encoding="utf-8"))["html"])
    assert len(named) > 50
    assert [name for name in named if name not in files] == []
    assert "/api/games/breakthrough/lessons?language=en" in data["answers"]
    assert "/api/positions?game=turm%3Acastle" in data["answers"]
    script = files["service_worker.js"].read_text(encoding="utf-8")
    kept = set(json.loads(script.split(";\n", 1)[0].removeprefix("globalThis.FILES = ")))
    assert kept == {name for name in files if name != writer.SERVICE_WORKER and not name.endswith(writer.SCALAR)}


def test_a_site_is_replaced_and_other_folders_are_refused(pyodide: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    writer.write_site(folder, [BREAKTHROUGH], pyodide)
    before = {file for file in folder.rglob("*") if file.is_file()}
    writer.write_site(folder, [], pyodide)
    after = {file for file in folder.rglob("*") if file.is_file()}
    assert before - after
    assert not any(next(place.iterdir(), None) is None for place in folder.rglob("*") if place.is_dir())
    with pytest.raises(BoardwrightError, match="has other files: expected a new folder, or a site"):
        writer.write_site(pyodide, [], pyodide)
    with pytest.raises(BoardwrightError, match="is a file: expected a folder"):
        writer.write_site(folder / "index.html", [], pyodide)
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_there", encoding="utf-8")
    with pytest.raises(BoardwrightError, match=r"broken\.py, line 1: .*nothing_there"):
        writer.write_site(tmp_path / "other", [str(broken)], pyodide)


def test_what_is_sent_of_python_is_small_and_enough(sources: Mapping[str, bytes], tmp_path: Path) -> None:
    made = python_files.python_files(sources, {"0/breakthrough.py": Path(BREAKTHROUGH).read_bytes()})
    library = ZipFile(BytesIO(decompress(made["python_stdlib.zip.gz"])))
    assert library.namelist() == ["os.py", "encodings/utf_8.py"]
    assert json.loads(decompress(made["pyodide-lock.json.gz"])) == {"info": {"python": "3.14.2"}, "packages": {}}
    packages = ZipFile(BytesIO(decompress(made["packages.zip.gz"])))
    ours = [name for name in packages.namelist() if name.startswith(("boardwright/", "games/"))]
    packages.extractall(tmp_path, ours)
    script = """
import sys
sys.path += sys.argv[1:]
for name in ("fastapi", "starlette", "sqlalchemy", "markdown_it", "numpy", "platformdirs", "rich"):
    sys.modules[name] = None
import boardwright, os
assert os.path.samefile(os.path.dirname(boardwright.__file__), "boardwright")
import boardwright.web.site.backend, boardwright.web.engine_worker, boardwright.web.reviews
from boardwright.web.catalogue import Catalogue
from boardwright.records.record_format import record_formats
catalogue = Catalogue(["games/0/breakthrough.py"])
print([len(record_formats(game)) for game in catalogue.defaults], [game.name for game in catalogue.defaults])
"""
    # Without site, which would find the package of this checkout.
    done = run_python("-S", "-c", script, str(Path(pydantic.__file__).parents[1]), cwd=tmp_path)
    assert done.stdout.count("'") == 12, done.stderr


def test_the_compiled_modules_are_kept_and_need_no_source_to_fit(tmp_path: Path) -> None:
    folder, path = tmp_path / "packages", tmp_path / "library.zip"
    folder.mkdir()
    (folder / "kept_one.py").write_text("value = 1", encoding="utf-8")
    with ZipFile(path, "w") as archive:
        archive.writestr("kept_two.py", "value = 2")
        archive.writestr("kept_three.py", "value = 3")
    script = """
import asyncio, sys
from pathlib import Path
sys.path += sys.argv[1:3]
sys.dont_write_bytecode = False
import kept_one, kept_two
from boardwright.web.site import bytecode
Path(sys.argv[3]).write_bytes(bytecode.packages(Path(sys.argv[1])))
Path(sys.argv[4]).write_bytes(asyncio.run(bytecode.library(Path(sys.argv[2]))))
"""
    packages, library = tmp_path / "packages_later.zip", tmp_path / "library_later.zip"
    done = run_python("-c", script, *map(str, (folder, path, packages, library)))
    assert done.returncode == 0, done.stderr
    assert ZipFile(library).namelist() == ["kept_two.py", "kept_two.pyc", "kept_three.py"]
    later = tmp_path / "later"
    ZipFile(packages).extractall(later)
    # What was compiled counts, not the source.
    (later / "kept_one.py").write_text("value = 10", encoding="utf-8")
    script = (
        "import sys; sys.path += sys.argv[1:]; import kept_one, kept_two; print(kept_one.value, kept_two.__cached__)"
    )
    done = run_python("-c", script, str(later), str(library))
    assert done.stdout.startswith("1 "), done.stderr
    assert done.stdout.strip().endswith("kept_two.pyc")


def test_other_files_than_the_expected_ones_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardwrightError, match=rf"has no file {python_files.ARCHIVE}: expected"):
        python_files.fetched(tmp_path)
    for name in python_files.HASHES:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(BoardwrightError, match="is another file: expected one with the SHA-256"):
        python_files.fetched(tmp_path)
