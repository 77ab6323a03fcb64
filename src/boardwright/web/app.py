"""The application: what is asked by HTTP, and who answers."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic_core import to_json
from starlette.exceptions import HTTPException

from boardwright import __version__
from boardwright.clocks import Clocks
from boardwright.engine.players import LEVELS
from boardwright.engine.search import can_search
from boardwright.game import BoardwrightError, Repaired
from boardwright.match import Match
from boardwright.registry import AnyGame
from boardwright.web import models
from boardwright.web.catalogue import Catalogue
from boardwright.web.hall import Hall
from boardwright.web.live import LiveMatch, Seat, new_token
from boardwright.web.shown import shown_state
from boardwright.web.sockets import watch_match
from boardwright.web.store import Store

PAGE = Path(__file__).parent / "page"


def bearer(authorization: Annotated[str | None, Header()] = None) -> str | None:
    return (authorization or "").removeprefix("Bearer ").strip() or None


Token = Annotated[str | None, Depends(bearer)]


def create_app(store: Store, catalogue: Catalogue) -> FastAPI:
    hall = Hall(catalogue, store)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        yield
        await hall.close()

    app = FastAPI(
        title="Boardwright",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )

    @app.exception_handler(BoardwrightError)
    async def refuse(request: Request, error: Exception) -> Response:
        return JSONResponse({"error": str(error)}, getattr(error, "status", 422))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return JSONResponse({"error": str(error.errors()[0])}, 422)

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return JSONResponse({"error": error.detail}, error.status_code)

    @app.get("/api/games")
    def games() -> list[models.Game]:
        return [_described(variants) for variants in catalogue.games.values()]

    @app.post("/api/positions", response_model=models.State)
    def positions(asked: models.ReadPosition) -> Response:
        match, told = _match_of(hall.game(asked.game), asked.position, asked.moves, strict=asked.strict)
        return Response(to_json(shown_state(match, told)), media_type="application/json")

    @app.post("/api/matches", response_model=models.Created)
    async def create(asked: models.NewMatch) -> Response:
        game = hall.game(asked.game)
        match, _ = _match_of(game, asked.position, [], strict=False)
        if asked.setup is not None:
            match = Match(game, game.start(asked.setup))
        names = asked.names or (None, None)
        tokens: list[str | None] = [None, None]
        seats = []
        for side, text in enumerate(asked.seats):
            kind, _, level = text.partition(":")
            if kind == "engine":
                seats.append(Seat("engine", names[side] or "", int(level) if level else None))
                continue
            hashed = None
            if kind == "human":
                tokens[side], hashed = new_token()
            seats.append(Seat("human", names[side] or "", token=hashed, shared=asked.seats == ("human", "human")))
        clocks = None if asked.clock is None else Clocks(asked.clock.seconds, increment=asked.clock.increment)
        table = await hall.create(match, seats, clocks)
        return _json(b'{"match":' + table.json + b',"tokens":' + to_json(tokens) + b"}")

    @app.get("/api/matches/{match}", response_model=models.Match)
    async def look(match: str) -> Response:
        return _json((await hall.find(match)).json)

    @app.post("/api/matches/{match}/join", response_model=models.Joined)
    async def join(match: str, asked: models.Join) -> Response:
        table = await hall.find(match)
        seat: list[Any] = []
        await hall.act(table, lambda live: seat.extend(live.join(asked.side, asked.name)))
        side, token = seat
        return _json(b'{"match":' + table.json + b',"side":' + to_json(side) + b',"token":' + to_json(token) + b"}")

    async def act(match: str, token: str | None, work: Callable[[LiveMatch, int], bool | None]) -> Response:
        table = await hall.find(match)
        await hall.act(table, lambda live: work(live, live.side_of(token)))
        return _json(table.json)

    @app.post("/api/matches/{match}/moves", response_model=models.Match)
    async def move(match: str, asked: models.PlayMove, token: Token) -> Response:
        return await act(match, token, lambda live, side: live.move(side, asked.move, asked.ply))

    @app.post("/api/matches/{match}/resign", response_model=models.Match)
    async def resign(match: str, token: Token) -> Response:
        return await act(match, token, lambda live, side: live.resign(side))

    @app.post("/api/matches/{match}/draw", response_model=models.Match)
    async def draw(match: str, asked: models.Draw, token: Token) -> Response:
        return await act(match, token, lambda live, side: live.draw(side, asked.action))

    @app.post("/api/matches/{match}/takeback", response_model=models.Match)
    async def take_back(match: str, token: Token) -> Response:
        return await act(match, token, lambda live, side: live.take_back(side))

    @app.websocket("/api/matches/{match}/live")
    async def live(socket: WebSocket, match: str) -> None:
        await watch_match(socket, hall, match)

    @app.get("/", include_in_schema=False)
    @app.get("/play/{match}", include_in_schema=False)
    @app.get("/analyse/{game}", include_in_schema=False)
    @app.get("/rules/{game}", include_in_schema=False)
    def page() -> Response:
        return FileResponse(PAGE / "index.html")

    app.mount("/static", StaticFiles(directory=PAGE), name="static")
    return app


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")


READING = Lock()


def _match_of(game: AnyGame, text: str | None, moves: list[str], *, strict: bool) -> tuple[Match[Any, Any], list[str]]:
    told: list[str] = []
    position = None
    if text is not None:
        with READING, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", Repaired)
            position = game.parse_position(text, strict=strict)
        told = [str(warning.message) for warning in caught if issubclass(warning.category, Repaired)]
    match = Match(game, position)
    for number, move in enumerate(moves, 1):
        match.play_text(move)
    return match, told


def _described(variants: list[AnyGame]) -> models.Game:
    game = variants[0]
    return models.Game(
        name=game.name,
        title=game.title,
        sides=game.sides,
        kinds=list(game.kinds),
        glyphs=dict(game.glyphs),
        variants=[
            models.Variant(name=each.variant, full_name=each.full_name, start=each.format_position(each.start()))
            for each in variants
        ],
        formats=["json", *game.record_formats, "text"],
        engine=can_search(game),
        levels=len(LEVELS) if can_search(game) else 0,
        setup=None,
    )
