"""ASGI middleware: limits on requests, security headers on responses, and compression."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import urlsplit

from pydantic_core import to_json
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwright.errors import described, quoted
from boardwright.failures import code_failure
from boardwright.web.api_errors import ERRORS, ApiError, error_json
from boardwright.web.game_files import Problem
from boardwright.web.hosts import Hosts
from boardwright.web.rate_limits import LARGEST, Clients, client_of, current_client

BODY_SECONDS = 5.0
"""The time that a client has to send a request, besides that for its size."""
SLOWEST_PACE = 10_000
"""The minimum average rate of a request's body, in bytes per second."""
DISCARD_SECONDS = 1.0
"""How long the body of a refused request is drained."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""The headers of all responses."""
DOCUMENT_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
"""The headers of everything that a browser may show as a document, which scripts and style sheets are not."""
PARTS = (b"text/javascript", b"text/css")
API = "/api/"
LEVEL = 4
"""The level of compression: the highest takes several times as long and saves a twelfth."""
INTERNAL_ERROR = 1011
LOG = logging.getLogger(__name__)


class Guard:
    """Middleware that checks hosts, origins and limits, adds headers, and answers unexpected errors."""

    def __init__(
        self,
        app: ASGIApp,
        clients: Clients,
        hosts: Hosts,
        note: Callable[[BaseException], Problem | None] = lambda error: None,
    ) -> None:
        self.app = app
        self.clients = clients
        self.hosts = hosts
        self.note = note
        """Notes an error in the code of a file that the operator named, and returns it in words."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_api, begun = scope["path"].startswith(API), False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                message["headers"] = _with_headers(message.get("headers", ()), is_api)
            await send(message)

        current_client.set(_client_of(scope))
        try:
            self._check_host(scope)
            self.clients.count("request" if is_api else "file")
            body = await self._body(scope, receive)
        except ApiError as error:
            await self._discard_body(scope, receive)
            # The rest of the connection's input is not read.
            await _send_error(error, send_with_headers, "http.response", (b"connection", b"close"))
            return
        if body is None:
            return

        async def receive_again() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            message: Message = {"type": "http.request", "body": body, "more_body": False}
            body = None
            return message

        try:
            await self.app(scope, receive_again, send_with_headers)
        except Exception as error:
            failure = self._log_failure(scope, error)
            if not begun:
                await _send_error(failure, send_with_headers, "http.response")

    def _log_failure(self, scope: Scope, error: Exception) -> ApiError:
        """Log an error on one line, its traceback at the level debug; return the error for the client."""
        failure, problem = code_failure(error), self.note(error)
        LOG.error("%s failed: %s", quoted(scope["path"]), failure or described(error))
        LOG.debug("traceback", exc_info=error)
        if problem is not None:
            return ApiError(ERRORS("code_failed", problem=str(problem)), HTTPStatus.INTERNAL_SERVER_ERROR)
        text = "the game's own code failed at this request: the server's log says where"
        return ApiError(text if failure else "the server failed at this request", HTTPStatus.INTERNAL_SERVER_ERROR)

    def _check_host(self, scope: Scope) -> None:
        # Only HTTP/1.0 clients omit the header, which no browser is.
        for host in (value for name, value in scope["headers"] if name == b"host"):
            if host.decode("latin-1") not in self.hosts:
                text = f"no host {quoted(host.decode('latin-1'))} is served here (see boardwright serve --help)"
                raise ApiError(text, HTTPStatus.MISDIRECTED_REQUEST)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Read the whole body within the limits; None if the client has disconnected."""
        most = self.clients.limits.body
        size = _content_length(scope, most)
        if size > most:
            raise ApiError(ERRORS("too_large", most=most), HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        limit = BODY_SECONDS + size / SLOWEST_PACE
        try:
            with self.clients.reading(size):
                async with asyncio.timeout(limit):
                    return await _read_body(receive)
        except TimeoutError:
            text = f"the request did not come within {limit:.0f} s"
            raise ApiError(text, HTTPStatus.REQUEST_TIMEOUT) from None

    async def _discard_body(self, scope: Scope, receive: Receive) -> None:
        """Drain the body of a refused request within limits: many clients read no response before they have sent it."""
        size = _content_length(scope, LARGEST)
        if size and self.clients.may_discard(size):
            with suppress(TimeoutError):
                async with asyncio.timeout(DISCARD_SECONDS):
                    while (await receive()).get("more_body"):
                        pass

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        current_client.set(_client_of(scope))
        try:
            self._check_host(scope)
            _check_origin(scope["headers"])
            self.clients.count("request")
            with self.clients.holding("sockets"):
                await self.app(scope, receive, send)
        except ApiError as error:
            await _send_error(error, send, "websocket.http.response")
        except Exception as error:
            self._log_failure(scope, error)
            with suppress(Exception):
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})


def _with_headers(headers: Iterable[tuple[bytes, bytes]], is_api: bool) -> list[tuple[bytes, bytes]]:
    """Add the headers that every response has, and those of documents."""
    sent = [*headers, *HEADERS]
    if not dict(sent).get(b"content-type", b"").startswith(PARTS):
        sent += DOCUMENT_HEADERS
    if all(name != b"cache-control" for name, _ in sent):
        # Responses of the API differ every time; files are revalidated by their ETag.
        sent.append((b"cache-control", b"no-store" if is_api else b"no-cache"))
    return sent


def _client_of(scope: Scope) -> str:
    return client_of(scope["client"][0]) if scope.get("client") else "unknown"


def _content_length(scope: Scope, unknown: int) -> int:
    """Return the announced size of a request's body; ``unknown`` if it is not announced."""
    named = dict(scope["headers"])
    if b"transfer-encoding" in named:
        return unknown
    length = named.get(b"content-length", b"0")
    return int(length) if length.isdigit() else unknown


async def _read_body(receive: Receive) -> bytes | None:
    parts = []
    while (message := await receive())["type"] == "http.request":
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)
    return None


def _check_origin(headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Refuse sockets from pages of other sites; clients other than browsers send no origin."""
    named = dict(headers)
    origin, host = named.get(b"origin"), named.get(b"host", b"")
    if origin is not None and _host_in(origin) != host.lower():
        text = "this socket is for the server's own page: expected no other origin"
        raise ApiError(text, HTTPStatus.FORBIDDEN)


def _host_in(origin: bytes) -> bytes | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


async def _send_error(error: ApiError, send: Send, kind: str, *more: tuple[bytes, bytes]) -> None:
    own = [(name.encode(), value.encode()) for name, value in error.headers.items()]
    headers = [(b"content-type", b"application/json"), *own, *more]
    await send({"type": f"{kind}.start", "status": error.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": to_json(error_json(error))})


class Compression:
    """Middleware that compresses responses, except those that may contain a secret (the BREACH attack).

    The compressed size of a secret beside text that an attacker chose can reveal it. Tokens are sent in responses to
    requests that change something; of those with POST, only the ones that read a position are compressed.
    """

    READING = ("/api/positions", "/api/threats")

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.compressed = GZipMiddleware(app, minimum_size=1000, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        reads = scope["type"] == "http" and (scope["method"] in ("GET", "HEAD") or scope["path"] in self.READING)
        # PNG is compressed already.
        reads = reads and not scope["path"].endswith(".png")
        await (self.compressed if reads else self.app)(scope, receive, send)
