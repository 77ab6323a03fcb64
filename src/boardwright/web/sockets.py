"""WebSockets: updates of live games, and analysis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from boardwright.errors import BoardwrightError
from boardwright.web import models
from boardwright.web.api_errors import ApiError, TooMuch
from boardwright.web.conversations import (
    ANALYSIS,
    LIVE,
    AnalysisConversation,
    Conversation,
    LiveConversation,
    error_message,
)
from boardwright.web.dependencies import TheLiveGames, TheWatch
from boardwright.web.live_games import Watcher
from boardwright.web.rate_limits import Clients
from boardwright.web.serialisation import JsonObject
from boardwright.web.validation_errors import first_error

router = APIRouter()

PINGS: TypeAdapter[models.Ping] = TypeAdapter(models.Ping)
POLICY_VIOLATED = 1008


class JsonSocket:
    """A WebSocket with validated JSON messages, which is closed when the client sends too many."""

    def __init__(self, socket: WebSocket, clients: Clients) -> None:
        self.socket = socket
        self._clients = clients

    async def send(self, message: JsonObject | str) -> None:
        """Send a message; it is dropped if the client has disconnected."""
        text = message if isinstance(message, str) else to_json(message).decode()
        # The exception of a closed socket depends on which side closed it.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self.socket.send_text(text)

    @contextmanager
    def watching(self) -> Iterator[Watcher]:
        """Send the messages of a watcher as they come."""
        watcher = Watcher()
        sending = asyncio.create_task(self._send_all(watcher))
        try:
            yield watcher
        finally:
            sending.cancel()

    async def _send_all(self, watcher: Watcher) -> None:
        while True:
            await self.send(await watcher.next())

    async def messages(self, shape: TypeAdapter[Any]) -> AsyncIterator[Any]:
        """Answer pings, and yield the other valid messages of the client until it disconnects."""
        while (event := await self.socket.receive())["type"] != "websocket.disconnect":
            content = event.get("text") or event.get("bytes") or b""
            try:
                self._clients.count_message(len(content))
            except TooMuch as error:
                await self.send(error_message(error))
                await self.socket.close(POLICY_VIOLATED)
                return
            try:
                message = shape.validate_json(content)
            except ValidationError as error:
                await self.send(error_message(ApiError(first_error(error.errors(), "the message"))))
                continue
            if isinstance(message, models.Ping):
                await self.send({"type": "pong"})
            else:
                yield message


@router.websocket("/api/matches/{match}/live")
async def live(websocket: WebSocket, game_id: Annotated[str, Path(alias="match")], live_games: TheLiveGames) -> None:
    """Send a game now and after every change; players act by POST requests.

    A client that has identified itself also gets the presence, now and after changes.
    """
    await websocket.accept()
    socket = JsonSocket(websocket, live_games.clients)
    try:
        session = await live_games.find(game_id)
    except BoardwrightError as error:
        await socket.send(error_message(error))
        await websocket.close(POLICY_VIOLATED)
        return
    with socket.watching() as watcher:
        await _converse(socket, LiveConversation(live_games, session, watcher), LIVE)


@router.websocket("/api/files")
async def files(websocket: WebSocket, live_games: TheLiveGames, watch: TheWatch) -> None:
    """Send how the files of the operator's games stand, now and after every change."""
    await websocket.accept()
    socket = JsonSocket(websocket, live_games.clients)
    with socket.watching() as watcher:
        watch.listeners.add(watcher.send)
        watcher.send(watch.message)
        try:
            async for _ in socket.messages(PINGS):
                pass
        finally:
            watch.listeners.discard(watcher.send)


@router.websocket("/api/analysis")
async def analysis(websocket: WebSocket, live_games: TheLiveGames) -> None:
    """Analyse positions, one at a time; a new request stops the previous one."""
    await websocket.accept()
    socket = JsonSocket(websocket, live_games.clients)
    with socket.watching() as watcher:
        await _converse(socket, AnalysisConversation(live_games, watcher), ANALYSIS)


async def _converse(socket: JsonSocket, conversation: Conversation, shape: TypeAdapter[Any]) -> None:
    """Pass on the messages of a client until it disconnects."""
    try:
        async for message in socket.messages(shape):
            try:
                conversation.receive(message)
            except ApiError as error:
                await socket.send(error_message(error))
    finally:
        conversation.close()
