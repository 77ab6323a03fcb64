"""What makes a site of static files an application that can be installed and works without a network."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from boardwright.web.page_files import FOLDER

ICONS = Path(__file__).with_name("icons")
"""The icon of the page as PNG; "maskable" fills the square, so that a system may cut it to its shape."""
THEME = "#2b303b"
PAPER = "#f4f1ea"
HEAD = (
    '<link rel="manifest" href="manifest.webmanifest" />',
    '<link rel="apple-touch-icon" href="icons/icon-192.png" />',
    f'<meta name="theme-color" content="{THEME}" />',
)
"""The elements of the site's HTML that name its manifest and icons."""
MANIFEST = {
    "id": "./",
    "name": "Boardwright",
    "short_name": "Boardwright",
    "description": "Abstract board games to play, to analyse and to read about.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "theme_color": THEME,
    "background_color": PAPER,
    "icons": [
        {"src": "icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ],
}


def app_files() -> dict[str, bytes]:
    """Return the manifest and the icons by their path below the site's root.

    >>> sorted(app_files())
    ['icons/icon-192.png', 'icons/icon-512.png', 'icons/maskable-512.png', 'manifest.webmanifest']
    """
    icons = {f"icons/{file.name}": file.read_bytes() for file in ICONS.glob("*.png")}
    return {**icons, "manifest.webmanifest": json.dumps(MANIFEST).encode()}


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """Return the service worker of a site with these files, by their path below its root.

    It keeps each file by its hash: whenever a file changes, so does the service worker, and browsers load the change.
    """
    hashes = {path: sha256(content).hexdigest() for path, content in sorted(files.items())}
    script = (FOLDER / "service_worker.js").read_text(encoding="utf-8")
    return f"globalThis.FILES = {json.dumps(hashes)};\n{script}".encode()
