"""Bodies of responses and files of a site, plain and compressed."""

from __future__ import annotations

from gzip import compress
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple


class Content(NamedTuple):
    """The body of a response, plain and compressed, with its entity tag."""

    plain: bytes
    compressed: bytes
    media_type: str
    etag: str


def content_of(plain: bytes, media_type: str) -> Content:
    """Compress a body, and make its entity tag."""
    compressed = plain if media_type == "image/png" else compress(plain, mtime=0)
    # Weak: the compressed and the plain body share it.
    return Content(plain, compressed, media_type, f'W/"{sha256(plain).hexdigest()[:32]}"')


def read_content(file: Path) -> Content:
    """Read a file."""
    return content_of(file.read_bytes(), guess_type(file.name)[0] or "application/octet-stream")
