"""Static content, read and compressed once and served from memory.

Reading and compressing it for every request would let one client with many requests block the event loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response

from boardwright.web.content import Content, read_content

MAX_FILES = 256
"""The maximum number of files in memory."""
NOT_MODIFIED = 304
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
"""The headers of content whose address has a hash of it."""


@lru_cache(MAX_FILES)
def _read(file: Path, _changed: int) -> Content:
    """Read a file, cached until its modification time changes."""
    return read_content(file)


def file_response(request: Request, file: Path) -> Response:
    """Respond with a file, or with 304 if the browser has it already."""
    return content_response(request, _read(file, file.stat().st_mtime_ns))


def content_response(
    request: Request, content: Content, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Respond with a body, or with 304 if the browser has it already."""
    sent = {"vary": "accept-encoding", **(headers or {})}
    # Content that is kept for ever is not asked for again.
    if headers != FOREVER:
        sent["etag"] = content.etag
    if status < NOT_MODIFIED and content.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=NOT_MODIFIED, headers=sent)
    body = content.plain
    if "gzip" in request.headers.get("accept-encoding", "") and len(content.compressed) < len(content.plain):
        sent["content-encoding"], body = "gzip", content.compressed
    return Response(body, status, sent, content.media_type)
