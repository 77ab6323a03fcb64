"""FastAPI dependencies and response descriptions that the routes share."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Path, Query
from fastapi.responses import Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from boardwright.web import models
from boardwright.web.events import Events
from boardwright.web.game_watch import GameWatch
from boardwright.web.live_games import LiveGames

REASONS = {
    401: "the token of a seat, or of the organiser, is needed",
    403: "the token does not belong to a seat of this game, or to the organiser of this event",
    404: "there is no such game, event or format",
    408: "the request was not received in time",
    409: "the game is not in the state that the request expects",
    413: "the request is too large",
    421: "this host is not served here",
    422: "the request is not valid",
    429: "the client exceeds a rate limit",
    500: "the stored data of the game is invalid",
    503: "the store or the engine is not available now",
}

EVERYWHERE = (408, 413, 421, 422, 429)


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the error responses of a route for OpenAPI, including those that are possible everywhere."""
    return {
        status: {"model": models.Error, "description": REASONS[status]} for status in sorted({*statuses, *EVERYWHERE})
    }


# All of these are coroutines: FastAPI runs other dependencies in a thread pool, which may be busy.


async def _live_games(connection: HTTPConnection) -> LiveGames:
    live_games: LiveGames = connection.app.state.live_games
    return live_games


async def _events(connection: HTTPConnection) -> Events:
    events: Events = connection.app.state.events
    return events


async def _watch(connection: HTTPConnection) -> GameWatch:
    watch: GameWatch = connection.app.state.watch
    return watch


async def _token(
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))],
) -> str | None:
    return None if given is None else given.credentials


TheLiveGames: TypeAlias = Annotated[LiveGames, Depends(_live_games)]
TheEvents: TypeAlias = Annotated[Events, Depends(_events)]
TheWatch: TypeAlias = Annotated[GameWatch, Depends(_watch)]
TheToken: TypeAlias = Annotated[str | None, Depends(_token)]
GameId: TypeAlias = Annotated[str, Path(alias="match", pattern="^[A-Za-z0-9_-]{1,40}$", description="the game's id")]
GameName: TypeAlias = Annotated[str, Path(max_length=100, description="a game's name, or NAME:VARIANT")]
LanguageCode: TypeAlias = Annotated[str, Query(max_length=8, description="the code of a language, such as de")]
PuzzleNumber: TypeAlias = Annotated[int, Path(ge=1, le=models.LARGEST_NUMBER, description="the puzzle's number")]


def json_response(content: bytes) -> Response:
    """Return a response of serialised JSON."""
    return Response(content, media_type="application/json")
