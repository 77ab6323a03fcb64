"""Routes for live games: creating, joining and playing them, and their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from boardwright.clocks import Clocks
from boardwright.engine.search import can_search
from boardwright.game import AnyGame
from boardwright.played_game import PlayedGame
from boardwright.views import Side
from boardwright.web import models
from boardwright.web.api_errors import ApiError
from boardwright.web.dependencies import AllClients, MatchName, TheClient, TheLiveGames, TheToken, json_answer, refusals
from boardwright.web.live_game import LiveGame, Seat, new_token
from boardwright.web.live_games import LiveGames
from boardwright.web.position_requests import read_position
from boardwright.web.records import JSON, list_games, read_record, write_record
from boardwright.web.serialisation import json_object

router = APIRouter()


@router.post("/api/matches", response_model=models.Created, responses=refusals(404, 503))
async def create(asked: models.NewGame, live_games: TheLiveGames, clients: AllClients, client: TheClient) -> Response:
    """Create a game. The response has the tokens of your seats."""
    game = live_games.game(asked.game)
    if asked.setup is not None and asked.position is not None:
        raise ApiError("a match begins with a position or a set-up: expected one of them")
    given = asked.position is not None or asked.setup is not None
    position = await live_games.work.run(_first_position, game, asked) if given else game.start()
    tokens, seats = _seats(game, asked)
    if asked.clock is not None and all(seat.kind == "engine" for seat in seats):
        raise ApiError("the engine plays itself without a clock: expected a person at one seat at least")
    clocks = None if asked.clock is None else Clocks(asked.clock.seconds, increment=asked.clock.increment)
    clients.begin_match(client)
    table = await live_games.create(PlayedGame(game, position), seats, clocks)
    return json_answer(json_object(match=table.json, tokens=tokens))


def _first_position(game: AnyGame, asked: models.NewGame) -> Any:
    return read_position(game, asked.position)[0] if asked.setup is None else game.start(asked.setup)


def _seats(game: AnyGame, asked: models.NewGame) -> tuple[list[str | None], list[Seat]]:
    """Return the tokens for the creator of a game, and the seats."""
    tokens: list[str | None] = []
    seats = []
    for wanted, name in zip(asked.seats, asked.names or ("", ""), strict=True):
        kind, _, level = wanted.partition(":")
        token, hashed = new_token() if kind == "human" else (None, None)
        tokens.append(token)
        if kind == "engine":
            if level and not can_search(game):
                raise ApiError(f"{game.full_name} has no levels: expected engine, human or open")
            seats.append(
                Seat("engine", name or (f"level {level}" if level else "engine"), int(level) if level else None)
            )
        else:
            seats.append(Seat("human", name or "", token=hashed, shared=asked.seats == ("human", "human")))
    return tokens, seats


@router.get("/api/matches/{match}", response_model=models.PlayedGame, responses=refusals(404, 503))
async def look(match: MatchName, live_games: TheLiveGames) -> Response:
    """Return a game."""
    return json_answer((await live_games.find(match)).json)


@router.post("/api/matches/{match}/join", response_model=models.Joined, responses=refusals(404, 409, 503))
async def join(match: MatchName, asked: models.Join, live_games: TheLiveGames) -> Response:
    """Take an open seat. The response has its token."""
    table = await live_games.find(match)
    taken: list[tuple[Side, str]] = []
    await live_games.act(table, lambda live: taken.append(live.join(asked.side, asked.name)))
    ((side, token),) = taken
    return json_answer(json_object(match=table.json, side=side, token=token))


PLAYER = refusals(401, 403, 404, 409, 503)


@router.post("/api/matches/{match}/moves", response_model=models.PlayedGame, responses=PLAYER)
async def move(match: MatchName, asked: models.PlayMove, live_games: TheLiveGames, token: TheToken) -> Response:
    """Play a move at a ply, which is the number of moves before it.

    The request is idempotent: a repeated one is answered in the same way, and the move is played once.
    """
    return await _act(live_games, match, token, lambda live, side: live.move(side, asked.move, asked.ply))


@router.post("/api/matches/{match}/resign", response_model=models.PlayedGame, responses=PLAYER)
async def resign(match: MatchName, live_games: TheLiveGames, token: TheToken) -> Response:
    """Resign the game."""
    return await _act(live_games, match, token, lambda live, side: live.resign(side))


@router.post("/api/matches/{match}/draw", response_model=models.PlayedGame, responses=PLAYER)
async def draw(match: MatchName, asked: models.Offer, live_games: TheLiveGames, token: TheToken) -> Response:
    """Offer a draw, accept or decline one."""
    return await _act(live_games, match, token, lambda live, side: live.draw(side, asked.action))


@router.post("/api/matches/{match}/takeback", response_model=models.PlayedGame, responses=PLAYER)
async def take_back(match: MatchName, live_games: TheLiveGames, token: TheToken) -> Response:
    """Take your last move back, with the engine's replies."""
    return await _act(live_games, match, token, lambda live, side: live.take_back(side))


@router.post("/api/matches/{match}/rematch", response_model=models.PlayedGame, responses=PLAYER)
async def rematch(
    match: MatchName,
    asked: models.Offer,
    live_games: TheLiveGames,
    clients: AllClients,
    client: TheClient,
    token: TheToken,
) -> Response:
    """Offer a rematch of a finished game, accept or decline one.

    Once both players agree, the response has its id. Sides are swapped; tokens and time control stay the same.
    """
    if asked.action != "decline":
        clients.begin_match(client)
    return await _act(live_games, match, token, lambda live, side: live.offer_rematch(side, asked.action))


async def _act(
    live_games: LiveGames, match: str, token: str | None, work: Callable[[LiveGame, Side], bool | None]
) -> Response:
    """Change a game on behalf of the holder of a token."""
    table = await live_games.find(match)
    await live_games.act(table, lambda live: work(live, live.side_of(token)))
    return json_answer(table.json)


@router.get(
    "/api/matches/{match}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/plain": {}}}, **refusals(404, 503)},
)
async def record(
    match: MatchName,
    live_games: TheLiveGames,
    form: Annotated[str, Query(alias="format", max_length=20, description="one of the game's formats")] = JSON,
) -> Response:
    """Export a game as a file."""
    table = await live_games.find(match)
    # A copy: writing a long game takes time, and moves must not wait for it.
    file = await live_games.work.run(write_record, table.live.copy(), form)
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=file.kind, headers=headers)


@router.post("/api/records", response_model=models.Recorded, responses=refusals(404, 503))
async def read(asked: models.NewRecord, live_games: TheLiveGames, clients: AllClients, client: TheClient) -> Response:
    """Import a record as a game without players.

    For a text with several games the response is their list; send the text of the one that you want.
    """
    known = None if asked.game is None else live_games.game(asked.game)
    clients.begin_match(client)
    games = await live_games.work.run(list_games, live_games.catalogue, asked.text, asked.format, known)
    if games:
        return json_answer(json_object(match=None, games=[game._asdict() for game in games]))
    match = await live_games.work.run(read_record, live_games.catalogue, asked.text, asked.format, known)
    table = await live_games.create(match, [Seat("record"), Seat("record")])
    return json_answer(json_object(match=table.json))
