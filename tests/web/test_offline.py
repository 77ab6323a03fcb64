"""The manifest, the icons and the service worker of a site of static files."""

from __future__ import annotations

import json
from hashlib import sha256
from struct import unpack

from boardwright.web.offline import HEAD, app_files, service_worker


def test_the_manifest_names_icons_of_the_sizes_that_they_have() -> None:
    files = app_files()
    manifest = json.loads(files.pop("manifest.webmanifest"))
    icons = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    # The header of a PNG file holds its width and height.
    sizes = {path: "{}x{}".format(*unpack(">II", content[16:24])) for path, content in files.items()}
    assert icons == sizes
    # Installable: an icon of 192 and one of 512 pixels, and one that may be cut.
    assert {"192x192", "512x512"} <= set(sizes.values())
    assert [icon.get("purpose") for icon in manifest["icons"]].count("maskable") == 1
    assert any('href="icons/icon-192.png"' in element for element in HEAD)


def test_the_service_worker_has_the_hash_of_every_file_and_changes_with_it() -> None:
    files = {"index.html": b"<!doctype html>", "static/main.js": b"1"}
    first, *rest = service_worker(files).decode().splitlines()
    hashes = json.loads(first.removeprefix("globalThis.FILES = ").removesuffix(";"))
    assert hashes == {path: sha256(content).hexdigest() for path, content in files.items()}
    assert any("addEventListener" in line for line in rest)
    assert service_worker({**files, "static/main.js": b"2"}) != service_worker(files)
