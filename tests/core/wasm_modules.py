"""The core of each game package in WebAssembly, which the page loads: ``make wasm`` builds the modules.

They are committed, with the hash of what each was built from.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from tests.running import ROOT

SOURCES = ROOT / "src" / "boardwright"
MODULES = SOURCES / "web" / "page" / "core"
HASHES = MODULES / "sources.json"
COMPILER = "ziglang==0.17.0"
PACKAGES = sorted(header.parent.name for header in SOURCES.glob("games/*/core.hpp"))
BUILDS = {"": ["-msimd128"], "-scalar": []}
"""What each module's name ends with, and its flags: browsers without SIMD load the scalar one."""
FLAGS = [
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-O3", "-fno-exceptions"),
    *("-DBOARDWRIGHT_NO_THREADS", "-DBOARDWRIGHT_SEARCH_ONLY", "-Wl,--export-table", "-Wl,-z,stack-size=1048576", "-s"),
]
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def sources_of(package: str) -> list[Path]:
    """Return the files that a module is built from."""
    game = SOURCES / "games" / package
    found: list[Path] = []
    waiting = [game / "core.hpp", game / "eval.hpp", SOURCES / "core" / "wasm.cpp", SOURCES / "core" / "network.cpp"]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.append(file)
            for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
                places = (folder / name for folder in (file.parent, SOURCES, SOURCES / "core"))
                waiting.append(next(place.resolve() for place in places if place.is_file()))
    return sorted(found)


def hash_of(package: str) -> str:
    """Return the hash of what the modules of a package are built from."""
    whole = sha256(json.dumps([COMPILER, FLAGS, BUILDS]).encode())
    for file in sources_of(package):
        whole.update(f"\0{file.relative_to(SOURCES)}\0".encode() + file.read_bytes())
    return whole.hexdigest()


def build(package: str, suffix: str, folder: Path) -> Path:
    """Build a module in a folder."""
    target = folder / f"{package}{suffix}.wasm"
    headers = [f"games/{package}/{name}.hpp" for name in ("core", "eval")]
    subprocess.run(
        [
            *(sys.executable, "-m", "ziglang", "c++", *FLAGS, *BUILDS[suffix]),
            *("-I", SOURCES, "-I", SOURCES / "core", f"-DBOARDWRIGHT_PACKAGE={package}"),
            *(word for header in headers for word in ("-include", header)),
            *(SOURCES / "core" / "wasm.cpp", SOURCES / "core" / "network.cpp", "-o", target),
        ],
        check=True,
        env=os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build" / "wasm" / "cache")},
    )
    target.chmod(0o644)
    return target


def main() -> None:
    """Build the modules whose sources have changed."""
    MODULES.mkdir(exist_ok=True)
    hashes = json.loads(HASHES.read_text(encoding="utf-8")) if HASHES.exists() else {}
    for package in PACKAGES:
        if hashes.get(package) == hash_of(package):
            continue
        for suffix in BUILDS:
            module = build(package, suffix, MODULES)
            print(f"{module.relative_to(ROOT)}: {module.stat().st_size:,} bytes")
        hashes[package] = hash_of(package)
        HASHES.write_text(json.dumps(hashes, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
