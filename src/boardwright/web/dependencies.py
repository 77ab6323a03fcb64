"""What the routes share: who asks, whom they ask, and how answers and refusals are described."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Path
from fastapi.responses import Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from boardwright.web import models
from boardwright.web.live_games import LiveGames
from boardwright.web.middleware import client_in
from boardwright.web.rate_limits import Clients

REASONS = {
    401: "the token of a seat is needed",
    403: "the token is that of no seat of this match",
    404: "there is no such game, match or format",
    408: "the request did not come in time",
    409: "the match does not stand as the request supposes",
    413: "the request is too large",
    421: "the server is not known by that host",
    422: "something in the request is wrong",
    429: "this client asks for more than its share",
    500: "the store holds something of the match that makes no sense",
    503: "the store or the engine cannot do it now",
}

EVERYWHERE = (408, 413, 421, 422, 429)


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The answers other than success, for the OpenAPI description; some are possible everywhere."""
    return {
        status: {"model": models.Error, "description": REASONS[status]} for status in sorted({*statuses, *EVERYWHERE})
    }


# All of these are coroutines: what is not waits for a thread, of which others may have taken the last.


async def _live_games(connection: HTTPConnection) -> LiveGames:
    live_games: LiveGames = connection.app.state.live_games
    return live_games


async def _clients(connection: HTTPConnection) -> Clients:
    clients: Clients = connection.app.state.clients
    return clients


async def _client(connection: HTTPConnection) -> str:
    return client_in(connection.scope)


async def _token(
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))],
) -> str | None:
    return None if given is None else given.credentials


TheLiveGames: TypeAlias = Annotated[LiveGames, Depends(_live_games)]
AllClients: TypeAlias = Annotated[Clients, Depends(_clients)]
TheClient: TypeAlias = Annotated[str, Depends(_client)]
TheToken: TypeAlias = Annotated[str | None, Depends(_token)]
MatchName: TypeAlias = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$", description="the match's id")]
GameName: TypeAlias = Annotated[str, Path(max_length=100, description="a game's name, or NAME:VARIANT")]


def json_answer(content: bytes) -> Response:
    """An answer in JSON."""
    return Response(content, media_type="application/json")
