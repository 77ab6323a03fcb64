"""The FastAPI application: routes, middleware, error handlers, and the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from boardwright.errors import BoardwrightError, quoted
from boardwright.version import __version__
from boardwright.web import events_api, games_api, live_games_api, pages, sockets
from boardwright.web.api_errors import ApiError, error_json
from boardwright.web.catalogue import Catalogue
from boardwright.web.connections import MAX_CONNECTIONS, WAITING, Waiting
from boardwright.web.engine_pool import EnginePool
from boardwright.web.events import Events
from boardwright.web.game_files import GameFile
from boardwright.web.game_watch import GameWatch
from boardwright.web.hosts import Hosts
from boardwright.web.languages import Languages
from boardwright.web.live_games import LiveGames
from boardwright.web.middleware import Compression, Guard
from boardwright.web.previews import Previews
from boardwright.web.rate_limits import ClientLimits, Clients
from boardwright.web.store import Store
from boardwright.web.validation_errors import first_error
from boardwright.web.work import WorkPool

BAD_REQUEST = 400
NOT_FOUND = 404
ABOUT = """Play, watch and analyse board games.

A seat is held by a secret token, which is returned once, when the seat is taken, and sent as
`Authorization: Bearer TOKEN`. Errors are objects with the field `error`, one line that says what is
wrong and what was expected. `WS /api/matches/{match}/live` sends every change of a live game, and
`WS /api/analysis` analyses positions.
"""


def create_app(
    catalogue: Catalogue,
    store: Store,
    *,
    limits: ClientLimits | None = None,
    hosts: Hosts | None = None,
    processes: int | None = None,
    keep_days: int | None = None,
    most_connections: int = MAX_CONNECTIONS,
) -> FastAPI:
    """Create the application; the caller closes the store."""
    clients = Clients(limits or ClientLimits())
    watch = GameWatch(catalogue)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        engine_pool, work = EnginePool(processes), WorkPool(clients)
        app.state.previews = Previews(clients)
        app.state.live_games = live_games = LiveGames(
            catalogue, store, engine_pool, work, watch=watch, keep_days=keep_days
        )
        app.state.events = Events(live_games, store)
        app.state.watch = watch
        app.state.languages = languages = Languages(catalogue.defaults)

        async def change_rules(file: GameFile) -> None:
            await asyncio.to_thread(languages.load, catalogue.defaults)
            await live_games.change_rules(file)

        await engine_pool.open()
        try:
            await live_games.open()
        except Exception as error:
            # Keep the error for serve(): uvicorn exits without passing it on.
            app.state.failure = error
            raise
        watching = asyncio.create_task(watch.run(change_rules))
        yield {WAITING: Waiting(clients.limits.connections, most_connections)}
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await live_games.close()
        work.close()
        await engine_pool.close()

    app = FastAPI(
        title="Boardwright",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        # FastAPI's documentation pages load scripts from other sites.
        docs_url=None,
        redoc_url=None,
    )
    app.state.clients = clients
    app.add_middleware(Compression)
    app.add_middleware(Guard, clients=clients, hosts=hosts or Hosts(), note=watch.note)
    app.add_exception_handler(BoardwrightError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _unknown)
    for router in (games_api.router, live_games_api.router, events_api.router, sockets.router, pages.router):
        app.include_router(router)
    return app


def _error(text: str, status: int) -> Response:
    return JSONResponse({"error": text}, status)


async def _refused(request: Request, error: Exception) -> Response:
    status, headers = (error.status, error.headers) if isinstance(error, ApiError) else (422, None)
    return JSONResponse(error_json(error), status, headers)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _error(first_error(error.errors(), "the request"), 422)


async def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == BAD_REQUEST:
        return _error("the request is not UTF-8 text: expected JSON", 422)
    # For a broken link, the page shows the error, with a link to the lobby.
    is_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if error.status_code == NOT_FOUND and is_page and not request.url.path.startswith("/api/"):
        return pages.missing(request)
    return _error(f"{request.method} {quoted(request.url.path)}: {error.detail.lower()}", error.status_code)
