"""Routes for live games: creating, joining and playing them, and their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from boardwright.clocks import Clocks
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.records.files import JSON
from boardwright.views import Side
from boardwright.web import models
from boardwright.web.api_errors import ApiError
from boardwright.web.catalogue import Catalogue
from boardwright.web.dependencies import GameId, TheLiveGames, TheToken, error_responses, json_response
from boardwright.web.live_game import LiveGame, Seat, new_token
from boardwright.web.live_games import LiveGames
from boardwright.web.position_requests import read_position
from boardwright.web.records import File, list_games, read_record, write_live, write_tree
from boardwright.web.serialisation import json_object
from boardwright.web.trees import tree_of

router = APIRouter()


@router.post("/api/matches", response_model=models.Created, responses=error_responses(404, 503))
async def create(request: models.NewGame, live_games: TheLiveGames) -> Response:
    """Create a game. The response has the tokens of your seats."""
    game = live_games.game(request.game)
    if request.setup is not None and request.position is not None:
        raise ApiError("a game begins with a position or a set-up: expected one of them")
    given = request.position is not None or request.setup is not None
    position = await live_games.work.run(_first_position, game, request) if given else game.start()
    tokens, seats = _seats(game, request)
    if request.clock is not None and all(seat.kind == "engine" for seat in seats):
        raise ApiError("the engine plays itself without a clock: expected a person at one seat at least")
    clocks = None if request.clock is None else Clocks(request.clock.seconds, increment=request.clock.increment)
    if request.public and sorted(request.seats) != ["human", "open"]:
        raise ApiError("a public game has a seat for you and one for others: expected the seats human and open")
    live_games.clients.count("new game")
    session = await live_games.create(PlayedGame(game, position), seats, clocks, public=request.public)
    return json_response(json_object(match=session.json, tokens=tokens))


def _first_position(game: AnyGame, request: models.NewGame) -> Any:
    return read_position(game, request.position)[0] if request.setup is None else game.start(request.setup)


def _seats(game: AnyGame, request: models.NewGame) -> tuple[list[str | None], list[Seat]]:
    """Return the tokens for the creator of a game, and the seats."""
    tokens: list[str | None] = []
    seats = []
    for wanted, name in zip(request.seats, request.names or ("", ""), strict=True):
        kind, _, level = wanted.partition(":")
        token, hashed = new_token() if kind == "human" else (None, None)
        tokens.append(token)
        if kind == "engine":
            seats.append(
                Seat("engine", name or (f"level {level}" if level else "engine"), int(level) if level else None)
            )
        else:
            seats.append(Seat("human", name or "", token=hashed, shared=request.seats == ("human", "human")))
    return tokens, seats


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
    return await _act(live_games, game_id, token, lambda live, side: live.move(side, request.move, request.ply))


@router.post("/api/matches/{match}/resign", response_model=models.LiveGame, responses=PLAYER)
async def resign(game_id: GameId, live_games: TheLiveGames, token: TheToken) -> Response:
    """Resign the game."""
    return await _act(live_games, game_id, token, LiveGame.resign)


@router.post("/api/matches/{match}/draw", response_model=models.LiveGame, responses=PLAYER)
async def draw(game_id: GameId, request: models.Offer, live_games: TheLiveGames, token: TheToken) -> Response:
    """Offer a draw, accept or decline one."""
    return await _act(live_games, game_id, token, lambda live, side: live.draw(side, request.action))


@router.post("/api/matches/{match}/takeback", response_model=models.LiveGame, responses=PLAYER)
async def take_back(
    game_id: GameId, live_games: TheLiveGames, token: TheToken, request: models.Offer | None = None
) -> Response:
    """Take your last move back with the replies, or ask the opponent for that; accept or decline such an offer.

    The engine always agrees. Without a body the action is ``offer``.
    """
    action = "offer" if request is None else request.action
    return await _act(live_games, game_id, token, lambda live, side: live.take_back(side, action))


@router.post("/api/matches/{match}/abort", response_model=models.LiveGame, responses=PLAYER)
async def abort(game_id: GameId, live_games: TheLiveGames, token: TheToken) -> Response:
    """End a game between people without a result, until each side has moved."""
    return await _act(live_games, game_id, token, LiveGame.abort)


@router.post("/api/matches/{match}/claim", response_model=models.LiveGame, responses=PLAYER)
async def claim(game_id: GameId, request: models.Claim, live_games: TheLiveGames, token: TheToken) -> Response:
    """Claim a win or a draw, as the opponent, who is to move, has been gone for ``claim_after`` seconds."""
    session = await live_games.find(game_id)

    def work(live: LiveGame, side: Side) -> None:
        live.claim(side, request.result, session.presence.gone(1 - side) or 0.0)

    return await _act(live_games, game_id, token, work)


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
    if request.action != "decline":
        live_games.clients.count("new game")
    return await _act(live_games, game_id, token, lambda live, side: live.offer_rematch(side, request.action))


async def _act(
    live_games: LiveGames, game_id: str, token: str | None, work: Callable[[LiveGame, Side], bool | None]
) -> Response:
    """Change a game on behalf of the holder of a token."""
    session = await live_games.find(game_id)

    def act(live: LiveGame) -> bool | None:
        side = live.side_of(token)
        session.presence.saw(side)
        return work(live, side)

    await live_games.act(session, act)
    return json_response(session.json)


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
    session = await live_games.find(game_id)
    # A copy: writing a long game takes time, and moves must not wait for it.
    file = await live_games.work.run(write_live, session.live.copy(), form)
    return _download(file)


def _download(file: File) -> Response:
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.kind, headers=headers)


@router.post("/api/records", response_model=models.Recorded, responses=error_responses(404, 503))
async def read(request: models.NewRecord, live_games: TheLiveGames) -> Response:
    """Import a record as a tree and, unless that is switched off, as a game without players.

    For a text with several games the response is their list; send the text of the one that you want.
    """
    known = None if request.game is None else live_games.game(request.game)
    if request.create_match:
        live_games.clients.count("new game")
    arguments = live_games.catalogue, request.text, request.format, known
    games = await live_games.work.run(list_games, *arguments)
    if games:
        return json_response(json_object(match=None, games=games))
    played, tree = await live_games.work.run(_read_tree, *arguments)
    if not request.create_match:
        return json_response(json_object(match=None, tree=tree))
    session = await live_games.create(played, [Seat("record"), Seat("record")])
    return json_response(json_object(match=session.json, tree=tree))


def _read_tree(catalogue: Catalogue, text: str, form: str, known: AnyGame | None) -> tuple[AnyPlayedGame, bytes]:
    """Return the game of a text, and its tree as JSON."""
    stored = read_record(catalogue, text, form, known)
    return stored.played, tree_of(stored).model_dump_json().encode()


@router.post(
    "/api/records/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/plain": {}}}, **error_responses(404)},
)
async def export(request: models.WrittenTree, live_games: TheLiveGames) -> Response:
    """Write a tree as a record in one of the game's formats."""
    game = live_games.game(request.tree.game)
    return _download(await live_games.work.run(write_tree, game, request.tree, request.format))
