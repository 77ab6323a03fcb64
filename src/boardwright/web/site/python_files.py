"""Python for the browser: Pyodide and pydantic, fetched from the package registries by version and hash, and kept.

They are packed for the site: compressed, since most hosts of static files send them as they are, and without what no
game in a browser uses.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from gzip import compress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

import boardwright
from boardwright.errors import BoardwrightError, quoted
from boardwright.paths import cache_folder
from boardwright.web.site.bytecode import archive_of

PYODIDE = "314.0.7"
PYTHON = "3.14"
"""The version of Python in this version of Pyodide."""
PLATFORM = "pyemscripten_2026_0_wasm32"
ABI = "cp314"
ARCHIVE = f"pyodide-{PYODIDE}.tgz"


class Wheel(NamedTuple):
    """A package of the Python index."""

    package: str
    version: str
    file: str


WHEELS = (
    Wheel("pydantic", "2.14.3", "pydantic-2.14.3-py3-none-any.whl"),
    Wheel("pydantic_core", "2.50.4", f"pydantic_core-2.50.4-{ABI}-{ABI}-{PLATFORM}.whl"),
    Wheel("annotated-types", "0.8.0", "annotated_types-0.8.0-py3-none-any.whl"),
    Wheel("typing-extensions", "4.16.0", "typing_extensions-4.16.0-py3-none-any.whl"),
    Wheel("typing-inspection", "0.4.5", "typing_inspection-0.4.5-py3-none-any.whl"),
)
HASHES = {
    ARCHIVE: "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    WHEELS[0].file: "3f7b347782ab7e4cf4c798496ae3a82787d9f21ec12676a9c564355eeef8daa8",
    WHEELS[1].file: "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e",
    WHEELS[2].file: "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    WHEELS[3].file: "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    WHEELS[4].file: "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
}
"""The SHA-256 of every file that is fetched."""

LOADER, CORE, WASM, LIBRARY, LOCK = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
PACKAGES = "packages.zip"
GAMES = "games"
"""The folder of the games' files, below that of the packages."""

WITHOUT = {
    *("_pydatetime.py", "_pyio.py", "_pyrepl", "bdb.py", "cProfile.py", "cmd.py", "code.py", "doctest.py", "ftplib.py"),
    *("http/client.py", "http/cookiejar.py", "http/cookies.py", "http/server.py", "imaplib.py", "mailbox.py"),
    *("modulefinder.py", "multiprocessing", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py"),
    *("profile.py", "pstats.py", "pydoc.py", "pydoc_data", "smtplib.py", "socketserver.py", "trace.py", "unittest"),
    *("urllib/request.py", "urllib/robotparser.py", "venv", "webbrowser.py", "wsgiref", "xml", "xmlrpc"),
}
"""The modules of the standard library that are left out: debuggers, clients and servers, processes, and what has a
counterpart in C."""
KEPT_ENCODINGS = re.compile(
    r"encodings/(__init__|aliases|ascii|charmap|cp437|idna|latin_1|punycode|utf_\w+|\w+_escape)\."
)
"""Only these encodings are sent."""
NEEDLESS = (
    *("cli", "compat", "executors/ray_driver.py", "executors/ray_executor.py", "rl", "training"),
    *("web/events_api.py", "web/games_api.py", "web/live_games_api.py", "web/sockets.py", "web/store.py"),
    *("web/app.py", "web/engine_pool.py", "web/events.py", "web/middleware.py", "web/migrations.py", "web/pages.py"),
    *("web/connections.py", "web/dependencies.py", "web/previews.py", "web/rasterise.py", "web/serve.py"),
    *("web/site/python_files.py", "web/site/writer.py"),
)
"""The parts of this package that only servers and terminals need."""
OF_PROGRAMS = re.compile(r"games/\w+/(commands|course|protocols)/")
"""The parts of games that only programs need."""
SUFFIXES = (".py", ".toml", ".jsonl")
"""The files of this package that are sent: not the networks and endings, which are for the core."""


def fetched(folder: Path | None = None) -> dict[str, bytes]:
    """Return the files of ``HASHES`` from a folder; by default from the cache, to which missing ones are fetched."""
    place = folder or cache_folder() / "pyodide"
    if folder is None and not all((place / name).is_file() for name in HASHES):
        _fetch(place)
    return {name: _checked(place / name, digest) for name, digest in HASHES.items()}


def _checked(file: Path, digest: str) -> bytes:
    try:
        content = file.read_bytes()
    except OSError as error:
        folder = quoted(str(file.parent))
        raise BoardwrightError(f"{folder} has no file {file.name}: expected {', '.join(HASHES)}") from error
    if sha256(content).hexdigest() != digest:
        raise BoardwrightError(f"{file.name} is another file: expected one with the SHA-256 {digest}")
    return content


def _fetch(place: Path) -> None:
    """Fetch all files from the registries of npm and pip, as these are configured."""
    place.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=place) as name:
        _run("npm", "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", name)
        lines = [f"{each.package}=={each.version} --hash=sha256:{HASHES[each.file]}" for each in WHEELS]
        requirements = Path(name) / "requirements.txt"
        requirements.write_text("\n".join(lines), encoding="utf-8")
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")
        target = ("--only-binary=:all:", "--implementation=cp", f"--python-version={PYTHON}")
        platform = (f"--abi={ABI}", f"--platform={PLATFORM}")
        _run(*pip, *target, *platform, "--require-hashes", "-d", name, "-r", str(requirements))
        for file in HASHES:
            _checked(Path(name) / file, HASHES[file])
            (Path(name) / file).replace(place / file)


def _run(*command: str) -> None:
    instead = f"or give a folder with its files: --pyodide FOLDER ({', '.join(HASHES)})"
    program = shutil.which(command[0])
    if program is None:
        raise BoardwrightError(f"{command[0]} fetches Pyodide, and is not there: install it, {instead}")
    done = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
    if done.returncode:
        reason = next(filter(None, map(str.strip, reversed(done.stderr.splitlines()))), f"exit {done.returncode}")
        what = "npm" if command[0] == "npm" else "pip"
        raise BoardwrightError(f"{what} cannot fetch Pyodide: {reason}; try again with a network, {instead}")


def python_files(sources: Mapping[str, bytes], games: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that the browser loads, from those that were fetched and the files of games by their paths.

    All but the loader, which is a module of its own, are compressed.
    """
    with tarfile.open(fileobj=BytesIO(sources[ARCHIVE])) as archive:
        parts = {name: _member(archive, name) for name in (LOADER, CORE, WASM, LIBRARY, LOCK)}
    own = [(f"{GAMES}/{name}", content) for name, content in sorted(games.items())]
    lock = {"info": json.loads(parts.pop(LOCK))["info"], "packages": {}}
    packed = {
        CORE: parts[CORE],
        WASM: parts[WASM],
        LIBRARY: archive_of(_library(parts[LIBRARY])),
        PACKAGES: archive_of([*_wheels(sources), *_package(), *own]),
        LOCK: json.dumps(lock).encode(),
    }
    return {LOADER: parts[LOADER], **{f"{name}.gz": compress(content, mtime=0) for name, content in packed.items()}}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def _library(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Return the modules of the standard library that are sent."""
    with ZipFile(BytesIO(content)) as library:
        for name in library.namelist():
            top = name.split("/")[0]
            if not WITHOUT & {top, name} and (top != "encodings" or KEPT_ENCODINGS.match(name)):
                yield name, library.read(name)


def _wheels(sources: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Return the modules of the packages with their licences, without the first version of pydantic in the second."""
    for wheel in WHEELS:
        with ZipFile(BytesIO(sources[wheel.file])) as packed:
            for name in packed.namelist():
                is_needed = name.endswith((".py", ".so")) or "licenses/" in name
                if is_needed and not name.startswith(("pydantic/v1/", "pydantic/mypy.py")):
                    yield name, packed.read(name)


def _package() -> Iterator[tuple[str, bytes]]:
    """Return the files of this package that are sent."""
    folder = Path(boardwright.__file__).parent
    left_out = tuple(f"{name}{'' if name.endswith('.py') else '/'}" for name in NEEDLESS)
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        is_needed = not name.startswith(left_out) and not OF_PROGRAMS.match(name)
        if is_needed and file.suffix in SUFFIXES and file.is_file():
            yield f"boardwright/{name}", file.read_bytes()
