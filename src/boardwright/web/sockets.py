"""The sockets: a match as it goes on, and the engine's thoughts."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from boardwright.game import BoardwrightError
from boardwright.web import models
from boardwright.web.hall import Hall, Watcher
from boardwright.web.refusals import NoToken

LIVE: TypeAdapter[Any] = TypeAdapter(models.LiveMessage)


async def watch_match(socket: WebSocket, hall: Hall, match: str) -> None:
    await socket.accept()
    try:
        table = await hall.find(match)
    except BoardwrightError as error:
        await socket.send_json({"type": "error", "error": str(error)})
        await socket.close(1008)
        return
    watcher = Watcher()
    tokens: list[str | None] = []

    async def send() -> None:
        while True:
            await socket.send_text(await watcher.next())

    sender = asyncio.create_task(send())
    try:
        while True:
            text = await socket.receive_text()
            try:
                message = LIVE.validate_json(text)
                if message.type == "hello":
                    tokens[:] = message.tokens
                    table.watchers.add(watcher)
                    watcher.tell(table.message(moved=False))
                elif message.type == "ping":
                    watcher.tell('{"type":"pong"}')
                else:
                    await hall.act(table, lambda live: obey(live, tokens, message))
            except ValidationError as error:
                watcher.tell(models_error(str(error.errors()[0])))
            except BoardwrightError as error:
                watcher.tell(models_error(str(error)))
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        table.watchers.discard(watcher)
        sender.cancel()


def models_error(text: str) -> str:
    return '{"type":"error","error":' + models.Error(error=text).model_dump_json()[9:]


def obey(live: Any, tokens: list[str | None], message: Any) -> bool | None:
    sides = live.sides_of(tokens)
    if not sides:
        raise NoToken("whoever holds no token watches: expected the token of a seat in the hello")
    side = live.match.side_to_move if live.match.side_to_move in sides else sides[0]
    if message.type == "move":
        return live.move(side, message.move, message.ply)
    if message.type == "resign":
        return live.resign(side)
    if message.type == "draw":
        return live.draw(side, message.action)
    return live.take_back(side)
