"""What stands before the application: limits on what comes in, and headers on what goes out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from pydantic_core import to_json
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwright.failures import code_failure, described
from boardwright.game import quoted
from boardwright.web.limits import Clients, client_of
from boardwright.web.refusals import Failed, Refusal, TooLarge, TooSlow, WrongOrigin

BODY_SECONDS = 30.0
"""How long a client may take to send a request."""

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
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
API = "/api/"
INTERNAL_ERROR = 1011
LOG = logging.getLogger(__name__)


class Guard:
    """The application behind its limits."""

    def __init__(self, app: ASGIApp, clients: Clients) -> None:
        self.app = app
        self.clients = clients

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
                # What is asked of the API is another thing every time; files are asked for again once they change.
                cache = (b"cache-control", b"no-store" if is_api else b"no-cache")
                message["headers"] = [*message.get("headers", ()), *HEADERS, cache]
            await send(message)

        try:
            if is_api:
                self.clients.ask(client_in(scope))
            body = await self._body(receive)
        except Refusal as refusal:
            await _answer(refusal, send_with_headers, "http.response")
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
            failed = _failed(scope, error)
            if not begun:
                await _answer(failed, send_with_headers, "http.response")

    async def _body(self, receive: Receive) -> bytes | None:
        """All that a client sends, which is not too much; None where it has gone away."""
        most = self.clients.limits.body
        parts, size = [], 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        raise TooLarge(f"the request is too large: expected at most {most} bytes")
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            raise TooSlow(f"the request did not come within {BODY_SECONDS:.0f} s") from None

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_in(scope)
        try:
            _check_origin(scope["headers"])
            self.clients.ask(client)
            with self.clients.holding("sockets", client):
                await self.app(scope, receive, send)
        except Refusal as refusal:
            await _answer(refusal, send, "websocket.http.response")
        except Exception as error:
            _failed(scope, error)
            with suppress(Exception):
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})


def client_in(scope: Scope) -> str:
    """Who asks."""
    return client_of(scope["client"][0]) if scope.get("client") else "unknown"


def _check_origin(headers: Iterable[tuple[bytes, bytes]]) -> None:
    """A page of another site has no business here; whoever is no browser names no origin."""
    named = dict(headers)
    origin, host = named.get(b"origin"), named.get(b"host", b"")
    if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
        raise WrongOrigin("this socket is for the server's own page: expected no other origin")


def _failed(scope: Scope, error: Exception) -> Failed:
    """Log an error on one line, with its traceback at the level debug; what the client is told of it."""
    failure = code_failure(error)
    LOG.error("%s failed: %s", quoted(scope["path"]), failure or described(error))
    LOG.debug("this is how", exc_info=error)
    if failure is None:
        return Failed("the server failed at this request")
    return Failed("the game's own code failed at this request: the server's log says where")


async def _answer(refusal: Refusal, send: Send, kind: str) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": to_json({"error": str(refusal)})})
