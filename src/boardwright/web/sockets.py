"""WebSockets: updates of live games, and analysis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from boardwright.engine.limits import Limits
from boardwright.errors import BoardwrightError
from boardwright.registry import file_of
from boardwright.web import models
from boardwright.web.api_errors import ERRORS, ApiError, TooMuch, error_json
from boardwright.web.dependencies import TheLiveGames, TheWatch
from boardwright.web.engine_pool import EngineFailed, Task, Urgency
from boardwright.web.live_games import LiveGames, Watcher
from boardwright.web.position_requests import play_moves, read_position
from boardwright.web.rate_limits import Clients
from boardwright.web.serialisation import JsonObject, moves_with_sides
from boardwright.web.validation_errors import first_error

router = APIRouter()

LIVE: TypeAdapter[models.LiveMessage] = TypeAdapter(models.LiveMessage)
ANALYSIS: TypeAdapter[models.AnalysisMessage] = TypeAdapter(models.AnalysisMessage)
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

    async def send_error(self, error: Exception) -> None:
        """Send an error."""
        await self.send({"type": "error", **error_json(error)})

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
                await self.send_error(error)
                await self.socket.close(POLICY_VIOLATED)
                return
            try:
                message = shape.validate_json(content)
            except ValidationError as error:
                await self.send_error(ApiError(first_error(error.errors(), "the message")))
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
        await socket.send_error(error)
        await websocket.close(POLICY_VIOLATED)
        return
    with socket.watching() as watcher:
        live_games.watch(session, watcher)
        try:
            async for message in socket.messages(LIVE):
                try:
                    seats = {session.live.side_of(token) for token in message.tokens}
                except ApiError as error:
                    await socket.send_error(error)
                else:
                    live_games.identify(session, watcher, seats)
        finally:
            live_games.unwatch(session, watcher)


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
    running: dict[int, asyncio.Task[None]] = {}
    with socket.watching() as watcher:
        try:
            async for message in socket.messages(ANALYSIS):
                if isinstance(message, models.Analyse):
                    _cancel(running, *running)
                    running[message.id] = asyncio.create_task(_analyse(watcher, live_games, message))
                else:
                    _cancel(running, message.id)
        finally:
            _cancel(running, *running)


def _cancel(running: dict[int, asyncio.Task[None]], *numbers: int) -> None:
    for number in numbers:
        if number in running:
            running.pop(number).cancel()


async def _analyse(watcher: Watcher, live_games: LiveGames, request: models.Analyse) -> None:
    """Send the engine's results as they arrive, then a final message."""

    def send(kind: str, **more: Any) -> None:
        watcher.send(to_json({"type": kind, "id": request.id, **more}).decode())

    try:
        with live_games.clients.holding("analyses"):
            task = await live_games.work.run(_task, live_games, request)
            pool = live_games.engine_pool
            result = await pool.think(task, Urgency.ANALYSIS, lambda each: send("result", result=each))
        send("result", result=result)
    except BoardwrightError as error:
        if isinstance(error, EngineFailed) and error.problem and (file := live_games.file_of(request.game)):
            live_games.game_watch.note_failure(file, error.problem)
        send("error", **error_json(error))
    except Exception as error:
        problem = live_games.game_watch.note(error)
        if problem is None:
            raise
        send("error", **error_json(ApiError(ERRORS("code_failed", problem=str(problem)))))
    finally:
        send("done")


def _task(live_games: LiveGames, request: models.Analyse) -> Task:
    game = live_games.game(request.game)
    position, _ = read_position(game, request.position)
    played = play_moves(game, position, request.moves)
    if not game.legal_moves(played.position) or game.outcome(played.position):
        raise ApiError(ERRORS("nothing_to_analyse", outcome=game.format_outcome(played.outcome)))
    return Task(
        game=file_of(game) or game.full_name,
        start=game.format_position(position),
        moves=[text for text, _ in moves_with_sides(played)],
        limits=Limits(time=request.seconds),
        lines=request.lines,
        tell=True,
    )
