"""WebSockets: live games and analysis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from boardwright.errors import BoardwrightError
from boardwright.registry import file_of
from boardwright.web import models
from boardwright.web.api_errors import ApiError, NoToken, TooMuch
from boardwright.web.dependencies import AllClients, TheClient, TheLiveGames
from boardwright.web.engine_pool import Task, Urgency
from boardwright.web.live_game import LiveGame
from boardwright.web.live_games import LiveGames, Watcher
from boardwright.web.position_requests import play_moves, read_position
from boardwright.web.rate_limits import Clients
from boardwright.web.serialisation import Plain, made_moves
from boardwright.web.validation_errors import what_is_wrong

router = APIRouter()

LIVE: TypeAdapter[models.LiveMessage] = TypeAdapter(models.LiveMessage)
ANALYSIS: TypeAdapter[models.AnalysisMessage] = TypeAdapter(models.AnalysisMessage)
POLICY_VIOLATED = 1008


class Wire:
    """A WebSocket with validated JSON messages, which is closed when the client sends too many."""

    def __init__(self, socket: WebSocket, clients: Clients, client: str) -> None:
        self.socket = socket
        self._clients = clients
        self._client = client

    async def send(self, message: Plain | str) -> None:
        """Send a message; it is dropped if the client has disconnected."""
        text = message if isinstance(message, str) else to_json(message).decode()
        # The exception of a closed socket depends on which side closed it.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self.socket.send_text(text)

    async def refuse(self, error: Exception) -> None:
        """Send an error."""
        await self.send({"type": "error", "error": str(error)})

    async def messages(self, shape: TypeAdapter[Any]) -> AsyncIterator[Any]:
        """Yield the valid messages of the client until it disconnects."""
        while (event := await self.socket.receive())["type"] != "websocket.disconnect":
            message = event.get("text") or event.get("bytes") or b""
            try:
                self._clients.send(self._client, len(message))
            except TooMuch as error:
                await self.refuse(error)
                await self.socket.close(POLICY_VIOLATED)
                return
            try:
                yield shape.validate_json(message)
            except ValidationError as error:
                await self.refuse(ApiError(what_is_wrong(error.errors(), "the message")))


@router.websocket("/api/matches/{match}/live")
async def live(socket: WebSocket, match: str, live_games: TheLiveGames, clients: AllClients, client: TheClient) -> None:
    """Send every change of a game, and accept the actions of the holders of tokens."""
    await socket.accept()
    wire = Wire(socket, clients, client)
    try:
        table = await live_games.find(match)
    except BoardwrightError as error:
        await wire.refuse(error)
        await socket.close(POLICY_VIOLATED)
        return
    watcher = Watcher()
    telling = asyncio.create_task(_tell(wire, watcher))
    tokens: Sequence[str | None] = ()
    try:
        async for message in wire.messages(LIVE):
            if isinstance(message, models.Hello):
                tokens = message.tokens
                live_games.watch(table, watcher)
            elif isinstance(message, models.Ping):
                await wire.send({"type": "pong"})
            else:
                try:
                    await live_games.act(table, partial(_obey, tokens, message))
                except BoardwrightError as error:
                    await wire.refuse(error)
    finally:
        table.watchers.discard(watcher)
        telling.cancel()


async def _tell(wire: Wire, watcher: Watcher) -> None:
    while True:
        await wire.send(await watcher.next())


def _obey(tokens: Sequence[str | None], message: Any, live: LiveGame) -> bool:
    """Apply a message for the side whose turn it is, if its token was sent, else for the other one."""
    sides = live.sides_of(tokens)
    if not sides:
        raise NoToken("whoever holds no seat watches: expected its token in the hello")
    turn = live.match.side_to_move
    if isinstance(message, models.LiveMove):
        turn = live.side_at(message.ply)
    elif isinstance(message, models.LiveTakeback):
        turn = live.side_at(max(0, len(live.played) - 1))
    side = turn if turn in sides else sides[0]
    if isinstance(message, models.LiveMove):
        return live.move(side, message.move, message.ply)
    if isinstance(message, models.LiveDraw):
        live.draw(side, message.action)
    elif isinstance(message, models.LiveResign):
        live.resign(side)
    else:
        live.take_back(side)
    return True


@router.websocket("/api/analysis")
async def analysis(socket: WebSocket, live_games: TheLiveGames, clients: AllClients, client: TheClient) -> None:
    """Analyse positions, one at a time; a new request stops the previous one."""
    await socket.accept()
    wire, watcher = Wire(socket, clients, client), Watcher()
    telling = asyncio.create_task(_tell(wire, watcher))
    thinking: dict[int, asyncio.Task[None]] = {}
    try:
        async for message in wire.messages(ANALYSIS):
            if isinstance(message, models.Ping):
                await wire.send({"type": "pong"})
                continue
            if isinstance(message, models.Analyse):
                _end(thinking, *thinking)
                thinking[message.id] = asyncio.create_task(_analyse(watcher, live_games, clients, client, message))
            else:
                _end(thinking, message.id)
    finally:
        _end(thinking, *thinking)
        telling.cancel()


def _end(thinking: dict[int, asyncio.Task[None]], *numbers: int) -> None:
    for number in numbers:
        if number in thinking:
            thinking.pop(number).cancel()


async def _analyse(
    watcher: Watcher, live_games: LiveGames, clients: Clients, client: str, asked: models.Analyse
) -> None:
    """Send the engine's results as they arrive, then a final message."""

    def tell(kind: str, **more: Any) -> None:
        watcher.tell(to_json({"type": kind, "id": asked.id, **more}).decode())

    try:
        with clients.holding("analyses", client):
            task = await live_games.work.run(_task, live_games, asked)
            found = await live_games.engine_pool.think(task, Urgency.ANALYSIS, lambda each: tell("found", found=each))
        tell("found", found=found)
    except BoardwrightError as error:
        tell("error", error=str(error))
    finally:
        tell("done")


def _task(live_games: LiveGames, asked: models.Analyse) -> Task:
    game = live_games.game(asked.game)
    position, _ = read_position(game, asked.position)
    match = play_moves(game, position, asked.moves)
    if not game.legal_moves(match.position) or game.outcome(match.position):
        raise ApiError(f"there is nothing to think about: {game.format_outcome(match.outcome)}")
    return Task(
        game=file_of(game) or game.full_name,
        start=game.format_position(position),
        moves=[text for text, _ in made_moves(match)],
        seconds=asked.seconds,
        lines=asked.lines,
        tell=True,
    )
