"""Routes for live games: creating, joining and playing them, and their records."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from boardwright.records.files import JSON
from boardwright.views import Side
from boardwright.web import live_answers, models
from boardwright.web.dependencies import GameId, TheLiveGames, TheToken, error_responses, json_response
from boardwright.web.live_game import LiveGame
from boardwright.web.records import File
from boardwright.web.serialisation import json_object

router = APIRouter()


@router.post("/api/matches", response_model=models.Created, responses=error_responses(404, 503))
async def create(request: models.NewGame, live_games: TheLiveGames) -> Response:
    """Create a game. The response has the tokens of your seats."""
    return json_response(await live_answers.create(live_games, request))


@router.get("/api/lobby", response_model=models.Lobby, responses=error_responses())
async def lobby(live_games: TheLiveGames) -> Response:
    """List the public games that can be joined or watched now; meant to be asked for every few seconds."""
    return json_response(live_games.lobby())


@router.get("/api/matches/{match}", response_model=models.LiveGame, responses=error_responses(404, 503))
async def look(game_id: GameId, live_games: TheLiveGames) -> Response:
    """Return a game."""
    return json_response((await live_games.find(game_id)).json)


@router.post("/api/matches/{match}/join", response_model=models.Joined, responses=error_responses(404, 409, 503))
async def join(game_id: GameId, request: models.Join, live_games: TheLiveGames) -> Response:
    """Take an open seat. The response has its token."""
    session = await live_games.find(game_id)
    taken: list[tuple[Side, str]] = []
    await live_games.act(session, lambda live: taken.append(live.join(request.side, request.name)))
    ((side, token),) = taken
    return json_response(json_object(match=session.json, side=side, token=token))


PLAYER = error_responses(401, 403, 404, 409, 503)


@router.post("/api/matches/{match}/moves", response_model=models.LiveGame, responses=PLAYER)
async def move(game_id: GameId, request: models.PlayMove, live_games: TheLiveGames, token: TheToken) -> Response:
    """Play a move at a ply, which is the number of moves before it.

    The request is idempotent: a repeated one is answered in the same way, and the move is played once.
    """
    return json_response(await live_answers.act(live_games, game_id, token, "moves", request))


@router.post("/api/matches/{match}/resign", response_model=models.LiveGame, responses=PLAYER)
async def resign(game_id: GameId, live_games: TheLiveGames, token: TheToken) -> Response:
    """Resign the game."""
    return json_response(await live_answers.act(live_games, game_id, token, "resign"))


@router.post("/api/matches/{match}/draw", response_model=models.LiveGame, responses=PLAYER)
async def draw(game_id: GameId, request: models.Offer, live_games: TheLiveGames, token: TheToken) -> Response:
    """Offer a draw, accept or decline one."""
    return json_response(await live_answers.act(live_games, game_id, token, "draw", request))


@router.post("/api/matches/{match}/takeback", response_model=models.LiveGame, responses=PLAYER)
async def take_back(
    game_id: GameId, live_games: TheLiveGames, token: TheToken, request: models.Offer | None = None
) -> Response:
    """Take your last move back with the replies, or ask the opponent for that; accept or decline such an offer.

    The engine always agrees. Without a body the action is ``offer``.
    """
    return json_response(await live_answers.act(live_games, game_id, token, "takeback", request))


@router.post("/api/matches/{match}/abort", response_model=models.LiveGame, responses=PLAYER)
async def abort(game_id: GameId, live_games: TheLiveGames, token: TheToken) -> Response:
    """End a game between people without a result, until each side has moved."""
    return json_response(await live_answers.act(live_games, game_id, token, "abort"))


@router.post("/api/matches/{match}/claim", response_model=models.LiveGame, responses=PLAYER)
async def claim(game_id: GameId, request: models.Claim, live_games: TheLiveGames, token: TheToken) -> Response:
    """Claim a win or a draw, as the opponent, who is to move, has been gone for ``claim_after`` seconds."""
    return json_response(await live_answers.act(live_games, game_id, token, "claim", request))


@router.post("/api/matches/{match}/decline", response_model=models.LiveGame, responses=error_responses(404, 409, 503))
async def decline(game_id: GameId, live_games: TheLiveGames) -> Response:
    """Decline the invitation to a game, which ends it without a result."""
    session = await live_games.find(game_id)
    await live_games.act(session, LiveGame.decline)
    return json_response(session.json)


@router.post("/api/matches/{match}/rematch", response_model=models.LiveGame, responses=PLAYER)
async def rematch(game_id: GameId, request: models.Offer, live_games: TheLiveGames, token: TheToken) -> Response:
    """Offer a rematch of a finished game, accept or decline one.

    Once both players agree, the response has its id. Sides are swapped; tokens and time control stay the same.
    """
    return json_response(await live_answers.act(live_games, game_id, token, "rematch", request))


@router.get(
    "/api/matches/{match}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/plain": {}}}, **error_responses(404, 503)},
)
async def record(
    game_id: GameId,
    live_games: TheLiveGames,
    form: Annotated[str, Query(alias="format", max_length=20, description="one of the game's formats")] = JSON,
) -> Response:
    """Export a game as a file."""
    return _download(await live_answers.record(live_games, game_id, form))


def _download(file: File) -> Response:
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.kind, headers=headers)


@router.post("/api/records", response_model=models.Recorded, responses=error_responses(404, 503))
async def read(request: models.NewRecord, live_games: TheLiveGames) -> Response:
    """Import a record as a tree and, unless that is switched off, as a game without players.

    For a text with several games the response is their list; send the text of the one that you want.
    """
    return json_response(await live_answers.read(live_games, request))


@router.post(
    "/api/records/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/plain": {}}}, **error_responses(404)},
)
async def export(request: models.WrittenTree, live_games: TheLiveGames) -> Response:
    """Write a tree as a record in one of the game's formats."""
    return _download(await live_answers.export(live_games, request))
