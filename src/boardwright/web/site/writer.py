"""``boardwright site``: the whole page as a folder of static files, which any web host serves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame
from boardwright.web import answers, models
from boardwright.web.catalogue import Catalogue
from boardwright.web.game_files import GameFile
from boardwright.web.languages import Languages
from boardwright.web.offline import HEAD, app_files, service_worker
from boardwright.web.page_files import page_files
from boardwright.web.rules_pages import picture, pictures, rules_html
from boardwright.web.site.python_files import GAMES, fetched, python_files

SERVICE_WORKER = "service_worker.js"
OWN = b"globalThis.FILES = "
"""The beginning of the service worker of a site, by which one is known."""
INDEX = "index.html"
COMPRESSED = (".wasm", ".network")
SCALAR = "-scalar.wasm"
"""The ending of the modules for browsers without SIMD, which are few: others must not load them to keep the site."""


class Site(NamedTuple):
    """A site that was written: its games, and its files with their sizes, by their paths."""

    games: Sequence[str]
    files: Mapping[str, int]

    @property
    def size(self) -> int:
        """The size of all files."""
        return sum(self.files.values())


def write_site(folder: Path, game_files: Sequence[str] = (), pyodide: Path | None = None) -> Site:
    """Write a site with all games, also those of files; replace an earlier site in the folder."""
    earlier = _earlier(folder)
    catalogue = Catalogue(game_files)
    for file in catalogue.files:
        if file.problem is not None:
            raise BoardwrightError(str(file.problem))
    files = site_files(catalogue, fetched(pyodide))
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for name in earlier - set(files):
            (folder / name).unlink(missing_ok=True)
            for parent in list(Path(name).parents)[:-1]:
                with suppress(OSError):
                    (folder / parent).rmdir()
    except OSError as error:
        raise BoardwrightError(f"the site {quoted(str(folder))} cannot be written: {reason_of(error)}") from error
    return Site(list(catalogue.games), {name: len(content) for name, content in files.items()})


def _earlier(folder: Path) -> set[str]:
    """Return the files of the site that is in a folder; refuse a folder with something else."""
    try:
        is_empty = not folder.exists() or not any(folder.iterdir())
        script = b"" if is_empty else (folder / SERVICE_WORKER).read_bytes()
        if is_empty or script.startswith(OWN):
            return set() if is_empty else {*json.loads(script.split(b";\n", 1)[0].removeprefix(OWN)), SERVICE_WORKER}
    except (OSError, ValueError) as error:
        if isinstance(error, NotADirectoryError):
            raise BoardwrightError(f"{quoted(str(folder))} is a file: expected a folder") from error
    raise BoardwrightError(f"the folder {quoted(str(folder))} has other files: expected a new folder, or a site")


def site_files(catalogue: Catalogue, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a site by their paths."""
    games, paths = _files_of_games(catalogue.files)
    python = python_files(sources, games)
    version = sha256(b"".join(sha256(content).digest() for content in python.values())).hexdigest()[:16]
    files = {f"python/{version}/{name}": content for name, content in python.items()}
    page = page_files()
    for name, kept in page.contents.items():
        # Most hosts send files as they are.
        content = compress(kept.plain, mtime=0) if name.endswith(COMPRESSED) else kept.plain
        files[f"static/{page.version}/{name}"] = content
    languages = Languages(catalogue.defaults)
    messages = {code: language.address.lstrip("/") for code, language in languages.all.items()}
    files |= {messages[code]: language.messages.plain for code, language in languages.all.items()}
    addresses: dict[str, str] = {}
    for request, content in _answers(catalogue, list(messages)):
        addresses[request] = f"answers/{sha256(content).hexdigest()[:16]}.json"
        files[addresses[request]] = content
    for variants in catalogue.games.values():
        for name in pictures(variants[0]):
            found = picture(variants[0], name)
            assert found is not None
            files[f"pictures/{variants[0].name}/{name}"] = found.read_bytes()
    data = {
        "languages": json.dumps(
            {"chosen": "en", "names": {code: each.name for code, each in languages.all.items()}, "messages": messages}
        ).encode(),
        "games": answers.games_json(catalogue.games.values()),
        "answers": json.dumps(addresses).encode(),
        "python": json.dumps(
            {
                "folder": f"python/{version}/",
                "files": {name: len(content) for name, content in python.items()},
                "games": paths,
            }
        ).encode(),
    }
    html = page.html(("lobby.js", "picture.js", "worker_backend.js"), head=HEAD, data=data).plain.decode()
    html = html.replace("<html ", '<html data-backend="worker" ', 1).replace('"/static/', '"static/')
    files |= {INDEX: html.encode(), **app_files()}
    offline = {name: content for name, content in files.items() if not name.endswith(SCALAR)}
    return {**files, SERVICE_WORKER: service_worker(offline)}


def _files_of_games(files: Sequence[GameFile]) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of games with all that they read, each in a folder of its own, and their paths below
    Python's folder."""
    found: dict[str, bytes] = {}
    paths = []
    for number, file in enumerate(files):
        for read in file.read_files():
            found[f"{number}/{read.relative_to(file.path.parent).as_posix()}"] = read.read_bytes()
        variant = file.name.removeprefix(str(file.path))
        paths.append(f"{GAMES}/{number}/{file.path.name}{variant}")
    return found, paths


def _answers(catalogue: Catalogue, languages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Return the answers that never change, by their requests."""
    for variants in catalogue.games.values():
        path = f"/api/games/{quote(variants[0].name, safe='')}"
        for language in languages:
            html = rules_html(variants[0], language).replace('src="/pictures/', 'src="pictures/')
            yield f"{path}/rules?language={language}", json.dumps({"html": html}).encode()
            yield f"{path}/lessons?language={language}", answers.lessons_json(variants[0], language)
        for game in variants:
            yield _start_request(game), answers.state(game, models.EditedPositionRequest(game=game.full_name))


def _start_request(game: AnyGame) -> str:
    return f"/api/positions?game={quote(game.full_name, safe='')}"
