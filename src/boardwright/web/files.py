"""Static files, read and compressed once and served from memory.

Reading and compressing them for every request would let one client with many requests block the event loop.
"""

from __future__ import annotations

from functools import lru_cache
from gzip import compress
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from fastapi import Request
from fastapi.responses import Response

MAX_FILES = 256
"""The maximum number of files in memory."""
NOT_MODIFIED = 304


class _Read(NamedTuple):
    plain: bytes
    compressed: bytes
    media_type: str
    etag: str


@lru_cache(MAX_FILES)
def _read(file: Path, _changed: int) -> _Read:
    """Read a file, cached until its modification time changes."""
    plain = file.read_bytes()
    media_type = guess_type(file.name)[0] or "application/octet-stream"
    # Weak: the compressed and the plain file share it.
    return _Read(plain, compress(plain), media_type, f'W/"{sha256(plain).hexdigest()[:32]}"')


def file_response(request: Request, file: Path, status: int = 200) -> Response:
    """Respond with a file, or with 304 if the browser has it already."""
    read = _read(file, file.stat().st_mtime_ns)
    headers = {"etag": read.etag, "vary": "accept-encoding"}
    if status < NOT_MODIFIED and read.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=NOT_MODIFIED, headers=headers)
    content = read.plain
    if "gzip" in request.headers.get("accept-encoding", "") and len(read.compressed) < len(read.plain):
        headers["content-encoding"], content = "gzip", read.compressed
    return Response(content, status, headers, read.media_type)
